// A checksum of text, to detect accidental changes; it does not protect against deliberate ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace remap {

/// Every bit of the value depends on every bit of the result (the finaliser of Steele's SplitMix64).
constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9U;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

/// FNV-1a, 64 bits, mixed.
constexpr std::uint64_t checksum(std::string_view text) noexcept {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mixed(value);
}

/// The same for large amounts of data: eight bytes at a time, in four strands. It depends on the byte order.
inline std::uint64_t wide_checksum(std::string_view data) noexcept {
  constexpr std::size_t strands = 4, width = sizeof(std::uint64_t);
  std::uint64_t values[strands] = {1, 2, 3, 4};
  const std::uint64_t length = data.size();
  for (; data.size() >= strands * width; data.remove_prefix(strands * width)) {
    for (std::size_t i = 0; i < strands; ++i) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, data.data() + i * width, width);
      values[i] = (values[i] ^ bytes) * 0x9e3779b97f4a7c15U;
      values[i] ^= values[i] >> 32;
    }
  }
  std::uint64_t result = mixed(length) ^ checksum(data);
  for (const std::uint64_t value : values) result = mixed(result + value);
  return result;
}

}  // namespace remap
