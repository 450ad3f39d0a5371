#include "teachers/person/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "logic/letters/shown.hpp"

namespace remap {

namespace {

constexpr std::string_view nothing = "(nothing yet)";
constexpr std::string_view arrow = " → ";
constexpr std::size_t longest_name = 40;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Parts between commas or arrows.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(','), at_arrow = std::min(text.find("→"), text.find("->"));
    const std::size_t end = std::min(comma, at_arrow);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + (end == comma ? 1 : text[end] == '-' ? 2 : std::string_view("→").size()));
  }
}

/// Names that are safe to show and differ.
std::vector<std::string> shown(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::unordered_map<std::string, std::size_t> seen;
  for (const std::string& name : names) {
    result.push_back(shortened(safe(name), longest_name));
    ++seen[result.back()];
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (seen[result[i]] > 1) result[i] += fmt::format(" #{}", i + 1);  // alike once shortened or made safe
  }
  return result;
}

/// The propositions of a set by these names.
std::string set_in_words(PropositionSet set, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((set >> i & 1U) != 0) text += (text.empty() ? "" : " and ") + names[i];
  }
  return text.empty() ? "(an uneventful step)" : text;
}

}  // namespace

Wording::Wording(Alphabet alphabet, std::optional<Outputs> outputs, std::vector<std::string> names,
                 std::vector<std::string> value_names)
    : alphabet_(std::move(alphabet)), outputs_(std::move(outputs)), names_(std::move(names)) {
  const std::vector<std::string>& own = alphabet_.listed() ? alphabet_.names() : alphabet_.propositions();
  if (!names_.empty() && names_.size() != own.size()) {
    throw Misuse("Wording", fmt::format("{} names for {} letters or propositions", names_.size(), own.size()));
  }
  if (alphabet_.listed()) {
    if (names_.empty()) names_ = own;
    letters_ = shown(names_);
  }
  if (!outputs_) return;
  if (!value_names.empty() && value_names.size() != outputs_->size()) {
    throw Misuse("Wording", fmt::format("{} names for {} outputs", value_names.size(), outputs_->size()));
  }
  values_ = shown(value_names.empty() ? outputs_->names() : value_names);
}

// If letters are not listed, those that look alike once shortened are told apart by their numbers.
std::string Wording::letter(Letter letter) const {
  if (alphabet_.listed()) return letters_[index(letter)];
  constexpr std::size_t longest_set = 120;
  const std::string name =
      safe(names_.empty() ? alphabet_.name(letter) : set_in_words(alphabet_.set_of(letter), names_));
  if (columns_of(name) <= longest_set) return name;
  return fmt::format("{} #{}", shortened(name, longest_set), index(letter) + 1);
}

std::string Wording::output(Output output) const {
  return index(output) < values_.size() ? values_[index(output)] : fmt::format("r{}", index(output));
}

Output Wording::find_output(std::string_view name) const {
  const auto found = std::find(values_.begin(), values_.end(), name);
  if (found != values_.end()) return make_id<Output>(static_cast<std::size_t>(found - values_.begin()));
  return outputs_ ? outputs_->find(name) : no_output;
}

std::string Wording::some_of(const std::vector<Output>& outputs) const {
  std::string text;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == outputs.size() ? " or " : ", ") + output(outputs[i]);
  }
  return text;
}

std::string Wording::word(const Word& word, std::size_t columns) const {
  if (word.empty()) return shortened(nothing, columns);
  const std::size_t between = columns_of(arrow);
  const auto width = [&](std::size_t i) { return columns_of(letter(word[i])) + between; };
  std::size_t front = 0, used = 0;
  while (front < word.size() && used + width(front) <= columns + between) used += width(front++);
  std::string text;
  if (front < word.size()) {
    const std::size_t mark = columns_of(fmt::format("… {} more …", word.size())) + between;
    front = used = 0;
    std::size_t back = word.size();
    for (bool at_end = true; front < back; at_end = !at_end) {
      const std::size_t next = width(at_end ? back - 1 : front);
      if (mark + used + next > columns + between) break;
      used += next;
      at_end ? --back : ++front;
    }
    for (std::size_t i = 0; i < front; ++i) text.append(letter(word[i])).append(arrow);
    text += fmt::format("… {} more …", back - front);
    for (std::size_t i = back; i < word.size(); ++i) text.append(arrow).append(letter(word[i]));
    return shortened(text, columns);
  }
  for (std::size_t i = 0; i < word.size(); ++i) text.append(i > 0 ? arrow : "").append(letter(word[i]));
  return text;
}

void Wording::append(TextLine& line, std::span<const Letter> letters, Style style, std::size_t ends) const {
  const auto add = [&](std::string text) {
    if (!line.empty()) line.back().text += " →";
    line.push_back({std::move(text), style});
  };
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters.size() > 2 * ends + 1 && i == ends) {
      add(fmt::format("… {} more …", letters.size() - 2 * ends));
      i = letters.size() - ends;
    }
    add(letter(letters[i]));
  }
}

