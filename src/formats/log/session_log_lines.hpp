// What each line of a session log is, as far as a checkpoint must know; see session_log_checkpoint.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "teachers/book/answer_book.hpp"

namespace remap {

/// A comparison as it was first answered, in one byte.
struct PackedAnswer {
  Preference answer;
  Purpose purpose;

  static constexpr std::uint8_t answers = 4, count = answers * 5;  // 5 purposes
  [[nodiscard]] std::uint8_t pack() const noexcept {
    return static_cast<std::uint8_t>(static_cast<std::uint8_t>(purpose) * answers + static_cast<std::uint8_t>(answer));
  }
  [[nodiscard]] static PackedAnswer unpack(std::uint8_t packed) noexcept {
    return {static_cast<Preference>(packed % answers), static_cast<Purpose>(packed / answers)};
  }
};

/// A line that is not a comparison with its time alone.
struct OtherLine {
  std::uint64_t answers = 0;  // in the log before it
  std::uint64_t begin = 0;    // in bytes
  std::uint64_t length = 0;   // without the line break
  std::uint64_t number = 0;   // from 1
};

struct LogLines {
  static constexpr std::uint8_t other = UINT8_MAX;
  std::vector<std::uint8_t> answers;  // packed, or `other`
  std::vector<OtherLine> others;
  std::uint64_t count = 0;

  /// Adds a line, after which the log has so many answers.
  void add(const OtherLine& line, std::size_t now) {
    others.push_back(line);
    if (now > answers.size()) answers.push_back(other);
  }
};

}  // namespace remap
