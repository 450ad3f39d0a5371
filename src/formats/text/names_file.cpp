#include "formats/text/names_file.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "formats/text/text_cursor.hpp"
#include "logic/letters/shown.hpp"

namespace remap {

namespace {

void skip_blanks(TextCursor& cursor) {
  while (cursor.peek() == ' ' || cursor.peek() == '\t' || (cursor.peek() == '\r' && cursor.peek(1) == '\n')) {
    cursor.take();
  }
}

bool at_line_end(const TextCursor& cursor) { return cursor.at_end() || cursor.peek() == '\n'; }

std::string trimmed(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r");
  return std::string(text.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

/// A JSON string, or everything up to `stop` or the end of the line.
std::string take_text(TextCursor& cursor, char stop) {
  const TextPosition begin = cursor.position();
  const std::size_t offset = cursor.offset();
  if (cursor.peek() != '"') {
    while (!at_line_end(cursor) && cursor.peek() != stop) cursor.take();
    return trimmed(cursor.since(offset));
  }
  do {
    if (cursor.peek() == '\\') cursor.take();
    if (at_line_end(cursor)) throw ParseError("the quote that begins here is never closed", begin);
    cursor.take();
  } while (cursor.peek() != '"');
  cursor.take();
  const nlohmann::json value = nlohmann::json::parse(cursor.since(offset), nullptr, false);
  if (!value.is_string()) throw ParseError("expected a JSON string, as in \"say \\\"hi\\\"\"", begin);
  skip_blanks(cursor);
  return value.get<std::string>();
}

bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

std::string named(const Alphabet& alphabet, Letter letter, const std::map<std::string, std::string>& given) {
  if (const auto own = given.find(alphabet.name(letter)); own != given.end()) return own->second;
  if (!alphabet.propositional() || given.empty()) return alphabet.name(letter);
  std::string text;
  for (std::size_t i = 0; i < alphabet.propositions().size(); ++i) {
    if ((alphabet.set_of(letter) >> i & 1U) == 0) continue;
    const std::string& proposition = alphabet.propositions()[i];
    const auto found = given.find(proposition);
    text += (text.empty() ? "" : " and ") + (found != given.end() ? found->second : proposition);
  }
  return text.empty() ? "(an uneventful step)" : text;
}

}  // namespace

std::vector<std::string> parse_names(std::string_view text, const Alphabet& alphabet) {
  std::map<std::string, std::string> given;
  std::set<std::string> taken;
  TextCursor cursor(text);
  for (; !cursor.at_end(); cursor.take()) {
    skip_blanks(cursor);
    if (cursor.peek() == '#') {
      while (!at_line_end(cursor)) cursor.take();
    }
    if (at_line_end(cursor)) {
      if (cursor.at_end()) break;
      continue;
    }
    const TextPosition begin = cursor.position();
    std::string letter = take_text(cursor, '=');
    if (cursor.peek() != '=') cursor.fail_expecting("'=' between a letter and its name, as in 'c = coffee'");
    cursor.take();
    skip_blanks(cursor);
    const TextPosition name_begin = cursor.position();
    const std::string name = take_text(cursor, '\n');
    if (!at_line_end(cursor)) cursor.fail_expecting("the end of the line");
    const auto& propositions = alphabet.propositions();
    if (const Letter found = alphabet.find(letter); std::ranges::find(propositions, letter) == propositions.end()) {
      if (found == no_letter) {
        throw ParseError(fmt::format("'{}' is not a letter{} of this session", shortened(safe(letter), 40),
                                     alphabet.propositional() ? " or proposition" : ""),
                         begin);
      }
      if (!alphabet.listed()) {
        throw ParseError(fmt::format("'{}' is a set, but with so many propositions only these can be named",
                                     shortened(safe(letter), 40)),
                         begin);
      }
      letter = alphabet.name(found);
    }
    if (name.empty()) throw ParseError(fmt::format("'{}' has no name", safe(letter)), name_begin);
    if (!is_utf8(name)) throw ParseError("this name is not UTF-8", name_begin);
    if (!given.emplace(letter, name).second) {
      throw ParseError(fmt::format("'{}' already has a name", shortened(safe(letter), 40)), begin);
    }
    if (!taken.insert(name).second) {
      throw ParseError(fmt::format("'{}' is already the name of another letter", shortened(safe(name), 40)),
                       name_begin);
    }
    if (cursor.at_end()) break;
  }
  std::vector<std::string> names;
  if (alphabet.listed()) {
    for (std::size_t i = 0; i < alphabet.size(); ++i) names.push_back(named(alphabet, make_id<Letter>(i), given));
    return names;
  }
  for (const std::string& proposition : alphabet.propositions()) {
    const auto found = given.find(proposition);
    names.push_back(found == given.end() ? proposition : found->second);
  }
  return names;
}

}  // namespace remap
