#include "study/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace remap {

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("the cryptographic library has no SHA-256");
  }
  std::string digits;
  for (const unsigned char byte : digest) digits += fmt::format("{:02x}", byte);
  return digits;
}

}  // namespace remap
