// Which module may include which. docs/architecture.md lists the modules, lowest first, so that the map cannot drift
// from the tree: each may include itself and those above it in that table. Reads every source and header; planted
// violations show that the check can fail.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 600;

// The module of each public header, which keeps its path when its source moves.
const std::map<std::string, std::string> module_of_public_header = {
    {"automata/alphabet.hpp", "logic/letters"},
    {"automata/equivalence.hpp", "automata/algorithms"},
    {"automata/error.hpp", "base"},
    {"automata/families.hpp", "automata/families"},
    {"automata/formula.hpp", "logic/formulas"},
    {"automata/ids.hpp", "base"},
    {"automata/mealy.hpp", "automata/machines"},
    {"automata/moore.hpp", "automata/machines"},
    {"automata/outputs.hpp", "logic/letters"},
    {"automata/random.hpp", "automata/algorithms"},
    {"automata/reward_machine.hpp", "automata/machines"},
    {"base/random.hpp", "base"},
    {"formats/machine_file.hpp", "formats/machines"},
    {"formats/session_head.hpp", "formats/log"},
    {"learning/options.hpp", "learning/questions"},
    {"learning/question.hpp", "learning/questions"},
    {"learning/session.hpp", "learning/questions"},
    {"learning/z3.hpp", "z3"},
    {"runs/durable_run.hpp", "runs/durable"},
    {"runs/run_result.hpp", "runs/method"},
    {"runs/settings.hpp", "runs/method"},
    {"teachers/erring.hpp", "teachers/erring"},
    {"teachers/learn.hpp", "teachers"},
    {"teachers/machine.hpp", "teachers/simulated"},
    {"teachers/process.hpp", "teachers/process"},
    {"teachers/teacher.hpp", "teachers"},
    {"worlds/tasks.hpp", "worlds"},
};

// Neither of these may include the other, although one stands above the other in the table.
const std::vector<std::pair<std::string, std::string>> strangers = {{"worlds", "formats"},   {"experiments", "study"},
                                                                    {"passive", "belief"},   {"passive", "posterior"},
                                                                    {"posterior", "belief"}, {"learning", "parts"}};

std::string top_of(const std::string& path) { return path.substr(0, path.find('/')); }

/// The modules by their folders below src/, with their places in the table of docs/architecture.md.
std::map<std::string, std::size_t> read_modules(const fs::path& root) {
  static const std::regex row("^\\| ((`[a-z0-9/_]+`(, )?)+) \\| [^|]+ \\|$");
  static const std::regex folder("`([a-z0-9/_]+)`");
  std::map<std::string, std::size_t> modules;
  std::ifstream in(root / "docs/architecture.md");
  bool inside = false;
  std::size_t place = 0;
  for (std::string line; std::getline(in, line);) {
    if (line == "<!-- modules -->") inside = true;
    if (line == "<!-- end of modules -->") inside = false;
    std::smatch match;
    if (!inside || !std::regex_match(line, match, row)) continue;
    const std::string folders = match[1];
    for (std::sregex_iterator each(folders.begin(), folders.end(), folder), end; each != end; ++each) {
      modules.emplace((*each)[1], place);
    }
    ++place;
  }
  modules.emplace("python/src", place);
  return modules;
}

// What the library computes must be the same everywhere, so it has its own (base/portable_math.hpp).
const std::set<std::string> not_of_the_library = {"parts", "experiments", "study", "web", "cli", "python"};
const std::regex inexact(
    "\\bstd::(exp|exp2|expm1|log|log2|log10|log1p|pow|lgamma|tgamma|sin|cos|tan|atan|atan2|sinh|cosh|tanh|erf|cbrt|"
    "hypot)\\(");

struct Finding {
  std::string file;
  std::string what;
};

std::ostream& operator<<(std::ostream& out, const Finding& finding) {
  return out << finding.file << ": " << finding.what;
}

class Check {
 public:
  explicit Check(fs::path root) : root_(std::move(root)), modules_(read_modules(root_)) {}

