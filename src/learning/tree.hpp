// A learner for opaque letters: a discrimination tree instead of a table. It sifts every transition and tests the shape
// on random words before it offers it; refiner.hpp describes how a shape is refined.
#pragma once

#include "learning/random_tests.hpp"
#include "learning/refiner.hpp"

namespace remap {

class TreeLearner final : public Learner, private RefinerGuide {
 public:
  explicit TreeLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override { return refiner_.shape(); }
  void counterexample(WordId word) override { refiner_.counterexample(word); }
  [[nodiscard]] std::vector<Word> same_state(WordId word) const override { return refiner_.same_state(word); }
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const override {
    return refiner_.sifted_by(sifting);
  }

 private:
  void new_state(State state) override;
  void test() override { tests_.test(); }

  Random random_;
  Refiner refiner_;
  RandomTests tests_;
};

}  // namespace remap
