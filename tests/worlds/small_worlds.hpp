// Small worlds and machines whose returns can be worked out by hand.
#pragma once

#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"
#include "worlds/world.hpp"

namespace remap::testing {

/// One row of five cells, start on the left, `a` on the right.
inline World corridor() { return World("corridor", 1, 5, {0, 0}, {{"a", "goal", {{0, 4}}}}); }

/// Pays `reward` for a word of `count` cells with a, then ends.
inline RewardMachine collect(std::size_t count, const std::string& reward = "1") {
  RewardMachine machine{{"a"}, count + 1, State{0}, {make_id<State>(count)}, {}};
  const Formula a = parse_formula("a", machine.propositions);
  for (std::size_t u = 0; u < count; ++u) {
    machine.transitions.push_back({make_id<State>(u), make_id<State>(u), !a, "0"});
    machine.transitions.push_back({make_id<State>(u), make_id<State>(u + 1), a, u + 1 == count ? reward : "0"});
  }
  return machine;
}

/// Any machine on any of the labels of the craft world, in which at most one proposition holds: steps may be missing,
/// loops may pay, and the empty label may move the machine.
inline RewardMachine random_reward_machine(std::size_t states, std::uint64_t seed) {
  Random random(seed);
  RewardMachine machine{{"a", "b", "f"}, states, State{0}, {make_id<State>(states - 1)}, {}};
  const bool waits = random.chance(0.5);
  for (std::size_t u = 0; u + 1 < states; ++u) {
    for (const char* label : {"!a&!b&!f", "a&!b&!f", "!a&b&!f", "!a&!b&f"}) {
      const bool empty = label[0] == '!' && label[3] == '!' && label[6] == '!';
      if (empty && waits) {
        machine.transitions.push_back(
            {make_id<State>(u), make_id<State>(u), parse_formula(label, machine.propositions), "0"});
      } else if (!random.chance(empty ? 0.02 : 0.2)) {
        const auto to = make_id<State>(random.below(empty ? states - 1 : states));
        const char* const reward = random.chance(0.3) ? "0.5" : "0";
        machine.transitions.push_back({make_id<State>(u), to, parse_formula(label, machine.propositions), reward});
      }
    }
  }
  return machine;
}

}  // namespace remap::testing
