// A learner for opaque letters: a discrimination tree instead of a table. It sifts every transition, and before it
// offers a shape it looks for missing states by tests; refiner.hpp describes how a shape is refined.
#pragma once

#include "learning/refining/new_states.hpp"
#include "learning/refining/refiner.hpp"
#include "learning/testing/state_tests.hpp"

namespace remap {

class TreeLearner final : public Learner, private RefinerGuide {
 public:
  explicit TreeLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override { return refiner_.shape(); }
  [[nodiscard]] std::size_t states() const override { return refiner_.tree().states(); }
  void counterexample(WordId word) override;
  [[nodiscard]] std::vector<Word> same_state(WordId word) const override { return refiner_.same_state(word); }
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const override {
    return refiner_.sifted_by(sifting);
  }

 private:
  void new_state(State state) override { new_states_.add(state); }
  void sifted() override { new_states_.sifted(); }
  void guess_failed(Transition transition) override { new_states_.guess_failed(transition); }
  void test() override { tests_.test(); }
  void split(State old, State made, const Search& search) override { tests_.split(old, made, search); }

  Random random_;
  Refiner refiner_;
  NewStates new_states_;
  StateTests tests_;
};

}  // namespace remap
