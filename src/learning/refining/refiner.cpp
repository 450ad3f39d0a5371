// See the header for the idea. What it costs: about log n classes per transition, n k log n in all, plus a logarithmic
// search per state; n - 1 splits at most. Isberner, Howar and Steffen's TTT is the relative that also shortens suffixes
// afterwards; here the order in which a counterexample is searched does most of that.
#include "learning/refining/refiner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
constexpr std::size_t stage = 4;            // what comes so much later is fetched, where one thing leads to the next
constexpr std::size_t most_at_hand = 8192;  // nodes that are in the processor's cache anyway
constexpr std::size_t most_together = 64;   // walks
constexpr std::size_t bits = 64;            // of a number
}  // namespace

Refiner::Refiner(const LearnerSetting& setting, RefinerGuide& guide)
    : letters_(setting.alphabet.size()),
      mealy_(setting.machine == MachineKind::mealy),
      words_(setting.words),
      classes_(setting.classes),
      guide_(guide),
      tree_(words_.tails()),
      walks_(letters_),
      searches_(letters_),
      suffix_rows_(letters_),
      crossings_(letters_),
      expectations_(letters_),
      output_words_(setting.answers == Answers::values),
      observations_(words_, classes_, tree_, letters_),
      separating_(tree_, letters_),
      probe_letters_(split_random(setting.seed, 5)) {}

std::size_t Refiner::most_at_once() const { return std::max<std::size_t>(1, tree_.states() / tuning::batch_divisor); }

bool Refiner::is_open(WordId word) const { return !asked_.contains(word) && classes_.class_of(word) == no_class; }

std::span<const Inquiry> Refiner::advance() {
  asked_.clear();
  inquiries_.clear();
  grounds_.clear();
  while (inquiries_.empty() && phase_ != Phase::ready) {
    switch (phase_) {
      case Phase::start:
        start();
        break;
      case Phase::sift:
        sift();
        break;
      case Phase::balance:
        balance();
        break;
      case Phase::check:
        check();
        break;
      case Phase::analyse:
        analyse();
        break;
      case Phase::test:
        guide_.test();
        break;
      case Phase::ready:
        break;
    }
  }
  return inquiries_;
}

void Refiner::start() {
  const ClassId id = classes_.class_of(empty_word);
  if (id == no_class) return ask(output_words_ ? observations_.add(probe()) : empty_word, tree_.root(), no_class);
  add_state(tree_.root(), id, no_transition, no_state, no_state);
  phase_ = Phase::sift;
}

inline void Refiner::begin_sifting(Transition transition) {
  sifted_ += is_fact(transition) ? 0 : 1;
  facts_[transition].node = tree_.root();
  set_arrived(transition, false);
  if (output_words_) guessed_[transition] = 0;
  balance_.begin(transition);
  pending_.push_back({transition});
}

void Refiner::sift_from_root(Transition transition) { begin_sifting(transition); }

void Refiner::sift_all(State state) {
  const std::size_t begin = index(state) * letters_;
  for (std::size_t transition = begin; transition < begin + letters_; ++transition) {
    if (!is_fact(static_cast<Transition>(transition))) begin_sifting(static_cast<Transition>(transition));
  }
}

State Refiner::add_state(Node node, ClassId id, Transition into, State split_from, State reached_from) {
  const State made = tree_.add_state(node, id, into == no_transition ? empty_word : word_of(into));
  if (output_words_) observations_.add_state(into);
  balance_.add_state();
  expectations_.add_state(split_from, reached_from);
  const std::size_t transitions = facts_.size() + letters_;
  facts_.resize(transitions);
  target_.resize(transitions, no_state);
  retargeted_.resize(transitions, 0);
  if (mealy_) class_of_step_.resize(transitions, no_class);
  if (mealy_ || output_words_) guessed_.resize(transitions, 0);
  if (output_words_) arrived_.resize(transitions, 0);
  crossings_.add_state();
  first_into_.push_back(no_transition);
  guide_.new_state(made);
  return made;
}

