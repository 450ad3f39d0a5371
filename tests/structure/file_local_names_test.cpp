// Files of a folder are compiled together, twelve at a time, so one file more can bring any two of them together: what
// they keep to themselves needs names that differ within the folder.
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

/// The types and constants in the unnamed namespace of a source.
std::set<std::string> local_names(const fs::path& source) {
  static const std::regex type("(?:class|struct|enum|enum class) (\\w+).*");
  static const std::regex constant("(?:constexpr|const) [\\w:<>, *&]+?[ *&](\\w+)(?:\\[\\])? ?[={].*");
  std::set<std::string> names;
  std::ifstream in(source);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (line == "namespace {") inside = true;
    if (line == "}  // namespace") inside = false;
    if (!inside) continue;
    if (std::regex_match(line, match, type) || std::regex_match(line, match, constant)) names.insert(match[1]);
  }
  return names;
}

/// "src/automata: Parser in regex.cpp and formula.cpp", for all folders below.
std::vector<std::string> names_met_twice(const fs::path& root) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string folder = fs::relative(entry.path().parent_path(), root).string();
    for (const std::string& name : local_names(entry.path())) {
      files[{folder, name}].insert(entry.path().filename().string());
    }
  }
  std::vector<std::string> found;
  for (const auto& [place, in] : files) {
    if (in.size() < 2) continue;
    std::string text = place.first + ": " + place.second + " in";
    for (const std::string& file : in) text += " " + file;
    found.push_back(text);
  }
  return found;
}

TEST(FileLocalNames, DifferWithinAFolder) {
  for (const char* top : {"src", "python/src"}) {
    for (const std::string& twice : names_met_twice(fs::path(REMAP_SOURCE_DIR) / top)) ADD_FAILURE() << twice;
  }
}

TEST(FileLocalNames, AreFoundWhereTheyMeet) {
  const fs::path root = fs::path(testing::TempDir()) / "remap_file_local_names";
  fs::remove_all(root);
  fs::create_directories(root / "automata");
  fs::create_directories(root / "formats");
  const auto plant = [&](const char* file, const std::string& text) {
    std::ofstream(root / file) << "namespace {\n" << text << "\n}  // namespace\n";
  };
  plant("automata/one.cpp", "constexpr std::size_t deepest = 200;\nclass Parser {");
  plant("automata/two.cpp", "constexpr std::size_t deepest = 500;\nclass Parser {");
  plant("formats/three.cpp", "class Parser {");
  EXPECT_EQ(names_met_twice(root),
            (std::vector<std::string>{"automata: Parser in one.cpp two.cpp", "automata: deepest in one.cpp two.cpp"}));
  fs::remove_all(root);
}

}  // namespace
