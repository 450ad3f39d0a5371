// What a person sees and presses: pages of styled text, and single keys. A terminal or a test implements `Screen`; code
// that asks composes pages and is independent of terminals.
#pragma once

#include <string>
#include <vector>

namespace remap {

/// The text alone also conveys what a style means, so a screen may show all styles alike.
enum class Style : std::uint8_t { plain, dim, strong };

struct Piece {
  std::string text;  // safe to show, no line breaks
  Style style = Style::plain;
};

using TextLine = std::vector<Piece>;
using Page = std::vector<TextLine>;

/// A key: its character, or one of these.
using Key = char32_t;
namespace keys {
inline constexpr Key enter = U'\r', escape = 0x1b, backspace = 0x7f;
inline constexpr Key up = 0x110001, down = 0x110002, page_up = 0x110003, page_down = 0x110004;
inline constexpr Key resized = 0x110005;  // not a key: the page must be laid out again
inline constexpr Key closed = 0x110006;   // the terminal is gone
inline constexpr Key unknown = 0x110007;
}  // namespace keys

class Screen {
 public:
  virtual ~Screen() = default;
  /// Replaces what was shown. A page is at most `rows()` long, a line at most `columns()` wide.
  virtual void show(const Page& page) = 0;
  /// Waits for a key.
  virtual Key key() = 0;
  /// Discards keys pressed before now: they cannot be meant for the next page.
  virtual void forget_keys() = 0;
  [[nodiscard]] virtual std::size_t columns() const = 0;
  [[nodiscard]] virtual std::size_t rows() const = 0;
};

}  // namespace remap