// The expected class of the word asked about.
template <bool mealy>
inline ClassId Refiner::expect(Pending& pending) {
  if (mealy && pending.node == tree_.root()) {
    return expectations_.expected_output(pending.transition, class_of_step_);
  }
  expectations_.find(pending.expectation, pending.transition, pending.node, tree_, target_);
  return expectations_.expected_class(pending.expectation, tree_);
}

// Follows the class of the word asked about, if there is one, to the next node. False when that is a leaf.
template <bool mealy>
inline bool Refiner::move_down(Pending& pending) {
  if (pending.asked != no_word) {
    const ClassId id = classes_.class_of(pending.asked);
    const WordId asked = std::exchange(pending.asked, no_word);
    const bool at_output = mealy && pending.node == tree_.root();
    const Node child = at_output ? tree_.first_child(tree_.root()) : tree_.child(pending.node, id);
    if (at_output) {
      expectations_.note_output(pending.transition, id, class_of_step_);
      set_class_of_step(pending.transition, id);
    } else {
      expectations_.follow(pending.expectation, child);
      if ((mealy || output_words_) && look(pending, child)) return true;
    }
    if (child == no_node) {
      find_state(pending, asked, id);
      return false;
    }
    pending.node = child;
  }
  if (mealy) guess_down(pending);
  if (!tree_.is_leaf(pending.node)) return true;
  if (output_words_) return arrive_as_seen(pending);
  arrive(pending, pending.node);
  return false;
}

bool Refiner::move_down(Pending& pending) { return mealy_ ? move_down<true>(pending) : move_down<false>(pending); }

void Refiner::sift() {
  if (output_words_) return sift_output_words();
  mealy_ ? sift_as<true>() : sift_as<false>();
}

// Every pending transition moves down as far as known classes take it.
template <bool mealy>
void Refiner::sift_as() {
  Pending* const moving = moving_.data();
  std::array<WordId, block> words;
  std::array<TailId, block> suffix;
  const bool far_apart = tree_.size() > most_at_hand;
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < pending_.size();) {
    std::size_t count = 0;
    for (; begin < pending_.size() && count < block; ++begin) {
      if (far_apart && begin + 4 * stage < pending_.size()) prefetch(begin);
      if (waits(pending_[begin])) {
        pending_[kept++] = pending_[begin];
        continue;
      }
      moving[count] = pending_[begin];
      if (!move_down<mealy>(moving[count])) continue;
      suffix[count] = tree_.tail(moving[count].node);
      ++count;
    }
    make_words(std::span(moving, count), words);
    words_.extend_all(std::span(words).first(count), std::span(suffix).first(count));
    if (far_apart) prefetch_next(std::span(moving, count), words);
    for (std::size_t i = 0; i < count; ++i) {
      WordId asked = words[i];
      if (classes_.class_of(asked) != no_class) {
        moving[i].asked = asked;
        while (classes_.class_of(moving[i].asked) != no_class && move_down<mealy>(moving[i])) {
          moving[i].asked = words_.extend(moving[i].word, tree_.tail(moving[i].node));
        }
        asked = moving[i].asked;
        if (asked == no_word) continue;  // it has arrived
      }
      Pending& pending = pending_[kept++];
      pending = moving[i];  // before it is changed: what has been written in parts a moment ago is slow to copy
      pending.asked = asked;
      ask(asked, pending.node, expect<mealy>(pending));
    }
  }
  end_round(kept);
}

void Refiner::end_round(std::size_t kept) {
  pending_.resize(kept);
  if (!pending_.empty()) return;
  expectations_.clear();
  guide_.sifted();
  if (!pending_.empty() || !inquiries_.empty()) return;
  clean_ = 0;
  phase_ = Phase::balance;
}

// What the words asked about and, where the class of one is known already, the next one of its transition need.
inline void Refiner::prefetch_next(std::span<const Pending> moving, std::span<const WordId> words) const {
  for (std::size_t i = 0; i < moving.size(); ++i) classes_.prefetch(words[i]);
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const ClassId id = classes_.class_of(words[i]);
    if (id == no_class || mealy_) continue;
    const Node child = tree_.child(moving[i].node, id);
    if (child != no_node && !tree_.is_leaf(child)) words_.prefetch_extension(moving[i].word, tree_.tail(child));
  }
}

