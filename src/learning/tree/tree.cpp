#include "learning/tree/tree.hpp"

namespace remap {

TreeLearner::TreeLearner(const LearnerSetting& setting)
    : random_(split_random(setting.seed, 1)),
      refiner_(setting, *this),
      new_states_(refiner_, setting.longest_test),
      tests_(refiner_, random_, setting) {}

std::span<const Inquiry> TreeLearner::advance() {
  const std::span<const Inquiry> inquiries = refiner_.advance();
  grounds_ = refiner_.grounds();
  return inquiries;
}

void TreeLearner::counterexample(WordId word) {
  tests_.counterexample(word);
  refiner_.counterexample(word);
}

}  // namespace remap
