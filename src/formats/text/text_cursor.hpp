// A position in a text being read, with its line and column; shared by the parsers of this module.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "remap/automata/error.hpp"

namespace remap {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") offset_ = 3;
  }

  [[nodiscard]] bool at_end() const noexcept { return offset_ >= text_.size(); }
  /// The character `ahead` of the position, NUL past the end.
  [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
    return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
  }
  [[nodiscard]] bool looking_at(std::string_view what) const noexcept {
    return text_.substr(std::min(offset_, text_.size()), what.size()) == what;
  }
  /// Columns count characters, not bytes.
  char take() noexcept {
    const char c = text_[offset_++];
    if (c == '\n') {
      ++position_.line;
      position_.column = 1;
    } else if (at_end() || !continues(text_[offset_])) {
      ++position_.column;
    }
    return c;
  }
  void skip(std::size_t count) noexcept {
    for (; count > 0; --count) take();
  }

  [[nodiscard]] TextPosition position() const noexcept { return position_; }
  [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
  [[nodiscard]] std::string_view since(std::size_t offset) const noexcept {
    return text_.substr(offset, offset_ - offset);
  }

  /// What is at this position, for messages: "the end of the file", "the end of the line", "'x'".
  [[nodiscard]] std::string here() const {
    if (at_end()) return "the end of the file";
    if (peek() == '\n' || (peek() == '\r' && peek(1) == '\n')) return "the end of the line";
    std::size_t length = 1;
    while (offset_ + length < text_.size() && length < 4 && continues(text_[offset_ + length])) ++length;
    return fmt::format("'{}'", text_.substr(offset_, length));
  }
  /// "expected WHAT, found HERE" at this position.
  [[noreturn]] void fail_expecting(const std::string& what) const {
    throw ParseError("expected " + what + ", found " + here(), position_);
  }

 private:
  static bool continues(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

  std::string_view text_;
  std::size_t offset_ = 0;
  TextPosition position_{1, 1};
};

}  // namespace remap