// What the next few pending transitions need to move down, each as soon as what leads there is at hand.
inline void Refiner::prefetch(std::size_t at) const {
  const auto child_of = [&](const Pending& pending) {
    return pending.asked == no_word ? no_node : tree_.child(pending.node, classes_.class_of(pending.asked));
  };
  const Pending& fourth = pending_[at + 4 * stage];
  tree_.prefetch(fourth.node);
  if (fourth.asked != no_word) classes_.prefetch(fourth.asked);
  tree_.prefetch_child(pending_[at + 3 * stage].node);
  if (const Node child = child_of(pending_[at + 2 * stage]); child != no_node) tree_.prefetch(child);
  if (const Node child = child_of(pending_[at + stage]); child != no_node && tree_.is_leaf(child)) {
    __builtin_prefetch(&first_into_[index(tree_.state(child))]);
    __builtin_prefetch(&target_[pending_[at + stage].transition]);
  }
}

// The word of a transition, followed by the suffix of its node, has a class that none had there.
void Refiner::find_state(const Pending& pending, WordId asked, ClassId id) {
  grounds_.growth.push_back(asked);
  const State from = make_id<State>(pending.transition / letters_);
  const State made = add_state(pending.node, id, pending.transition, no_state, from);
  arrive(pending, tree_.leaf(made));
}

void Refiner::arrive(const Pending& pending, Node leaf) {
  if (pending.expected) likely_.note(class_of_step_[pending.transition], !pending.surprised);
  arrive(pending.transition, leaf);
}

void Refiner::arrive(Transition transition, Node leaf) {
  const State state = tree_.state(leaf);
  facts_[transition].node = leaf;
  facts_[transition].next_into = std::exchange(first_into_[index(state)], transition);
  set_arrived(transition, true);
  retarget(transition, state);
}

void Refiner::retarget(Transition transition, State state) {
  if (target_[transition] == state) return;
  if (mealy_) {
    if (target_[transition] != no_state) likely_.remove(class_of_step_[transition], target_[transition]);
    likely_.add(class_of_step_[transition], state);
  }
  target_[transition] = state;
  walks_.target_changed();
  observations_.shape_changed();
  disagreeing_states_ = nullptr;
  retargeted_[transition] = 1;
  crossings_.forget(transition);
}

// What led to a leaf that has been split is to be sifted on, but for the transitions blamed: they have arrived. All
// lists are walked side by side, because the next of each has to be waited for.
void Refiner::leave_leaves() {
  for (std::size_t i = 0; i < left_.size(); ++i) {
    if (i + ahead < left_.size()) __builtin_prefetch(&facts_[left_[i + ahead]]);
    const Fact& fact = facts_[left_[i]];
    set_arrived(left_[i], false);
    pending_.push_back({left_[i], fact.node, fact.word, no_word, {.kind = Expectation::stays}});
    if (fact.next_into != no_transition) left_.push_back(fact.next_into);
  }
  left_.clear();
  for (const auto& [transition, leaf] : arrivals_) arrive(transition, leaf);
  arrivals_.clear();
}

// The words of transitions, a block of them at once: in the transitions, and in `words`.
void Refiner::make_words(std::span<Pending> pending, std::span<WordId, block> words) {
  std::array<std::uint8_t, block> made;  // their places
  std::array<WordId, block> extended;
  std::array<TailId, block> letter;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Pending& each = pending[i];
    if (each.word == no_word) each.word = facts_[each.transition].word;
    words[i] = each.word;
    if (each.word != no_word) continue;
    made[count] = static_cast<std::uint8_t>(i);
    extended[count] = tree_.access(make_id<State>(each.transition / letters_));
    letter[count] = words_.tails().insert(make_id<Letter>(each.transition % letters_));
    ++count;
  }
  if (count == 0) return;
  words_.extend_all(std::span(extended).first(count), std::span(letter).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    Pending& each = pending[made[i]];
    words[made[i]] = each.word = facts_[each.transition].word = extended[i];
  }
}

WordId Refiner::word_of(Transition transition) {
  WordId& word = facts_[transition].word;
  if (word != no_word) return word;
  const WordId access = tree_.access(make_id<State>(transition / letters_));
  return word = words_.child(access, make_id<Letter>(transition % letters_));
}

