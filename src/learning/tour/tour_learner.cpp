// The cycle: sift what is to be sifted (sifting.cpp), search the shortest word that disagrees, and when there is none,
// rest (at_rest.cpp).
#include "learning/tour/tour_learner.hpp"

#include <algorithm>

#include "learning/discrimination/tree_grounds.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {
constexpr std::size_t most_others = 6;  // words that are said to lead to the same state

// Tours that disagree with less are not worth a comparison; 0: none is.
double least_chance(const LearnerSetting& setting) {
  const double cost = setting.equivalence_cost > 0 ? setting.equivalence_cost : equivalence_cost_of(setting.effort);
  if (cost == 0) return 0;
  return (setting.self_reliant ? tuning::worth_without_questions : 1) / cost;
}
}  // namespace

TourLearner::TourLearner(const LearnerSetting& setting)
    : setting_(setting),
      letters_(setting.alphabet),
      words_(setting.words),
      classes_(setting.classes),
      random_(split_random(setting.seed, 1)),
      worth_(least_chance(setting)),
      least_(setting.pairs ? tuning::one_of_two * worth_ : worth_),
      tests_(worth_ > 0),
      mealy_(setting.machine == MachineKind::mealy),
      tree_(words_.tails()),
      rules_(letters_, places_),
      doubts_(rules_, letters_),
      records_(rules_),
      tails_(rules_),
      planner_(rules_, doubts_, letters_, tree_, entries_, random_) {}

std::span<const Inquiry> TourLearner::advance() {
  asked_.clear();
  inquiries_.clear();
  grounds_.clear();
  while (successor_ == nullptr && inquiries_.empty() && !ready_) step();
  if (successor_ == nullptr) return inquiries_;
  for (;;) {
    const std::span<const Inquiry> asked = successor_->advance();
    grounds_.append(successor_->grounds());
    if (!asked.empty() || handed_over_) return asked;
    handed_over_ = true;
    for (std::size_t i = 0; i < records_.size(); ++i) successor_->counterexample(records_[i].word);
  }
}

void TourLearner::step() {
  if (rules_.states() == 0) return start();
  if (!sifting_.empty()) return sift();
  if (search_) return search();
  if (!tests_asked_.empty()) return evaluate();
  if (!given_.empty()) return take_given();
  take_changes();
  if (audit_due()) return audit();
  const std::size_t record = records_.first_disagreeing();
  if (record < records_.size()) return begin_search(record);
  rest();
}

ClassId TourLearner::ask(WordId word, Node context, ClassId expected, ClassId alternative) {
  const ClassId known = classes_.class_of(word);
  if (known != no_class) {
    if (!records_.contains(word)) {
      records_.add(word, sets_of(word), known);
    } else if (records_.known(word) != known) {  // it was only assumed
      records_.correct(classes_);
    }
    return known;
  }
  if (asked_.insert(word)) inquiries_.push_back({word, make_id<Context>(index(context)), expected, alternative, true});
  return no_class;
}

WordId TourLearner::word_of(std::span<const PropositionSet> letters) {
  scratch_.clear();
  for (const PropositionSet set : letters) scratch_.push_back(letters_.letter_of(set));
  return words_.insert(scratch_);
}

WordId TourLearner::word_of(State state, PropositionSet letter, std::span<const PropositionSet> rest) {
  scratch_.assign(1, letters_.letter_of(letter));
  for (const PropositionSet set : rest) scratch_.push_back(letters_.letter_of(set));
  return words_.extend(tree_.access(state), scratch_);
}

std::vector<PropositionSet> TourLearner::sets_of(WordId word) {
  words_.spell(word, scratch_);
  std::vector<PropositionSet> sets;
  sets.reserve(scratch_.size());
  for (const Letter letter : scratch_) sets.push_back(letters_.set_of(letter));
  return sets;
}

std::span<const RuleId> TourLearner::path(std::span<const PropositionSet> letters) {
  path_.clear();
  Place place{0};
  for (const PropositionSet letter : letters) {
    path_.push_back(rules_.rule_for(place, letter));
    place = rules_[path_.back()].target;
  }
  return path_;
}

void TourLearner::set_home(State state, Place place) {
  places_.set_home(state, place);
  rules_.note_home(state);
}

ClassId TourLearner::predict(std::span<const PropositionSet> letters) const {
  Place place{0};
  for (const PropositionSet letter : letters) place = rules_.step(place, letter);
  return places_.class_of(place);
}

