// Sifting: the letters of rules move down the discrimination tree to the places that they lead to.
//
// In a Mealy machine the class of a step says nothing about the state that it leads to, for sure. But most often it
// does: a reward is given on the way to one state only. So the question at a node is left out where all steps of the
// class are known to lead below one child (`LikelyTargets`). When one of them turns out to lead below another one, the
// question is asked for all of them. A letter is sifted in full before it makes a new state, or if it is known not to
// lead where it was guessed to.
#include "learning/tour/tour_learner.hpp"

namespace remap::symbolic {

// Every letter being sifted moves down as far as known classes take it.
void TourLearner::sift() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sifting_.size(); ++i) {
    if (!move_down(sifting_[i])) continue;
    if (kept < i) sifting_[kept] = std::move(sifting_[i]);
    ++kept;
  }
  sifting_.resize(kept);
  for (Sift& each : std::exchange(again_, {})) sifting_.push_back(std::move(each));
  if (!sifting_.empty()) return;
  finish_audit();
  for (const State state : std::exchange(altered_, {})) rules_.rebuild(state, false);
}

// False when it has arrived.
bool TourLearner::move_down(Sift& sift) {
  for (;;) {
    if (mealy_) guess_down(sift);
    if (tree_.is_leaf(sift.node)) {
      if (reach(sift, tree_.state(sift.node), false)) return false;
      continue;
    }
    const WordId word = words_.extend(word_of(sift.from, sift.letter), tree_.tail(sift.node));
    const ClassId id = ask(word, sift.node, sift.expected, sift.alternative);
    if (id == no_class) return true;
    if (follow(sift, id, word)) return false;
  }
}

// Goes on to the child for the class of the word asked about. True if that is a new state.
bool TourLearner::follow(Sift& sift, ClassId id, WordId word) {
  sift.expected = sift.alternative = no_class;
  if (mealy_ && sift.node == tree_.root()) {
    sift.output = id;
    sift.node = tree_.first_child(tree_.root());
    return false;
  }
  const Node child = tree_.child(sift.node, id);
  if (child != no_node) {
    sift.node = child;
    return false;
  }
  if (sift.purpose == Purpose::audit) {
    arrive(sift, no_place, true);
    return true;
  }
  if (mealy_ && !sifted_in_full(word_of(sift.from, sift.letter), sift.node)) {
    begin_in_full(sift);
    return false;
  }
  grounds_.growth.push_back(word);
  return reach(sift, add_state(sift.node, id, sift.from, sift.letter, sift.output), true);
}

void TourLearner::begin_in_full(Sift& sift) const {
  sift.node = tree_.root();
  sift.guessed = false;
  sift.in_full = true;
}

void TourLearner::guess_down(Sift& sift) {
  if (sift.in_full || sift.node == tree_.root() || tree_.is_leaf(sift.node)) return;
  find_likely();
  const WordId word = word_of(sift.from, sift.letter);
  while (!tree_.is_leaf(sift.node)) {
    const WordId asked = words_.find(word, tree_.tail(sift.node));
    if (asked != no_word && classes_.class_of(asked) != no_class) return;
    const Node child = likely_.at(tree_, sift.node, sift.output).child;
    if (child == no_node) return;
    sift.node = child;
    sift.guessed = true;
  }
}

// True if the letter has arrived; false if it has to be sifted in full.
bool TourLearner::reach(Sift& sift, State state, bool is_new) {
  Place place = mealy_ ? places_.find(state, sift.output) : places_.home(state);
  if (sift.guessed && place == sift.excluded) {
    begin_in_full(sift);
    return false;
  }
  if (mealy_ && sift.purpose != Purpose::audit && (is_new || place == no_place)) {
    sift_alike(state, sift.output, sift);
    place = places_.find_or_add(state, sift.output);
    is_new = true;
  }
  arrive(sift, place, is_new);
  return true;
}

