#include "logic/guards/guards.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "automata/machines/guard_formulas.hpp"
#include "automata/machines/isop.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {
namespace {

std::vector<std::string> many(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("p" + std::to_string(i));
  return names;
}

TEST(Guards, ChooseInAnyOrderGivesTheSameDiagram) {
  Guards::Builder builder;
  const auto a = builder.leaf(State{0}), b = builder.leaf(State{1}), c = builder.leaf(State{2});
  // p40 first, then p3; and the other way round.
  const auto one = builder.choose(40, builder.choose(3, a, b), c);
  const auto other = builder.choose(3, builder.choose(40, a, c), builder.choose(40, b, c));
  EXPECT_EQ(one, other);
  EXPECT_EQ(builder.choose(5, one, one), one);
  const std::vector<Guards::Diagram> states{one};
  const Guards guards = builder.build(states);
  EXPECT_EQ(guards.step(State{0}, 0), State{0});
  EXPECT_EQ(guards.step(State{0}, PropositionSet{1} << 3), State{1});
  EXPECT_EQ(guards.step(State{0}, PropositionSet{1} << 40 | PropositionSet{1} << 3), State{2});
  EXPECT_EQ(guards.asked(State{0}), PropositionSet{1} << 40 | PropositionSet{1} << 3);
  EXPECT_EQ(guards.successors(State{0}), (std::vector<State>{State{0}, State{1}, State{2}}));
  const PropositionSet third = PropositionSet{1} << 3, fortieth = PropositionSet{1} << 40;
  EXPECT_EQ(guards.arrivals(State{0}),
            (std::vector<Guards::Arrival>{{0, State{0}}, {third, State{1}}, {fortieth, State{2}}}));
}

TEST(Guards, AskingAgainForAPropositionChangesNothing) {
  Guards::Builder builder;
  const auto a = builder.leaf(State{0}), b = builder.leaf(State{1});
  const auto inner = builder.choose(7, a, b);
  EXPECT_EQ(builder.choose(7, inner, b), inner);
  EXPECT_EQ(builder.choose(7, a, inner), inner);
  EXPECT_EQ(builder.choose(7, inner, a), a);
}

TEST(UnlistedAlphabet, NumbersLettersWhenTheyAreAskedFor) {
  const Alphabet alphabet = Alphabet::power_set(many(64));
  EXPECT_FALSE(alphabet.listed());
  EXPECT_TRUE(alphabet.propositional());
  EXPECT_THROW(static_cast<void>(alphabet.size()), InputError);
  EXPECT_THROW(static_cast<void>(alphabet.names()), InputError);
  EXPECT_THROW(static_cast<void>(alphabet.sets()), InputError);
  const Letter letter = alphabet.letter_of(PropositionSet{1} << 63 | 1);
  EXPECT_EQ(alphabet.name(letter), "{p0,p63}");
  EXPECT_EQ(alphabet.find("p63&p0"), letter);
  EXPECT_EQ(alphabet.set_of(letter), PropositionSet{1} << 63 | 1);
  EXPECT_TRUE(alphabet.has(letter));
  // An equal alphabet numbers its letters alike.
  const Alphabet again = Alphabet::power_set(many(64));
  EXPECT_EQ(alphabet, again);
  EXPECT_EQ(again.letter_of(PropositionSet{1} << 63 | 1), letter);
  const Word word = parse_word(alphabet, "{p0,p63} {} p1");
  EXPECT_EQ(format_word(alphabet, word), "{p0,p63} {} {p1}");
  EXPECT_THROW(parse_word(alphabet, "p64"), InputError);
  EXPECT_NE(alphabet, Alphabet::power_set(many(63)));
  EXPECT_EQ(Alphabet::power_set(many(20)).letter_of(PropositionSet{1} << 20), no_letter);
}

TEST(AtMost, ListsSetsBySizeThenByPosition) {
  const Alphabet two = Alphabet::at_most(many(4), 2);
  EXPECT_EQ(two.names(), (std::vector<std::string>{"{}", "{p0}", "{p1}", "{p2}", "{p3}", "{p0,p1}", "{p0,p2}",
                                                   "{p0,p3}", "{p1,p2}", "{p1,p3}", "{p2,p3}"}));
  EXPECT_EQ(Alphabet::at_most(many(5), 9), Alphabet::power_set(many(5)));
  EXPECT_EQ(Alphabet::at_most(many(64), 1), Alphabet::at_most_one(many(64)));
  EXPECT_THROW(Alphabet::at_most(many(64), 4), InputError);
}

// A machine over few propositions, and the same over many: what is true of the one is true of the other.
class Widened : public ::testing::TestWithParam<const char*> {
 protected:
  const MooreMachine narrow = *family_machine(GetParam());
  /// Bit i of a letter of the narrow machine stands for proposition 3 i + 1 of the wide one.
  [[nodiscard]] Letter narrowed(PropositionSet letter) const {
    PropositionSet set = 0;
    for (std::size_t i = 0; i < narrow.alphabet().propositions().size(); ++i) set |= (letter >> (3 * i + 1) & 1) << i;
    return narrow.alphabet().letter_of(set);
  }
  [[nodiscard]] MooreMachine wide() const {
    std::vector<std::string> names = many(40);
    for (std::size_t i = 0; i < narrow.alphabet().propositions().size(); ++i) {
      names[3 * i + 1] = narrow.alphabet().propositions()[i];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].starts_with("p") && i % 3 != 1) names[i] = "x" + names[i];
    }
    Guards::Builder builder;
    std::vector<Guards::Diagram> diagrams;
    std::vector<Output> output_of;
    for (std::size_t q = 0; q < narrow.size(); ++q) {
      const State state = make_id<State>(q);
      output_of.push_back(narrow.output(state));
      const std::function<Guards::Diagram(std::size_t, PropositionSet)> made = [&](std::size_t i, PropositionSet set) {
        if (i == narrow.alphabet().propositions().size()) {
          return builder.leaf(narrow.next(state, narrow.alphabet().letter_of(set)));
        }
        const Guards::Diagram low = made(i + 1, set), high = made(i + 1, set | PropositionSet{1} << i);
        return builder.choose(3 * i + 1, low, high);
      };
      diagrams.push_back(made(0, 0));
    }
    return guarded_machine(names, narrow.outputs(), narrow.initial(), std::move(output_of), builder.build(diagrams));
  }
};