// Counterexamples. One whose class is as predicted was given because of its value.
void TourLearner::take_given() {
  if (ask(given_.back(), tree_.root(), no_class) != no_class) given_.pop_back();
}

void TourLearner::start() {
  const ClassId id = ask(empty_word, tree_.root(), no_class);
  if (id != no_class) add_state(tree_.root(), id, no_state, 0, id);
}

// The class that a step is supposed to have that stays in a new state of a Mealy machine: if the step into the state
// has the class of staying where it comes from, the same; otherwise the class of the suffix that the state was found
// by, as if all letters stayed with that.
ClassId TourLearner::class_of_staying(Node node, ClassId id, State from, ClassId of_step) const {
  const std::span<const Letter> suffix = tree_.suffix(node);
  const bool known = suffix.size() == 1 && letters_.set_of(suffix.front()) == letters_.smallest({});
  if (from == no_state || known) return id;
  return of_step == places_.class_of(places_.home(from)) ? of_step : id;
}

State TourLearner::add_state(Node node, ClassId id, State from, PropositionSet letter, ClassId of_step) {
  const State made = tree_.add_state(node, id, from == no_state ? empty_word : word_of(from, letter));
  entries_.push_back({from, letter});
  places_.add_state(mealy_ ? class_of_staying(node, id, from, of_step) : tree_.class_of(made));
  rules_.add_state();
  doubts_.new_state();
  ++changes_;
  return made;
}

void TourLearner::take_changes() {
  for (const RuleId id : rules_.take_changed()) {
    records_.changed(id);
    doubts_.forget(id);
    ++changes_;
  }
}

void TourLearner::begin_search(std::size_t record) {
  const std::span<const PropositionSet> letters = records_.letters(record);
  const ClassId predicted = predict(letters);
  const ClassId known = records_[record].known;
  const ClassId found = ask(records_[record].word, tree_.root(), known, predicted);
  if (found == no_class || found != known) return;
  grounds_.disagreements.push_back({records_[record].word, predicted});
  doubts_.refresh();
  doubts_.searched();
  Place end{0};
  for (const PropositionSet letter : letters) end = rules_.step(end, letter);
  search_.emplace(Search{Chain(rules_, doubts_, letters_, {letters.begin(), letters.end()}, random_), predicted, found,
                         records_[record].word, tree_.access(places_.state(end))});
}

void TourLearner::search() {
  Chain& chain = search_->chain;
  while (!chain.finished()) {
    if (search_->probed == no_word) {
      const Chain::Position& at = chain.probe();
      search_->probed = word_of(at.state, at.letter, std::span(chain.word()).subspan(at.step + 1));
    }
    const ClassId id = ask(search_->probed, tree_.root(), search_->predicted, search_->found);
    if (id == no_class) return;
    chain.take(id == search_->predicted);
    (id == search_->predicted ? search_->high_word : search_->low_word) = std::exchange(search_->probed, no_word);
  }
  conclude(*std::exchange(search_, std::nullopt));
}

void TourLearner::conclude(const Search& search) {
  const Chain::Position& reason = search.chain.reason();
  if (reason.difference != 0) {
    ++failures_;
    return split_rule(reason);
  }
  const Rule& rule = rules_[reason.rule];
  const Basis basis = rule.basis;
  doubts_.found_fact_wrong(reason.rule, search.chain.had_parts());
  const Node leaf = tree_.leaf(places_.state(rule.target));
  const bool in_full = !mealy_ || sifted_in_full(word_of(rule.state, rule.fact), leaf);
  if (basis == Basis::sifted && in_full) return split_state(search);
  ++failures_;
  if (mealy_ && basis == Basis::supposed && reason.step + 1 == search.chain.word().size()) {
    // The class of a step that was supposed to stay is another one. It may still stay.
    const Place place = places_.find_or_add(rule.state, classes_.class_of(search.low_word));
    set_home(rule.state, place);
    rules_.retarget(reason.rule, place);
    likely_stale_ = true;
    return;
  }
  rules_.set_basis(reason.rule, Basis::sifted);
  Sift sift{Purpose::supposed, rule.state, rule.fact, reason.rule};
  sift.excluded = rule.target;
  sifting_.push_back(std::move(sift));
}

