#include "posterior/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remap/automata/error.hpp"

namespace remap::posterior {

namespace {

/// Refuses letters and classes that were not declared.
struct Check {
  const Space& space;

  void word(const Word& word) const {
    for (const Letter letter : word) {
      if (index(letter) < static_cast<std::size_t>(space.letters)) continue;
      throw InputError(
          fmt::format("letter {} of a word is not declared, only {} letters are", index(letter) + 1, space.letters));
    }
  }
  void cls(Output cls) const {
    if (space.open_classes) throw InputError("a class was given, but classes are not declared");
    if (index(cls) < static_cast<std::size_t>(space.classes)) return;
    throw InputError(fmt::format("outcome {} is not declared, only {} outcomes are", index(cls) + 1, space.classes));
  }
  void both(const Word& w, Output c) const {
    word(w);
    cls(c);
  }
  void operator()(const Comparison& x) const {
    word(x.first);
    word(x.second);
  }
  void operator()(const Placement& x) const { both(x.word, x.said); }
  void operator()(const Value& x) const { sure(x.word, x.value); }
  void operator()(const Example& x) const { sure(x.word, x.value); }
  void operator()(const CheckedLine& x) const {
    both(x.word, x.predicted);
    cls(x.said);
  }
  void operator()(const CannotHappen& x) const {
    word(x.beginning);
    if (x.beginning.empty()) throw InputError("the empty word was said to be impossible, but it always happens");
  }
  void operator()(const Unsure& x) const { word(x.word); }

 private:
  void sure(const Word& w, Output c) const {
    both(w, c);
    if (w.empty() && !space.goes_on(static_cast<int>(index(c)))) {
      throw InputError("the empty word was given an outcome that ends the episode, which has not begun yet");
    }
  }
};

bool is_answer(const Statement& statement) noexcept {
  return std::holds_alternative<Comparison>(statement) || std::holds_alternative<Placement>(statement) ||
         std::holds_alternative<CheckedLine>(statement);
}

constexpr int pair_of(int u, int v) noexcept { return u * most_classes + v; }

}  // namespace

StatementId Evidence::add(Statement statement, GiverId giver) {
  std::visit(Check{space_}, statement);
  const StatementId id{next_id_++};
  if (is_answer(statement)) ++answers_given_;
  entries_.emplace(id, Entry{std::move(statement), giver});
  changed_ = true;
  return id;
}

bool Evidence::retract(StatementId id) {
  const auto entry = entries_.find(id);
  if (entry == entries_.end()) return false;
  if (is_answer(entry->second.statement)) --answers_given_;
  entries_.erase(entry);
  changed_ = true;
  return true;
}

bool Evidence::refresh(std::size_t most_answers) {
  const bool more = std::min(most_answers, answers_given_) != std::min(most_answers_, answers_given_);
  if (!changed_ && !more) return false;
  most_answers_ = most_answers;
  derive();
  changed_ = false;
  return true;
}

RatesSought Evidence::sought(const Numbers& numbers) const noexcept {
  return {.errors = true,
          .near = true,
          .sides = static_cast<double>(pairs_) >= numbers.sides_after,
          .overlooking = lines_ > 0,
          .forced = static_cast<double>(pairs_) >= numbers.forced_after && ties_ == 0};
}

std::size_t Evidence::number_of(GiverId giver) const {
  const auto found = givers_.find(giver);
  return found == givers_.end() ? givers_.size() : found->second;
}

/// Reads the statements in order. Answers are stored by node first, by place when the tree is complete.
struct Evidence::Derivation {
  Evidence& to;
  std::map<std::vector<int>, std::uint32_t> kind_numbers;
  std::map<Word, int> known;  // classes given for sure
  StatementId id{};
  int giver = 0;

  std::uint32_t kind(const std::vector<int>& name, const auto& fill) {
    const auto [place, is_new] = kind_numbers.try_emplace(name, static_cast<std::uint32_t>(to.kinds_.size()));
    if (is_new) {
      Kind& made = to.kinds_.emplace_back();
      for (int u = 0; u < to.space_.classes; ++u) {
        for (int v = 0; v < to.space_.classes; ++v) {
          const auto [counted, right] = fill(u, v);
          made.counted[static_cast<std::size_t>(pair_of(u, v))] = static_cast<std::uint32_t>(counted);
          if (right) made.right |= std::uint64_t{1} << pair_of(u, v);
        }
      }
    }
    return place->second;
  }
  void answer(const Word& u, const Word& v, std::uint32_t kind) {
    const Node first = to.tree_.insert(u);
    to.answers_.push_back({first, &u == &v ? first : to.tree_.insert(v), kind, id});
  }
  /// A word is of one of some classes, for sure.
  void sure(const Word& word, unsigned allowed) {
    const int wrong = static_cast<int>(to.counts()) - 2;
    answer(word, word, kind({0, static_cast<int>(allowed)}, [&](int cls, int) {
             const bool right = (allowed >> cls & 1U) != 0;
             return std::pair(right ? wrong + 1 : wrong, right);
           }));
  }
  [[nodiscard]] int base() const { return giver * cases; }
  void placed(const Word& word, int said) {
    answer(word, word, kind({1, giver, said}, [&](int cls, int) {
             return std::pair(base() + placed_case(cls, said), cls == said);
           }));
  }