void TourLearner::arrive(const Sift& sift, Place place, bool is_new) {
  if (sift.purpose == Purpose::audit) {
    ++audited_;
    audited_right_ += place == rules_.step(sift.from, sift.letter) ? 1 : 0;
    return;
  }
  if (!rules_.more_facts(sift.from).empty()) altered_.insert(sift.from);
  if (sift.rule == no_rule) {
    for (Fact& fact : rules_.more_facts(sift.from)) {
      if (fact.letter == sift.letter) fact.target = place;
    }
    return;
  }
  if (sift.purpose == Purpose::supposed && places_.state(place) == sift.from) set_home(sift.from, place);
  if (sift.purpose == Purpose::expanded) doubts_.expanded(sift.kind, place != rules_[sift.rule].target);
  rules_.retarget(sift.rule, place);
  if (sift.purpose != Purpose::part) return;
  doubts_.part_led_to(place, is_new, sift.others, sift.next);
  grown_.insert(sift.from);
  // Would it have been foreseen, had the proposition come one step later?
  if ((sift.letter & sift.bit) == 0 || sift.before == places_.home(sift.from)) return;
  const Place then = rules_.step(sift.before, sift.bit);
  if (then != places_.home(places_.state(sift.before))) doubts_.composed(then == place);
}

template <class To>
void TourLearner::sift_again(const To& to, Node node, ClassId expected, ClassId alternative, RuleId but) {
  const auto add = [&](State state, PropositionSet letter, RuleId id, Place target) {
    if (!to(target)) return;
    again_.push_back({Purpose::again, state, letter, id, node, expected, alternative});
    again_.back().output = places_.class_of(target);
  };
  for (std::size_t q = 0; q < rules_.states(); ++q) {
    const State state = make_id<State>(q);
    for (const Fact& fact : rules_.more_facts(state)) add(state, fact.letter, no_rule, fact.target);
    for (const RuleId id : rules_.rules_of(state)) {
      if (rules_[id].basis == Basis::sifted && id != but) add(state, rules_[id].fact, id, rules_[id].target);
    }
  }
}

// What was sifted to the state is sifted on, except the letter that is the access word of the new one, and in a Mealy
// machine steps of other classes.
void TourLearner::split_state(const Search& search) {
  const Chain::Position& reason = search.chain.reason();
  const Rule& rule = rules_[reason.rule];
  const State to = places_.state(rule.target);
  const ClassId of_step = places_.class_of(rule.target);
  const Node node = tree_.leaf(to);
  const ClassId other = classes_.class_of(search.low_word);
  grounds_.growth.push_back(search.low_word);
  grounds_.growth.push_back(search.high_word);
  grounds_.sifted.push_back({word_of(rule.state, rule.fact), static_cast<std::uint32_t>(node)});
  Word suffix;
  for (const PropositionSet set : std::span(search.chain.word()).subspan(reason.step + 1)) {
    suffix.push_back(letters_.letter_of(set));
  }
  tree_.split(to, suffix, search.predicted);
  const State from = rule.state;
  const PropositionSet letter = rule.fact;
  const Place before = rule.target;
  sift_again([before](Place target) { return target == before; }, node, search.predicted, other, reason.rule);
  const State made = add_state(node, other, from, letter, of_step);
  rules_.retarget(reason.rule, places_.find_or_add(made, of_step));
  likely_stale_ = true;
  std::swap(sifting_, again_);
  if (!rules_.more_facts(from).empty()) altered_.insert(from);
}

// The first step of a class that is known to lead to a state. Where it parts from the other steps of its class, the
// question had been left out for these.
void TourLearner::sift_alike(State state, ClassId id, const Sift& sift) {
  find_likely();
  likely_stale_ = true;
  Node below = tree_.leaf(state);
  for (Node node = tree_.parent(below); node != tree_.root(); below = node, node = tree_.parent(node)) {
    const Node only = likely_.at(tree_, node, id).child;
    if (only == below) return;
    if (only == no_node) continue;
    const auto led_there = [&](Place target) {
      if (places_.class_of(target) != id) return false;
      Node at = tree_.leaf(places_.state(target));
      while (at != tree_.root() && at != only) at = tree_.parent(at);
      return at == only;
    };
    return sift_again(led_there, node, tree_.class_in_parent(only), tree_.class_in_parent(below), sift.rule);
  }
}

void TourLearner::find_likely() {
  if (!std::exchange(likely_stale_, false)) return;
  likely_ = {};
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Rule& rule = rules_[make_id<RuleId>(i)];
    if (rule.state != no_state) likely_.add(places_.class_of(rule.target), places_.state(rule.target));
  }
}

bool TourLearner::sifted_in_full(WordId word, Node below) const {
  for (Node node = tree_.parent(below); node != tree_.root(); below = node, node = tree_.parent(node)) {
    const WordId asked = words_.find(word, tree_.tail(node));
    if (asked == no_word || classes_.class_of(asked) != tree_.class_in_parent(below)) return false;
  }
  return true;
}

}  // namespace remap::symbolic
