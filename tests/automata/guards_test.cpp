#include "automata/guards.hpp"

#include <gtest/gtest.h>

#include "automata/guard_formulas.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/minimise.hpp"
#include "remap/automata/random.hpp"

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
  EXPECT_EQ(guards.edges(State{0}).front().value, 0U);
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
  [[nodiscard]] MooreMachine wide() const {
    std::vector<std::string> names = many(40);
    for (std::size_t i = 0; i < narrow.alphabet().propositions().size(); ++i) {
      names[3 * i + 1] = narrow.alphabet().propositions()[i];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].starts_with("p") && i % 3 != 1) names[i] = "x" + names[i];
    }
    return over_propositions(narrow, names);
  }
};

TEST_P(Widened, RunsMinimisesAndComparesAlike) {
  const MooreMachine machine = wide();
  ASSERT_NE(machine.guards(), nullptr);
  EXPECT_EQ(machine.size(), narrow.size());
  EXPECT_EQ(machine, canonical(machine));
  EXPECT_EQ(minimise(machine), machine);
  std::vector<std::size_t> places;
  EXPECT_TRUE(isomorphic(without_idle_propositions(machine, places), narrow));
  Random random(1);
  Word word;
  for (int i = 0; i < 200; ++i) {
    sample_word(random, 0.1, machine.alphabet(), word);
    Word small;
    for (const Letter letter : word) {
      PropositionSet set = 0;
      for (std::size_t p = 0; p < places.size(); ++p) set |= (machine.alphabet().set_of(letter) >> places[p] & 1) << p;
      small.push_back(narrow.alphabet().letter_of(set));
    }
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

}  // namespace
}  // namespace remap
