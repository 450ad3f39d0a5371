// Planning is greedy and goes backwards. A word's tail v turns every state x into the class that v leads to from there;
// prepending a transition (q, a) -> p confirms it against every rival x whose class under v differs from p's, and makes
// the tail a·v. So from each of several ends (a state and a tail) the walk prepends whatever excludes most rivals,
// self-loops first because they keep the place, until nothing is gained, and then goes home to the initial state along
// access words. The best of these walks is asked. A step costs one pass over the states and the open guesses into the
// current one.
#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

#include "learning/tour.hpp"

namespace remap {

namespace {

constexpr std::size_t most_ends = 24;  // how many walks compete for a tour
constexpr std::size_t most_tails = 200;
constexpr std::size_t most_entries = 128;     // open guesses into a state looked at per step
constexpr std::size_t most_scanned = 2048;    // open guesses per state that all walks together may look at
constexpr std::size_t most_looked = 200'000;  // states looked at to find promising ends
constexpr std::size_t most_sampled = 16;      // open guesses looked at per end

}  // namespace

// The shape letter by letter, and which letters act alike: those need not be tried twice where only their action
// matters.
void TourLearner::update_columns() {
  const std::size_t states = state_count();
  columns_.resize(letters_ * states);
  actions_.clear();
  std::unordered_map<std::uint64_t, bool> seen;
  for (std::size_t letter = 0; letter < letters_; ++letter) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (std::size_t q = 0; q < states; ++q) {
      const State to = refiner_.target(make_id<State>(q), make_id<Letter>(letter));
      columns_[letter * states + q] = to;
      hash = (hash ^ index(to)) * 1099511628211ULL;
    }
    if (seen.try_emplace(hash, true).second) actions_.push_back(make_id<Letter>(letter));
  }
}

// Words to end tours with: shortest first, one for each way of telling states apart, as far as room allows.
void TourLearner::update_tails() {
  const std::size_t states = state_count();
  const std::size_t most = std::min<std::size_t>(most_tails, 16 + 4 * states);
  tails_.clear();
  std::unordered_map<std::uint64_t, bool> seen;
  const auto add = [&](Word word) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (ClassId id : tail_) hash = (hash ^ index(id)) * 1099511628211ULL;
    if (seen.try_emplace(hash, true).second) tails_.push_back({std::move(word), tail_});
  };
  start_tail();
  add({});
  for (std::size_t i = 0; i < tails_.size() && tails_.size() < most; ++i) {
    for (Letter letter : actions_) {
      tail_ = tails_[i].leads_to;
      lengthen_tail(letter);
      if (tail_ == tails_[i].leads_to) continue;
      Word word{letter};
      word.insert(word.end(), tails_[i].word.begin(), tails_[i].word.end());
      add(std::move(word));
      if (tails_.size() >= most) break;
    }
  }
  // Whatever else happens, the suffixes of the discrimination tree tell all states apart.
  for (std::size_t n = 0; n < refiner_.tree().size(); ++n) {
    const Node node = make_id<Node>(n);
    if (refiner_.tree().is_leaf(node)) continue;
    start_tail();
    const std::span<const Letter> suffix = refiner_.tree().suffix(node);
    for (std::size_t i = suffix.size(); i-- > 0;) lengthen_tail(suffix[i]);
    add(Word(suffix.begin(), suffix.end()));
  }
}

void TourLearner::tell_apart(State state) {
  apart_.assign(blocks_, 0);
  const ClassId own = tail_[index(state)];
  for (std::size_t q = 0; q < tail_.size(); ++q) {
    if (tail_[q] != own) apart_[q / 64] |= Block{1} << (q % 64);
  }
}

void TourLearner::start_tail() {
  tail_.resize(state_count());
  for (std::size_t q = 0; q < tail_.size(); ++q) tail_[q] = refiner_.tree().class_of(make_id<State>(q));
}

void TourLearner::lengthen_tail(Letter letter) {
  tail_next_.resize(tail_.size());
  const State* column = columns_.data() + index(letter) * tail_.size();
  for (std::size_t q = 0; q < tail_.size(); ++q) tail_next_[q] = tail_[index(column[q])];
  tail_.swap(tail_next_);
}

std::size_t TourLearner::gain(Transition transition) const {
  const Block* mine = rivals_.data() + transition * blocks_;
  std::size_t excluded = 0;
  for (std::size_t b = 0; b < blocks_; ++b) excluded += static_cast<std::size_t>(std::popcount(mine[b] & apart_[b]));
  return excluded;
}

bool TourLearner::gains(Transition transition) const {
  const Block* mine = rivals_.data() + transition * blocks_;
  for (std::size_t b = 0; b < blocks_; ++b) {
    if ((mine[b] & apart_[b]) != 0) return true;
  }
  return false;
}

// Walks backwards from `end`, with the suffix already in plan_ and its tail in tail_. Returns how many rivals the word
// excludes.
std::size_t TourLearner::walk_back(State end, std::size_t load) {
  const std::size_t longest = plan_.size() + 64 + 4 * state_count();
  ++plan_number_;
  std::size_t total = 0;
  State at = end;
  const auto prepend = [&](Transition transition) {
    const Letter letter = make_id<Letter>(transition % letters_);
    used_[transition] = plan_number_;
    plan_.push_back(letter);
    lengthen_tail(letter);
  };
  const auto free = [&](Transition t) { return used_[t] != plan_number_ && in_batch_[t] != batch_number_; };
  for (;;) {
    Transition best = 0;
    std::size_t best_gain = 0;
    if (load > 0 && plan_.size() < longest) {
      tell_apart(at);
      for (Transition loop : open_loops_[index(at)]) {
        if (!gains(loop) || !free(loop)) continue;
        total += gain(loop);
        prepend(loop);
        if (--load == 0) break;
        tell_apart(at);
      }
      const std::vector<Transition>& entries = open_entries_[index(at)];
      const std::size_t stride = 1 + entries.size() / most_entries;
      for (std::size_t i = plan_number_ % stride; load > 0 && i < entries.size(); i += stride) {
        if (!gains(entries[i]) || !free(entries[i])) continue;
        const std::size_t gained = gain(entries[i]);
        if (gained > best_gain) {
          best_gain = gained;
          best = entries[i];
        }
      }
    }
    if (best_gain > 0) {
      total += best_gain;
      --load;
    } else if (at == State{0}) {
      return total;
    } else {
      best = static_cast<Transition>(index(entry_[index(at)]) * letters_ +
                                     index(refiner_.words().tail(refiner_.tree().access(at)).back()));
    }
    prepend(best);
    at = make_id<State>(best / letters_);
  }
}

