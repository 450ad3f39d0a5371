#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"
#include "support/machines.hpp"
#include "support/tasks.hpp"

namespace remap {
namespace {

using testing::reward_machine;

/// What the reward machine itself says a word earns: the last reward, HALT once it is over.
std::string earned(const RewardMachine& machine, const std::vector<PropositionSet>& word) {
  State at = machine.initial;
  std::string last = "0";
  bool fell = false;
  for (const PropositionSet set : word) {
    if (fell || machine.is_terminal(at)) return "HALT";
    fell = true;
    last = std::string("0");
    for (const RewardTransition& t : machine.transitions) {
      if (t.from == at && t.formula.holds(set)) {
        at = t.to;
        last = t.reward;
        fell = false;
        break;
      }
    }
  }
  return last;
}

TEST(ToMoore, TasksHaveTheirKnownSizes) {
  for (const testing::Task& task : testing::tasks()) {
    const MooreMachine machine = to_moore(determinise(task.machine));
    EXPECT_EQ(machine.size(), task.moore_states) << task.name;
    const std::vector<std::string> outputs{"HALT", "0", "1"};
    EXPECT_EQ(machine.outputs().names(), outputs) << task.name;
    EXPECT_TRUE(is_minimal(machine)) << task.name;
    EXPECT_EQ(canonical(machine), machine) << task.name;
    EXPECT_NE(find_halt(machine), no_state) << task.name;
  }
}

TEST(ToMoore, TasksEarnWhatTheirRewardMachinesSay) {
  for (const testing::Task& task : testing::tasks()) {
    const RewardMachine rewards = determinise(task.machine);
    const MooreMachine machine = to_moore(rewards);
    Random random(3);
    for (int i = 0; i < 300; ++i) {
      Word word;
      std::vector<PropositionSet> sets;
      for (std::uint64_t left = random.below(12); left > 0; --left) {
        word.push_back(make_id<Letter>(random.below(machine.letters())));
        sets.push_back(machine.alphabet().set_of(word.back()));
      }
      ASSERT_EQ(machine.outputs().name(machine.output_after(word)), earned(rewards, sets)) << task.name;
    }
  }
}

TEST(ToRewardMachine, TasksComeBackTheSame) {
  for (const testing::Task& task : testing::tasks()) {
    const MooreMachine machine = to_moore(determinise(task.machine));
    const RewardMachine back = to_reward_machine(machine);
    EXPECT_NO_THROW(check_deterministic(back));
    EXPECT_EQ(to_moore(back), machine) << task.name;
    EXPECT_EQ(to_reward_machine(to_moore(back)), back) << task.name;
  }
}

/// No state is unreachable or terminal beside another, and no two have the same transitions, merged states included.
void expect_minimal(const RewardMachine& machine, const std::string& name) {
  const Alphabet letters = Alphabet::power_set(machine.propositions);
  EXPECT_EQ(minimise(to_mealy(machine, letters)).size(), machine.states) << name;
  EXPECT_LE(machine.terminal.size(), 1U) << name;
}

TEST(ToRewardMachine, IsMinimalForTheTasksAndForRandomMachines) {
  for (const testing::Task& task : testing::tasks()) {
    const RewardMachine back = to_reward_machine(to_moore(determinise(task.machine)));
    expect_minimal(back, task.name);
    EXPECT_LE(back.states, task.machine.states + task.added_states) << task.name;
  }
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    RewardMachine machine{{"p", "q"}, 2 + random.below(5), State{0}, {}, {}};
    for (std::size_t q = 0; q < machine.states; ++q) {
      if (random.chance(0.2)) {
        machine.terminal.push_back(make_id<State>(q));
        continue;
      }
      for (const char* on : {"p&q", "p&!q", "!p&q", "!p&!q"}) {
        if (random.chance(0.1)) continue;
        machine.transitions.push_back({make_id<State>(q), make_id<State>(random.below(machine.states)),
                                       parse_formula(on, machine.propositions), random.chance(0.5) ? "0" : "1"});
      }
    }
    const RewardMachine back = to_reward_machine(to_moore(machine));
    expect_minimal(back, std::to_string(seed));
    EXPECT_EQ(find_counterexample(to_moore(back), to_moore(machine)), std::nullopt) << seed;
  }
}

TEST(ToRewardMachine, StatesThatEarnAlikeFromThenOnAreOne) {
  // Key and door: the door may be reached with a reward or without, and the rest is the same.
  const RewardMachine machine = reward_machine({"k", "d"}, {}, "0 0 !k, 0 1 k, 1 1 !d, 1 2 d 1, 2 2 !k, 2 1 k");
  EXPECT_EQ(to_reward_machine(to_moore(machine)).states, 2U);
  const RewardMachine three = reward_machine({"k", "d"}, {2}, "0 0 !k, 0 1 k 1, 1 1 !d, 1 2 d 1");
  EXPECT_EQ(to_reward_machine(to_moore(three)).states, 3U);
}

TEST(ToRewardMachine, OnlyHaltEndsAMachine) {
  // A goal that earns 1 for ever and a trap that earns -1 for ever: nothing ends.
  const RewardMachine machine =
      reward_machine({"g", "t"}, {}, "0 0 !g&!t, 0 1 g&!t 1, 0 2 t -1, 1 1 True 1, 2 2 True -1");
  const MooreMachine moore = to_moore(machine);
  EXPECT_EQ(find_halt(moore), no_state);
  const RewardMachine back = to_reward_machine(moore);
  EXPECT_TRUE(back.terminal.empty());
  EXPECT_EQ(to_moore(back), moore);
}

TEST(ToRewardMachine, FormulasAreMinimalAndTerminalStatesMerged) {
  const RewardMachine office = to_reward_machine(to_moore(testing::tasks()[0].machine));
  EXPECT_EQ(office.terminal.size(), 1U);  // for the office and for the plants
  std::vector<std::string> lines;
  for (const RewardTransition& t : office.transitions) {
    lines.push_back(
        fmt::format("{} {} {} {}", index(t.from), index(t.to), t.formula.text(office.propositions), t.reward));
  }
  const std::vector<std::string> expected{"0 0 !f&!n 0", "0 1 f&!n 0", "0 2 n 0",
                                          "1 1 !g&!n 0", "1 2 n 0",    "1 2 g&!n 1"};
  EXPECT_EQ(lines, expected);
}

RC_GTEST_PROP(ToRewardMachine, AnyMachineThatStartsWithZeroComesBack, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine drawn = testing::any_machine(random, 6, 4, 3);
  std::vector<Output> output_of;
  std::vector<State> next;
  const bool halts = random.chance(0.7);
  for (std::size_t q = 0; q < drawn.size(); ++q) {
    const State state = make_id<State>(q);
    output_of.push_back(state == drawn.initial() ? Output{1} : drawn.output(state));
    for (const State to : drawn.row(state)) next.push_back(halts && output_of[q] == Output{0} ? state : to);
  }
  const auto names = halts ? std::vector<std::string>{"HALT", "0", "2.5"} : std::vector<std::string>{"-1", "0", "2.5"};
  const MooreMachine machine =
      minimise({Alphabet::power_set({"p", "q"}), testing::outputs(names), drawn.initial(), output_of, next});
  const MooreMachine back = to_moore(to_reward_machine(machine), machine.alphabet());
  RC_ASSERT(back.size() == machine.size());
  for (const Word& word : testing::words_up_to(4, 4)) {
    RC_ASSERT(back.outputs().name(back.output_after(word)) == machine.outputs().name(machine.output_after(word)));
  }
}

RC_GTEST_PROP(ToRewardMachine, IsDeterministicForSetsThatAreNoLetters, (std::uint64_t seed)) {
  Random random(seed);
  const std::vector<std::string> propositions{"p", "q", "r", "s"};
  std::vector<PropositionSet> sets;
  for (PropositionSet set = 0; set < 16; ++set) {
    if (random.chance(0.5) || set == 1) sets.push_back(set);
  }
  const auto letters = random.chance(0.5) ? Alphabet::at_most_one(propositions) : Alphabet::of_sets(propositions, sets);
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < 5; ++q) {
    output_of.push_back(q == 0 ? Output{1} : make_id<Output>(random.below(3)));
    for (std::size_t a = 0; a < letters.size(); ++a) next.push_back(make_id<State>(random.below(5)));
  }
  const MooreMachine machine{letters, testing::outputs({"-1", "0", "1"}), State{0}, output_of, next};
  const RewardMachine rewards = to_reward_machine(machine);
  check_deterministic(rewards);  // throws if it is not
  const MooreMachine back = to_moore(rewards, letters);
  for (const Word& word : testing::words_up_to(2, letters.size())) {
    RC_ASSERT(back.outputs().name(back.output_after(word)) == machine.outputs().name(machine.output_after(word)));
  }
  if (letters.letter_of(0) != no_letter) return;
  for (const RewardTransition& t : rewards.transitions) RC_ASSERT(!t.formula.holds(0));
}

