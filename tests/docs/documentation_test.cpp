// What the documents show is what happens: commands are run and their output compared, code is compared with code that
// is compiled, links must lead somewhere. With REMAP_REFRESH_DOCS set, outputs that have changed are put into the
// documents instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>

#include "docs/document.hpp"

namespace remap::test {
namespace {

namespace fs = std::filesystem;

const fs::path source = REMAP_SOURCE_DIR;

std::vector<std::string> documents() {
  std::vector<std::string> names = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
  for (const auto& entry : fs::recursive_directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") names.push_back(fs::relative(entry.path(), source).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return std::regex_replace(info.param, std::regex("[^A-Za-z0-9]"), "_");
}

/// A folder of its own in which `./run` and `remap` are the tool just built.
class Workshop {
 public:
  explicit Workshop(const std::string& name) : folder_(fs::path(testing::TempDir()) / ("remap_docs_" + name)) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    fs::create_symlink(REMAP_PROGRAM, folder_ / "bin" / "remap");
    std::ofstream(folder_ / "run") << "#!/bin/sh\n[ $# -gt 0 ] || set -- demo\nexec remap \"$@\"\n";
    fs::permissions(folder_ / "run", fs::perms::owner_all);
    const char* path = std::getenv("PATH");
    setenv("PATH", ((folder_ / "bin").string() + ":" + (path == nullptr ? "/usr/bin:/bin" : path)).c_str(), 1);
  }
  ~Workshop() { fs::remove_all(folder_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

class Document : public testing::TestWithParam<std::string> {
 protected:
  const std::string text_ = read_text(source / GetParam());
};

TEST_P(Document, CommandsDoWhatIsShown) {
  const Workshop workshop(test_name({GetParam(), 0}));
  const bool refresh = std::getenv("REMAP_REFRESH_DOCS") != nullptr;
  std::string fresh = text_;
  for (const Block& block : fenced_blocks(text_)) {
    if (block.language != "console") continue;
    for (const Example& example : examples(block)) {
      const auto actual = run_in(workshop.folder(), example.command);
      if (refresh && !matches(example.output, actual)) {
        const std::string command = "$ " + example.command + '\n';
        const std::string shown = command + join(example.output);
        fresh.replace(fresh.find(shown), shown.size(), command + join(refreshed(example.output, actual)));
        continue;
      }
      EXPECT_TRUE(matches(example.output, actual))
          << GetParam() << ":" << example.line << ": " << example.command << "\nshows\n"
          << join(example.output) << "and really says\n"
          << join(actual) << "(REMAP_REFRESH_DOCS=1 ctest --preset release -R docs/ puts that into the document)";
    }
  }
  if (fresh != text_) std::ofstream(source / GetParam()) << fresh;
}

TEST_P(Document, LinksLeadSomewhere) {
  const std::regex link("\\]\\(([^)#]+)(#[^)]*)?\\)");
  std::string prose = text_;  // programs have lambdas that look like links
  for (const Block& block : fenced_blocks(text_)) {
    const std::string code = join(block.lines);
    if (const auto at = prose.find(code); !code.empty() && at != std::string::npos) prose.erase(at, code.size());
  }
  for (std::sregex_iterator i(prose.begin(), prose.end(), link), end; i != end; ++i) {
    const std::string target = (*i)[1];
    if (target.starts_with("http")) continue;
    EXPECT_TRUE(fs::exists((source / GetParam()).parent_path() / target)) << GetParam() << " links to " << target;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Document, testing::ValuesIn(documents()), test_name);

TEST(Readme, ShowsCommands) {
  std::size_t commands = 0;
  for (const Block& block : fenced_blocks(read_text(source / "README.md"))) {
    if (block.language == "console") commands += examples(block).size();
  }
  EXPECT_GE(commands, 3u);
}

TEST(Readme, ShowsTheProgramThatTheConsumerTestBuilds) {
  const std::string program = read_text(source / "tests/consumer/main.cpp");
  std::vector<std::string> shown;
  for (const Block& block : fenced_blocks(read_text(source / "README.md"))) {
    if (block.language == "cpp") shown.push_back(join(block.lines));
  }
  EXPECT_EQ(shown, std::vector<std::string>{program});
}

TEST(Readme, TellsWhatThatProgramPrints) {
  std::string line = read_text(source / "tests/consumer/output.txt");
  line.pop_back();
  EXPECT_NE(read_text(source / "README.md").find("`" + line + "`"), std::string::npos) << line;
}

TEST(Readme, ShowsTheBuildLinesOfTheConsumerTests) {
  const std::string used = read_text(source / "tests/consumer/installed/CMakeLists.txt") +
                           read_text(source / "tests/consumer/embedded/CMakeLists.txt");
  for (const Block& block : fenced_blocks(read_text(source / "README.md"))) {
    if (block.language != "cmake") continue;
    for (const std::string& line : block.lines) EXPECT_NE(used.find(line + '\n'), std::string::npos) << line;
  }
}

TEST(Readme, ListsEveryDocument) {
  const std::string readme = read_text(source / "README.md");
  for (const std::string& name : documents()) {
    if (name.starts_with("docs/")) {
      EXPECT_NE(readme.find("](" + name + ")"), std::string::npos) << name;
    }
  }
}

TEST(Tour, ShowsTheProgramThatTheConsumerTestBuilds) {
  const std::string program = read_text(source / "tests/consumer/main.cpp");
  const std::string tour = read_text(source / "include/remap/remap.hpp");
  std::string body = program.substr(program.find("  using namespace"));
  body = body.substr(0, body.rfind('}'));
  std::string shown;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = body.find('\n', at);
    shown += end == at ? "//\n" : "//   " + body.substr(at, end - at) + '\n';
    at = end + 1;
  }
  EXPECT_NE(tour.find(shown), std::string::npos) << "the tour should show\n" << shown;
}

// The checks above can fail.
TEST(Examples, AreReadAndCompared) {
  const auto blocks =
      fenced_blocks("text\n```console\n$ printf '1\\n2\\n'\n1\n2\n$ echo a b c; echo d\na … c\n…\n```\n");
  ASSERT_EQ(blocks.size(), 1u);
  const auto found = examples(blocks[0]);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].line, 6u);
  for (const Example& example : found)
    EXPECT_TRUE(matches(example.output, run_in(testing::TempDir(), example.command)));
  EXPECT_FALSE(matches({"1", "3"}, {"1", "2"}));
  EXPECT_FALSE(matches({"1"}, {"1", "2"}));
  EXPECT_FALSE(matches({"1", "2"}, {"1"}));
  EXPECT_FALSE(matches({"a … d"}, {"a b c"}));
  EXPECT_TRUE(matches({"…", "x"}, {"1", "2", "x"}));
  EXPECT_FALSE(matches({"…", "x"}, {"1", "2", "y"}));
  EXPECT_EQ(refreshed({"a 1", "took … s"}, {"a 2", "took 3 s", "b"}),
            (std::vector<std::string>{"a 2", "took … s", "b"}));
  EXPECT_THROW(fenced_blocks("```console\n$ true\n"), std::runtime_error);
}

}  // namespace
}  // namespace remap::test
