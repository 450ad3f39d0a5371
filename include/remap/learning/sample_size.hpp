// How many sampled words a question of equivalence is tested on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace remap {

struct SampleSize {
  /// The same number each time; 0: the schedule m_k = ceil((ln(1/delta) + k ln 2) / epsilon) for the k-th question,
  /// which makes the result probably (1 - delta) approximately (up to epsilon) correct.
  std::uint64_t fixed = 0;
  double epsilon = 0.05;
  double delta = 0.05;

  [[nodiscard]] std::uint64_t for_question(std::size_t k) const;
  /// Throws InputError unless epsilon and delta lie strictly between 0 and 1 (or are not used).
  void check() const;
};

/// Throws InputError unless the probability that a sampled word ends after a letter is above 0 and at most 1.
void check_stop(double stop);

}  // namespace remap
