// ask_questions FILE N: asks the questions of every N-th line of a file such as tests/conformance/questions.txt, and
// fails if they are not those that the file says.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "conformance/question_runs.hpp"

int main(int count, char** arguments) {
  using namespace remap::test::questions;
  const std::size_t stride = count == 3 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  if (stride == 0) {
    fmt::print(stderr, "usage: ask_questions FILE N\n");
    return 2;
  }
  const std::map<std::string, std::string> expected = read_lines(arguments[1]);
  const std::vector<Case> cases = all_cases();
  std::size_t asked = 0, different = 0;
  for (std::size_t i = 0; i < cases.size(); i += stride, ++asked) {
    const auto found = expected.find(cases[i].name);
    const std::string text = cases[i].run().text(), wanted = found == expected.end() ? "nothing" : found->second;
    if (text == wanted) continue;
    ++different;
    fmt::print("{}: {}, expected {}\n", cases[i].name, text, wanted);
  }
  fmt::print("{} of {} lines differ\n", different, asked);
  return asked > 0 && different == 0 ? 0 : 1;
}
