// Planning is greedy and goes backwards. A word's tail v turns every state x into the class that v leads to from there;
// prepending a transition (q, a) -> p bears it out against every rival x whose class under v differs from p's, and
// makes the tail a·v. So from each of several ends (a state and a suffix of the discrimination tree) the walk prepends
// whatever excludes most rivals, self-loops first because they keep the place, until nothing is gained, and then goes
// home to the initial state along access words. The best of these walks is asked.
//
// A step costs one pass over the states and the open guesses into the current one; rivals are bit sets, n bits per
// transition. What the answers prove depends on the rest of the shape being right, so before the shape is offered all
// evidence is gathered anew from the words answered so far; the equivalence question has the last word.
#include "remap/learning/tour.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

namespace remap {

namespace {

constexpr std::size_t audit_size = 12;
constexpr std::size_t most_sweeps = 2;
constexpr std::size_t most_strolls = 6;  // in a row without a surprise
constexpr std::size_t first_load = 2;
constexpr std::size_t most_ends = 24;  // how many walks compete for a tour
constexpr std::size_t most_tails = 200;
constexpr std::size_t most_entries = 128;  // open guesses into a state looked at per step
constexpr std::size_t most_scanned = 2048;
constexpr std::size_t most_looked = 200'000;  // states looked at to find promising ends
constexpr std::size_t most_sampled = 16;      // open guesses looked at per end

std::size_t count_bits(std::span<const std::uint64_t> blocks) {
  std::size_t count = 0;
  for (std::uint64_t block : blocks) count += static_cast<std::size_t>(std::popcount(block));
  return count;
}

}  // namespace

TourLearner::TourLearner(const LearnerSetting& setting)
    : TreeLearner(setting),
      alphabet_(setting.alphabet),
      effort_(setting.effort),
      self_reliant_(setting.self_reliant),
      load_(first_load) {
  guessing_ = alphabet_.propositional();
  next_audit_ = std::min(audit_size, 4 + letters_ / 2);
  if (guessing_ && alphabet_.letter_of(0) != no_letter) quiet_ = index(alphabet_.letter_of(0));
}

void TourLearner::add_transitions(State state) {
  guess_.resize(guess_.size() + letters_, no_state);
  if (!guessing_) return TreeLearner::add_transitions(state);
  node_of_.resize(node_of_.size() + letters_, no_node);
}

void TourLearner::update_guesses() {
  finish_audit();
  if (!guessing_) return;
  make_room_for_states();
  std::vector<KnownLetter> known;
  for (std::size_t q = 0; q < tree_.states(); ++q) {
    known.clear();
    std::uint64_t signature = 1469598103934665603ULL;
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const std::size_t transition = q * letters_ + letter;
      if (!is_fact(static_cast<Transition>(transition))) continue;
      const State target = tree_.state(node_of_[transition]);
      known.push_back({alphabet_.set_of(make_id<Letter>(letter)), target});
      signature = (signature ^ (letter * 0x10001 + index(target))) * 1099511628211ULL;
    }
    if (!is_fact(static_cast<Transition>(q * letters_ + quiet_))) {
      known.push_back({alphabet_.set_of(make_id<Letter>(quiet_)), make_id<State>(q)});
    }
    if (signature == rules_signature_[q]) continue;
    rules_signature_[q] = signature;
    const LetterRules rules = predict_letters(known, alphabet_.sets(), alphabet_.propositions().size());
    relevant_[q] = rules.relevant;
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const auto transition = static_cast<Transition>(q * letters_ + letter);
      if (guess_[transition] == rules.target[letter]) continue;
      guess_[transition] = rules.target[letter];
      forget_evidence(transition);
    }
  }
  evidence_is_fresh_ = false;
  update_columns();
  update_tails();
  collect_open();
}

// The shape letter by letter, and which letters act alike: those need not be tried twice where only their action
// matters.
void TourLearner::update_columns() {
  const std::size_t states = tree_.states();
  columns_.resize(letters_ * states);
  actions_.clear();
  std::unordered_map<std::uint64_t, bool> seen;
  for (std::size_t letter = 0; letter < letters_; ++letter) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (std::size_t q = 0; q < states; ++q) {
      const State to = target(make_id<State>(q), make_id<Letter>(letter));
      columns_[letter * states + q] = to;
      hash = (hash ^ index(to)) * 1099511628211ULL;
    }
    if (seen.try_emplace(hash, true).second) actions_.push_back(make_id<Letter>(letter));
  }
}

// Words to end tours with: shortest first, one for each way of telling states apart, as far as room allows.
void TourLearner::update_tails() {
  const std::size_t states = tree_.states();
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
  for (std::size_t n = 0; n < tree_.size(); ++n) {
    const Node node = make_id<Node>(n);
    if (tree_.is_leaf(node)) continue;
    start_tail();
    const Word& suffix = tree_.suffix(node);
    for (std::size_t i = suffix.size(); i-- > 0;) lengthen_tail(suffix[i]);
    add(suffix);
  }
}