  /// Everything wrong below include/remap, src and python/src. remap.hpp, which shows the library, belongs to no
  /// module.
  std::vector<Finding> run() {
    for (const fs::path top : {"include/remap", "src", "python/src"}) {
      if (!fs::exists(root_ / top)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(root_ / top)) {
        const fs::path inside = fs::relative(entry.path(), root_ / top);
        const auto extension = inside.extension();
        if (!entry.is_regular_file() || inside == "remap.hpp" || (extension != ".hpp" && extension != ".cpp")) continue;
        look_at(entry.path(), (top / inside).string(), top, inside);
      }
    }
    for (const auto& [module, place] : modules_) {
      const fs::path folder = module == "python/src" ? root_ / module : root_ / "src" / module;
      if (!fs::exists(folder)) findings_.push_back({"docs/architecture.md", "there is no folder src/" + module});
    }
    return findings_;
  }
  [[nodiscard]] std::size_t files() const { return files_; }

 private:
  void look_at(const fs::path& file, const std::string& name, const fs::path& top, const fs::path& inside) {
    ++files_;
    const std::string module = top == "include/remap" ? public_module(inside.string())
                               : top == "python/src"  ? "python/src"
                                                      : inside.parent_path().string();
    if (!modules_.contains(module)) {
      findings_.push_back({name, "is in no module of docs/architecture.md"});
      return;
    }
    static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]*)\".*");
    std::ifstream in(file);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line); ++lines) {
      std::smatch match;
      if (!not_of_the_library.contains(top_of(module)) && std::regex_search(line, match, inexact)) {
        findings_.push_back({name, match[0].str() + "…) depends on the C library: use base/portable_math.hpp"});
      }
      if (!std::regex_match(line, match, include)) continue;
      const std::string path = match[1];
      if (top == "python/src" && path.find('/') == std::string::npos) continue;
      const std::string other =
          path.starts_with("remap/") ? public_module(path.substr(6)) : fs::path(path).parent_path().string();
      if (!modules_.contains(other)) {
        findings_.push_back({name, "includes \"" + path + "\", which is in no module"});
      } else if (!may_include(module, other)) {
        findings_.push_back({name, module + " may not include " + other});
      }
    }
    if (lines > longest_file) findings_.push_back({name, std::to_string(lines) + " lines: split it"});
  }
  [[nodiscard]] static std::string public_module(const std::string& header) {
    const auto found = module_of_public_header.find(header);
    return found == module_of_public_header.end() ? "" : found->second;
  }
  [[nodiscard]] bool may_include(const std::string& module, const std::string& other) const {
    if (modules_.at(other) > modules_.at(module)) return false;
    if (module == "python/src") return top_of(other) != "web" && top_of(other) != "cli";
    for (const auto& [one, another] : strangers) {
      if (top_of(module) == another && top_of(other) == one) return false;
    }
    return true;
  }

  fs::path root_;
  std::map<std::string, std::size_t> modules_;
  std::vector<Finding> findings_;
  std::size_t files_ = 0;
};

TEST(IncludeDirections, HoldInThisTree) {
  Check check(REMAP_SOURCE_DIR);
  for (const Finding& finding : check.run()) ADD_FAILURE() << finding;
  EXPECT_GT(check.files(), 400u) << "hardly any file was read";
}

// What users need, and nothing else: a header that only our own modules use belongs into src/.
TEST(PublicHeaders, AreThose) {
  std::set<std::string> expected = {"remap.hpp"};
  for (const auto& [header, module] : module_of_public_header) expected.insert(header);
  std::set<std::string> found;
  const fs::path top = fs::path(REMAP_SOURCE_DIR) / "include/remap";
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    if (entry.is_regular_file()) found.insert(fs::relative(entry.path(), top).string());
  }
  EXPECT_EQ(found, expected);
}

// The command only parses options and prints: the loops over sessions and the choice of a method are the library's.
TEST(CommandLine, HoldsNoLoopOverASession) {
  static const std::regex driving("\\b(drive|drive_carefully|next\\(\\)\\.kind|Request::Kind|SessionOptions)\\b");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(REMAP_SOURCE_DIR) / "src/cli")) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      EXPECT_FALSE(std::regex_search(line, driving)) << entry.path() << ": " << line;
    }
  }
}