bool TourLearner::plan_tour(Look where) {
  // How promising is it to end in a state with a tail? Look at a sample of the open guesses into that state.
  struct End {
    std::size_t promise;
    std::uint32_t tail;
    State state;
  };
  std::vector<End> ends;
  const auto look = [&](std::size_t tail, std::size_t q) {
    tell_apart(make_id<State>(q));
    std::size_t promise = 0;
    for (const std::vector<Transition>* into : {&open_loops_[q], &open_entries_[q]}) {
      const std::size_t stride = where == Look::everywhere ? 1 : 1 + into->size() / most_sampled;
      for (std::size_t j = plan_number_ % stride; j < into->size(); j += stride) {
        const Transition transition = (*into)[j];
        if (gains(transition) && in_batch_[transition] != batch_number_) promise += gain(transition) * stride;
      }
    }
    if (promise > 0) ends.push_back({promise, static_cast<std::uint32_t>(tail), make_id<State>(q)});
  };
  std::vector<std::size_t> targets;
  std::size_t open = 0;
  for (std::size_t q = 0; q < open_loops_.size(); ++q) {
    if (!open_loops_[q].empty() || !open_entries_[q].empty()) targets.push_back(q);
    open += open_loops_[q].size() + open_entries_[q].size();
  }
  if (targets.empty()) return false;
  const std::size_t most_pairs = most_looked / (state_count() + 2 * most_sampled);
  const bool sample = where == Look::sample && tails_.size() * targets.size() > most_pairs;
  const std::size_t per_tail = sample ? std::max<std::size_t>(1, most_pairs / tails_.size()) : targets.size();
  for (std::size_t i = 0; i < tails_.size(); ++i) {
    tail_ = tails_[i].leads_to;
    for (std::size_t j = 0; j < per_tail; ++j) look(i, targets[sample ? random_.below(targets.size()) : j]);
  }
  const std::size_t walks = std::min({ends.size(), most_ends, 2 + most_scanned * targets.size() / open});
  std::partial_sort(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(walks), ends.end(),
                    [](const End& a, const End& b) {
                      return std::tie(b.promise, a.tail, a.state) < std::tie(a.promise, b.tail, b.state);
                    });
  std::size_t best_total = 0;
  for (std::size_t i = 0; i < walks; ++i) {
    const Tail& tail = tails_[ends[i].tail];
    tail_ = tail.leads_to;
    plan_.assign(tail.word.rbegin(), tail.word.rend());
    const std::size_t total = walk_back(ends[i].state, load_);
    if (total > best_total) {
      best_total = total;
      best_plan_ = plan_;
    }
  }
  if (best_total == 0) return false;
  std::reverse(best_plan_.begin(), best_plan_.end());
  State state{0};
  for (Letter letter : best_plan_) {
    in_batch_[index(state) * letters_ + index(letter)] = batch_number_;
    state = refiner_.target(state, letter);
  }
  refiner_.add_test(State{0}, refiner_.words().insert(best_plan_), best_plan_);
  return true;
}

// With a single state there are no rivals and so no tours, and the first surprise would be left to the equivalence
// question. One word through all letters is a cheap way to meet it earlier: small sets first, because they make simple
// rules.
void TourLearner::sweep() {
  Word word;
  for (std::size_t letter = 0; letter < letters_; ++letter) word.push_back(make_id<Letter>(letter));
  if (++sweeps_ % 2 == 0) std::reverse(word.begin(), word.end());
  refiner_.add_test(State{0}, refiner_.words().insert(word), word);
}

// Tours test guesses against states that are known; an unknown state shows on other paths. So where no
// equivalence question will be asked, some random walks follow that keep away from states where nothing more can
// happen.
void TourLearner::stroll() {
  std::vector<bool> over(state_count(), false);
  for (int round = 0; round < 2; ++round) {
    std::vector<bool> next = over;
    for (std::size_t q = 0; q < over.size(); ++q) {
      const auto ends = [&](std::size_t letter) {
        const std::size_t to = index(columns_[letter * over.size() + q]);
        return round == 0 ? to == q : static_cast<bool>(over[to]);
      };
      std::size_t letter = 0;
      while (letter < letters_ && ends(letter)) ++letter;
      if (letter == letters_) next[q] = true;
    }
    over = std::move(next);
  }
  ++strolls_;
  State state{0};
  Word word;
  for (std::size_t left = 2 + random_.below(2 * state_count() + 2); left > 0; --left) {
    Letter letter = make_id<Letter>(random_.below(letters_));
    for (int tries = 0; tries < 16 && over[index(refiner_.target(state, letter))]; ++tries) {
      letter = make_id<Letter>(random_.below(letters_));
    }
    word.push_back(letter);
    state = refiner_.target(state, letter);
  }
  refiner_.add_test(State{0}, refiner_.words().insert(word), word);
}

}  // namespace remap
