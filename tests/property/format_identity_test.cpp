// Write, read, write gives the same bytes, for every format and every kind of machine, whatever the names.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "remap/formats/machine_file.hpp"
#include "support/odd_names.hpp"

namespace remap {
namespace {

using test::Names;
using test::odd_name;

constexpr std::size_t most_states = 6;

std::size_t below(std::size_t bound) { return *rc::gen::inRange<std::size_t>(0, bound); }

Names distinct_names(std::size_t most, const rc::Gen<std::string>& name) {
  const auto names = *rc::gen::resize(
      static_cast<int>(most),
      rc::gen::suchThat(rc::gen::container<std::set<std::string>>(name), [](const auto& set) { return !set.empty(); }));
  return {names.begin(), names.end()};
}

rc::Gen<std::string> proposition_name(bool for_formulas) {
  return for_formulas ? rc::gen::element<std::string>("a", "b", "c", "d", "_x1", "Zebra", "t")
                      : rc::gen::element<std::string>("a", "b", "→", "x/y", "\"", "\\", "|", "9", "n");
}

Alphabet any_alphabet() {
  if (*rc::gen::arbitrary<bool>()) {
    return Alphabet::plain(distinct_names(5, odd_name()));
  }
  Names propositions = distinct_names(4, proposition_name(false));
  if (*rc::gen::arbitrary<bool>()) {
    return Alphabet::power_set(std::move(propositions));
  }
  const std::size_t sets = std::size_t{1} << propositions.size();
  const auto chosen =
      *rc::gen::suchThat(rc::gen::container<std::set<PropositionSet>>(rc::gen::inRange<PropositionSet>(0, sets)),
                         [](const auto& set) { return !set.empty(); });
  std::vector<PropositionSet> order(chosen.begin(), chosen.end());
  std::ranges::reverse(order);
  return Alphabet::of_sets(std::move(propositions), std::move(order));
}

// Words in any order, numbers ascending, in several spellings.
Outputs any_outputs() {
  Names names;
  for (std::string& name : distinct_names(4, odd_name())) {
    if (!parse_number(name)) names.push_back(std::move(name));
  }
  for (const char* number : {"-100", "-1.50", "0", "0.1", "+1", "1e3", "9007199254740993"}) {
    if (*rc::gen::arbitrary<bool>()) names.emplace_back(number);
  }
  if (names.empty()) names.emplace_back("HALT");
  return Outputs(std::move(names));
}

MooreMachine any_moore() {
  const Alphabet alphabet = any_alphabet();
  const Outputs outputs = any_outputs();
  const std::size_t states = 1 + below(most_states);
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < states; ++q) output_of.push_back(make_id<Output>(below(outputs.size())));
  for (std::size_t i = 0; i < states * alphabet.size(); ++i) next.push_back(make_id<State>(below(states)));
  return MooreMachine(alphabet, outputs, make_id<State>(below(states)), std::move(output_of), std::move(next));
}

MealyMachine any_mealy() {
  const Alphabet alphabet = any_alphabet();
  const Outputs outputs = any_outputs();
  const std::size_t states = 1 + below(most_states);
  std::vector<bool> terminal;
  std::vector<MealyMachine::Step> steps;
  for (std::size_t q = 0; q < states; ++q) terminal.push_back(*rc::gen::arbitrary<bool>());
  for (std::size_t i = 0; i < states * alphabet.size(); ++i) {
    steps.push_back(below(3) == 0
                        ? MealyMachine::Step{}
                        : MealyMachine::Step{make_id<State>(below(states)), make_id<Output>(below(outputs.size()))});
  }
  return MealyMachine(alphabet, outputs, make_id<State>(below(states)), std::move(terminal), std::move(steps));
}

Formula any_formula(std::size_t propositions) {
  const PropositionSet all = (PropositionSet{1} << propositions) - 1;
  std::vector<Cube> cubes;
  for (std::size_t i = below(4); i > 0; --i) {
    const auto positive = *rc::gen::arbitrary<PropositionSet>() & all;
    cubes.push_back({positive, *rc::gen::arbitrary<PropositionSet>() & all & ~positive});
  }
  return Formula(std::move(cubes));
}

RewardMachine any_reward_machine(bool for_text) {
  RewardMachine machine;
  machine.propositions = distinct_names(5, proposition_name(true));
  if (!for_text) std::ranges::reverse(machine.propositions);
  machine.states = 1 + below(most_states);
  machine.initial = make_id<State>(below(machine.states));
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t q = 0; q < machine.states; ++q) {
    if (*rc::gen::arbitrary<bool>()) machine.terminal.push_back(make_id<State>(q));
  }
  for (std::size_t i = below(8); i > 0; --i) {
    const std::size_t from = below(machine.states), to = below(machine.states);
    const bool ends = machine.is_terminal(make_id<State>(to));
    if (for_text && machine.is_terminal(make_id<State>(from))) continue;
    if (for_text && !pairs.emplace(from, ends ? machine.states : to).second) continue;
    const std::string reward =
        for_text ? *rc::gen::element<std::string>("0", "1", "-0.5", "1e30", "100.0") : *odd_name();
    machine.transitions.push_back(
        {make_id<State>(from), make_id<State>(to), any_formula(machine.propositions.size()), reward});
  }
  return machine;
}

const ReadOptions unchecked{.check_deterministic = false};

void is_identity(const AnyMachine& machine, MachineFormat format) {
  const std::string text = format_machine(machine, format);
  RC_LOG() << text;
  const AnyMachine back = parse_machine(text, format, unchecked);
  RC_ASSERT(format_machine(back, format) == text);
  if (format != MachineFormat::text) RC_ASSERT(back == machine);
}

RC_GTEST_PROP(FormatIdentity, MooreAsDot, ()) { is_identity(any_moore(), MachineFormat::dot); }
RC_GTEST_PROP(FormatIdentity, MooreAsJson, ()) { is_identity(any_moore(), MachineFormat::json); }
RC_GTEST_PROP(FormatIdentity, MealyAsDot, ()) { is_identity(any_mealy(), MachineFormat::dot); }
RC_GTEST_PROP(FormatIdentity, MealyAsJson, ()) { is_identity(any_mealy(), MachineFormat::json); }
RC_GTEST_PROP(FormatIdentity, RewardMachineAsDot, ()) { is_identity(any_reward_machine(false), MachineFormat::dot); }
RC_GTEST_PROP(FormatIdentity, RewardMachineAsJson, ()) { is_identity(any_reward_machine(false), MachineFormat::json); }
RC_GTEST_PROP(FormatIdentity, RewardMachineAsText, ()) {
  const RewardMachine machine = any_reward_machine(true);
  RC_PRE(!machine.transitions.empty());
  is_identity(machine, MachineFormat::text);
}

}  // namespace
}  // namespace remap