ClassId Refiner::class_after(State state, std::span<const Letter> letters) const noexcept {
  for (Letter letter : letters.first(letters.size() - 1)) state = target(state, letter);
  return class_after(static_cast<Transition>(index(state) * letters_ + index(letters.back())));
}

ClassId Refiner::predict(Walk walk) {
  if (!mealy_) return tree_.class_of(walks_.follow(walk, target_));
  const Transition last = walks_.last_step(walk, target_);
  return last == no_transition ? classes_.class_of(walks_.word(walk)) : class_of_step_[last];
}

// The items to check are the records and, per state, the suffixes on the path to its leaf: whatever was sifted to that
// leaf had the same classes there, so the state represents all of it. They are gone through in a circle, a stretch at a
// time; states first, because tests that agree add records in the middle of a round, and no item may change its place.
void Refiner::check() {
  const std::size_t most = std::min(most_at_once(), most_searches_);
  while (!suspects_.empty() && wrong_.size() < most) {
    const Walk walk = suspects_.back();
    if (classes_.class_of(walks_.word(walk)) == no_class) return ask(walks_.word(walk), tree_.root(), no_class);
    suspects_.pop_back();
    examine(walk);
  }
  const std::size_t items = records_.size() + tree_.states();
  // Of a small machine much is looked at in every round; of a large one little, or the checks would outgrow the
  // learning.
  const std::size_t share = std::min(tree_.states() / 4, std::max<std::size_t>(2048, tree_.states() / 32));
  const std::vector<std::size_t> disagreeing = check_all_ ? look_through(most) : std::vector<std::size_t>{};
  if (wrong_.size() < most) look_at_states();
  std::size_t stretch = check_all_ ? items : std::max<std::size_t>(64, share);
  // Several records at once, because long walks are followed together.
  std::array<State, most_together> ends{};
  std::size_t first_end = 0, known_ends = 0;
  const auto record_agrees = [&](std::size_t record) {
    if (mealy_) return agrees(records_[record]);
    if (record < first_end || record >= first_end + known_ends) {
      first_end = record;
      known_ends = std::min({ends.size(), records_.size() - record, stretch});
      walks_.follow_all(std::span(records_).subspan(record, known_ends), target_, ends);
    }
    return tree_.class_of(ends[record - first_end]) == classes_.class_of(walks_.word(records_[record]));
  };
  while (stretch > 0 && clean_ < items && wrong_.size() < most) {
    cursor_ = cursor_ < items ? cursor_ : 0;
    if (check_all_) {  // what is known to agree is passed over
      const auto next = std::lower_bound(disagreeing.begin(), disagreeing.end(), cursor_);
      const std::size_t agreeing = (next == disagreeing.end() ? items : *next) - cursor_;
      const std::size_t passed = std::min({agreeing, stretch, items - clean_});
      cursor_ += passed;
      clean_ += passed;
      stretch -= passed;
      if (passed > 0) continue;
    }
    if (cursor_ + 2 * ahead < tree_.states()) tree_.prefetch(tree_.leaf(make_id<State>(cursor_ + 2 * ahead)));
    if (cursor_ + ahead < tree_.states()) tree_.prefetch(tree_.parent(tree_.leaf(make_id<State>(cursor_ + ahead))));
    const std::size_t record = cursor_ - tree_.states();  // unless it is a state
    const bool in_order = cursor_ < tree_.states() ? !examine_state(make_id<State>(cursor_))
                                                   : record_agrees(record) || !examine(records_[record]);
    ++cursor_;
    --stretch;
    clean_ = in_order ? clean_ + 1 : 0;
  }
  const bool last = std::exchange(check_all_, false);
  if (output_words_ && wrong_.empty() && (last || observations_.may_check())) look_at_surprises(most);
  for (Walk walk : wrong_) start_search(walk);
  phase_ = wrong_.empty() ? Phase::test : Phase::analyse;
  suspects_.insert(suspects_.end(), wrong_.begin(), wrong_.end());
  wrong_.clear();
}

bool Refiner::agrees(Walk walk) { return predict(walk) == classes_.class_of(walks_.word(walk)); }

