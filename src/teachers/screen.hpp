// What a person sees and presses: pages of styled text, single keys. Whoever draws and listens (a terminal, a test)
// implements `Screen`; whoever asks composes pages and knows nothing of terminals.
#pragma once

#include <string>
#include <vector>

namespace remap {

/// What a style means is said by the text as well, so a screen may show all of them alike.
enum class Style : std::uint8_t { plain, dim, strong };

struct Piece {
  std::string text;  // safe to show, no line breaks
  Style style = Style::plain;
};

using TextLine = std::vector<Piece>;
using Page = std::vector<TextLine>;

/// A key: the character it stands for, or one of these.
using Key = char32_t;
namespace keys {
inline constexpr Key enter = U'\r', escape = 0x1b, backspace = 0x7f;
inline constexpr Key up = 0x110001, down = 0x110002, page_up = 0x110003, page_down = 0x110004;
inline constexpr Key resized = 0x110005;  // no key: the page must be laid out anew
inline constexpr Key closed = 0x110006;   // nobody is there any more
inline constexpr Key unknown = 0x110007;
}  // namespace keys

class Screen {
 public:
  virtual ~Screen() = default;
  /// Replaces what was shown. A page is at most `rows()` long, a line at most `columns()` wide.
  virtual void show(const Page& page) = 0;
  /// Waits for a key.
  virtual Key key() = 0;
  /// Forgets keys pressed before now: nobody can have meant them for what is shown next.
  virtual void forget_keys() = 0;
  [[nodiscard]] virtual std::size_t columns() const = 0;
  [[nodiscard]] virtual std::size_t rows() const = 0;
};

}  // namespace remap
