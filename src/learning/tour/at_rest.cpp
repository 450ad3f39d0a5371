// What is done while no word disagrees: trees are made smaller, likely errors anticipated, tours asked, until the best
// tour is worth less than an equivalence question.
#include <algorithm>

#include "learning/tour/tour_learner.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {
constexpr std::size_t ahead = 8;                                // records fetched from memory before their turn
constexpr std::size_t most_known_steps = std::size_t{1} << 20;  // letters of known comparisons times states

}  // namespace

void TourLearner::rest() {
  if (!grown_.empty()) return shrink_trees();
  if (tests_ && expand()) return;
  if (compose()) return;
  if (tests_ && test()) return;
  ready_ = true;
}

void TourLearner::shrink_trees() {
  for (const State state : std::exchange(grown_, {})) rules_.rebuild(state, true);
}

// Where nearly every cube that lacks a proposition that matters elsewhere in its state was impure, nothing is gained by
// waiting for a test to fail.
bool TourLearner::expand() {
  doubts_.refresh();
  if (!doubts_.any_hopeless()) return false;
  const std::size_t most = 1 + rules_.states() / tuning::tour_batch_divisor;
  for (std::size_t i = 0, end = rules_.size(); i < end && sifting_.size() < most; ++i) {
    const RuleId id = make_id<RuleId>(i);
    const Rule& rule = rules_[id];
    if (rule.state == no_state) continue;
    const PropositionSet lacking = rules_.relevant(rule.state) & ~rule.cube.mask;
    if (lacking == 0) continue;
    const std::size_t kind = doubts_.kind(id);
    if (!doubts_.hopeless(kind)) continue;
    const PropositionSet bit = lacking & (~lacking + 1);
    const PropositionSet letter = rule.fact ^ bit;
    if (!letters_.contains(letter)) continue;
    const State state = rule.state;
    const RuleId made = rules_.split(id, bit, letter);
    rules_.set_basis(made, Basis::sifted);
    Sift sift{Purpose::expanded, state, letter, made};
    sift.kind = kind;
    sifting_.push_back(std::move(sift));
    grown_.insert(state);
  }
  return !sifting_.empty();
}

// Propositions that come together often do what they do one after the other. Where that has held, rules are split on
// what matters elsewhere in their state, with the target foreseen as a guess.
bool TourLearner::compose() {
  if (!doubts_.composing_pays()) return false;
  bool any = false;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const RuleId id = make_id<RuleId>(i);
    const State state = rules_[id].state;
    if (state == no_state || rules_.stays(rules_[id])) continue;
    const Rule rule = rules_[id];
    PropositionSet chosen = 0;
    Place foreseen = no_place;
    each_proposition(rules_.relevant(state) & ~rule.cube.mask & ~rule.fact, [&](std::size_t proposition) {
      const PropositionSet bit = PropositionSet{1} << proposition;
      if (chosen != 0 || !letters_.contains(rule.smallest | bit)) return;
      const auto knows = [&](const Fact& fact) { return (fact.letter & bit) != 0 && rule.cube.contains(fact.letter); };
      const std::span<const Fact> more = rules_.more_facts(state);
      if (std::any_of(more.begin(), more.end(), knows)) return;
      const Place alone = rules_.step(state, bit), then = rules_.step(rule.target, bit);
      if (alone == places_.home(state) || then == places_.home(places_.state(rule.target))) return;
      if (rules_.step(alone, rule.smallest) != then) return;  // the other order leads elsewhere
      chosen = bit;
      foreseen = then;
    });
    if (chosen == 0) continue;
    const RuleId made = rules_.split(id, chosen, rule.smallest | chosen);
    rules_.set_basis(made, Basis::composed);
    rules_.retarget(made, foreseen);
    any = true;
  }
  return any;
}

bool TourLearner::is_known(WordId word) const { return classes_.class_of(word) != no_class || records_.contains(word); }

TourLearner::Planned TourLearner::plan(ClassId in, std::span<const RuleId> without) {
  for (int tries = 0;; ++tries) {
    Planned planned{planner_.plan(worth_ / 200, in, without)};
    if (planned.tour.chance < least_) return planned;
    planned.word = word_of(planned.tour.word);
    planned.is_new = !is_known(planned.word);
    if (planned.is_new || tries == tuning::most_replans) return planned;
  }
}

// Many rules have changed since evidence was gathered; in a large machine a change concerns a smaller part of it. As
// gathering looks at all records, it waits until there are more of them, too: so all of it together takes no longer
// than a fixed number of looks at each.
bool TourLearner::evidence_is_stale() const {
  const std::size_t states = rules_.states();
  const std::size_t most_changes = states <= 64 ? states / 8 : states - 56;
  return changes_ > 0 && changes_ >= most_changes && records_.size() >= gathered_ + gathered_ / tuning::more_records;
}

// Asks the best tour, or the best two. Looks for one twice before it gives up. False if that is not worth it, and the
// evidence is gathered under the present rules. The doubts are fresh, since `expand` comes first.
bool TourLearner::test() {
  if (evidence_is_stale()) {
    gather_evidence();
    doubts_.refresh();
  }
  Planned best = plan();
  if (best.tour.chance < least_) best = plan();
  if (best.tour.chance < least_) {
    if (changes_ == 0) return false;
    gather_evidence();
    return true;
  }
  if (!best.is_new) return false;
  if (setting_.pairs && best.tour.chance <= tuning::most_paired && test_two(best)) return true;
  if (best.tour.chance >= worth_) {
    static_cast<void>(ask(best.word, tree_.root(), best.tour.predicted));
    tests_asked_.push_back({best.word, std::move(best.tour.word), best.tour.predicted});
    return true;
  }
  for (std::size_t rank = 0; rank < classes_.size(); ++rank) {
    const ClassId in = classes_.at_rank(rank);
    if (in == best.tour.predicted) continue;
    const Planned first = plan(in);
    if (first.is_new && test_two(first)) return true;
  }
  return false;
}

