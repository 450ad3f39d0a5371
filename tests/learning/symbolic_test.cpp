#include <gtest/gtest.h>

#include <set>

#include "learning/symbolic/chain.hpp"
#include "learning/symbolic/records.hpp"
#include "learning/symbolic/tails.hpp"

namespace remap::symbolic {
namespace {

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back("p" + std::to_string(i));
  return result;
}

TEST(LetterSpace, KnowsItsKind) {
  const LetterSpace all(Alphabet::power_set(names(4)));
  EXPECT_TRUE(all.all_sets());
  EXPECT_EQ(all.count({0b11, 0b01}, 100), 4U);
  EXPECT_EQ(all.smallest({0b11, 0b01}), 0b01U);
  const LetterSpace one(Alphabet::at_most_one(names(10)));
  EXPECT_FALSE(one.all_sets());
  EXPECT_TRUE(one.listed().empty());
  EXPECT_EQ(one.most(), 1U);
  EXPECT_EQ(one.count({0b1, 0b0}, 100), 10U);
  EXPECT_EQ(one.count({0b1, 0b1}, 100), 1U);
  EXPECT_EQ(one.count({0b11, 0b11}, 100), 0U);
  EXPECT_FALSE(one.contains(0b11));
}

TEST(LetterSpace, OtherAlphabetsAreLists) {
  const LetterSpace some(Alphabet::of_sets(names(3), {0b111, 0b101, 0b100}));
  EXPECT_EQ(some.listed().size(), 3U);
  EXPECT_EQ(some.smallest({}), 0b100U);
  EXPECT_EQ(some.smallest({0b1, 0b1}), 0b101U);
  EXPECT_EQ(some.count({0b1, 0b1}, 100), 2U);
  EXPECT_EQ(some.count({0b1, 0b1}, 1), 1U);
  EXPECT_TRUE(some.contains(0b111));
  EXPECT_FALSE(some.contains(0));
}

TEST(Rules, SplitOnAProposition) {
  const LetterSpace letters(Alphabet::power_set(names(3)));
  Rules rules(letters);
  rules.add_state();
  rules.add_state();
  const RuleId first = rules.rule_for(State{0}, 0b111);
  EXPECT_EQ(rules.step(State{0}, 0b111), State{0});
  const RuleId made = rules.split(first, 0b010, 0b111);
  rules.retarget(made, State{1});
  for (PropositionSet letter = 0; letter < 8; ++letter) {
    EXPECT_EQ(rules.step(State{0}, letter), (letter & 0b010) != 0 ? State{1} : State{0});
  }
  EXPECT_EQ(rules[made].cube, (Cube{0b010, 0b010}));
  EXPECT_EQ(rules[first].cube, (Cube{0b010, 0b000}));
  EXPECT_EQ(rules[made].smallest, 0b010U);
  EXPECT_EQ(rules.successors(State{0}), std::vector<State>{State{1}});
  EXPECT_EQ(rules.take_changed(), (std::vector<RuleId>{first, made}));
  EXPECT_TRUE(rules.take_changed().empty());
}

// A list of priorities (p0 first, then p1, then p2), learned in the worst order: p2 is asked for first.
TEST(Rules, ATreeIsRebuiltSmaller) {
  const LetterSpace letters(Alphabet::power_set(names(3)));
  Rules rules(letters);
  for (int i = 0; i < 4; ++i) rules.add_state();
  rules.note_relevant(State{0}, 0b111);
  const auto target = [](PropositionSet letter) {
    return (letter & 1) != 0 ? State{1} : (letter & 2) != 0 ? State{2} : (letter & 4) != 0 ? State{3} : State{0};
  };
  const auto split = [&](PropositionSet at, PropositionSet bit) {
    const RuleId made = rules.split(rules.rule_for(State{0}, at), bit, at);
    rules.set_basis(made, Basis::sifted);
    rules.retarget(made, target(at));
  };
  rules.set_basis(rules.rule_for(State{0}, 0), Basis::sifted);
  split(0b100, 0b100);
  split(0b110, 0b010);
  split(0b010, 0b010);
  split(0b101, 0b001);
  split(0b111, 0b001);
  split(0b001, 0b001);
  split(0b011, 0b001);
  EXPECT_EQ(rules.rules_of(State{0}).size(), 8U);
  rules.rebuild(State{0}, true);
  EXPECT_EQ(rules.rules_of(State{0}).size(), 4U);
  EXPECT_EQ(rules.more_facts(State{0}).size(), 4U);
  for (PropositionSet letter = 0; letter < 8; ++letter) EXPECT_EQ(rules.step(State{0}, letter), target(letter));
  // A fact beside the rules that turns out to lead elsewhere has a rule of its own again.
  Fact& fact = rules.more_facts(State{0}).front();
  const Fact changed{fact.letter, fact.target == State{1} ? State{2} : State{1}};
  fact = changed;
  EXPECT_NE(rules.step(State{0}, changed.letter), changed.target);
  rules.rebuild(State{0}, false);
  EXPECT_EQ(rules.step(State{0}, changed.letter), changed.target);
}

// The word {p0,p5} {} disagrees because p5 matters in the first state, and the search has to find that.
TEST(Chain, FindsTheProposition) {
  const LetterSpace letters(Alphabet::power_set(names(8)));
  Rules rules(letters);
  rules.add_state();
  Doubts doubts(rules, letters);
  doubts.refresh();
  Random random(1);
  const std::vector<ClassId> classes{ClassId{0}};
  Chain chain(rules, doubts, letters, classes, {0b100001, 0}, random);
  std::size_t probes = 0;
  while (!chain.finished()) {
    const Chain::Position& at = chain.probe();
    chain.take(at.step > 0 || (at.letter & 0b100000) == 0);
    ++probes;
  }
  EXPECT_EQ(chain.reason().step, 0U);
  EXPECT_EQ(chain.reason().difference, 0b100000U);
  EXPECT_TRUE(chain.had_parts());
  EXPECT_LE(probes, 3U);
}

// Between two letters of a list, sets that are no letters are passed over.
TEST(Chain, StaysWithinTheAlphabet) {
  const LetterSpace letters(Alphabet::of_sets(names(4), {0, 0b1111, 0b0011}));
  Rules rules(letters);
  rules.add_state();
  Doubts doubts(rules, letters);
  doubts.refresh();
  const std::vector<ClassId> classes{ClassId{0}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Chain chain(rules, doubts, letters, classes, {0b1111}, random);
    while (!chain.finished()) {
      const Chain::Position& at = chain.probe();
      EXPECT_TRUE(letters.contains(at.letter));
      chain.take(at.letter != 0b1111);
    }
    EXPECT_EQ(chain.reason().letter, 0b1111U);
    EXPECT_NE(chain.reason().difference, 0U);
  }
}

// Words that end alike are read one after the other, and what their endings show is the same as read alone.
TEST(Tails, AreTheSameForWordsReadOneAfterTheOther) {
  const LetterSpace letters(Alphabet::power_set(names(3)));
  Rules rules(letters);
  DiscriminationTree tree;
  std::vector<ClassId> classes;
  for (std::size_t q = 0; q < 70; ++q) {
    rules.add_state();
    classes.push_back(make_id<ClassId>(q % 3));
    tree.add_state(tree.root(), classes.back(), make_id<WordId>(q));
  }
  for (std::size_t q = 0; q < 70; ++q) {
    const PropositionSet bit = PropositionSet{1} << q % 3;
    rules.retarget(rules.split(rules.rule_for(make_id<State>(q), 0), bit, bit), make_id<State>((q * 7 + 1) % 70));
  }
  Records records(rules, tree);
  Random random(3);
  for (std::uint32_t word = 0; word < 60; ++word) {
    std::vector<PropositionSet> sets(random.below(6));
    for (PropositionSet& set : sets) set = random.below(8);
    records.add(make_id<WordId>(word), sets, ClassId{0});
    if (word == 30) static_cast<void>(records.by_ending());
  }
  Tails together(rules), alone(rules);
  together.begin(classes);
  const std::span<const std::uint32_t> order = records.by_ending();
  EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), records.size());
  for (const std::uint32_t record : order) {
    const std::span<const PropositionSet> word = records.letters(record);
    alone.begin(classes);
    alone.read(word);
    together.read(word);
    const ClassId own = make_id<ClassId>(record % 3);
    for (std::size_t last = 0; last <= word.size(); ++last) {
      const auto expected = alone.apart(last, own), found = together.apart(last, own);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      const auto rest = word.last(last);
      for (std::size_t q = 0; q < 70; ++q) {
        State state = make_id<State>(q);
        for (const PropositionSet letter : rest) state = rules.step(state, letter);
        EXPECT_EQ(found[q / 64] >> q % 64 & 1, classes[index(state)] != own ? 1U : 0U);
      }
    }
  }
}

TEST(Records, ComeUpAgainWhenARuleOnTheirPathChanges) {
  const LetterSpace letters(Alphabet::power_set(names(2)));
  Rules rules(letters);
  DiscriminationTree tree;
  tree.add_state(tree.root(), ClassId{0}, empty_word);
  tree.add_state(tree.root(), ClassId{1}, WordId{1});
  rules.add_state();
  rules.add_state();
  Records records(rules, tree);
  const std::vector<PropositionSet> word{0b01};
  records.add(WordId{1}, word, ClassId{1});
  EXPECT_TRUE(records.contains(WordId{1}));
  EXPECT_EQ(records.first_disagreeing(), 0U);
  const RuleId made = rules.split(rules.rule_for(State{0}, 0), 0b01, 0b01);
  rules.retarget(made, State{1});
  EXPECT_EQ(records.first_disagreeing(), 1U);
  rules.retarget(made, State{0});
  for (const RuleId id : rules.take_changed()) records.changed(id);
  EXPECT_EQ(records.first_disagreeing(), 0U);
}

}  // namespace
}  // namespace remap::symbolic
