#include "remap/runs/settings.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

const Alphabet plain{"a", "b"};
const Alphabet sets = Alphabet::power_set({"p", "q"});
const Outputs outputs{"HALT", "0", "1"};

std::string refusal(const AskedSettings& asked, const Alphabet& alphabet = plain) {
  try {
    make_method(asked, alphabet, outputs);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, PresetsDependOnTheAlphabetInOnePlace) {
  EXPECT_EQ(make_method({}, plain, outputs).learner, LearnerKind::tree);
  EXPECT_EQ(make_method({}, sets, outputs).learner, LearnerKind::tour);
  const Method paper = make_method({{"preset", "paper"}}, sets, outputs);
  EXPECT_EQ(paper.learner, LearnerKind::table);
  EXPECT_EQ(paper.ranker, RankerKind::quicksort);
  EXPECT_EQ(paper.counterexample, CounterexampleOrder::depth_first);
  EXPECT_EQ(paper.guess, Guess::lowest);
  EXPECT_EQ(make_method({{"preset", "lstar"}}, plain, outputs).learner, LearnerKind::lstar);
}

TEST(Settings, RewardsMakeAMealyMachine) {
  const auto kind = [](const AskedSettings& asked, const Alphabet& alphabet, const std::optional<Outputs>& values) {
    return make_method_for_teacher(asked, alphabet, values, [] { return Abilities{true}; }).machine;
  };
  EXPECT_EQ(kind({}, sets, outputs), MachineKind::mealy);
  EXPECT_EQ(kind({}, plain, outputs), MachineKind::mealy);
  EXPECT_EQ(kind({{"machine", "moore"}}, sets, outputs), MachineKind::moore);
  EXPECT_EQ(kind({{"learner", "table"}}, sets, outputs), MachineKind::moore);
  EXPECT_EQ(kind({{"preset", "paper"}}, sets, outputs), MachineKind::moore);
  EXPECT_EQ(kind({}, sets, Outputs{"0", "1"}), MachineKind::moore);
  EXPECT_EQ(kind({}, sets, Outputs{"HALT", "bad", "good"}), MachineKind::moore);
  EXPECT_EQ(kind({{"machine", "mealy"}}, sets, Outputs{"0", "1"}), MachineKind::mealy);
  std::vector<std::string> many;
  for (int i = 0; i < 30; ++i) many.push_back("p" + std::to_string(i));
  EXPECT_EQ(kind({}, Alphabet::power_set(many), outputs), MachineKind::moore) << "letters are not listed";
  // A log says which one it was, so that it stays the same.
  Method method = make_method_for_teacher({}, sets, outputs, [] { return Abilities{true}; });
  EXPECT_EQ(read_method(write_method(method, outputs), outputs).machine, MachineKind::mealy);
  method.machine = MachineKind::moore;
  EXPECT_EQ(read_method(write_method(method, outputs), outputs).machine, MachineKind::moore);
}

TEST(Settings, WhatIsWrittenIsReadBack) {
  const AskedSettings every = {
      {"learner", "tour"},   {"effort", "economy"},   {"ranker", "all-pairs"}, {"equivalence", "sampling"},
      {"feedback", "among"}, {"valuation", "direct"}, {"guess", "lowest"},     {"epsilon", "0.01"},
      {"delta", "0.02"},     {"stop", "0.3"},         {"absorbing", "HALT"},   {"seed", "77"},
      {"confirm", "all"},    {"recheck", "0.25"}};
  const Method method = make_method(every, sets, outputs);
  const Settings written = write_method(method, outputs);
  EXPECT_EQ(write_method(read_method(written, outputs), outputs), written);
  for (const auto& [name, text] : every) EXPECT_EQ(setting(written, name), text) << name;
  EXPECT_TRUE(same_questions(method, read_method(written, outputs)));
}

TEST(Settings, EveryEntryReadsWhatItWrites) {
  for (const MethodSetting& entry : method_settings()) {
    EXPECT_FALSE(entry.help.empty()) << entry.name;
    for (const SettingChoice& choice : entry.choices) {
      Method method;
      entry.set(entry, method, choice.name, outputs);
      EXPECT_EQ(entry.get(method, outputs), choice.name);
      EXPECT_FALSE(choice.help.empty()) << choice.name;
    }
    Method method;
    EXPECT_THROW(entry.set(entry, method, "no such thing", outputs), InputError) << entry.name;
  }
}

TEST(Settings, LaterSettingsAreLeftOutAtTheirDefaults) {
  const Settings written = write_method(make_method({}, plain, outputs), outputs);
  EXPECT_EQ(setting(written, "confirm"), "");
  EXPECT_EQ(setting(written, "recheck"), "");
  Settings unknown = written;
  unknown.emplace_back("tomorrow", "1");
  EXPECT_THROW(read_method(unknown, outputs), InputError);
  EXPECT_THROW(read_method(Settings(written.begin() + 1, written.end()), outputs), InputError);
}

TEST(Settings, WhatHasNoEffectIsRefused) {
  EXPECT_EQ(refusal({{"effort", "lazy"}}), "");
  EXPECT_EQ(refusal({{"learner", "table"}, {"effort", "lazy"}}),
            "--effort has no effect without --learner tree or tour");
  EXPECT_EQ(refusal({{"equivalence-cost", "5"}}), "");
  EXPECT_EQ(refusal({{"learner", "table"}, {"equivalence-cost", "5"}}),
            "--equivalence-cost has no effect without --learner tree or tour");
  EXPECT_EQ(refusal({{"effort", "lazy"}}, sets), "");
  EXPECT_EQ(refusal({{"effort", "lazy"}, {"equivalence-cost", "5"}}, sets),
            "--equivalence-cost has no effect together with --effort");
  EXPECT_EQ(refusal({{"learner", "lstar"}, {"ranker", "search"}}),
            "--ranker has no effect with --learner lstar, which asks for values");
  EXPECT_EQ(refusal({{"learner", "lstar"}, {"equivalence", "order"}}),
            "--learner lstar asks for values, which --equivalence order never gives");
  EXPECT_EQ(refusal({{"samples", "5"}}), "--samples has no effect without --equivalence sampling or order-sampling");
  EXPECT_EQ(refusal({{"equivalence", "sampling"}, {"samples", "5"}, {"epsilon", "0.1"}}),
            "--epsilon has no effect together with --samples");
  EXPECT_EQ(refusal({{"equivalence", "order"}, {"feedback", "value"}}),
            "--feedback has no effect with --equivalence order, which gives no values");
  EXPECT_EQ(refusal({{"valuation", "z3"}, {"guess", "lowest"}}),
            "--guess has no effect with --valuation z3, which chooses values itself");
  EXPECT_EQ(refusal({{"absorbing", "9"}}), "--absorbing cannot be '9', expected one of the outputs HALT, 0 or 1");
  EXPECT_EQ(refusal({{"stop", "0"}, {"equivalence", "sampling"}}),
            "--stop must be a number above 0 and below 1, not '0'");
}

TEST(Settings, WhoChecksMachinesIsKnownBeforeOptionsAreRefused) {
  const auto judge = [] { return Abilities{true}; };
  const auto nobody = [] { return Abilities{}; };
  EXPECT_EQ(make_method_for_teacher({{"epsilon", "0.01"}}, sets, outputs, nobody).samples.epsilon, 0.01);
  EXPECT_THROW(make_method_for_teacher({{"epsilon", "0.01"}}, sets, outputs, judge), InputError);
  EXPECT_THROW(make_method_for_teacher({{"guess", "lowest"}}, sets, outputs, nobody), InputError);
  EXPECT_EQ(make_method_for_teacher({{"guess", "lowest"}}, sets, outputs, judge).guess, Guess::lowest);
}

TEST(Settings, EffortsAskDifferentQuestions) {
  EXPECT_FALSE(same_questions(make_method({{"effort", "full"}}, sets, outputs),
                              make_method({{"effort", "economy"}}, sets, outputs)));
}

TEST(Settings, APriceReplacesTheEffort) {
  const Method method = make_method({{"equivalence-cost", "12.5"}}, sets, outputs);
  EXPECT_EQ(method.equivalence_cost, 12.5);
  const Settings written = write_method(method, outputs);
  EXPECT_EQ(setting(written, "equivalence-cost"), "12.5");
  EXPECT_EQ(read_method(written, outputs).equivalence_cost, 12.5);
  EXPECT_FALSE(same_questions(method, make_method({}, sets, outputs)));
  EXPECT_EQ(setting(write_method(make_method({}, sets, outputs), outputs), "equivalence-cost"), "");
  EXPECT_EQ(refusal({{"equivalence-cost", "0"}}, sets),
            "--equivalence-cost must be a number above 0, at most 1e12, not '0'");
}

}  // namespace
}  // namespace remap