void TourLearner::split_rule(const Chain::Position& reason) {
  const State state = rules_[reason.rule].state;
  PropositionSet bit = 0;
  double most = -1;
  each_proposition(reason.difference, [&](std::size_t proposition) {
    const double weight = doubts_.weight(state, proposition);
    if (weight <= most) return;
    most = weight;
    bit = PropositionSet{1} << proposition;
  });
  doubts_.found_impure(reason.rule, bit);
  rules_.note_relevant(state, bit);
  const RuleId made = rules_.split(reason.rule, bit, reason.letter);
  rules_.set_basis(made, Basis::sifted);
  const Place before = rules_[reason.rule].target;
  Sift sift{Purpose::part, state, reason.letter, made};
  sift.bit = bit;
  sift.before = sift.excluded = before;
  sift.others = doubts_.others(rules_[reason.rule]);
  sift.next = rules_.successors(places_.state(before));
  sifting_.push_back(std::move(sift));
}

void TourLearner::counterexample(WordId word) {
  if (successor_ != nullptr) return successor_->counterexample(word);
  ready_ = false;
  given_.push_back(word);
}

std::vector<WordId> TourLearner::sifted_by(const Grounds::Sifting& sifting) const {
  return successor_ != nullptr ? successor_->sifted_by(sifting) : remap::sifted_by(tree_, words_, sifting);
}

// An access word that the word begins with is replaced by another letter's word to the same state.
std::vector<Word> TourLearner::same_state(WordId word) const {
  if (successor_ != nullptr) return successor_->same_state(word);
  const Word letters = words_.spell(word);
  std::vector<Word> result;
  for (const auto& [state, length] : access_prefixes(tree_, words_, word)) {
    if (mealy_ && length == letters.size()) continue;  // it need not have the same class
    for (std::size_t i = 0; i < 2 * rules_.size() && result.size() < most_others; ++i) {  // what is supposed comes last
      const Rule& rule = rules_[make_id<RuleId>(i % rules_.size())];
      const bool sifted = rule.basis == Basis::sifted;
      if (rule.state == no_state || places_.state(rule.target) != state || sifted != (i < rules_.size())) continue;
      Word other = words_.spell(tree_.access(rule.state));
      other.push_back(letters_.letter_of(rule.fact));
      other.insert(other.end(), letters.begin() + static_cast<std::ptrdiff_t>(length), letters.end());
      if (other != letters) result.push_back(std::move(other));
    }
  }
  return result;
}

namespace {

/// The states in the order in which a walk from state 0 meets them, breadth first. `targets(state, meet)` calls `meet`
/// for each successor in turn; `number` gets each state's place.
template <class Targets>
std::vector<State> breadth_first(std::vector<State>& number, const Targets& targets) {
  std::vector<State> order{State{0}};
  number[0] = State{0};
  for (std::size_t at = 0; at < order.size(); ++at) {
    targets(order[at], [&](State to) {
      if (number[index(to)] != no_state) return;
      number[index(to)] = make_id<State>(order.size());
      order.push_back(to);
    });
  }
  return order;
}

}  // namespace

// With listed letters, states are numbered as these go; otherwise by the smallest letters, which is the same order for
// all sets of propositions.
Shape TourLearner::shape() const {
  if (successor_ != nullptr) return successor_->shape();
  Shape shape;
  std::vector<State> number(tree_.states(), no_state), order;
  if (setting_.alphabet.listed()) {
    const std::size_t letters = setting_.alphabet.size();
    order = breadth_first(number, [&](State from, const auto& meet) {
      for (std::size_t letter = 0; letter < letters; ++letter) {
        const Place to = rules_.step(from, letters_.set_of(make_id<Letter>(letter)));
        shape.next.push_back(places_.state(to));
        if (mealy_) shape.class_of_step.push_back(places_.class_of(to));
        meet(shape.next.back());
      }
    });
    for (State& to : shape.next) to = number[index(to)];
  } else {
    order = breadth_first(number, [&](State from, const auto& meet) {
      std::vector<RuleId> rules(rules_.rules_of(from).begin(), rules_.rules_of(from).end());
      std::sort(rules.begin(), rules.end(),
                [&](RuleId a, RuleId b) { return letter_before(rules_[a].smallest, rules_[b].smallest); });
      for (const RuleId id : rules) meet(places_.state(rules_[id].target));
    });
    Guards::Builder builder;
    std::vector<Guards::Diagram> diagrams;
    for (const State state : order) diagrams.push_back(rules_.diagram(state, number, builder));
    shape.guards = std::make_shared<const Guards>(builder.build(diagrams));
  }
  for (const State state : order) shape.class_of.push_back(mealy_ ? no_class : places_.class_of(places_.home(state)));
  shape.class_of.front() = places_.class_of(Place{0});
  return shape;
}

}  // namespace remap::symbolic
