// Where the letters of a machine lead, whatever the alphabet: from each state, letters form groups.
//
// Opaque letters have nothing in common, so each is a group. Sets of propositions, listed or not, form a group if they
// lead to the same successor: a machine of few states has few groups, however many letters there are. Part of a group
// are the letters in which a proposition holds, or does not.
//
// Letters are looked up by columns, which are filled in as letters are met: a walk costs two lookups per letter.
#pragma once

#include <span>
#include <vector>

#include "remap/automata/moore.hpp"
#include "remap/base/random.hpp"

namespace remap {

/// All sets, or those in which a proposition holds, or does not.
struct SetPart {
  static constexpr std::uint8_t all = 64;
  std::uint8_t proposition = all;
  bool holds = false;
  [[nodiscard]] bool has(PropositionSet set) const noexcept {
    return proposition == all || ((set >> proposition & 1) != 0) == holds;
  }
};

class Steps {
 public:
  using Index = std::uint32_t;
  struct Group {
    Index from, to;
    Letter smallest;
    PropositionSet splitting;  // propositions that hold in some of its letters and not in others
  };

  /// The machine must outlive them.
  explicit Steps(const MooreMachine& machine);

  /// Of all states: what "transitions" means where they are counted.
  [[nodiscard]] std::size_t size() const noexcept { return groups_.size(); }
  [[nodiscard]] const Group& operator[](Index group) const noexcept { return groups_[group]; }
  /// The number of a state's first group; the others follow.
  [[nodiscard]] Index first(std::size_t state) const noexcept { return first_[state]; }
  [[nodiscard]] std::span<const Group> groups(std::size_t state) const noexcept {
    return std::span(groups_).subspan(first_[state], first_[state + 1] - first_[state]);
  }

  /// The column of a letter, which is filled in if it is new.
  [[nodiscard]] Index column(Letter letter) const;
  /// The group of the letter of a column.
  [[nodiscard]] Index group(Index column, Index state) const noexcept { return cells_[column * states_ + state]; }
  [[nodiscard]] Index next(Index column, Index state) const noexcept { return groups_[group(column, state)].to; }
  /// The propositions that hold in the letter of a column; none of an opaque letter.
  [[nodiscard]] PropositionSet set(Index column) const noexcept { return sets_[column]; }

  /// Some letter of a part of a group, which must not be empty.
  [[nodiscard]] Letter some_letter(Index group, SetPart part, Random& random) const;

 private:
  void collect(State state);
  void collect_listed(State state);
  void collect_unlisted(State state);

  const MooreMachine& machine_;
  std::size_t states_;
  std::vector<Group> groups_;
  std::vector<Index> first_;
  mutable std::vector<Index> column_of_;      // per letter, from 1
  mutable std::vector<Index> cells_;          // column by column, per state
  mutable std::vector<PropositionSet> sets_;  // per column
};

}  // namespace remap
