#include "learning/questions/output_set.hpp"

#include <bit>

#include "remap/learning/question.hpp"

namespace remap {

OutputSet OutputSet::all(std::size_t universe) {
  OutputSet set(universe);
  for (std::size_t i = 0; i < universe; ++i) set.insert(make_id<Output>(i));
  return set;
}

OutputSet OutputSet::only(std::size_t universe, const std::vector<Output>& members) {
  OutputSet set(universe);
  for (Output output : members) set.insert(output);
  return set;
}

void OutputSet::intersect(const OutputSet& other) noexcept {
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] &= other.bits_[i];
}

std::size_t OutputSet::size() const noexcept {
  std::size_t count = 0;
  for (std::uint64_t block : bits_) count += static_cast<std::size_t>(std::popcount(block));
  return count;
}

Output OutputSet::at_or_after(std::size_t position) const noexcept {
  for (std::size_t block = position / 64; block < bits_.size(); ++block) {
    std::uint64_t bits = bits_[block];
    if (block == position / 64) bits &= ~std::uint64_t{0} << (position % 64);
    if (bits != 0) return make_id<Output>(block * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
  }
  return no_output;
}

Output OutputSet::before(std::size_t position) const noexcept {
  if (position > universe_) position = universe_;
  for (std::size_t block = (position + 63) / 64; block-- > 0;) {
    std::uint64_t bits = bits_[block];
    if (block == position / 64) bits &= (std::uint64_t{1} << (position % 64)) - 1;
    if (bits != 0) return make_id<Output>(block * 64 + 63 - static_cast<std::size_t>(std::countl_zero(bits)));
  }
  return no_output;
}

std::vector<Output> OutputSet::members() const {
  std::vector<Output> found;
  for (Output output = at_or_after(0); output != no_output; output = at_or_after(index(output) + 1)) {
    found.push_back(output);
  }
  return found;
}

OutputSet allowed_by(const Feedback& feedback, Output said, std::size_t outputs) {
  if (feedback.kind == Feedback::Kind::value || feedback.kind == Feedback::Kind::among) {
    return OutputSet::only(outputs, feedback.outputs);
  }
  OutputSet allowed = OutputSet::all(outputs);
  if (feedback.kind == Feedback::Kind::none) allowed.erase(said);
  for (const Output output : feedback.outputs) allowed.erase(output);
  return allowed;
}

}  // namespace remap