TEST_P(Widened, RunsMinimisesAndComparesAlike) {
  const MooreMachine machine = wide();
  ASSERT_NE(machine.guards(), nullptr);
  EXPECT_EQ(machine.size(), narrow.size());
  EXPECT_EQ(machine, canonical(machine));
  EXPECT_EQ(minimise(machine), machine);
  Random random(1);
  Word word;
  for (int i = 0; i < 200; ++i) {
    sample_word(random, 0.1, machine.alphabet(), word);
    Word small;
    for (const Letter letter : word) small.push_back(narrowed(machine.alphabet().set_of(letter)));
    EXPECT_EQ(machine.output_after(word), narrow.output_after(small));
  }
}

// A machine that differs in one cube: the word found is a shortest one, and its sets are small.
TEST_P(Widened, ACounterexampleIsShortestWithSmallSets) {
  const MooreMachine machine = wide();
  for (std::size_t q = 0; q < machine.size(); ++q) {
    Guards::Builder builder;
    std::vector<Guards::Diagram> diagrams;
    std::vector<Output> output_of;
    for (std::size_t s = 0; s < machine.size(); ++s) {
      const State state = make_id<State>(s);
      output_of.push_back(machine.output(state));
      diagrams.push_back(builder.copy(*machine.guards(), machine.guards()->of(state), {}));
    }
    const Formula part({Cube{PropositionSet{1} << 39, PropositionSet{1} << 38}});
    diagrams[q] = assign(builder, diagrams[q], part, State{0});
    const MooreMachine other(machine.alphabet(), machine.outputs(), machine.initial(), output_of,
                             std::make_shared<const Guards>(builder.build(diagrams)));
    const auto word = find_counterexample(machine, other);
    if (!word) continue;
    EXPECT_NE(machine.output_after(*word), other.output_after(*word));
    std::size_t with = 0;
    for (const Letter letter : *word) with += machine.alphabet().set_of(letter) >> 39 & 1;
    EXPECT_GE(with, 1U);
    EXPECT_FALSE(find_counterexample(machine, machine));
  }
}

TEST_P(Widened, ConvertsAlike) {
  const MooreMachine machine = wide();
  const MealyMachine mealy = to_mealy(machine), small = to_mealy(narrow);
  ASSERT_NE(mealy.guards(), nullptr);
  EXPECT_EQ(mealy.size(), small.size());
  EXPECT_EQ(minimise(mealy), mealy);
  Random random(2);
  for (std::size_t q = 0; q < mealy.size(); ++q) {
    EXPECT_EQ(mealy.terminal(make_id<State>(q)), small.terminal(make_id<State>(q)));
    for (int i = 0; i < 50; ++i) {
      const PropositionSet letter = random.next() >> 24;
      EXPECT_EQ(mealy.step(make_id<State>(q), machine.alphabet().letter_of(letter)),
                small.step(make_id<State>(q), narrowed(letter)));
    }
  }
  const std::string empty = machine.outputs().name(machine.output(machine.initial()));
  const Undefined undefined{Undefined::Rule::ends, {}, empty};
  EXPECT_FALSE(find_counterexample(to_moore(mealy, undefined), machine));
  const RewardMachine rewards = to_reward_machine(machine);
  EXPECT_EQ(rewards.transitions.size(), to_reward_machine(narrow).transitions.size());
  EXPECT_EQ(to_mealy(rewards, machine.alphabet()), to_mealy(rewards, machine.alphabet()));
  EXPECT_FALSE(find_counterexample(to_moore(to_mealy(rewards, machine.alphabet()), undefined), machine));
}

