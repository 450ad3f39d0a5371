// A teacher that knows the hidden machine for comparisons, but tests a hypothesis only on sampled words: the paper's
// probably approximately correct setting.
#pragma once

#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {

/// How many words one equivalence question tests.
struct SampleSize {
  /// The same number each time; 0: the schedule m_k = ceil((ln(1/delta) + k ln 2) / epsilon) for the k-th question.
  std::uint64_t fixed = 0;
  double epsilon = 0.05;
  double delta = 0.05;

  [[nodiscard]] std::uint64_t for_question(std::size_t k) const;
};

struct SamplingOptions {
  SampleSize size;
  double stop = 0.2;  // lengths are geometric: P(L = l) = (1 - stop)^(l-1) stop, l >= 1
  FeedbackStrength feedback = FeedbackStrength::value;
  std::uint64_t seed = 1;
};

/// A word of geometric length with uniform letters.
void sample_word(Random& random, double stop, std::size_t letters, Word& into);

/// The empty word is always tested, then the sampled ones, each once; the first that the machine gets wrong is
/// returned. No counterexample means only that no sampled word was one.
class SamplingTeacher final : public MachineTeacher {
 public:
  SamplingTeacher(std::shared_ptr<const MooreMachine> machine, SamplingOptions options);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

 private:
  SamplingOptions options_;
  Random random_;
};

}  // namespace remap