void TourLearner::forget_evidence(Transition transition) {
  const std::span<Block> mine = rivals(transition);
  std::fill(mine.begin(), mine.end(), 0);
  for (std::size_t q = 0; q < tree_.states(); ++q) mine[q / 64] |= Block{1} << (q % 64);
}

void TourLearner::make_room_for_states() {
  const std::size_t states = tree_.states();
  if (states == states_seen_) return;
  const std::size_t blocks = (states + 63) / 64;
  if (blocks > blocks_) {
    const std::size_t wider = std::max(blocks, blocks_ * 2);
    std::vector<Block> moved(states * letters_ * wider, 0);
    for (std::size_t t = 0; t < states_seen_ * letters_; ++t) {
      std::copy_n(rivals_.begin() + static_cast<std::ptrdiff_t>(t * blocks_), blocks_,
                  moved.begin() + static_cast<std::ptrdiff_t>(t * wider));
    }
    rivals_ = std::move(moved);
    blocks_ = wider;
  } else {
    rivals_.resize(states * letters_ * blocks_, 0);
  }
  for (std::size_t t = 0; t < states_seen_ * letters_; ++t) {
    for (std::size_t q = states_seen_; q < states; ++q) rivals_[t * blocks_ + q / 64] |= Block{1} << (q % 64);
  }
  const std::size_t before = states_seen_;
  states_seen_ = states;
  for (std::size_t t = before * letters_; t < states * letters_; ++t) forget_evidence(static_cast<Transition>(t));
  relevant_.resize(states, 0);
  rules_signature_.resize(states, 0);
  used_.resize(states * letters_, 0);
  in_batch_.resize(states * letters_, 0);
  std::unordered_map<WordId, State> by_access;
  for (std::size_t q = 0; q < states; ++q) by_access[tree_.access(make_id<State>(q))] = make_id<State>(q);
  for (std::size_t q = entry_.size(); q < states; ++q) {
    const WordId access = tree_.access(make_id<State>(q));
    entry_.push_back(access == empty_word ? State{0} : by_access.at(words_.parent(access)));
  }
}

bool TourLearner::to_verify(Transition transition) const {
  if (effort_ == Effort::full) return true;
  const PropositionSet set = alphabet_.set_of(make_id<Letter>(transition % letters_));
  return (set & ~relevant_[transition / letters_]) == 0 || std::popcount(set) <= 1;
}

void TourLearner::collect_open() {
  open_loops_.assign(tree_.states(), {});
  open_entries_.assign(tree_.states(), {});
  open_count_ = 0;
  since_collected_ = 0;
  if (effort_ == Effort::lazy) return;
  for (std::size_t t = 0; t < node_of_.size(); ++t) {
    const auto transition = static_cast<Transition>(t);
    if (is_fact(transition) || !to_verify(transition) || count_bits(rivals(transition)) <= 1) continue;
    const std::size_t to = index(guess_[t]);
    (to == t / letters_ ? open_loops_ : open_entries_)[to].push_back(transition);
    ++open_count_;
  }
}

// A word from `start` had the class that the shape predicts.
void TourLearner::bear_out(State start, std::span<const Letter> word) {
  path_.assign(1, start);
  for (Letter letter : word) path_.push_back(target(path_.back(), letter));
  start_tail();
  for (std::size_t i = word.size(); i-- > 0;) {
    const auto transition = static_cast<Transition>(index(path_[i]) * letters_ + index(word[i]));
    if (!is_fact(transition)) {
      const std::span<Block> mine = rivals(transition);
      const std::size_t before = count_bits(mine);
      if (before > 1) {
        ++successes_;
        tell_apart(path_[i + 1]);
        for (std::size_t b = 0; b < mine.size(); ++b) mine[b] &= ~apart_[b];
        if (count_bits(mine) == 1 && open_count_ > 0 && to_verify(transition)) --open_count_;
      }
    }
    lengthen_tail(word[i]);
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
  tail_.resize(tree_.states());
  for (std::size_t q = 0; q < tail_.size(); ++q) tail_[q] = tree_.class_of(make_id<State>(q));
}

void TourLearner::lengthen_tail(Letter letter) {
  tail_next_.resize(tail_.size());
  const State* column = columns_.data() + index(letter) * tail_.size();
  for (std::size_t q = 0; q < tail_.size(); ++q) tail_next_[q] = tail_[index(column[q])];
  tail_.swap(tail_next_);
}

void TourLearner::rebuild_evidence() {
  for (std::size_t t = 0; t < node_of_.size(); ++t) forget_evidence(static_cast<Transition>(t));
  Word letters;
  for (const Record& record : records_) {
    letters_of(record, letters);
    bear_out(record.start, letters);
  }
  evidence_is_fresh_ = true;
  collect_open();
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
  const std::size_t longest = plan_.size() + 64 + 4 * tree_.states();
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
      best = static_cast<Transition>(index(entry_[index(at)]) * letters_ + index(words_.last(tree_.access(at))));
    }
    prepend(best);
    at = make_id<State>(best / letters_);
  }
}

