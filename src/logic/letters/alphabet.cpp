#include "remap/automata/alphabet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_set>

#include "logic/letters/quoted_names.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

constexpr std::size_t most_propositions = 64;
constexpr std::size_t most_listed = 16;  // propositions whose sets are listed
constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view set_separators = "&+,";

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void check_names(const std::vector<std::string>& names, std::string_view what) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) throw InputError(fmt::format("a {} has an empty name", what));
    if (!seen.insert(name).second) throw InputError(fmt::format("{} '{}' occurs twice", what, name));
  }
}

void check_propositions(const std::vector<std::string>& propositions, std::size_t most) {
  check_names(propositions, "proposition");
  if (propositions.size() > most) {
    throw InputError(fmt::format("{} propositions are too many here, expected at most {}", propositions.size(), most));
  }
  for (const std::string& name : propositions) {
    if (name.find_first_of(" \t\r\n{},&+") != std::string::npos) {
      throw InputError(fmt::format("proposition '{}' has a blank or one of {{ }} , & + in its name", name));
    }
  }
}

std::string set_name(const std::vector<std::string>& propositions, PropositionSet set) {
  std::string name = "{";
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    if ((set >> i & 1) == 0) continue;
    if (name.size() > 1) name += ',';
    name += propositions[i];
  }
  return name + "}";
}

/// The bytes of the UTF-8 character that starts at `at`, never more than there are.
std::size_t character_length(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end - at;
}

std::size_t column_of(std::string_view text, std::size_t at) {
  std::size_t column = 1;
  for (std::size_t i = 0; i < at; i += character_length(text, i)) ++column;
  return column;
}

/// True when words can be written without anything between the letters.
bool written_together(const Alphabet& alphabet) {
  if (!alphabet.listed()) return false;
  return std::all_of(alphabet.names().begin(), alphabet.names().end(), [](const std::string& name) {
    return character_length(name, 0) == name.size() && !needs_quotes(name);
  });
}

struct Token {
  std::string name;
  std::size_t length = 0;  // in the text, quotes included
};

Token next_token(const Alphabet& alphabet, std::string_view text, std::size_t at, bool together) {
  if (!together && text[at] == '"') {
    std::size_t after = at;
    std::optional<std::string> name = read_quoted(text, after);
    if (!name) {
      throw InputError(fmt::format("the quote at column {} of the word is never closed", column_of(text, at)));
    }
    return {*std::move(name), after - at};
  }
  std::size_t end = at;
  if (together) {
    end += character_length(text, at);
  } else if (const auto close = text.find('}', at);
             alphabet.propositional() && text[at] == '{' && close != std::string_view::npos) {
    end = close + 1;
  } else {
    end = std::min(text.find_first_of(blanks, at), text.size());
  }
  return {std::string(text.substr(at, end - at)), end - at};
}

std::string some_names(const Alphabet& alphabet) {
  constexpr std::size_t most = 8;
  if (!alphabet.listed()) {
    return fmt::format("a set such as {{}} or {{{}}}", alphabet.propositions().front());
  }
  const auto& names = alphabet.names();
  std::string text = names.front();
  for (std::size_t i = 1; i < std::min(most, names.size()); ++i) text += ", " + names[i];
  return names.size() > most ? text + ", …" : text;
}

}  // namespace

bool letter_before(PropositionSet a, PropositionSet b) noexcept {
  if (std::popcount(a) != std::popcount(b)) return std::popcount(a) < std::popcount(b);
  const PropositionSet difference = a ^ b;
  return (a & difference & (~difference + 1)) != 0;  // a has the first proposition in which they differ
}

Alphabet::Alphabet(std::vector<std::string> names, std::vector<std::string> propositions,
                   std::vector<PropositionSet> sets) {
  auto contents = std::make_shared<Contents>();
  for (std::size_t i = 0; i < names.size(); ++i) contents->by_name.emplace(names[i], make_id<Letter>(i));
  for (std::size_t i = 0; i < sets.size(); ++i) contents->by_set.emplace(sets[i], make_id<Letter>(i));
  contents->names = std::move(names);
  contents->propositions = std::move(propositions);
  contents->sets = std::move(sets);
  contents_ = std::move(contents);
}