TEST(ToRewardMachine, FormulasStayShortWhereOnePropositionHoldsAtATime) {
  const RewardMachine machine = reward_machine({"key", "door", "goal"}, {},
                                               "0 1 key, 0 2 goal 1, 0 0 !key&!goal, 1 1 "
                                               "True 1, 2 2 True -1");
  const RewardMachine back = to_reward_machine(to_moore(machine, Alphabet::at_most_one({"key", "door", "goal"})));
  std::vector<std::string> formulas;
  for (const RewardTransition& t : back.transitions) {
    if (t.from == back.initial) formulas.push_back(t.formula.text(back.propositions));
  }
  EXPECT_EQ(formulas, (std::vector<std::string>{"!key&!goal", "key", "!key&goal"}));
}

TEST(ToMoore, RewardsAreSortedAsNumbersWithZeroAmongThem) {
  const RewardMachine machine = reward_machine({"a"}, {}, "0 0 a 10, 0 1 !a -2, 1 0 a 9, 1 1 !a 0.5");
  const std::vector<std::string> expected{"-2", "0", "0.5", "9", "10"};
  EXPECT_EQ(to_moore(machine).outputs().names(), expected);
  EXPECT_EQ(find_halt(to_moore(machine)), no_state);
  EXPECT_EQ(to_moore(machine).outputs().name(to_moore(machine).output_after({})), "0");
}

