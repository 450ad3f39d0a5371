// A world and a reward machine running in parallel: the environment of an agent.
//
// Stored as two small tables rather than one large one: where a move leads in the world, and what the machine does on
// the label of the cell reached. Cells without objects share one label, so there are few. All three lookups are array
// reads.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "remap/automata/reward_machine.hpp"
#include "worlds/world.hpp"

namespace remap {

class Product {
 public:
  /// In place of a machine state: the episode has ended.
  static constexpr std::uint32_t ended = std::numeric_limits<std::uint32_t>::max();

  struct MachineStep {
    std::uint32_t to = ended;
    double reward = 0;
    bool operator==(const MachineStep&) const = default;
  };

  /// Reaching a terminal state ends the episode; so does, with reward 0, a label for which there is no transition,
  /// which is the case for every label when the initial state is terminal. The reward HALT counts as 0. Only labels
  /// that occur in the world matter: a machine may be nondeterministic on others. Throws InputError if a proposition is
  /// not an object of the world, if a reward is not a number, or if the machine is nondeterministic on a label of the
  /// world.
  Product(const World& world, const RewardMachine& machine);

  [[nodiscard]] std::size_t cells() const noexcept { return cells_; }
  [[nodiscard]] std::size_t machine_states() const noexcept { return machine_states_; }
  [[nodiscard]] std::size_t labels() const noexcept { return machine_steps_.size() / machine_states_; }
  /// Number of pairs of a cell and a machine state. The pair (cell, u) has the position cell * machine_states() + u.
  [[nodiscard]] std::size_t size() const noexcept { return cells_ * machine_states_; }

  [[nodiscard]] std::uint32_t start_cell() const noexcept { return start_cell_; }
  [[nodiscard]] std::uint32_t initial() const noexcept { return initial_; }
  [[nodiscard]] bool terminal(std::size_t machine_state) const noexcept { return terminal_[machine_state]; }

  [[nodiscard]] std::uint32_t next_cell(std::size_t cell, std::size_t move) const noexcept {
    return next_cell_[cell * 4 + move];
  }
  [[nodiscard]] std::uint32_t label(std::size_t cell) const noexcept { return label_[cell]; }
  [[nodiscard]] const MachineStep& machine_step(std::size_t label, std::size_t machine_state) const noexcept {
    return machine_steps_[label * machine_states_ + machine_state];
  }

 private:
  std::size_t cells_;
  std::size_t machine_states_;
  std::uint32_t start_cell_;
  std::uint32_t initial_;
  std::vector<bool> terminal_;
  std::vector<std::uint32_t> next_cell_;    // cell by cell, one per move
  std::vector<std::uint32_t> label_;        // of each cell
  std::vector<MachineStep> machine_steps_;  // label by label, one per machine state
};

/// For each pair of a cell and a machine state the set of moves (bit i: the i-th of `all_moves`) among which one is
/// chosen uniformly. Never empty.
struct Policy {
  std::size_t machine_states = 0;
  std::vector<std::uint8_t> moves;
  [[nodiscard]] unsigned at(std::size_t cell, std::size_t machine_state) const noexcept {
    return moves[cell * machine_states + machine_state];
  }
  bool operator==(const Policy&) const = default;
};

}  // namespace remap
