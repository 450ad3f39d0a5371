#include "fuzz.hpp"
#include "remap/automata/formula.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  std::vector<std::string> propositions;
  return fuzz::run(
      data, size,
      [&](std::string_view text) {
        propositions = propositions_in(text);
        return parse_formula(text, propositions);
      },
      [&](const Formula& formula) {
        const std::string written = formula.text(propositions);
        fuzz::require_same(written, parse_formula(written, propositions).text(propositions));
      });
}
