#include <array>

#include "fuzz.hpp"
#include "remap/automata/alphabet.hpp"

// The first byte chooses the alphabet.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  static const std::array alphabets{
      Alphabet::plain({"a", "b", "ü"}), Alphabet::plain({"a", "ab", "a b", "\"", "ε", "\\"}),
      Alphabet::power_set({"a", "b", "cc"}), Alphabet::at_most_one({"x", "y"}), Alphabet::unlisted({"a", "b", "cc"})};
  if (size == 0) return 0;
  const Alphabet& alphabet = alphabets[data[0] % alphabets.size()];
  return fuzz::run(
      data + 1, size - 1, [&](std::string_view text) { return parse_word(alphabet, text); },
      [&](const Word& word) {
        const std::string written = format_word(alphabet, word);
        if (parse_word(alphabet, written) != word) fuzz::fail("a written word is read as another: " + written);
      });
}