// Machines, sessions and teachers exchange letters by number, from several threads.
struct Alphabet::Numbered {
  mutable std::mutex mutex;
  std::unordered_map<PropositionSet, Letter> by_set;
  std::deque<PropositionSet> sets;
  std::deque<std::string> names;  // empty until asked for
};

Alphabet Alphabet::unlisted(std::vector<std::string> propositions) {
  check_propositions(propositions, most_propositions);
  if (propositions.empty()) throw InputError("an alphabet of sets needs at least one proposition");
  static std::mutex mutex;
  static std::map<std::vector<std::string>, std::weak_ptr<const Contents>> known;
  const std::scoped_lock lock(mutex);
  std::weak_ptr<const Contents>& place = known[propositions];
  std::shared_ptr<const Contents> contents = place.lock();
  if (contents == nullptr) {
    auto made = std::make_shared<Contents>();
    made->propositions = std::move(propositions);
    made->numbered = std::make_shared<Numbered>();
    place = contents = std::move(made);
  }
  return Alphabet(std::move(contents));
}

void Alphabet::refuse_to_list() const {
  throw InputError(fmt::format(
      "the letters over {} propositions are not listed, which is needed here; expected at most {} propositions, or "
      "--events one or a file of sets",
      propositions().size(), most_listed));
}

bool Alphabet::has(Letter letter) const noexcept {
  if (listed()) return index(letter) < contents_->names.size();
  const std::scoped_lock lock(contents_->numbered->mutex);
  return index(letter) < contents_->numbered->sets.size();
}

const std::string& Alphabet::numbered_name(Letter letter) const {
  Numbered& numbered = *contents_->numbered;
  const std::scoped_lock lock(numbered.mutex);
  std::string& name = numbered.names.at(index(letter));
  if (name.empty()) name = set_name(propositions(), numbered.sets.at(index(letter)));
  return name;
}

PropositionSet Alphabet::numbered_set(Letter letter) const {
  const std::scoped_lock lock(contents_->numbered->mutex);
  return contents_->numbered->sets.at(index(letter));
}

Alphabet Alphabet::plain(std::vector<std::string> names) {
  if (names.empty()) throw InputError("an alphabet needs at least one letter");
  check_names(names, "letter");
  return {std::move(names), {}, {}};
}

bool Alphabet::lists(std::size_t propositions) noexcept { return propositions <= most_listed; }

Alphabet Alphabet::power_set(std::vector<std::string> propositions) {
  if (!lists(propositions.size())) return unlisted(std::move(propositions));
  check_propositions(propositions, most_listed);
  std::vector<PropositionSet> sets(std::size_t{1} << propositions.size());
  for (std::size_t i = 0; i < sets.size(); ++i) sets[i] = i;
  std::sort(sets.begin(), sets.end(), letter_before);
  return of_sets(std::move(propositions), std::move(sets));
}

Alphabet Alphabet::at_most(std::vector<std::string> propositions, std::size_t most) {
  check_propositions(propositions, most_propositions);
  std::vector<PropositionSet> sets{0};
  for (std::size_t size = 1, begin = 0; size <= std::min(most, propositions.size()); ++size) {
    const std::size_t end = sets.size();
    for (; begin < end; ++begin) {  // each set of one proposition less, with one behind its last
      for (std::size_t i = static_cast<std::size_t>(std::bit_width(sets[begin])); i < propositions.size(); ++i) {
        sets.push_back(sets[begin] | PropositionSet{1} << i);
      }
      if (sets.size() <= std::size_t{1} << most_listed) continue;
      throw InputError(fmt::format("there are too many sets of at most {} of {} propositions, expected at most {}",
                                   most, propositions.size(), std::size_t{1} << most_listed));
    }
  }
  return of_sets(std::move(propositions), std::move(sets));
}

