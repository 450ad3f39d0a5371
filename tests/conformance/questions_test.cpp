// Questions do not change unnoticed. Many methods learn a few machines each (question_runs.hpp), and all that the
// teacher hears, batch by batch, is hashed; questions.txt holds the hashes, and the counts beside them say at a glance
// how a change altered them. A change that is meant refreshes the file:
//
//     REMAP_REFRESH_QUESTIONS=1 ctest --preset release -R Questions
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "question_runs.hpp"

namespace remap::test::questions {
namespace {

TEST(Questions, AreThoseThatWereAskedBefore) {
  const std::string path = REMAP_SOURCE_DIR "/tests/conformance/questions.txt";
  const std::vector<Case> cases = all_cases();
  if (std::getenv("REMAP_REFRESH_QUESTIONS") != nullptr) {
    std::ofstream file(path);
    file << "# Who learns what: comparisons (or values), equivalence questions, hash of all. See questions_test.cpp.\n";
    for (const Case& each : cases) file << each.name << ' ' << each.run().text() << '\n';
    ASSERT_TRUE(file.flush()) << path << " cannot be written";
    return;
  }
  const std::map<std::string, std::string> expected = read_lines(path);
  EXPECT_EQ(expected.size(), cases.size()) << "lines of " << path;
#ifdef REMAP_SANITIZED
  constexpr std::size_t stride = 17;
#else
  constexpr std::size_t stride = 1;
#endif
  for (std::size_t i = 0; i < cases.size(); i += stride) {
    const auto found = expected.find(cases[i].name);
    EXPECT_EQ(cases[i].run().text(), found == expected.end() ? "" : found->second) << cases[i].name;
  }
}

}  // namespace
}  // namespace remap::test::questions