class PlantedViolation : public testing::Test {
 protected:
  PlantedViolation() {
    fs::remove_all(root_);
    plant("docs/architecture.md",
          "<!-- modules -->\n| module | purpose |\n| --- | --- |\n| `base` | errors |\n| `learning/questions` | "
          "questions |\n"
          "| `learning/words` | words |\n"
          "| `learning/session` | the loop |\n| `worlds` | worlds |\n| `formats/log`, `formats/part` | logs |\n"
          "<!-- end of modules -->\n| `cli` | not in the table |\n");
    for (const char* module : {"base", "learning/questions", "learning/words", "learning/session", "worlds",
                               "formats/log", "formats/part"}) {
      plant("src/" + std::string(module) + "/a.hpp", "");
    }
    plant("python/src/core.cpp", "#include \"core.hpp\"\n#include \"learning/session/a.hpp\"\n");
    plant("src/learning/session/session.cpp",
          "#include \"remap/automata/error.hpp\"\n#include \"learning/words/a.hpp\"\n#include "
          "\"learning/session/a.hpp\"\n");
    plant("src/formats/log/log.cpp", "#include \"formats/part/a.hpp\"\n");
    plant("src/formats/part/part.cpp", "#include \"formats/log/a.hpp\"\n");
  }
  ~PlantedViolation() override { fs::remove_all(root_); }

  void plant(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  [[nodiscard]] std::vector<std::string> findings() const {
    std::vector<std::string> result;
    for (const Finding& finding : Check(root_).run()) result.push_back(finding.file + ": " + finding.what);
    return result;
  }

 private:
  const testing::TestInfo* test_ = testing::UnitTest::GetInstance()->current_test_info();
  fs::path root_ = fs::path(testing::TempDir()) / (std::string("remap_structure_") + test_->name());
};

using Sentences = std::vector<std::string>;

TEST_F(PlantedViolation, NoneToBeginWith) { EXPECT_EQ(findings(), Sentences{}); }

TEST_F(PlantedViolation, DownwardsFromAPublicHeader) {
  plant("include/remap/automata/error.hpp", "#include \"remap/learning/session.hpp\"\n");
  EXPECT_EQ(findings(), Sentences{"include/remap/automata/error.hpp: base may not include learning/questions"});
}

TEST_F(PlantedViolation, DownwardsFromASourceToAPrivateHeader) {
  plant("src/learning/words/bad.cpp", "  #  include \"learning/session/a.hpp\"  // why not\n");
  EXPECT_EQ(findings(), Sentences{"src/learning/words/bad.cpp: learning/words may not include learning/session"});
}

TEST_F(PlantedViolation, BetweenStrangers) {
  plant("src/formats/log/bad.cpp", "#include \"worlds/a.hpp\"\n");
  EXPECT_EQ(findings(), Sentences{"src/formats/log/bad.cpp: formats/log may not include worlds"});
}

TEST_F(PlantedViolation, EverythingPublicOrAnUnknownNeighbour) {
  plant("src/base/bad.cpp", "#include \"remap/remap.hpp\"\n");
  plant("src/learning/words/bad.cpp", "#include \"a.hpp\"\n");
  EXPECT_EQ(findings().size(), 2u);
}

TEST_F(PlantedViolation, AFileWithoutAModule) {
  plant("src/utilities/everything.cpp", "");
  plant("src/learning/more.cpp", "");
  EXPECT_EQ(findings().size(), 2u);
}

TEST_F(PlantedViolation, AModuleWithoutAFolder) {
  plant("docs/architecture.md",
        "<!-- modules -->\n| `attic` | nothing |\n| `base` | errors |\n| `learning/questions` | q |\n"
        "| `learning/words` | words |\n| `learning/session` | the loop |\n| `worlds` | worlds |\n| `formats/log`, "
        "`formats/part` | logs |\n");
  EXPECT_EQ(findings(), Sentences{"docs/architecture.md: there is no folder src/attic"});
}

TEST_F(PlantedViolation, AFunctionThatDependsOnTheProcessor) {
  plant("src/learning/words/bad.cpp", "double likely = std::exp(-odds);\n");
  plant("python/src/fine.cpp", "double likely = std::exp(-odds);\n");
  EXPECT_EQ(findings(), Sentences{"src/learning/words/bad.cpp: std::exp(…) depends on the C library: use "
                                  "base/portable_math.hpp"});
}

TEST_F(PlantedViolation, AFileThatIsTooLong) {
  plant("src/base/long.cpp", std::string(longest_file + 1, '\n'));
  EXPECT_EQ(findings(), Sentences{"src/base/long.cpp: 601 lines: split it"});
}

}  // namespace
