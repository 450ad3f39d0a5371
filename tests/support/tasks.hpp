// The fourteen tasks of the paper, written as in its benchmark, for tests of this room only.
#pragma once

#include <gtest/gtest.h>

#include <sstream>

#include "remap/automata/reward_machine.hpp"

namespace remap::testing {

/// `transitions`: one per line or comma, "from to formula" with an optional reward at the end.
inline RewardMachine reward_machine(std::vector<std::string> propositions, std::vector<std::size_t> terminal,
                                    const std::string& transitions) {
  RewardMachine machine;
  machine.propositions = std::move(propositions);
  for (const std::size_t q : terminal) machine.terminal.push_back(make_id<State>(q));
  std::istringstream lines(transitions);
  for (std::string line; std::getline(lines, line, ',');) {
    std::istringstream fields(line);
    std::size_t from = 0;
    std::size_t to = 0;
    std::string formula;
    std::string reward;
    fields >> from >> to >> formula >> reward;
    if (reward.empty()) reward = std::string("0");
    machine.transitions.push_back(
        {make_id<State>(from), make_id<State>(to), parse_formula(formula, machine.propositions), reward});
    machine.states = std::max({machine.states, from + 1, to + 1});
  }
  return machine;
}

struct Task {
  const char* name;
  RewardMachine machine;     // as given, possibly nondeterministic
  std::size_t added_states;  // by determinising
  std::size_t moore_states;
};

inline std::vector<Task> tasks() {
  std::vector<Task> all;
  const auto add = [&](const char* name, std::vector<std::string> propositions, std::size_t terminal, std::size_t added,
                       std::size_t moore, const std::string& transitions) {
    all.push_back({name, reward_machine(std::move(propositions), {terminal}, transitions), added, moore});
  };
  add("office/t1", {"f", "g", "n"}, 2, 0, 5, "0 0 !f&!n, 0 1 f&!n, 1 1 !g&!n, 1 2 g&!n 1");
  add("office/t2", {"e", "g", "n"}, 2, 0, 5, "0 0 !e&!n, 0 1 e&!n, 1 1 !g&!n, 1 2 g&!n 1");
  add("office/t3", {"e", "f", "g", "n"}, 1, 0, 7,
      "0 0 !e&!f&!n, 0 2 e&!n, 0 3 !e&f&!n, 2 2 !f&!n, 2 4 f&!n, 3 3 !e&!n, 3 4 e&!n, 4 1 g&!n 1, 4 4 !g&!n");
  add("office/t4", {"a", "b", "c", "d", "n"}, 4, 0, 7,
      "0 0 !a&!n, 0 1 a&!n, 1 1 !b&!n, 1 2 b&!n, 2 2 !c&!n, 2 3 c&!n, 3 3 !d&!n, 3 4 d&!n 1");
  add("craft/t1", {"a", "b"}, 2, 0, 4, "0 0 !a, 0 1 a, 1 1 !b, 1 2 b 1");
  add("craft/t2", {"a", "c"}, 2, 0, 4, "0 0 !a, 0 1 a, 1 1 !c, 1 2 c 1");
  add("craft/t3", {"d", "e"}, 2, 0, 4, "0 0 !d, 0 1 d, 1 1 !e, 1 2 e 1");
  add("craft/t4", {"d", "b"}, 2, 0, 4, "0 0 !d, 0 1 d, 1 1 !b, 1 2 b 1");
  add("craft/t5", {"a", "f", "e"}, 1, 1, 7, "0 0 !a&!f, 0 2 f, 0 3 a, 2 2 !a, 2 4 a, 3 3 !f, 3 4 f, 4 1 e 1, 4 4 !e");
  add("craft/t6", {"a", "b", "c", "d"}, 2, 2, 10,
      "0 0 !a&!d, 0 1 a, 0 4 d, 1 1 !b&!d, 1 3 b, 1 5 d, 3 3 !d, 3 6 d, 4 4 !a, 4 5 a, 5 5 !b, 5 6 b, 6 2 c 1, 6 6 !c");
  add("craft/t7", {"a", "b", "c", "f"}, 2, 2, 10,
      "0 0 !a&!f, 0 1 a, 0 4 f, 1 1 !c&!f, 1 3 c, 1 5 f, 3 3 !f, 3 6 f, 4 4 !a, 4 5 a, 5 5 !c, 5 6 c, 6 2 b 1, 6 6 !b");
  add("craft/t8", {"a", "c", "f"}, 1, 1, 7, "0 0 !a&!f, 0 2 a, 0 3 f, 2 2 !f, 2 4 f, 3 3 !a, 3 4 a, 4 1 c 1, 4 4 !c");
  add("craft/t9", {"a", "e", "f", "g"}, 1, 1, 8,
      "0 0 !a&!f, 0 2 f, 0 3 a, 2 2 !a, 2 4 a, 3 3 !f, 3 4 f, 4 4 !e, 4 5 e, 5 1 g 1, 5 5 !g");
  add("craft/t10", {"a", "b", "c", "f", "h"}, 2, 2, 11,
      "0 0 !a&!f, 0 1 a, 0 4 f, 1 1 !c&!f, 1 3 c, 1 5 f, 3 3 !f, 3 6 f, 4 4 !a, 4 5 a, 5 5 !c, 5 6 c, 6 6 !b, 6 7 b, "
      "7 2 h 1, 7 7 !h");
  return all;
}

}  // namespace remap::testing