TEST_P(Widened, PropositionsInAnotherOrderMakeTheSameMachine) {
  const MooreMachine machine = wide();
  std::vector<std::string> names = machine.alphabet().propositions();
  std::reverse(names.begin(), names.end());
  const MooreMachine other = restrict_letters(machine, Alphabet::power_set(names));
  EXPECT_EQ(other.guards() == machine.guards(), false);
  EXPECT_EQ(restrict_letters(other, machine.alphabet()), machine);
  names.back() = "unknown";
  EXPECT_THROW(restrict_letters(machine, Alphabet::power_set(names)), InputError);
}

INSTANTIATE_TEST_SUITE_P(Families, Widened, ::testing::Values("collect:3", "relevant:20,4", "guards:12,5"),
                         [](const auto& entry) {
                           std::string name = entry.param;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

TEST(GuardFormulas, SayWhatADiagramSays) {
  const MooreMachine machine = *family_machine("guards:30,64");
  Random random(3);
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const auto formulas = formulas_of(*machine.guards(), make_id<State>(q));
    Guards::Builder builder;
    Guards::Diagram diagram = builder.leaf(no_state);
    for (const auto& [to, formula] : formulas) diagram = assign(builder, diagram, formula, to);
    const std::vector<Guards::Diagram> one{diagram};
    const Guards back = builder.build(one);
    for (int i = 0; i < 100; ++i) {
      const PropositionSet letter = random.next();
      EXPECT_EQ(back.step(State{0}, letter), machine.guards()->step(make_id<State>(q), letter));
      std::size_t holding = 0;
      for (const auto& [to, formula] : formulas) holding += formula.holds(letter) ? 1 : 0;
      EXPECT_EQ(holding, 1U);
    }
  }
}

// A state that asks for 20 propositions, in pairs: what is left has a cube for each choice of one of every pair.
TEST(GuardFormulas, AreIrredundantOverManyPropositions) {
  std::vector<Cube> cubes;
  for (std::size_t i = 0; i < 10; ++i) cubes.push_back({PropositionSet{3} << 2 * i, 0});
  const Formula pairs(cubes);
  Guards::Builder builder;
  const std::vector<Guards::Diagram> states{assign(builder, builder.leaf(State{0}), pairs, State{1})};
  const Guards guards = builder.build(states);
  const auto formulas = formulas_of(guards, State{0});
  ASSERT_EQ(formulas.size(), 2U);
  EXPECT_EQ(formulas[0].second.cubes().size(), 1024U);
  EXPECT_EQ(formulas[1].second, pairs);
  EXPECT_LE(guards.size(), 30U);
}

TEST(GuardFormulas, IrredundantOnesSayWhatADiagramSays) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    Guards::Builder builder;
    Guards::Diagram diagram = builder.leaf(State{0});
    for (std::size_t i = 0; i < 6; ++i) {
      const PropositionSet literals = random.next() & random.next() & random.next() & 0xFFFFF;
      const PropositionSet on = random.next() & literals;
      diagram = assign(builder, diagram, Formula({Cube{on, literals & ~on}}), make_id<State>(random.below(3)));
    }
    const std::vector<Guards::Diagram> one{diagram};
    const Guards guards = builder.build(one);
    for (const State target : guards.successors(State{0})) {
      Guards::Builder fresh;
      const Guards::Diagram copied = fresh.copy(guards, guards.of(State{0}), {});
      const Formula formula = irredundant_formula(fresh, copied, target);
      for (std::size_t left_out = 0; left_out <= formula.cubes().size(); ++left_out) {
        std::vector<Cube> cubes = formula.cubes();
        if (left_out < cubes.size()) cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(left_out));
        const Guards::Diagram said = assign(fresh, fresh.leaf(no_state), Formula(cubes), target);
        const Guards::Diagram meant =
            fresh.combine(copied, copied, [&](State at, State) { return at == target ? target : no_state; });
        EXPECT_EQ(said == meant, left_out == formula.cubes().size());
      }
    }
  }
}

