#include "logic/letters/quoted_names.hpp"

namespace remap {

bool needs_quotes(std::string_view name) {
  return name == empty_word_text || name.front() == '"' || name.find_first_of(" \t\r\n") != std::string_view::npos;
}

std::string in_quotes_if_needed(const std::string& name) {
  if (!needs_quotes(name)) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::optional<std::string> read_quoted(std::string_view text, std::size_t& at) {
  std::string name;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      at = i + 1;
      return name;
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    name += text[i];
  }
  return std::nullopt;
}

}  // namespace remap