  void operator()(const Comparison& x) {
    ++to.answered_;
    ++to.pairs_;
    if (x.said == Order::equal) ++to.ties_;
    const Longer longer = x.first.size() > x.second.size()   ? Longer::first
                          : x.first.size() < x.second.size() ? Longer::second
                                                             : Longer::neither;
    const auto counted = [&](int apart) {
      const Order truth = apart < 0 ? Order::lower : apart > 0 ? Order::higher : Order::equal;
      return std::pair(base() + pair_case(apart, x.said, longer), truth == x.said);
    };
    const std::vector<int> name{2, giver, static_cast<int>(x.said), static_cast<int>(longer)};
    // With a word of a known class, it is an answer about the other word alone.
    const auto first = known.find(x.first), second = known.find(x.second);
    const auto with_class = [&](int side, int cls) {
      auto longer_name = name;
      longer_name.insert(longer_name.end(), {side, cls});
      return longer_name;
    };
    if (second != known.end()) {
      const int cls = second->second;
      answer(x.first, x.first, kind(with_class(1, cls), [&](int u, int) { return counted(u - cls); }));
    } else if (first != known.end()) {
      const int cls = first->second;
      answer(x.second, x.second, kind(with_class(2, cls), [&](int u, int) { return counted(cls - u); }));
    } else {
      answer(x.first, x.second, kind(name, [&](int u, int v) { return counted(u - v); }));
      return;
    }
    to.asked_.insert(second != known.end() ? x.first : x.second);
    to.last_compared_with_ = second != known.end() ? x.second : x.first;
  }
  void operator()(const Placement& x) {
    ++to.answered_;
    to.asked_.insert(x.word);
    to.last_compared_with_.reset();
    placed(x.word, static_cast<int>(index(x.said)));
  }
  void operator()(const Value& x) {
    to.asked_.insert(x.word);
    sure(x.word, 1U << index(x.value));
  }
  void operator()(const Example& x) {
    to.asked_.insert(x.word);
    sure(x.word, 1U << index(x.value));
    for (std::size_t length = 1; length < x.word.size(); ++length) {
      sure(Word(x.word.begin(), x.word.begin() + static_cast<long>(length)), to.space_.live_mask);
    }
    to.examples_.push_back(x.word);
  }
  void operator()(const CheckedLine& x) {
    ++to.answered_;
    ++to.lines_;
    to.asked_.insert(x.word);
    to.last_compared_with_.reset();
    const int predicted = static_cast<int>(index(x.predicted)), said = static_cast<int>(index(x.said));
    answer(x.word, x.word, kind({3, giver, predicted, said}, [&](int cls, int) {
             const int counted = predicted == said  ? accepted_case(cls, said)
                                 : cls == predicted ? placed_case(cls, said)
                                                    : marked_case(cls, said);
             return std::pair(base() + counted, cls == said);
           }));
  }
  void operator()(const CannotHappen& /*x*/) {}
  void operator()(const Unsure& x) {
    ++to.unsure_;
    to.asked_.insert(x.word);
  }
};

void Evidence::derive() {
  tree_ = {};
  answers_.clear();
  kinds_.clear();
  examples_.clear();
  asked_.clear();
  shown_.assign(static_cast<std::size_t>(space_.classes), std::nullopt);
  last_compared_with_.reset();
  answered_ = unsure_ = pairs_ = ties_ = lines_ = 0;
  givers_.clear();

  Derivation derivation{*this, {}, {}, {}, 0};
  std::vector<Word> impossible;
  for (const auto& [id, entry] : entries_) {
    const auto know = [&](const Word& word, Output cls) {
      derivation.known[word] = static_cast<int>(index(cls));
      shown_[index(cls)] = word;
    };
    if (const auto* value = std::get_if<Value>(&entry.statement)) know(value->word, value->value);
    if (const auto* example = std::get_if<Example>(&entry.statement)) know(example->word, example->value);
    if (const auto* x = std::get_if<CannotHappen>(&entry.statement)) impossible.push_back(x->beginning);
    givers_.try_emplace(entry.giver, givers_.size());
  }
  excluded_ = Excluded(std::move(impossible));
  for (const auto& [id, entry] : entries_) {
    if (answered_ >= most_answers_ && is_answer(entry.statement)) continue;
    derivation.id = id;
    derivation.giver = static_cast<int>(givers_.at(entry.giver));
    std::visit(derivation, entry.statement);
  }

  places_ = tree_.preorder();
  node_at_.resize(tree_.size());
  for (Node node = 0; node < tree_.size(); ++node) node_at_[places_.place_of[node]] = node;
  first_at_.assign(tree_.size() + 1, 0);
  for (Answer& answer : answers_) {
    answer.u = places_.place_of[answer.u];
    answer.v = places_.place_of[answer.v];
    ++first_at_[answer.u + 1];
    if (answer.v != answer.u) ++first_at_[answer.v + 1];
  }
  for (std::size_t i = 1; i < first_at_.size(); ++i) first_at_[i] += first_at_[i - 1];
  at_place_.resize(first_at_.back());
  std::vector<std::uint32_t> filled = first_at_;
  for (std::uint32_t i = 0; i < answers_.size(); ++i) {
    at_place_[filled[answers_[i].u]++] = i;
    if (answers_[i].v != answers_[i].u) at_place_[filled[answers_[i].v]++] = i;
  }
}

}  // namespace remap::posterior
