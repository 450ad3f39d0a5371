// Machines from regular expressions, by way of the position automaton (Glushkov 1961).
//
// Every letter written in an expression is a position. While reading, each part of an expression is summarised by the
// positions it can begin and end with and by whether it matches the empty word; that yields which positions may follow
// which. All expressions share one numbering, so one subset construction tells for every word which of them match: the
// state after a word is the set of positions it can have just read (position 0 means "nothing yet"). Sets are bit sets.
// The number of sets can be exponential in the positions, so it is limited; the rest is quadratic.
#include "remap/automata/families.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

constexpr std::size_t most_characters = 4096;
constexpr std::size_t most_sets = std::size_t{1} << 18;
constexpr std::size_t deepest = 500;

using PositionSet = std::vector<std::uint64_t>;

void insert(PositionSet& set, std::size_t position) { set[position / 64] |= std::uint64_t{1} << position % 64; }

void unite(PositionSet& set, const PositionSet& other) {
  for (std::size_t w = 0; w < set.size(); ++w) set[w] |= other[w];
}

bool meets(const PositionSet& a, const PositionSet& b) {
  for (std::size_t w = 0; w < a.size(); ++w) {
    if ((a[w] & b[w]) != 0) return true;
  }
  return false;
}

template <class Visit>
void for_each(const PositionSet& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

/// What all expressions share: which positions may follow which, and which positions read which letter.
struct Positions {
  Positions(std::size_t most, std::size_t letters)
      : words((most + 64) / 64), follow(1, PositionSet(words)), reading(letters, PositionSet(words)) {}

  std::size_t words;
  std::vector<PositionSet> follow;
  std::vector<PositionSet> reading;

  std::size_t add(Letter letter) {
    follow.emplace_back(words);
    insert(reading[index(letter)], follow.size() - 1);
    return follow.size() - 1;
  }
};

/// A part of an expression.
struct Part {
  bool nullable;
  PositionSet first;
  PositionSet last;
};

class Parser {
 public:
  Parser(std::string_view text, std::size_t line, const Alphabet& alphabet, Positions& positions)
      : text_(text), line_(line), alphabet_(alphabet), positions_(positions) {}

  Part whole() {
    Part part = alternatives();
    if (at_ < text_.size()) fail("')' has no '(' before it");
    return part;
  }

 private:
  Part alternatives() {
    Part part = sequence();
    while (take('|')) {
      const Part other = sequence();
      part.nullable = part.nullable || other.nullable;
      unite(part.first, other.first);
      unite(part.last, other.last);
    }
    return part;
  }

  Part sequence() {
    Part part = empty();
    part.nullable = true;
    while (at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')') {
      Part next = repeated();
      connect(part.last, next.first);
      if (part.nullable) unite(part.first, next.first);
      if (next.nullable) unite(next.last, part.last);
      part.last = std::move(next.last);
      part.nullable = part.nullable && next.nullable;
    }
    return part;
  }

  Part repeated() {
    Part part = letter_or_group();
    bool looped = false;
    for (; at_ < text_.size() && (text_[at_] == '*' || text_[at_] == '+' || text_[at_] == '?'); ++at_) {
      if (text_[at_] != '?' && !looped) connect(part.last, part.first), looped = true;
      if (text_[at_] != '+') part.nullable = true;
    }
    return part;
  }

  Part letter_or_group() {
    const char c = text_[at_];
    if (c == '*' || c == '+' || c == '?') fail(fmt::format("'{}' has nothing to repeat, expected a letter or '('", c));
    if (c == '(') return group();
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_continuation(text_[end])) ++end;
    const std::string name(text_.substr(at_, end - at_));
    const Letter letter = alphabet_.find(name);
    if (letter == no_letter) fail(fmt::format("'{}' is not a letter of the alphabet", name));
    at_ = end;
    Part part = empty();
    const std::size_t position = positions_.add(letter);
    insert(part.first, position);
    insert(part.last, position);
    return part;
  }

  Part group() {
    const std::size_t open = at_;
    if (++depth_ > deepest) fail(fmt::format("groups are nested too deeply, expected at most {} levels", deepest));
    ++at_;
    Part part = alternatives();
    if (!take(')')) {
      at_ = open;
      fail("'(' is never closed, expected a ')'");
    }
    --depth_;
    return part;
  }

  void connect(const PositionSet& from, const PositionSet& to) {
    for_each(from, [&](std::size_t position) { unite(positions_.follow[position], to); });
  }

  [[nodiscard]] Part empty() const { return {false, PositionSet(positions_.words), PositionSet(positions_.words)}; }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  static bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

  [[noreturn]] void fail(const std::string& sentence) const {
    std::size_t column = 1;
    for (std::size_t i = 0; i < at_; ++i) column += is_continuation(text_[i]) ? 0 : 1;
    throw ParseError(sentence, {line_, column});
  }

  std::string_view text_;
  std::size_t line_;
  const Alphabet& alphabet_;
  Positions& positions_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

/// The class of a set of positions: the lowest expression that can end there, counted from 1.
Output class_of(const PositionSet& set, const std::vector<PositionSet>& ends) {
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (meets(set, ends[i])) return make_id<Output>(i + 1);
  }
  return Output{0};
}

MooreMachine subsets(const Positions& positions, const std::vector<PositionSet>& ends, Alphabet alphabet,
                     Outputs outputs) {
  std::map<PositionSet, State> number;
  std::vector<std::map<PositionSet, State>::const_iterator> order;
  const auto meet = [&](const PositionSet& set) {
    const auto [place, fresh] = number.try_emplace(set, make_id<State>(order.size()));
    if (fresh) order.emplace_back(place);
    return place->second;
  };
  PositionSet start(positions.words);
  insert(start, 0);
  meet(start);
  std::vector<Output> output_of;
  std::vector<State> next;
  PositionSet after(positions.words);
  PositionSet target(positions.words);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order.size() > most_sets) {
      throw InputError(
          fmt::format("the expressions need more than {} states before minimising, expected smaller ones", most_sets));
    }
    const PositionSet& set = order[i]->first;
    output_of.push_back(class_of(set, ends));
    after.assign(positions.words, 0);
    for_each(set, [&](std::size_t position) { unite(after, positions.follow[position]); });
    for (const PositionSet& reading : positions.reading) {
      for (std::size_t w = 0; w < after.size(); ++w) target[w] = after[w] & reading[w];
      next.push_back(meet(target));
    }
  }
  return {std::move(alphabet), std::move(outputs), State{0}, std::move(output_of), std::move(next)};
}

}  // namespace

MooreMachine machine_from_regexes(std::span<const std::string> expressions, Alphabet alphabet) {
  if (expressions.empty()) throw InputError("there is no regular expression, expected at least one");
  std::size_t characters = 0;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    characters += expressions[i].size();
    if (characters > most_characters) {
      throw ParseError(fmt::format("the expressions are too long, expected at most {} characters", most_characters),
                       {i + 1, 1});
    }
  }
  Positions positions(characters, alphabet.size());
  std::vector<PositionSet> ends;
  std::vector<std::string> classes{"0"};
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    Part part = Parser(expressions[i], i + 1, alphabet, positions).whole();
    unite(positions.follow[0], part.first);
    if (part.nullable) insert(part.last, 0);
    ends.push_back(std::move(part.last));
    classes.push_back(fmt::format("{}", i + 1));
  }
  auto outputs = Outputs(std::move(classes));
  return minimise(subsets(positions, ends, std::move(alphabet), std::move(outputs)));
}

}  // namespace remap
