#include "learning/sample_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "remap/automata/error.hpp"

namespace remap {

namespace {
/// The words that the k-th question needs, times epsilon.
double words_times_epsilon(double delta, std::size_t k) {
  return std::log(1.0 / delta) + static_cast<double>(k) * std::log(2.0);
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
