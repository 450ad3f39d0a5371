// The border between the tool and its part remap_sha256, which uses OpenSSL.
#pragma once

#include <cstddef>

/// Writes the 32 bytes of the SHA-256 of a text; false if the cryptographic library has none.
extern "C" [[gnu::visibility("default")]] bool remap_sha256(const char* text, std::size_t size,
                                                            unsigned char* digest) noexcept;