// Parity of 40 propositions is a diagram of 80 nodes with 2^40 ways through it.
TEST(Guards, WaysThroughADiagramAreNotListed) {
  Guards::Builder builder;
  Guards::Diagram even = builder.leaf(State{0}), odd = builder.leaf(State{1});
  for (std::size_t i = 40; i-- > 0;) {
    const Guards::Diagram more = builder.choose(i, even, odd);
    odd = builder.choose(i, odd, even);
    even = more;
  }
  const std::vector<Guards::Diagram> states{even, odd};
  const MooreMachine machine =
      guarded_machine(many(40), Outputs({"0", "1"}), State{0}, {Output{0}, Output{1}}, builder.build(states));
  EXPECT_EQ(minimise(machine), machine);
  EXPECT_EQ(machine.guards()->arrivals(State{0}), (std::vector<Guards::Arrival>{{0, State{0}}, {1, State{1}}}));
  EXPECT_FALSE(find_counterexample(machine, machine));
  EXPECT_EQ(find_counterexample(machine, constant_machine(machine.alphabet(), machine.outputs(), Output{0}))->size(),
            1U);
  EXPECT_FALSE(find_counterexample(to_moore(to_mealy(machine)), machine));
  EXPECT_THROW(formulas_of(*machine.guards(), State{0}), InputError);  // 2^39 cubes
}

TEST(Guards, JointLettersAreTheSmallest) {
  const MooreMachine a = *family_machine("guards:12,18"), b = *family_machine("guards:12,18,7");
  Random random(4);
  for (std::size_t p = 0; p < a.size(); ++p) {
    const State from_a = make_id<State>(p), from_b = make_id<State>((5 * p + 1) % b.size());
    const auto joint = Guards::joint(*a.guards(), from_a, *b.guards(), from_b);
    std::set<std::pair<State, State>> met;
    for (std::size_t i = 0; i < joint.size(); ++i) {
      EXPECT_TRUE(met.emplace(joint[i].a, joint[i].b).second);
      EXPECT_EQ(a.guards()->step(from_a, joint[i].letter), joint[i].a);
      EXPECT_EQ(b.guards()->step(from_b, joint[i].letter), joint[i].b);
      EXPECT_TRUE(i == 0 || letter_before(joint[i - 1].letter, joint[i].letter));
    }
    for (int i = 0; i < 500; ++i) {
      const PropositionSet letter = random.next() >> 46;
      const std::pair<State, State> to{a.guards()->step(from_a, letter), b.guards()->step(from_b, letter)};
      const auto found =
          std::find_if(joint.begin(), joint.end(), [&](const auto& each) { return std::pair(each.a, each.b) == to; });
      ASSERT_NE(found, joint.end());
      EXPECT_FALSE(letter_before(letter, found->letter));
    }
  }
}

// Sizes, not times: what is kept of a large machine grows with its edges, whatever the number of propositions.
TEST(Guards, ALargeMachineStaysSmall) {
  const MooreMachine machine = *family_machine("guards:200,64");
  EXPECT_EQ(machine.size(), 200U);
  EXPECT_LE(machine.guards()->size(), 200U * 12U);
  const MooreMachine again = minimise(canonical(machine));
  EXPECT_EQ(again, machine);
  EXPECT_EQ(again.guards()->size(), machine.guards()->size());
  std::size_t cubes = 0;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    for (const auto& [to, formula] : formulas_of(*machine.guards(), make_id<State>(q))) cubes += formula.cubes().size();
  }
  EXPECT_LE(cubes, 200U * 10U);
}

TEST(RewardMachine, FormulasOverManyPropositionsConvert) {
  RewardMachine machine;
  machine.propositions = many(30);
  machine.states = 3;
  machine.terminal = {State{2}};
  std::string all = "p0";
  for (std::size_t i = 1; i < 20; ++i) all += "&p" + std::to_string(i);
  const Formula together = parse_formula(all, machine.propositions);
  machine.transitions = {{State{0}, State{1}, together, "0"},
                         {State{0}, State{0}, !together, "0"},
                         {State{1}, State{2}, parse_formula("p29", machine.propositions), "1"},
                         {State{1}, State{1}, parse_formula("!p29", machine.propositions), "0"}};
  const MooreMachine moore = to_moore(machine);
  const Alphabet& alphabet = moore.alphabet();
  const auto output = [&](PropositionSet a, PropositionSet b) {
    return moore.outputs().name(moore.output_after(Word{alphabet.letter_of(a), alphabet.letter_of(b)}));
  };
  const PropositionSet twenty = (PropositionSet{1} << 20) - 1, last = PropositionSet{1} << 29;
  EXPECT_EQ(output(twenty, last), "1");
  EXPECT_EQ(output(twenty >> 1, last), "0");
  EXPECT_EQ(output(last, twenty), "0");
  const RewardMachine back = to_reward_machine(moore);
  EXPECT_EQ(back.states, 3U);
  EXPECT_FALSE(find_counterexample(to_moore(back), moore));
  machine.transitions.push_back({State{1}, State{0}, parse_formula("p28", machine.propositions), "0"});
  EXPECT_THROW(to_moore(machine), InputError);  // {p28,p29} and {p28} have two transitions
}

}  // namespace
}  // namespace remap
