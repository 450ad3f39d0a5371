// Reward machines as text, the format of the reward machine benchmarks: the initial state, the list of terminal states,
// then one transition per line. Grammar in docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "remap/automata/reward_machine.hpp"

namespace remap {

/// Throws ParseError. Propositions are those of the formulas, sorted. Does not check that the machine is deterministic.
RewardMachine read_reward_machine_text(std::string_view text);

/// One line per ordered pair of states, formulas without blanks or parentheses, so that the tools of that ecosystem
/// read it. Propositions that no formula mentions are not written. Throws InputError for what the format cannot say:
/// two rewards for one pair of states, a reward that is not a number, a proposition whose name the formula syntax
/// cannot say.
std::string write_reward_machine_text(const RewardMachine& machine);

}  // namespace remap
