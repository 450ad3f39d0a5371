#include "study/part/sha256_part.hpp"

#include <openssl/evp.h>

bool remap_sha256(const char* text, std::size_t size, unsigned char* digest) noexcept {
  return EVP_Digest(text, size, digest, nullptr, EVP_sha256(), nullptr) == 1;
}
