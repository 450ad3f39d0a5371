#include "formats/log/session_log_comparison.hpp"

#include <charconv>

#include "formats/log/session_log.hpp"
#include "formats/log/session_log_reader.hpp"

namespace remap {

namespace {

bool take(std::string_view& line, std::string_view text) {
  if (!line.starts_with(text)) return false;
  line.remove_prefix(text.size());
  return true;
}

template <class Number>
bool take_number(std::string_view& line, Number& into) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), into);
  if (error != std::errc{}) return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return true;
}

/// A JSON string with its quotes; empty when there is none.
std::string_view take_string(std::string_view& line) {
  if (!line.starts_with('"')) return {};
  std::size_t end = 1;
  while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
  if (end >= line.size()) return {};
  const std::string_view text = line.substr(0, end + 1);
  line.remove_prefix(end + 1);
  return text;
}

}  // namespace

ComparisonReader::ComparisonReader(const Alphabet& alphabet) : alphabet_(alphabet) {
  short_.fill(no_letter);
  if (!alphabet.listed()) return;
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const std::string name = json_string(alphabet.names()[i]);
    if (name.size() == 3) {
      short_[static_cast<unsigned char>(name[1])] = make_id<Letter>(i);
    } else {
      long_.emplace(name, make_id<Letter>(i));
    }
  }
}

Letter ComparisonReader::letter(std::string_view name) const {
  if (name.size() == 3 && alphabet_.listed()) return short_[static_cast<unsigned char>(name[1])];
  if (!alphabet_.listed())
    return name.find('\\') == std::string_view::npos ? alphabet_.find(name.substr(1, name.size() - 2)) : no_letter;
  const auto found = long_.find(std::string(name));
  return found == long_.end() ? no_letter : found->second;
}

bool ComparisonReader::read_word(std::string_view& line, const ReadStems& stems, Word& into, std::size_t& end) const {
  into.clear();
  end = 0;
  if (!take(line, "[")) return false;
  if (take(line, "]")) return true;
  do {
    if (const std::string_view name = take_string(line); !name.empty()) {
      into.push_back(letter(name));
      if (into.back() == no_letter) return false;
      continue;
    }
    std::uint64_t stem = 0, from = 0, length = 0;
    if (!take(line, "[") || !take_number(line, stem) || !take(line, ",") || !take_number(line, from) ||
        !take(line, ",") || !take_number(line, length) || !take(line, "]")) {
      return false;
    }
    const Word* letters = stems.use(stem);
    if (letters == nullptr || from > letters->size() || length > letters->size() - from ||
        into.size() + length > longest_logged_word) {
      return false;
    }
    end = into.size();
    const auto begin = letters->begin() + static_cast<std::ptrdiff_t>(from);
    into.insert(into.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
  } while (take(line, ","));
  return take(line, "]");
}

bool ComparisonReader::read(std::string_view line, const ReadStems& stems, LoggedComparison& into) const {
  if (line.size() > longest_log_line) return false;
  if (!take(line, "{\"id\":") || !take_number(line, into.id)) return false;
  if (!take(line, ",\"a\":") || !read_word(line, stems, into.a, into.end_of_a)) return false;
  if (!take(line, ",\"b\":") || !read_word(line, stems, into.b, into.end_of_b)) return false;
  if (!take(line, ",\"answer\":")) return false;
  const std::string_view name = take_string(line);
  if (name.size() < 2) return false;
  const auto answer = parse_answer(name.substr(1, name.size() - 2));
  if (!answer) return false;
  into.answer = *answer;
  into.purpose = take(line, ",\"again\":\"confirmation\"") ? Purpose::confirmation
                 : take(line, ",\"again\":\"recheck\"")    ? Purpose::recheck
                                                           : Purpose::question;
  into.at.reset();
  if (take(line, ",\"at\":") && !take_number(line, into.at.emplace())) return false;
  return take(line, ",\"sum\":") && !take_string(line).empty() && line == "}";
}

}  // namespace remap
