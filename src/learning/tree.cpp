#include "learning/tree.hpp"

namespace remap {

TreeLearner::TreeLearner(const LearnerSetting& setting)
    : random_(split_random(setting.seed, 1)), refiner_(setting, *this), tests_(refiner_, random_) {
  if (!setting.alphabet.propositional()) tests_.letters_are_opaque();
}

std::span<const Inquiry> TreeLearner::advance() {
  const std::span<const Inquiry> inquiries = refiner_.advance();
  grounds_ = refiner_.grounds();
  return inquiries;
}

void TreeLearner::new_state(State state) { refiner_.sift_all(state); }

}  // namespace remap
