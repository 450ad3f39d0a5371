#include "fuzz.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"

// One expression per line, over the letters a, b, c. There is nothing to write back; the machine must be minimal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  static const auto alphabet = Alphabet::plain({"a", "b", "c"});
  return fuzz::run(
      data, size,
      [](std::string_view text) {
        std::vector<std::string> expressions(1);
        for (const char c : text) {
          if (c == '\n') {
            expressions.emplace_back();
          } else {
            expressions.back() += c;
          }
        }
        return machine_from_regexes(expressions, alphabet);
      },
      [](const MooreMachine& machine) {
        if (!is_minimal(machine)) fuzz::fail("the machine of an expression is not minimal");
      });
}
