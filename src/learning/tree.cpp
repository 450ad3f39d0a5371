#include "learning/tree.hpp"

namespace remap {

TreeLearner::TreeLearner(const LearnerSetting& setting)
    : random_(split_random(setting.seed, 1)), refiner_(setting, *this), random_tests_(refiner_, random_) {
  if (!setting.alphabet.propositional()) random_tests_.letters_are_opaque();
  // Mealy machines are mostly models of systems, in which random words find little.
  // Output words find more.
  const bool of_system = setting.machine == MachineKind::mealy && setting.answers != Answers::values;
  if (setting.equivalence_cost > 0 || of_system) state_tests_.emplace(refiner_, random_, setting);
}

std::span<const Inquiry> TreeLearner::advance() {
  const std::span<const Inquiry> inquiries = refiner_.advance();
  grounds_ = refiner_.grounds();
  return inquiries;
}

void TreeLearner::counterexample(WordId word) {
  if (state_tests_) state_tests_->counterexample(word);
  refiner_.counterexample(word);
}

void TreeLearner::split(State old, State made, const Search& search) {
  if (state_tests_) state_tests_->split(old, made, search);
}

void TreeLearner::new_state(State state) { refiner_.sift_all(state); }

}  // namespace remap
