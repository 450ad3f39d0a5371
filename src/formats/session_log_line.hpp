// How a line of a session log, version 2, ends: with two checksums.
//
//     …,"sum":"0123456789abcdef"}
//
// The first eight digits are of the line and of the first eight of the line before, so a line that was lost, added or
// moved is known by the next. The last eight are of the line alone, those digits included, so a line that was changed
// is known by itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace remap {

class LineSums {
 public:
  /// `text` is an object without its closing brace, from `begin` on; completes it.
  void close(std::string& text, std::size_t begin);

  enum class Found : std::uint8_t {
    sound,
    changed,     // the line is not as it was written
    out_of_row,  // it is, but the line before it is another one
  };
  /// Checks the next line, and goes on from it whatever was found.
  Found check(std::string_view line);

 private:
  std::uint32_t link_ = 0;  // of the line before
};

}  // namespace remap
