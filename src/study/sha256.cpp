#include "study/sha256.hpp"

#include <fmt/format.h>

#include <array>

#include "parts/part.hpp"
#include "remap/automata/error.hpp"
#include "study/part/sha256_part.hpp"

namespace remap {

std::string sha256(std::string_view text) {
  static const auto digest_of = function_of_part<decltype(remap_sha256)>("remap_sha256", "remap_sha256");
  std::array<unsigned char, 32> digest{};
  if (!digest_of(text.data(), text.size(), digest.data())) throw Error("the cryptographic library has no SHA-256");
  std::string digits;
  for (const unsigned char byte : digest) digits += fmt::format("{:02x}", byte);
  return digits;
}

}  // namespace remap
