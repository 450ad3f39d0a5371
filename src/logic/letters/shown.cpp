// UTF-8 is decoded by hand, strictly: overlong forms, surrogates and numbers beyond U+10FFFF are not characters. The
// tables of wide and combining characters hold the blocks that matter for names; a terminal with another opinion shows
// a ragged edge and nothing worse.
#include "logic/letters/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace remap {

namespace {

constexpr char32_t no_character = 0xFFFFFFFF;

struct Decoded {
  char32_t character = no_character;
  std::size_t length = 1;
};

Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  char32_t character = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    character = (character << 6) | (byte(i) & 0x3FU);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < smallest[length] || character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF)) return {};
  return {character, length};
}

using Range = std::pair<char32_t, char32_t>;

template <std::size_t size>
bool in(const Range (&ranges)[size], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges), [c](Range r) { return r.first <= c && c <= r.second; });
}

// Invisible or direction-changing: soft hyphen, Arabic letter mark, fillers, zero-width ones, line separators,
// overrides and isolates, byte order mark, interlinear notes, tags, private use and noncharacters.
constexpr Range hidden[] = {{0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
                            {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
                            {0x2060, 0x206F},   {0x3164, 0x3164},   {0xE000, 0xF8FF},   {0xFEFF, 0xFEFF},
                            {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x1BCA0, 0x1BCA3},
                            {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}};
constexpr Range combining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                               {0x064B, 0x065F}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF},
                               {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                          {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                          {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

std::size_t columns_of(char32_t c) { return in(combining, c) ? 0 : in(wide, c) ? 2 : 1; }

std::string safe(std::string_view text, bool keep_breaks) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, length] = decode(text.substr(at));
    if (character == no_character || ((character < 0x20 || character == 0x7f) && !(keep_breaks && character == '\n'))) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    } else if ((character >= 0x80 && character < 0xA0) || in(hidden, character)) {
      result += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(character));
    } else {
      result += text.substr(at, length);
    }
    at += length;
  }
  return result;
}

}  // namespace

std::string safe(std::string_view text) { return safe(text, false); }
std::string safe_lines(std::string_view text) { return safe(text, true); }

std::string markup(std::string_view text) {
  std::string result;
  for (const char c : safe_lines(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::size_t columns_of(std::string_view text) noexcept {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, length] = decode(text.substr(at));
    columns += columns_of(character);
    at += length;
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (columns_of(text) <= most) return std::string(text);
  std::vector<std::size_t> starts;  // of characters; combining ones belong to the one before
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, length] = decode(text.substr(at));
    if (starts.empty() || columns_of(character) > 0) starts.push_back(at);
    at += length;
  }
  starts.push_back(text.size());
  const std::size_t characters = starts.size() - 1;
  const std::size_t mark = columns_of(fmt::format("…{} more…", characters));
  const std::size_t room = most > mark ? most - mark : 0;
  const auto width = [&](std::size_t from, std::size_t to) {
    return columns_of(text.substr(starts[from], starts[to] - starts[from]));
  };
  std::size_t front = 0, back = characters;
  while (front < characters && width(0, front + 1) <= (room + 1) / 2) ++front;
  while (back > front && width(back - 1, characters) <= room / 2) --back;
  return fmt::format("{}…{} more…{}", text.substr(0, starts[front]), back - front, text.substr(starts[back]));
}

std::string shown_word(const Alphabet& alphabet, const Word& word) {
  constexpr std::size_t most_letters = 60, ends = 20, most_columns = 2000;
  const auto text = [&](const Word& part) { return shortened(safe(format_word(alphabet, part)), most_columns); };
  if (word.size() <= most_letters) return text(word);
  return fmt::format("{} … {} letters … {}", text(Word(word.begin(), word.begin() + ends)), word.size() - 2 * ends,
                     text(Word(word.end() - ends, word.end())));
}

std::string joined(std::span<const std::string> names, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", last) : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace remap