// Two tours that should end in the same class are compared with each other: one comparison tests both. The second is
// planned without the rules that the first one tests: an error that both make alike would not show. False if there is
// none.
bool TourLearner::test_two(const Planned& first) {
  const ClassId predicted = first.tour.predicted;
  Planned other = plan(predicted, first.tour.tested);
  if (!other.is_new || other.word == first.word) return false;
  tests_asked_.push_back({first.word, first.tour.word, predicted});
  tests_asked_.push_back({other.word, std::move(other.tour.word), predicted});
  inquiries_.push_back({first.word, make_id<Context>(index(tree_.root())), predicted, no_class, false, other.word});
  return true;
}

// If two tours are equal, both are assumed to be as predicted. If they are not, the classes of both are found out.
void TourLearner::evaluate() {
  const WordId first = tests_asked_.front().word, last = tests_asked_.back().word;
  const bool assumed = classes_.class_of(first) == no_class && first != last && classes_.equal(first, last);
  for (const Test& test : tests_asked_) {
    if (assumed) {
      records_.add(test.word, test.letters, test.predicted);
    } else if (ask(test.word, tree_.root(), test.predicted) == no_class) {
      return;
    }
  }
  tails_.begin();
  for (const Test& test : tests_asked_) {
    if (assumed || classes_.class_of(test.word) == test.predicted) bear_out(test.letters, path(test.letters));
  }
  tests_asked_.clear();
}

// After `Tails::begin`.
void TourLearner::bear_out(std::span<const PropositionSet> letters, std::span<const RuleId> through) {
  const ClassId own = places_.class_of(through.empty() ? Place{0} : rules_[through.back()].target);
  if (places_.are_few()) {
    FewPlaces apart = places_.apart_from(own);
    std::size_t read = 0;
    successes_ += doubts_.bear_out(letters, through, [&](std::size_t last) {
      for (; read < last; ++read) apart = rules_.leading_into(apart, letters[letters.size() - 1 - read]);
      return std::span<const std::uint64_t>(&apart, 1);
    });
    return;
  }
  tails_.read(letters);
  successes_ += doubts_.bear_out(letters, through, [&](std::size_t last) { return tails_.apart(last, own); });
}

void TourLearner::gather_evidence() {
  doubts_.forget_all();
  const std::size_t successes = successes_;
  tails_.begin();
  const std::span<const std::uint32_t> records = records_.by_ending();
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (i + ahead < records.size()) records_.prefetch(records[i + ahead]);
    bear_out(records_.letters(records[i]), records_.path(records[i]));
  }
  weigh_known();
  successes_ = successes;
  gathered_ = records_.size();
  changes_ = 0;
}

// A known comparison bears out the rules on the path of one of its words as a test does, but only against rivals that
// would change the order of the two words.
void TourLearner::weigh_known() {
  if (setting_.known == nullptr) return;
  std::size_t steps = 0;
  PlaceSet apart;
  const auto weigh = [&](std::span<const PropositionSet> letters, const auto& excluded) {
    tails_.read(letters);
    doubts_.bear_out(letters, path(letters), [&](std::size_t last) -> std::span<const std::uint64_t> {
      find_places(tails_.after(last), excluded, apart);
      return apart;
    });
  };
  for (const ComparisonAnswer& each : setting_.known->comparisons()) {
    const std::vector<PropositionSet> left = sets_of(each.question.left), right = sets_of(each.question.right);
    steps += left.size() + right.size();
    if (steps * rules_.states() > most_known_steps) break;
    const std::size_t left_rank = classes_.rank(predict(left)), right_rank = classes_.rank(predict(right));
    if (compared(left_rank, right_rank) != each.answer) continue;
    weigh(left, [&](ClassId id) { return compared(classes_.rank(id), right_rank) != each.answer; });
    weigh(right, [&](ClassId id) { return compared(left_rank, classes_.rank(id)) != each.answer; });
  }
}

// Guesses are audited when many have failed, more than were borne out: a few letters are drawn and sifted. If most of
// them were guessed wrong, letters have no structure.
bool TourLearner::audit_due() const {
  return setting_.alphabet.listed() && failures_ >= std::max(next_audit_, 8 + 3 * rules_.states()) &&
         successes_ < failures_;
}

void TourLearner::audit() {
  next_audit_ = 2 * failures_;
  for (std::size_t tries = 0; sifting_.size() < tuning::audit_size && tries < 8 * tuning::audit_size; ++tries) {
    const State state = make_id<State>(random_.below(rules_.states()));
    const PropositionSet letter = letters_.set_of(make_id<Letter>(random_.below(setting_.alphabet.size())));
    if (rules_[rules_.rule_for(state, letter)].fact == letter) continue;
    sifting_.push_back({Purpose::audit, state, letter});
  }
}

void TourLearner::finish_audit() {
  if (audited_ > 0 && audited_ >= 3 * audited_right_) continue_as_tree();
  audited_ = audited_right_ = 0;
}

void TourLearner::continue_as_tree() { successor_ = std::make_unique<TreeLearner>(setting_); }

}  // namespace remap::symbolic
