// A learner for opaque letters: a discrimination tree instead of a table. It sifts every transition and tests the shape
// before it offers it: on random words or, if an equivalence question has a price or the machine is a Mealy machine,
// on words that look for missing states; refiner.hpp describes how a shape is refined.
#pragma once

#include <optional>

#include "learning/random_tests.hpp"
#include "learning/refiner.hpp"
#include "learning/state_tests/state_tests.hpp"

namespace remap {

class TreeLearner final : public Learner, private RefinerGuide {
 public:
  explicit TreeLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override { return refiner_.shape(); }
  void counterexample(WordId word) override;
  [[nodiscard]] std::vector<Word> same_state(WordId word) const override { return refiner_.same_state(word); }
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const override {
    return refiner_.sifted_by(sifting);
  }

 private:
  void new_state(State state) override;
  void test() override { state_tests_ ? state_tests_->test() : random_tests_.test(); }
  void split(State old, State made, const Search& search) override;

  Random random_;
  Refiner refiner_;
  RandomTests random_tests_;
  std::optional<StateTests> state_tests_;
};

}  // namespace remap
