// Reward machines as text, the format of the reward machine benchmarks: the initial state, the list of terminal states,
// then one transition per line. Grammar in docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "remap/automata/reward_machine.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap {

/// Throws ParseError. Propositions are those of the formulas, sorted. Does not check that the machine is deterministic.
/// Warns of transitions out of a terminal state, which are ignored, and of two transitions of a state into terminal
/// states, which other tools treat as one.
RewardMachine read_reward_machine_text(std::string_view text, const Warn& warn = {});

/// One line per ordered pair of states, formulas without blanks or parentheses, so that the tools of that ecosystem can
/// read it. They know only one terminal state, so a state has one line into terminal states; if there are two, the one
/// with reward 0 is omitted, because a missing transition also ends with 0. Propositions that no formula mentions are
/// not written. Throws InputError for what the format cannot express: two rewards for one pair of states, a reward that
/// is not a number, a proposition whose name the formula syntax does not allow, a machine without transitions.
std::string write_reward_machine_text(const RewardMachine& machine);

}  // namespace remap
