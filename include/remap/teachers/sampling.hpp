// A teacher that knows the hidden machine for comparisons, but tests a hypothesis only on sampled words: the paper's
// probably approximately correct setting.
#pragma once

#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {

struct SamplingOptions {
  SampleSize size;
  double stop = 0.2;  // lengths are geometric: P(L = l) = (1 - stop)^(l-1) stop, l >= 1
  FeedbackStrength feedback = FeedbackStrength::value;
  std::uint64_t seed = 1;
};

/// Tests the empty word and then the sampled words, each once; returns the first on which the machine is wrong. No
/// counterexample means only that no sampled word was one.
class SamplingTeacher final : public MachineTeacher {
 public:
  SamplingTeacher(MooreMachine machine, SamplingOptions options);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

 private:
  SamplingOptions options_;
};

}  // namespace remap
