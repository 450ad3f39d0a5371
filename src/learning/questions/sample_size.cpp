#include "learning/questions/sample_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/portable_math.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {
/// The words that the k-th question needs, times epsilon.
double words_times_epsilon(double delta, std::size_t k) {
  return portable::log(1.0 / delta) + static_cast<double>(k) * portable::log(2.0);
}
}  // namespace

std::uint64_t SampleSize::for_question(std::size_t k) const {
  if (fixed > 0) return fixed;
  return static_cast<std::uint64_t>(std::ceil(words_times_epsilon(delta, k) / epsilon));
}

double SampleSize::error_after(std::size_t questions) const {
  if (fixed == 0) return epsilon;
  return std::min(1.0, words_times_epsilon(delta, questions) / static_cast<double>(fixed));
}

// All words pass with a chance of at most (1 - e)^s (1 - 2e + 2e²)^m for s alone and m pairs. For e up to 1/2 that is
// most at e = epsilon. Beyond, with x = 1 - e, it is at most x^s exp(-m x), which is most at x = s / m.
std::uint64_t words_alone(const SampleSize& size, std::size_t k) {
  const std::uint64_t words = size.for_question(k);
  const double epsilon = size.error_after(k), least = words_times_epsilon(size.delta, k);
  if (epsilon >= 0.5) return words;
  const double of_one = -portable::log(1 - epsilon), of_two = -portable::log(1 - 2 * epsilon * (1 - epsilon));
  for (std::uint64_t alone = words % 2; alone < words; alone += 2) {
    const auto s = static_cast<double>(alone), m = static_cast<double>((words - alone) / 2);
    const double x = std::min(0.5, s / m);
    if (alone > 0 && s * of_one + m * of_two >= least && m * x - s * portable::log(x) >= least) return alone;
  }
  return words;
}

void SampleSize::check() const {
  if (fixed > 0) return;
  const auto within = [](const char* name, double value) {
    if (value > 0.0 && value < 1.0) return;
    throw InputError(fmt::format("{} is {}, but must lie strictly between 0 and 1", name, value));
  };
  within("epsilon", epsilon);
  within("delta", delta);
}

void check_stop(double stop) {
  if (stop > 0.0 && stop <= 1.0) return;
  throw InputError(fmt::format("the stop probability is {}, but must be above 0 and at most 1", stop));
}

}  // namespace remap
