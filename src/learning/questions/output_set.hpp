// A set of outputs, as bits. Used for "which values can this class have?".
#pragma once

#include <cstdint>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

struct Feedback;

class OutputSet {
 public:
  OutputSet() = default;
  static OutputSet none(std::size_t universe) { return OutputSet(universe); }
  static OutputSet all(std::size_t universe);
  static OutputSet only(std::size_t universe, const std::vector<Output>& members);

  [[nodiscard]] std::size_t universe() const noexcept { return universe_; }
  [[nodiscard]] bool contains(Output output) const noexcept {
    return (bits_[index(output) / 64] >> (index(output) % 64) & 1) != 0;
  }
  void insert(Output output) noexcept { bits_[index(output) / 64] |= std::uint64_t{1} << (index(output) % 64); }
  void erase(Output output) noexcept { bits_[index(output) / 64] &= ~(std::uint64_t{1} << (index(output) % 64)); }
  void intersect(const OutputSet& other) noexcept;
  [[nodiscard]] std::size_t size() const noexcept;
  /// The lowest member at or after `position`; `no_output` if there is none.
  [[nodiscard]] Output at_or_after(std::size_t position) const noexcept;
  /// The highest member strictly before `position`; `no_output` if there is none.
  [[nodiscard]] Output before(std::size_t position) const noexcept;
  [[nodiscard]] std::vector<Output> members() const;
  bool operator==(const OutputSet&) const = default;

 private:
  explicit OutputSet(std::size_t universe) : universe_(universe), bits_((universe + 63) / 64, 0) {}

  std::size_t universe_ = 0;
  std::vector<std::uint64_t> bits_;
};

/// The values that a counterexample can have after this feedback, if the hypothesis said `said`.
OutputSet allowed_by(const Feedback& feedback, Output said, std::size_t outputs);

}  // namespace remap
