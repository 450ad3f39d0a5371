#include "formats/machines/dot_label.hpp"

#include <fmt/format.h>

namespace remap {
namespace {

constexpr std::string_view blank_characters = " \t\r\n\v\f";
constexpr DotLabelView blank_units = u" \t\r\n\v\f";
constexpr char16_t escaped = 256;

char16_t unit(char c) { return static_cast<unsigned char>(c); }

DotLabelView trim(DotLabelView label) {
  const std::size_t begin = label.find_first_not_of(blank_units);
  if (begin == DotLabelView::npos) return {};
  return label.substr(begin, label.find_last_not_of(blank_units) - begin + 1);
}

bool blank_at(DotLabelView label, std::size_t at) {
  return at < label.size() && blank_units.find(label[at]) != DotLabelView::npos;
}

// The slash that separates: the only one, or the only one with blanks on both sides. npos when there is none.
std::size_t separating_slash(DotLabelView label, const DotValue& value) {
  std::size_t slashes = 0, spaced = 0, slash = DotLabelView::npos, spaced_slash = DotLabelView::npos;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] != u'/') continue;
    ++slashes;
    slash = i;
    if (i > 0 && blank_at(label, i - 1) && blank_at(label, i + 1)) {
      ++spaced;
      spaced_slash = i;
    }
  }
  if (slashes <= 1) return slash;
  if (spaced == 1) return spaced_slash;
  throw ParseError(
      fmt::format("the label '{}' has {} slashes, expected one between two names (a slash inside a name is "
                  "written \\/)",
                  value.text, slashes),
      value.position);
}

}  // namespace

DotLabel decode_label(const DotValue& value) {
  if (value.html) throw ParseError("expected a label in quotes, found one in HTML", value.position);
  DotLabel label;
  label.reserve(value.text.size());
  for (std::size_t i = 0; i < value.text.size(); ++i) {
    const char c = value.text[i];
    if (c != '\\' || i + 1 == value.text.size()) {
      label += unit(c);
      continue;
    }
    const char next = value.text[++i];
    label += static_cast<char16_t>(unit(next == 'n' || next == 'l' || next == 'r' ? '\n' : next) + escaped);
  }
  return label;
}

std::string label_text(DotLabelView label) {
  std::string text;
  for (const char16_t c : trim(label)) text += static_cast<char>(static_cast<unsigned char>(c % escaped));
  return text;
}

std::optional<std::string> output_of_label(const DotValue& value) {
  const DotLabel decoded = decode_label(value);
  DotLabelView label = trim(decoded);
  if (label.size() >= 2 && label.front() == u'{' && label.back() == u'}') label = label.substr(1, label.size() - 2);
  std::size_t separator = label.find(u'|');
  if (separator == DotLabelView::npos) {
    separator = separating_slash(label, value);
  } else if (label.find(u'|', separator + 1) != DotLabelView::npos) {
    throw ParseError(fmt::format("the label '{}' has more than two fields, expected a name and an output", value.text),
                     value.position);
  }
  if (separator == DotLabelView::npos) return std::nullopt;
  std::string output = label_text(label.substr(separator + 1));
  if (output.empty()) return std::nullopt;
  return output;
}

std::optional<std::pair<std::string, std::string>> input_and_output(const DotValue& value) {
  const DotLabel label = decode_label(value);
  const DotLabelView view = label;
  const std::size_t slash = separating_slash(view, value);
  if (slash == DotLabelView::npos) return std::nullopt;
  return std::pair(label_text(view.substr(0, slash)), label_text(view.substr(slash + 1)));
}

std::vector<std::string> names_of_list(const DotValue& value) {
  const DotLabel label = decode_label(value);
  const DotLabelView view = label;
  std::vector<std::string> names;
  for (std::size_t begin = view.find_first_not_of(blank_units); begin < view.size();) {
    const std::size_t end = std::min(view.find_first_of(blank_units, begin), view.size());
    names.push_back(label_text(view.substr(begin, end - begin)));
    begin = view.find_first_not_of(blank_units, end);
  }
  return names;
}

std::string escape_name(std::string_view name, std::string_view characters, Blanks blanks) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    const bool at_end = i == 0 || i + 1 == name.size();
    const bool blank = blank_characters.find(c) != std::string_view::npos;
    const bool escape = c == '\\' || (blank && (blanks == Blanks::everywhere || at_end)) ||
                        characters.find(c) != std::string_view::npos;
    if (escape) text += '\\';
    text += c;
  }
  return text;
}

std::string list_of_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ' ';
    text += escape_name(name, "", Blanks::everywhere);
  }
  return text;
}

std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace remap
