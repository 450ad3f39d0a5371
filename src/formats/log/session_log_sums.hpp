// The end of a line in a session log of version 2: two checksums.
//
//     …,"sum":"0123456789abcdef"}
//
// The first eight digits cover the line and the first eight digits of the previous line, so a lost, added or moved line
// shows in the next one. The last eight cover the line alone, including the first eight, so a changed line shows in
// itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace remap {

class LineSums {
 public:
  /// Completes `text`, which from `begin` on is an object without its closing brace.
  void close(std::string& text, std::size_t begin);

  enum class Found : std::uint8_t {
    sound,
    changed,     // the line is not as written
    out_of_row,  // it is, but the previous line is a different one
  };
  /// Checks the next line, and continues from it whatever the result.
  Found check(std::string_view line);

 private:
  std::uint32_t link_ = 0;  // of the previous line
};

}  // namespace remap