bool TourLearner::plan_tour() {
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
      const std::size_t stride = 1 + into->size() / most_sampled;
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
  const std::size_t most_pairs = most_looked / (tree_.states() + 2 * most_sampled);
  const bool sample = tails_.size() * targets.size() > most_pairs;
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
    state = target(state, letter);
  }
  add_test({State{0}, words_.insert(best_plan_)}, tree_.class_of(state));
  return true;
}

void TourLearner::test() {
  if (!guessing_) return TreeLearner::test();
  Word letters;
  const bool any = !tests_.empty();
  for (const auto& [record, predicted] : tests_) {
    if (classes_.class_of(record.word) != predicted) continue;
    letters_of(record, letters);
    bear_out(record.start, letters);
  }
  if (!tests_passed()) {
    load_ = std::max(first_load, load_ / 4);
    strolls_ = 0;
    return;
  }
  if (any) load_ = std::min<std::size_t>(load_ * 2, 1U << 20);
  if (effort_ == Effort::lazy) return offer();
  if (open_count_ == 0 || ++since_collected_ >= 16) collect_open();
  if (open_count_ == 0 && !evidence_is_fresh_) rebuild_evidence();
  if (open_count_ == 0 && self_reliant_ && tree_.states() == 1 && sweeps_ < most_sweeps) return sweep();
  if (open_count_ == 0 && self_reliant_ && strolls_ < most_strolls) return stroll();
  if (open_count_ == 0) return offer();
  ++batch_number_;
  for (std::size_t left = most_at_once(); left > 0 && plan_tour(); --left) {
  }
  if (!tests_.empty()) return;
  // The sample of ends missed what is left; look again at everything before giving in.
  if (since_collected_ > 0) return collect_open();
  offer();
}

// With a single state there are no rivals and so no tours, and the first surprise would be left to the equivalence
// question. One word through all letters is a cheap way to meet it earlier: small sets first, because they make simple
// rules.
void TourLearner::sweep() {
  Word word;
  for (std::size_t letter = 0; letter < letters_; ++letter) word.push_back(make_id<Letter>(letter));
  if (++sweeps_ % 2 == 0) std::reverse(word.begin(), word.end());
  add_test({State{0}, words_.insert(word)}, tree_.class_of(State{0}));
}

// Tours test guesses against states that are known; a state nobody has met yet shows on other ways. So where no
// equivalence question will be asked, some random walks follow that keep away from states where nothing more can
// happen.
void TourLearner::stroll() {
  std::vector<bool> over(tree_.states(), false);
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
  for (std::size_t left = 2 + random_.below(2 * tree_.states() + 2); left > 0; --left) {
    Letter letter = make_id<Letter>(random_.below(letters_));
    for (int tries = 0; tries < 16 && over[index(target(state, letter))]; ++tries) {
      letter = make_id<Letter>(random_.below(letters_));
    }
    word.push_back(letter);
    state = target(state, letter);
  }
  add_test({State{0}, words_.insert(word)}, tree_.class_of(state));
}

std::size_t TourLearner::probe(const Search& search) const {
  if (!guessing_) return TreeLearner::probe(search);
  const auto suspicion = [&](std::size_t i) {
    const auto transition = static_cast<Transition>(index(search.path[i]) * letters_ + index(search.letters[i]));
    if (is_fact(transition)) return 0.01;
    return count_bits(std::span(rivals_).subspan(transition * blocks_, blocks_)) > 1 ? 1.0 : 0.1;
  };
  double total = 0;
  for (std::size_t i = search.low; i < search.high; ++i) total += suspicion(i);
  double before = 0;
  std::size_t at = search.low;
  do {
    before += suspicion(at++);
  } while (at + 1 < search.high && 2 * before < total);
  return at;
}

// Guesses are audited when they fail more often than they are borne out: a few random ones are sifted, which is no
// waste, since a learner without guesses would sift them all. Where next to none of them is right, letters have no
// structure.
void TourLearner::guess_failed(Transition) {
  ++failures_;
  if (effort_ == Effort::lazy && failures_ < 4 * tree_.states()) return;  // nothing is ever borne out there
  if (failures_ < next_audit_ || successes_ >= failures_ || !audit_.empty()) return;
  next_audit_ = 2 * failures_;
  for (std::size_t tries = 0; audit_.size() < audit_size && tries < 8 * audit_size; ++tries) {
    const auto transition = static_cast<Transition>(random_.below(states_seen_ * letters_));
    if (is_fact(transition)) continue;
    audit_.emplace_back(transition, guess_[transition]);
    sift_from_root(transition);
  }
}

void TourLearner::finish_audit() {
  if (audit_.empty()) return;
  std::size_t right = 0;
  for (const auto& [transition, guessed] : audit_) right += tree_.state(node_of_[transition]) == guessed ? 1 : 0;
  if (audit_.size() > 8 * right) give_up_guessing();
  audit_.clear();
}

void TourLearner::give_up_guessing() {
  guessing_ = false;
  letters_are_opaque(2);
  for (std::size_t t = 0; t < node_of_.size(); ++t) {
    if (node_of_[t] == no_node) sift_from_root(static_cast<Transition>(t));
  }
}

}  // namespace remap