TEST(ToMoore, AcceptsOtherLettersInAnyOrder) {
  const RewardMachine machine = reward_machine({"a", "b"}, {2}, "0 0 !a, 0 1 a, 1 1 !b, 1 2 b 1");
  const auto swapped = Alphabet::power_set({"b", "x", "a"});
  EXPECT_EQ(to_moore(machine, swapped).output_after(parse_word(swapped, "a&x b")), Output{2});
  const auto single = Alphabet::at_most_one({"a", "b"});
  EXPECT_EQ(to_moore(machine, single), minimise(restrict_letters(to_moore(machine), single)));
  EXPECT_THROW(to_moore(machine, Alphabet::power_set({"a"})), InputError);
  EXPECT_THROW(to_moore(machine, testing::letters({"a", "b"})), InputError);
}

TEST(ToMealy, OnlyLettersThatOccurMustBeDeterministic) {
  const RewardMachine machine = reward_machine({"a", "b"}, {}, "0 0 a, 0 1 b, 1 1 True");
  EXPECT_THROW(to_mealy(machine, Alphabet::power_set({"a", "b"})), InputError);
  EXPECT_NO_THROW(to_mealy(machine, Alphabet::at_most_one({"a", "b"})));
}

TEST(ToMealy, RefusesBrokenRewardMachines) {
  RewardMachine machine = reward_machine({"a"}, {1}, "0 1 a");
  EXPECT_NO_THROW(to_moore(machine));
  machine.transitions[0].reward = "lots";
  EXPECT_THROW(to_moore(machine), InputError);
  EXPECT_THROW(to_moore(reward_machine({"a"}, {7}, "0 1 a")), InputError);
  EXPECT_THROW(to_moore(RewardMachine{}), InputError);
}

TEST(ToMoore, AMealyMachineWithoutHaltOrZeroGetsThem) {
  const MealyMachine machine(testing::letters({"a"}), testing::outputs({"-1", "2"}), State{0}, {false, true},
                             {{State{1}, Output{1}}, {}});
  const std::vector<std::string> expected{"HALT", "-1", "0", "2"};
  EXPECT_EQ(to_moore(machine).outputs().names(), expected);
  EXPECT_EQ(to_moore(machine).size(), 3U);
  const MealyMachine upside_down(testing::letters({"a"}), testing::outputs({"0", "HALT"}), State{0}, {true}, {{}});
  EXPECT_THROW(to_moore(upside_down), InputError);
}

TEST(ToMealy, TransitionsOfTerminalStatesMeanNothing) {
  const RewardMachine with = reward_machine({"a"}, {1}, "0 1 a, 1 0 a 5, 1 1 True 7");
  EXPECT_EQ(to_moore(with), to_moore(reward_machine({"a"}, {1}, "0 1 a")));
  EXPECT_NO_THROW(check_deterministic(with));
}