Alphabet Alphabet::at_most_one(std::vector<std::string> propositions) {
  check_propositions(propositions, most_propositions);
  std::vector<PropositionSet> sets{0};
  for (std::size_t i = 0; i < propositions.size(); ++i) sets.push_back(PropositionSet{1} << i);
  return of_sets(std::move(propositions), std::move(sets));
}

Alphabet Alphabet::of_sets(std::vector<std::string> propositions, std::vector<PropositionSet> sets) {
  check_propositions(propositions, most_propositions);
  if (sets.empty()) throw InputError("an alphabet needs at least one letter");
  std::vector<std::string> names;
  names.reserve(sets.size());
  for (const PropositionSet set : sets) {
    if (propositions.size() < 64 && set >> propositions.size() != 0) {
      throw InputError(
          fmt::format("set {:#x} has a proposition beyond the {} of the alphabet", set, propositions.size()));
    }
    names.push_back(set_name(propositions, set));
  }
  check_names(names, "letter");
  return {std::move(names), std::move(propositions), std::move(sets)};
}

Letter Alphabet::find(std::string_view name) const {
  if (const auto found = contents_->by_name.find(std::string(name)); found != contents_->by_name.end()) {
    return found->second;
  }
  const auto set = set_named(name);
  return set ? letter_of(*set) : no_letter;
}

std::optional<PropositionSet> Alphabet::set_named(std::string_view name) const {
  if (!propositional()) return std::nullopt;
  name = trim(name);
  const bool braces = name.size() >= 2 && name.front() == '{' && name.back() == '}';
  if (braces) name = trim(name.substr(1, name.size() - 2));
  if (name.empty()) return braces ? std::optional<PropositionSet>(0) : std::nullopt;
  PropositionSet set = 0;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find_first_of(set_separators, at), name.size());
    const auto place = std::find(propositions().begin(), propositions().end(), trim(name.substr(at, end - at)));
    if (place == propositions().end()) return std::nullopt;
    set |= PropositionSet{1} << (place - propositions().begin());
    at = end + 1;
  }
  return set;
}

Letter Alphabet::letter_of(PropositionSet set) const {
  if (!listed()) {
    if (propositions().size() < 64 && set >> propositions().size() != 0) return no_letter;
    Numbered& numbered = *contents_->numbered;
    const std::scoped_lock lock(numbered.mutex);
    const auto [found, added] = numbered.by_set.try_emplace(set, make_id<Letter>(numbered.sets.size()));
    if (added) {
      numbered.sets.push_back(set);
      numbered.names.emplace_back();
    }
    return found->second;
  }
  const auto found = contents_->by_set.find(set);
  return found == contents_->by_set.end() ? no_letter : found->second;
}

std::vector<Letter> Alphabet::simple_letters() const {
  std::vector<Letter> letters;
  if (listed()) {
    for (std::size_t i = 0; i < size(); ++i) letters.push_back(make_id<Letter>(i));
    return letters;
  }
  letters.push_back(letter_of(0));
  for (std::size_t i = 0; i < propositions().size(); ++i) letters.push_back(letter_of(PropositionSet{1} << i));
  return letters;
}

Word parse_word(const Alphabet& alphabet, std::string_view text) {
  Word word;
  if (trim(text) == empty_word_text) return word;
  const bool together = written_together(alphabet);
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    const Token token = next_token(alphabet, text, at, together);
    const Letter letter = alphabet.find(token.name);
    if (letter == no_letter) {
      throw InputError(fmt::format("unknown letter '{}' at column {} of the word, expected one of {}", token.name,
                                   column_of(text, at), some_names(alphabet)));
    }
    word.push_back(letter);
    at += token.length;
  }
  return word;
}

std::string format_word(const Alphabet& alphabet, const Word& word) {
  if (word.empty()) return std::string(empty_word_text);
  const bool together = written_together(alphabet);
  std::string text;
  for (const Letter letter : word) {
    if (!together && !text.empty()) text += ' ';
    text += in_quotes_if_needed(alphabet.name(letter));
  }
  return text;
}

}  // namespace remap
