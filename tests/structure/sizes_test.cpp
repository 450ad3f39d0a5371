// Files of more than 400 lines and classes of more than 20 data members are listed in docs/architecture.md, each with
// the reason why one piece is clearer than two. The list is neither longer nor shorter than what there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t long_file = 400;
constexpr std::size_t many_members = 20;

std::size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// How many data members a line of a class declares: their names end in an underscore.
std::size_t members_in(std::string line) {
  static const std::regex declaration(
      "^ *(?!return|using|friend|static|typedef).*\\b\\w+_(\\[\\w+\\])?( = [^;]*|\\{[^;]*\\})?;$");
  static const std::regex name("\\b\\w+_(?=(\\[\\w+\\])? *[=,;{])");
  line = line.substr(0, line.find("//"));
  line.erase(line.find_last_not_of(' ') + 1);
  if (!std::regex_match(line, declaration)) return 0;
  const std::string before = line.substr(0, std::min(line.find(" = "), line.find('{')));
  for (std::size_t at = before.find('('); at != std::string::npos; at = before.find('(', at + 1)) {
    if (before.compare(at, 2, "()") != 0) return 0;  // a function, or a call
  }
  return static_cast<std::size_t>(std::distance(std::sregex_iterator(line.begin(), line.end(), name), {}));
}

struct Class {
  std::size_t indent;
  std::string name;
  std::size_t members = 0;
};

/// "src/a/b.cpp" for a long file, "src/a/b.hpp: Name" for a large class.
std::set<std::string> too_large(const fs::path& root) {
  static const std::regex opening("^( *)(class|struct) ([\\w:]+)( final)?( : .*)? \\{$");
  std::set<std::string> found;
  for (const char* top : {"include", "src", "python/src"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const std::string name = fs::relative(entry.path(), root).string();
      std::vector<Class> open;
      std::ifstream in(entry.path());
      std::size_t lines = 0;
      for (std::string line; std::getline(in, line); ++lines) {
        std::smatch match;
        if (std::regex_match(line, match, opening)) {
          open.push_back({static_cast<std::size_t>(match[1].length()), match[3]});
        } else if (!open.empty() && indent_of(line) == open.back().indent && line.substr(indent_of(line), 1) == "}") {
          if (open.back().members > many_members) found.insert(name + ": " + open.back().name);
          open.pop_back();
        } else if (!open.empty() && indent_of(line) == open.back().indent + 2) {
          open.back().members += members_in(line);
        }
      }
      if (lines > long_file) found.insert(name);
    }
  }
  return found;
}

std::set<std::string> listed(const fs::path& root) {
  static const std::regex row("^\\| `([^`]+)` \\| .+ \\|$");
  std::set<std::string> rows;
  std::ifstream in(root / "docs/architecture.md");
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "<!-- sizes -->") inside = true;
    if (line == "<!-- end of sizes -->") inside = false;
    std::smatch match;
    if (inside && std::regex_match(line, match, row)) rows.insert(match[1]);
  }
  return rows;
}

TEST(Sizes, OfLongFilesAndLargeClassesAreGivenAReason) {
  const std::set<std::string> reasons = listed(REMAP_SOURCE_DIR), found = too_large(REMAP_SOURCE_DIR);
  for (const std::string& each : found) EXPECT_TRUE(reasons.contains(each)) << each << ": divide it, or list it";
  for (const std::string& each : reasons) EXPECT_TRUE(found.contains(each)) << each << " is no longer large";
}

TEST(Sizes, AreMeasured) {
  const fs::path root = fs::path(testing::TempDir()) / "remap_sizes";
  fs::create_directories(root / "src");
  std::ofstream(root / "src/long.cpp") << std::string(long_file + 1, '\n');
  std::ofstream large(root / "src/large.hpp");
  large << "class Large final : Base {\n  void run() { local_ = 1; }\n  std::vector<int> a_;\n  int b_ = 0, c_ = 0;\n";
  for (std::size_t i = 3; i <= many_members; ++i) large << "  std::function<void()> member" << i << "_{};\n";
  large << "};\nclass Small {\n  int a_;\n  struct Inner {\n    int b_;\n  };\n};\n";
  large.close();
  EXPECT_EQ(too_large(root), (std::set<std::string>{"src/long.cpp", "src/large.hpp: Large"}));
  fs::remove_all(root);
}

}  // namespace