bool Refiner::examine(Walk walk) {
  const ClassId predicted = predict(walk);
  if (predicted == classes_.class_of(walks_.word(walk))) return false;
  wrong_.push_back(walk);
  grounds_.disagreements.push_back({walks_.word(walk), predicted});
  return true;
}

// Leaves out what has arrived, and puts the others in the order of transitions: each is marked, and the marks are gone
// through. An audit may have chosen the very guess that was blamed, so a transition can be there twice; then the first
// counts.
void Refiner::sort_pending() {
  unsorted_.swap(pending_);
  pending_.clear();
  place_.resize(transitions());
  marked_.resize((transitions() + bits - 1) / bits, 0);
  for (std::size_t i = 0; i < unsorted_.size(); ++i) {
    if (i + ahead < unsorted_.size()) __builtin_prefetch(&facts_[unsorted_[i + ahead].transition]);
    const Transition transition = unsorted_[i].transition;
    std::uint64_t& marks = marked_[transition / bits];
    const std::uint64_t mark = std::uint64_t{1} << transition % bits;
    if (tree_.is_leaf(facts_[transition].node) || (marks & mark) != 0) continue;
    marks |= mark;
    place_[transition] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < marked_.size(); ++i) {
    for (std::uint64_t left = std::exchange(marked_[i], 0); left != 0; left &= left - 1) {
      pending_.push_back(unsorted_[place_[i * bits + static_cast<std::size_t>(std::countr_zero(left))]]);
    }
  }
}

void Refiner::add_test(State start, WordId word, std::span<const Letter> letters) {
  if (output_words_) (void)observations_.add(start, letters);
  const Walk walk = walks_.add(start, word, letters);
  add_test(walk, predict(walk));
}

void Refiner::add_test(State start, WordId word, std::span<const Transition> steps) {
  if (output_words_) {
    scratch_.clear();
    for (Transition step : steps) scratch_.push_back(make_id<Letter>(step % letters_));
    (void)observations_.add(start, scratch_);
  }
  add_test(walks_.add_followed(start, word, steps), class_after(steps.back()));
}

void Refiner::add_test(Walk walk, ClassId predicted) {
  const WordId word = walks_.word(walk);
  tests_.push_back({walk, predicted});
  if (classes_.class_of(word) == no_class) ask(word, tree_.root(), predicted);
}

bool Refiner::tests_passed() {
  bool passed = true;
  for (const auto& [walk, predicted] : tests_) {
    records_.push_back(walk);
    if (classes_.class_of(walks_.word(walk)) == predicted) {
      ++agreements_;
    } else {
      suspects_.push_back(walk);
      passed = false;
    }
  }
  tests_.clear();
  if (!passed) {
    agreements_ = 0;
    phase_ = Phase::check;
  }
  return passed;
}

void Refiner::offer() {
  check_all_ = clean_ < records_.size() + tree_.states() || (output_words_ && !observations_.is_checked());
  phase_ = check_all_ ? Phase::check : Phase::ready;
}

void Refiner::counterexample(WordId word) {
  words_.spell(word, scratch_);
  if (output_words_) (void)observations_.add(scratch_);
  const Walk walk = walks_.add(State{0}, word, scratch_);
  records_.push_back(walk);
  suspects_.push_back(walk);
  agreements_ = 0;
  clean_ = 0;
  phase_ = Phase::check;
}

Shape Refiner::shape() const {
  Shape shape;
  shape.class_of.reserve(tree_.states());
  shape.next.reserve(transitions());
  if (mealy_) shape.class_of_step.reserve(transitions());
  std::vector<State> number(tree_.states(), no_state);
  std::vector<State> queue{State{0}};
  queue.reserve(tree_.states());
  number[0] = State{0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    shape.class_of.push_back(mealy_ && at > 0 ? no_class : tree_.class_of(queue[at]));
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const State next = target(queue[at], make_id<Letter>(letter));
      if (number[index(next)] == no_state) {
        number[index(next)] = make_id<State>(queue.size());
        queue.push_back(next);
      }
      shape.next.push_back(number[index(next)]);
      if (mealy_) shape.class_of_step.push_back(class_of_step_[index(queue[at]) * letters_ + letter]);
    }
  }
  return shape;
}

}  // namespace remap
