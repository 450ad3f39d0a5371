// A checksum of text, to detect accidental changes; it does not protect against deliberate ones.
#pragma once

#include <cstdint>
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

}  // namespace remap