TEST(FindHalt, NeedsTheNameHaltAndAnAbsorbingStateThatIsNotTheFirst) {
  const auto machine = [](State last_goes_to, Output first, const char* low) {
    return MooreMachine(testing::letters({"a"}), testing::outputs({low, "1"}), State{0}, {first, Output{0}},
                        {State{1}, last_goes_to});
  };
  EXPECT_EQ(find_halt(machine(State{1}, Output{1}, "HALT")), State{1});
  EXPECT_EQ(find_halt(machine(State{1}, Output{1}, "0")), no_state);
  const MooreMachine above(testing::letters({"a"}), testing::outputs({"0", "HALT"}), State{0}, {Output{0}, Output{1}},
                           {State{1}, State{1}});
  EXPECT_EQ(find_halt(above), no_state);
  EXPECT_EQ(find_halt(machine(State{0}, Output{1}, "HALT")), no_state);
  const MooreMachine alone(testing::letters({"a"}), testing::outputs({"HALT"}), State{0}, {Output{0}}, {State{0}});
  EXPECT_EQ(find_halt(alone), no_state);
}

/// The outputs along a word: what a Mealy machine says.
std::vector<std::string> outputs_along(const MooreMachine& machine, const Word& word) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    names.push_back(machine.outputs().name(machine.output_after(std::span(word).first(i))));
  }
  return names;
}

RC_GTEST_PROP(ToMealy, SaysWhatAMooreMachineSaysAfterEveryLetter, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine drawn = testing::any_machine(random, 7, 2, 3);
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < drawn.size(); ++q) {
    output_of.push_back(drawn.output(make_id<State>(q)));
    for (const State to : drawn.row(make_id<State>(q))) {
      next.push_back(output_of[q] == Output{0} && random.chance(0.8) ? make_id<State>(q) : to);
    }
  }
  const MooreMachine moore(drawn.alphabet(), testing::outputs({"HALT", "0", "low"}), drawn.initial(), output_of, next);
  const MealyMachine mealy = to_mealy(moore);
  RC_ASSERT(minimise(mealy) == mealy);
  const MooreMachine back = to_moore(mealy);
  for (const Word& word : testing::words_up_to(5, 2)) {
    RC_ASSERT(outputs_along(back, word) == outputs_along(moore, word));
  }
}

class UndefinedSteps : public ::testing::Test {
 protected:
  // a leads on and earns "x", b is missing at the second state, which a leaves for the terminal one.
  MealyMachine machine{testing::letters({"a", "b"}),
                       testing::outputs({"x", "y"}),
                       State{0},
                       {false, false, true},
                       {{State{1}, Output{0}}, {State{0}, Output{1}}, {State{2}, Output{1}}, {}, {}, {}}};
  std::string after(const Undefined& undefined, const char* word) const {
    const MooreMachine moore = to_moore(machine, undefined);
    return moore.outputs().name(moore.output_after(parse_word(moore.alphabet(), word)));
  }
};

TEST_F(UndefinedSteps, EndByDefault) {
  EXPECT_EQ(after({}, "ε"), "0");
  EXPECT_EQ(after({}, "ab"), "0");
  EXPECT_EQ(after({}, "aba"), "HALT");
  EXPECT_EQ(after({}, "aa"), "y");
  EXPECT_EQ(after({}, "aab"), "HALT");
}

TEST_F(UndefinedSteps, GiveAnOutputForEver) {
  for (const char* output : {"x", "none", "-3"}) {
    const Undefined undefined{Undefined::Rule::output, output, output};
    EXPECT_EQ(after(undefined, "ε"), output);
    EXPECT_EQ(after(undefined, "ab"), output);
    EXPECT_EQ(after(undefined, "abab"), output);
    EXPECT_EQ(after(undefined, "aa"), "y");
    EXPECT_EQ(after(undefined, "aab"), "HALT");
  }
  EXPECT_EQ(after({Undefined::Rule::output, "HALT"}, "ab"), "HALT");
  EXPECT_EQ(after({Undefined::Rule::output, "x"}, "ε"), "0");
}

TEST_F(UndefinedSteps, AreRefusedOnRequest) {
  try {
    to_moore(machine, {Undefined::Rule::refuse});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "state 1 has no transition for the letter 'b', expected one for each letter");
  }
}

}  // namespace
}  // namespace remap
