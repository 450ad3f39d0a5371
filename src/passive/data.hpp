// Comparisons as constraints on a machine: the tree of all words and their prefixes, and the constraints on values.
//
// Nodes are words; node 0 is the empty word. Nodes known to be equal form a group, and of two groups one may be above
// the other. A machine explains the data when its states can be given values so that groups have one value each and
// higher groups higher values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/order/evidence.hpp"

namespace remap::passive {

using Node = std::uint32_t;
using Group = std::uint32_t;
inline constexpr std::uint32_t none = UINT32_MAX;

struct KnownComparison {
  Word left, right;
  Preference answer = Preference::equal;
};

/// The value of `low` is below that of `high`.
struct Above {
  Group low, high;
  auto operator<=>(const Above&) const = default;
};

class Data {
 public:
  /// `outputs`: how many values there are, 0 if unknown. Unsure comparisons are ignored. Throws Contradiction if the
  /// comparisons cannot all hold.
  Data(std::size_t letters, std::size_t outputs, std::span<const KnownComparison> comparisons);

  [[nodiscard]] std::size_t letters() const noexcept { return letters_; }
  [[nodiscard]] std::size_t nodes() const noexcept { return parent_.size(); }
  [[nodiscard]] Node parent(Node node) const { return parent_[node]; }
  [[nodiscard]] Letter last_letter(Node node) const { return letter_[node]; }
  [[nodiscard]] Node child(Node node, Letter letter) const { return next_[node * letters_ + index(letter)]; }
  [[nodiscard]] Word spell(Node node) const;

  [[nodiscard]] std::size_t groups() const noexcept { return members_.size(); }
  /// `none` for a prefix that was not itself compared.
  [[nodiscard]] Group group(Node node) const { return group_[node]; }
  [[nodiscard]] std::span<const Node> members(Group group) const { return members_[group]; }
  /// Each once, sorted; most of those implied by others are omitted.
  [[nodiscard]] std::span<const Above> order() const noexcept { return order_; }
  /// The number of values that the order needs: the length of its longest chain of groups.
  [[nodiscard]] std::size_t levels() const noexcept { return levels_; }
  /// The number of values, 0 if unknown.
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }

  /// Whether the machine orders every compared pair as the data says.
  [[nodiscard]] bool explained_by(const MooreMachine& machine) const;

 private:
  Node insert(const Word& word);

  std::size_t letters_, outputs_;
  std::vector<Node> parent_;
  std::vector<Letter> letter_;
  std::vector<Node> next_;
  std::vector<Group> group_;
  std::vector<std::vector<Node>> members_;
  std::vector<Above> order_;
  std::size_t levels_ = 1;
};

}  // namespace remap::passive