TextLine Wording::pieces(const Word& word) const {
  TextLine line;
  append(line, word, Style::plain, 12);
  if (line.empty()) line.push_back({std::string(nothing)});
  return line;
}

TextLine Wording::beside(const Word& word, const Word& other, std::size_t ends) const {
  const std::size_t common_ends = std::max<std::size_t>(ends / 3, 1);
  const std::size_t shorter = std::min(word.size(), other.size());
  std::size_t prefix = 0, suffix = 0;
  while (prefix < shorter && word[prefix] == other[prefix]) ++prefix;
  while (prefix + suffix < shorter && word[word.size() - 1 - suffix] == other[other.size() - 1 - suffix]) ++suffix;
  const std::span<const Letter> all(word);
  TextLine line;
  append(line, all.first(prefix), Style::dim, common_ends);
  TextLine difference;
  append(difference, all.subspan(prefix, word.size() - prefix - suffix), Style::strong, ends);
  if (difference.empty()) {
    difference.push_back({word.empty() ? std::string(nothing)
                          : suffix > 0 ? "nothing here"
                                       : "nothing more",
                          Style::strong});
  }
  if (prefix + suffix > 0) {  // without anything in common, marks would only be noise
    difference.front().text = fmt::format("[{}", difference.front().text);
    difference.back().text += "]";
  }
  if (!line.empty()) line.back().text += " →";
  line.insert(line.end(), difference.begin(), difference.end());
  append(line, all.last(suffix), Style::dim, common_ends);
  return line;
}

std::string Wording::answer(const AnswerBook& book, AnswerId id, std::size_t columns) const {
  const BookEntry& entry = book.at(id);
  const auto quoted = [&](const Word& said, std::size_t room) {
    return said.empty() ? word(said, room) : fmt::format("'{}'", word(said, room - std::min<std::size_t>(room, 2)));
  };
  const auto about = [&](std::string_view middle, std::string_view end = "") {
    const std::size_t rest = columns - std::min(columns, columns_of(middle) + columns_of(end) + 2);
    const Word left = book.words().spell(entry.left), right = book.words().spell(entry.right);
    // The shorter of the two leaves its room to the other.
    const std::size_t least = std::min(columns_of(quoted(left, rest)), columns_of(quoted(right, rest)));
    const std::size_t room = std::max(rest / 2, rest - std::min(least, rest / 2));
    return shortened(fmt::format("{} {} {}{}", quoted(left, room), middle, quoted(right, room), end), columns);
  };
  const auto value = [&](const std::string& text) {
    const std::size_t used = columns_of(text) + 5;
    const std::string said = quoted(book.words().spell(entry.left), columns - std::min(columns, used));
    return shortened(fmt::format("{} has {}", said, text), columns);
  };
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      if (entry.answer == Preference::unsure) return about("or", ": unsure");
      if (entry.answer == Preference::equal) return about("equals");
      return about(entry.answer == Preference::greater ? "is preferred to" : "is worse than");
    case BookEntry::Kind::value:
      return value("value " + output(entry.value));
    case BookEntry::Kind::limits:
      return value("value " + some_of(book.allowed(id).members()));
    case BookEntry::Kind::difference:
      return about("does not equal");
    case BookEntry::Kind::acceptance:
      return fmt::format("the machine of {} states is right", book.accepted(id).size());
  }
  return {};
}

Letter Wording::find(std::string_view name) const {
  for (std::size_t i = 0; i < letters_.size(); ++i) {
    if (letters_[i] == name || names_[i] == name) return make_id<Letter>(i);
  }
  if (alphabet_.listed() || names_.empty()) return alphabet_.find(name);
  const auto proposition = std::find(names_.begin(), names_.end(), name);
  if (proposition == names_.end()) return alphabet_.find(name);
  return alphabet_.letter_of(PropositionSet{1} << (proposition - names_.begin()));
}

Word Wording::parse(const std::string& text) const {
  if (trimmed(text) == nothing) return {};
  try {
    return parse_word(alphabet_, text);
  } catch (const InputError&) {
    Word word;
    for (const std::string_view part : parts_of(text)) {
      word.push_back(find(part));
      if (word.back() == no_letter) throw;
    }
    return word;
  }
}

Page broken(const TextLine& pieces, std::size_t columns, std::size_t indent) {
  indent = std::min(indent, columns / 2);
  Page page(1);
  std::size_t used = 0;
  for (const Piece& piece : pieces) {
    const std::string text = shortened(piece.text, std::max<std::size_t>(columns - indent, 16));
    const std::size_t width = columns_of(text);
    const bool first = page.back().empty() || (page.size() > 1 && used == indent);
    if (!first && used + 1 + width > columns) {
      page.push_back({{std::string(indent, ' '), Style::plain}});
      used = indent;
    } else if (!first) {
      page.back().push_back({" ", Style::plain});
      ++used;
    }
    page.back().push_back({text, piece.style});
    used += width;
  }
  return page;
}

}  // namespace remap
