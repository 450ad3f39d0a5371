// A folder with the description of a study, removed when the test ends.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace remap::test {

class StudyFolder : public testing::Test {
 protected:
  StudyFolder() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    write("consent.txt", "You compare sequences.\n\nAnswers are stored.\n");
    describe(nlohmann::json::object());
  }
  ~StudyFolder() override { std::filesystem::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }
  /// A study of the last event, changed as given; null removes a key.
  void describe(const nlohmann::json& changes) const {
    nlohmann::json study = {{"title", "Last"},
                            {"letters", {"good", "bad"}},
                            {"outputs", {"0", "1", "2"}},
                            {"names", {{"good", "a gift"}}},
                            {"participants", 3},
                            {"mode", "own"}};
    study.merge_patch(changes);
    write("study.json", study.dump());
  }

  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      (std::string("remap_study_") + testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() + "_" +
       testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace remap::test
