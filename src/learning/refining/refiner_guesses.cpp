// Guesses of the guide. What sifting expects: the classes that relatives tell (expectations.hpp), and the questions
// that the sifting of a Mealy machine leaves out, because the output of a transition tells where it leads
// (likely_targets.hpp).
#include <utility>

#include "learning/refining/refiner.hpp"

namespace remap {

void Refiner::guess(Transition transition, State state, ClassId of_step) {
  if (mealy_) set_class_of_step(transition, of_step);
  set_arrived(transition, true);
  if (output_words_) guessed_[transition] = 1;
  retarget(transition, state);
}

void Refiner::set_class_of_step(Transition transition, ClassId id) {
  const ClassId old = std::exchange(class_of_step_[transition], id);
  observations_.shape_changed();
  if (old == id || target_[transition] == no_state) return;
  likely_.remove(old, target_[transition]);
  likely_.add(id, target_[transition]);
}

void Refiner::blame_guess(Transition transition) {
  guide_.guess_failed(transition);
  sift_from_root(transition);
}

ClassId Refiner::inquire(State state, std::span<const Letter> suffix, ClassId expected) {
  const WordId word = words_.extend(tree_.access(state), suffix);
  const ClassId id = classes_.class_of(word);
  if (id != no_class) return id;
  records_.push_back(walks_.add(state, word, suffix));
  ask(output_words_ ? probed(state, suffix) : word, tree_.root(), expected);
  return no_class;
}

// Whether it is worth waiting until the same transition of a relative has arrived.
bool Refiner::waits(const Pending& pending) const {
  if (output_words_ || pending.asked != no_word) return false;
  const State relative = expectations_.awaited(pending.expectation, pending.transition);
  if (relative == no_state) return false;
  const Node node = facts_[index(relative) * letters_ + pending.transition % letters_].node;
  return node != no_node && !tree_.is_leaf(node);
}

// Takes note of whether an answer was expected. True if a state that no word is known to lead to was guessed, or is
// about to be made although questions were left out: then the transition is sifted once more, in full.
bool Refiner::look(Pending& pending, Node child) {
  const Transition transition = pending.transition;
  if (child == no_node && guessed_[transition] != 0) {
    if (mealy_) likely_.note(class_of_step_[transition], false);
    begin_in_full(pending);
    return true;
  }
  if (output_words_ || pending.surprised) return false;
  const ClassId output = class_of_step_[transition];
  const Node expected = likely_.at(tree_, pending.node, output).child;
  if (expected == no_node) return false;
  pending.expected = true;
  pending.surprised = expected != child;
  return false;
}

// Goes on to the expected node as long as asking costs more than the risk.
void Refiner::guess_down(Pending& pending) {
  const Transition transition = pending.transition;
  if (output_words_ || pending.in_full || pending.surprised || pending.node == tree_.root()) return;
  while (!tree_.is_leaf(pending.node)) {
    const ClassId output = class_of_step_[transition];
    const LikelyTargets::Expected expected = likely_.at(tree_, pending.node, output);
    if (expected.child == no_node) return;
    if (guessed_[transition] == 0 && !likely_.worth_guessing(output, expected.depth)) return;
    pending.node = expected.child;
    pending.expectation.way = 0;  // it is found anew from here
    guessed_[transition] = 1;
  }
}

// A guess that a search found wrong leaves the list of its state and begins again.
void Refiner::sift_in_full(Transition transition) {
  Transition* at = &first_into_[index(target_[transition])];
  while (*at != transition) at = &facts_[*at].next_into;
  *at = facts_[transition].next_into;
  if (mealy_) likely_.note(class_of_step_[transition], false);
  guessed_[transition] = 0;
  set_arrived(transition, false);
  facts_[transition].node = tree_.root();
  balance_.begin(transition);
  pending_.push_back({transition, tree_.root(), facts_[transition].word, no_word, {}, true});
}

}  // namespace remap
