// The rooms of the house and who may include whom: automata <- (learning, posterior, parts) <- teachers <- (worlds,
// formats) <- runs <- (experiments, study) <- (web <- cli), python. Reads every source and header; a planted violation
// shows that the check can fail.
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

// A room may include itself and every room of a lower floor.
const std::map<std::string, int> floor_of_room = {
    {"base", 0},    {"automata", 1}, {"learning", 2},    {"posterior", 2}, {"parts", 2}, {"teachers", 3}, {"worlds", 4},
    {"formats", 4}, {"runs", 5},     {"experiments", 6}, {"study", 6},     {"web", 7},   {"cli", 8},      {"python", 7},
};

constexpr std::size_t longest_file = 600;

// What the library computes must be the same everywhere, so it has its own (automata/portable_math.hpp).
constexpr int last_floor_of_library = 5;
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

void check_file(const fs::path& file, const std::string& name, const std::string& room,
                std::vector<Finding>& findings) {
  static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]*)\".*");
  std::ifstream in(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    std::smatch match;
    if (floor_of_room.at(room) <= last_floor_of_library && std::regex_search(line, match, inexact)) {
      findings.push_back({name, match[0].str() + "…) depends on the C library: use automata/portable_math.hpp"});
    }
    if (!std::regex_match(line, match, include)) continue;
    std::string path = match[1];
    const bool neighbour = path.find('/') == std::string::npos && fs::exists(file.parent_path() / path);
    if (neighbour) continue;
    if (path.starts_with("remap/")) path.erase(0, 6);
    const std::string other = path.substr(0, path.find('/'));
    const auto floor = floor_of_room.find(other);
    if (floor == floor_of_room.end()) {
      findings.push_back({name, "includes \"" + match[1].str() + "\", which names no room"});
    } else if (other != room && floor->second >= floor_of_room.at(room)) {
      findings.push_back({name, room + " may not include " + other});
    }
  }
  if (lines > longest_file) findings.push_back({name, std::to_string(lines) + " lines: split it"});
}

/// Everything wrong below include/remap, src and python/src of a source tree. The tour, remap.hpp, belongs to no room.
std::vector<Finding> check_tree(const fs::path& root, std::size_t* files = nullptr) {
  std::vector<Finding> findings;
  for (const fs::path top : {"include/remap", "src", "python/src"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file()) continue;
      const fs::path inside = fs::relative(entry.path(), root / top);
      if (inside == "remap.hpp") continue;
      if (const auto extension = inside.extension(); extension != ".hpp" && extension != ".cpp") continue;
      if (files != nullptr) ++*files;
      const std::string room = (top == "python/src" ? top : inside).begin()->string();
      const std::string name = (top / inside).string();
      if (floor_of_room.contains(room)) {
        check_file(entry.path(), name, room, findings);
      } else {
        findings.push_back({name, "is in no room"});
      }
    }
  }
  return findings;
}

TEST(IncludeDirections, HoldInThisTree) {
  std::size_t files = 0;
  for (const Finding& finding : check_tree(REMAP_SOURCE_DIR, &files)) ADD_FAILURE() << finding;
  EXPECT_GT(files, 40u) << "hardly any file was read";
}

// What users need, and nothing else: a header that only our own modules use belongs into src/.
TEST(PublicHeaders, AreThose) {
  const std::set<std::string> expected = {
      "automata/alphabet.hpp",
      "automata/equivalence.hpp",
      "automata/error.hpp",
      "automata/families.hpp",
      "automata/formula.hpp",
      "automata/ids.hpp",
      "automata/mealy.hpp",
      "automata/moore.hpp",
      "automata/outputs.hpp",
      "automata/random.hpp",
      "automata/reward_machine.hpp",
      "base/random.hpp",
      "formats/machine_file.hpp",
      "formats/session_head.hpp",
      "learning/options.hpp",
      "learning/question.hpp",
      "learning/session.hpp",
      "learning/z3.hpp",
      "remap.hpp",
      "runs/durable_run.hpp",
      "runs/run_result.hpp",
      "runs/settings.hpp",
      "teachers/erring.hpp",
      "teachers/learn.hpp",
      "teachers/machine.hpp",
      "teachers/process.hpp",
      "teachers/teacher.hpp",
      "worlds/tasks.hpp",
  };
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
    plant("include/remap/automata/word.hpp", "#include <vector>\n");
    plant("src/learning/session.cpp", "#include \"remap/automata/word.hpp\"\n#include \"hidden.hpp\"\n");
    plant("src/learning/hidden.hpp", "");
  }
  ~PlantedViolation() override { fs::remove_all(root_); }

  void plant(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  [[nodiscard]] std::vector<std::string> findings() const {
    std::vector<std::string> result;
    for (const Finding& finding : check_tree(root_)) result.push_back(finding.file + ": " + finding.what);
    return result;
  }

 private:
  const testing::TestInfo* test_ = testing::UnitTest::GetInstance()->current_test_info();
  fs::path root_ = fs::path(testing::TempDir()) / (std::string("remap_structure_") + test_->name());
};

using Sentences = std::vector<std::string>;

TEST_F(PlantedViolation, NoneToBeginWith) { EXPECT_EQ(findings(), Sentences{}); }

TEST_F(PlantedViolation, UpwardsFromAHeader) {
  plant("include/remap/automata/bad.hpp", "#include \"remap/learning/session.hpp\"\n");
  EXPECT_EQ(findings(), Sentences{"include/remap/automata/bad.hpp: automata may not include learning"});
}

TEST_F(PlantedViolation, UpwardsFromASourceToAPrivateHeader) {
  plant("src/teachers/bad.cpp", "  #  include \"cli/output.hpp\"  // why not\n");
  EXPECT_EQ(findings(), Sentences{"src/teachers/bad.cpp: teachers may not include cli"});
}

TEST_F(PlantedViolation, BetweenRoomsOfOneFloor) {
  plant("src/worlds/bad.cpp", "#include \"remap/formats/dot.hpp\"\n");
  EXPECT_EQ(findings(), Sentences{"src/worlds/bad.cpp: worlds may not include formats"});
}

TEST_F(PlantedViolation, TheWholeTourOrAnUnknownNeighbour) {
  plant("src/learning/bad.cpp", "#include \"remap/remap.hpp\"\n");
  plant("src/teachers/bad.cpp", "#include \"teacher.hpp\"\n");
  EXPECT_EQ(findings().size(), 2u);
}

TEST_F(PlantedViolation, AFunctionThatDiffersBetweenMachines) {
  plant("src/learning/bad.cpp", "double likely = std::exp(-odds);\n");
  plant("src/cli/fine.cpp", "double likely = std::exp(-odds);\n");
  EXPECT_EQ(findings(), Sentences{"src/learning/bad.cpp: std::exp(…) depends on the C library: use "
                                  "automata/portable_math.hpp"});
}

TEST_F(PlantedViolation, AFileWithoutARoom) {
  plant("src/utilities/everything.cpp", "");
  EXPECT_EQ(findings(), Sentences{"src/utilities/everything.cpp: is in no room"});
}

TEST_F(PlantedViolation, AFileThatIsTooLong) {
  plant("src/automata/long.cpp", std::string(longest_file + 1, '\n'));
  EXPECT_EQ(findings(), Sentences{"src/automata/long.cpp: 601 lines: split it"});
}

}  // namespace
