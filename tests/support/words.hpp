// Words by the numbers of their letters.
#pragma once

#include <cstdint>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap::test {

inline Word word_of(const std::vector<std::uint8_t>& letters) {
  Word word;
  for (std::uint8_t letter : letters) word.push_back(make_id<Letter>(letter));
  return word;
}

}  // namespace remap::test
