#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "learning/tour/doubts/chain.hpp"
#include "learning/tour/rules/records.hpp"
#include "learning/tour/rules/rest.hpp"
#include "learning/tour/rules/tails.hpp"

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

// The places of a Moore machine, whose states have different classes.
Places as_many_places(std::size_t states) {
  Places places;
  for (std::size_t q = 0; q < states; ++q) places.add_state(make_id<ClassId>(q));
  return places;
}

TEST(Places, ThoseOfOneStateShareItsRules) {
  const LetterSpace letters(Alphabet::power_set(names(2)));
  Places places;
  Rules rules(letters, places);
  places.add_state(ClassId{0});
  rules.add_state();
  const State end = places.add_state(ClassId{1});
  rules.add_state();
  const RuleId won = rules.split(rules.rule_for(State{0}, 0), 0b01, 0b01);
  EXPECT_EQ(places.find(end, ClassId{2}), no_place);
  const Place with_reward = places.find_or_add(end, ClassId{2});
  EXPECT_EQ(places.find_or_add(end, ClassId{2}), with_reward);
  rules.retarget(won, with_reward);
  EXPECT_EQ(places.state(with_reward), end);
  EXPECT_FALSE(rules.stays(rules[won]));
  EXPECT_EQ(rules.rule_for(with_reward, 0b11), rules.rule_for(places.home(end), 0b11));
  EXPECT_EQ(rules.step(with_reward, 0b10), places.home(end));
  // Whatever follows, a word leads from both to the same class.
  const std::vector<ClassId> after_nothing = places.classes();
  EXPECT_NE(after_nothing[index(with_reward)], after_nothing[index(places.home(end))]);
  std::vector<ClassId> after_one, after_two;
  rules.prepend(0b01, after_nothing, after_one);
  EXPECT_EQ(after_one, (std::vector<ClassId>{ClassId{2}, ClassId{1}, ClassId{1}}));
  rules.prepend(0b00, after_one, after_two);
  EXPECT_EQ(after_two, (std::vector<ClassId>{ClassId{2}, ClassId{1}, ClassId{1}}));
}

TEST(Rules, SplitOnAProposition) {
  const LetterSpace letters(Alphabet::power_set(names(3)));
  const Places places = as_many_places(2);
  Rules rules(letters, places);
  rules.add_state();
  rules.add_state();
  const RuleId first = rules.rule_for(State{0}, 0b111);
  EXPECT_EQ(rules.step(State{0}, 0b111), Place{0});
  const RuleId made = rules.split(first, 0b010, 0b111);
  rules.retarget(made, Place{1});
  for (PropositionSet letter = 0; letter < 8; ++letter) {
    EXPECT_EQ(rules.step(State{0}, letter), (letter & 0b010) != 0 ? Place{1} : Place{0});
  }
  EXPECT_EQ(rules[made].cube, (Cube{0b010, 0b010}));
  EXPECT_EQ(rules[first].cube, (Cube{0b010, 0b000}));
  EXPECT_EQ(rules[made].smallest, 0b010U);
  EXPECT_EQ(rules.successors(State{0}), std::vector<Place>{Place{1}});
  EXPECT_EQ(rules.take_changed(), (std::vector<RuleId>{first, made}));
  EXPECT_TRUE(rules.take_changed().empty());
}

// A list of priorities (p0 first, then p1, then p2), learned in the worst order: p2 is asked for first.
TEST(Rules, ATreeIsRebuiltSmaller) {
  const LetterSpace letters(Alphabet::power_set(names(3)));
  const Places places = as_many_places(4);
  Rules rules(letters, places);
  for (int i = 0; i < 4; ++i) rules.add_state();
  rules.note_relevant(State{0}, 0b111);
  const auto target = [](PropositionSet letter) {
    return (letter & 1) != 0 ? Place{1} : (letter & 2) != 0 ? Place{2} : (letter & 4) != 0 ? Place{3} : Place{0};
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
  const Fact changed{fact.letter, fact.target == Place{1} ? Place{2} : Place{1}};
  fact = changed;
  EXPECT_NE(rules.step(State{0}, changed.letter), changed.target);
  rules.rebuild(State{0}, false);
  EXPECT_EQ(rules.step(State{0}, changed.letter), changed.target);
}

// The word {p0,p5} {} disagrees because p5 matters in the first state, and the search has to find that.
TEST(Chain, FindsTheProposition) {
  const LetterSpace letters(Alphabet::power_set(names(8)));
  const Places places = as_many_places(1);
  Rules rules(letters, places);
  rules.add_state();
  Doubts doubts(rules, letters);
  doubts.refresh();
  Random random(1);
  Chain chain(rules, doubts, letters, {0b100001, 0}, random);
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
  const Places places = as_many_places(1);
  Rules rules(letters, places);
  rules.add_state();
  Doubts doubts(rules, letters);
  doubts.refresh();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Chain chain(rules, doubts, letters, {0b1111}, random);
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
  Places places;
  Rules rules(letters, places);
  for (std::size_t q = 0; q < 70; ++q) {
    places.add_state(make_id<ClassId>(q % 3));
    rules.add_state();
  }
  for (std::size_t q = 0; q < 70; ++q) {
    const PropositionSet bit = PropositionSet{1} << q % 3;
    rules.retarget(rules.split(rules.rule_for(make_id<State>(q), 0), bit, bit), make_id<Place>((q * 7 + 1) % 70));
  }
  Records records(rules);
  Random random(3);
  for (std::uint32_t word = 0; word < 60; ++word) {
    std::vector<PropositionSet> sets(random.below(6));
    for (PropositionSet& set : sets) set = random.below(8);
    records.add(make_id<WordId>(word), sets, ClassId{0});
    if (word == 30) static_cast<void>(records.by_ending());
  }
  Tails together(rules), alone(rules);
  together.begin();
  const std::span<const std::uint32_t> order = records.by_ending();
  EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), records.size());
  for (const std::uint32_t record : order) {
    const std::span<const PropositionSet> word = records.letters(record);
    alone.begin();
    alone.read(word);
    together.read(word);
    const ClassId own = make_id<ClassId>(record % 3);
    for (std::size_t last = 0; last <= word.size(); ++last) {
      const auto expected = alone.apart(last, own), found = together.apart(last, own);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      const auto rest = word.last(last);
      for (std::size_t q = 0; q < 70; ++q) {
        Place place = make_id<Place>(q);
        for (const PropositionSet letter : rest) place = rules.step(place, letter);
        EXPECT_EQ(found[q / 64] >> q % 64 & 1, places.class_of(place) != own ? 1U : 0U);
      }
    }
  }
}

// A machine of so many states in three classes, each of which some proposition leads out of.
struct Drawn {
  LetterSpace letters{Alphabet::power_set(names(3))};
  Places places;
  Rules rules{letters, places};
  Random random{3};

  explicit Drawn(std::size_t states) {
    for (std::size_t q = 0; q < states; ++q) {
      places.add_state(make_id<ClassId>(q % 3));
      rules.add_state();
    }
    for (std::size_t q = 0; q < states; ++q) {
      const PropositionSet bit = PropositionSet{1} << random.below(3);
      const RuleId made = rules.split(rules.rule_for(make_id<State>(q), 0), bit, bit);
      rules.set_basis(made, Basis::sifted);
      rules.retarget(made, make_id<Place>(random.below(states)));
    }
  }
  // Where words lead from each place whose last letter is the first of these.
  [[nodiscard]] std::vector<ClassId> classes_after(std::span<const PropositionSet> backwards) const {
    std::vector<ClassId> classes;
    for (std::size_t q = 0; q < places.size(); ++q) {
      Place place = make_id<Place>(q);
      for (std::size_t i = backwards.size(); i-- > 0;) place = rules.step(place, backwards[i]);
      classes.push_back(places.class_of(place));
    }
    return classes;
  }
};

// A rest that is asked about only now and then says what reading its letters from every place finds.
TEST(Rest, IsReadWhenItIsAskedFor) {
  constexpr std::uint32_t states = 70;
  Drawn drawn(states);
  Random& random = drawn.random;
  EXPECT_FALSE(drawn.places.are_few());
  Rest rest(drawn.rules);
  for (std::size_t word = 0; word < 20; ++word) {
    const ClassId own = make_id<ClassId>(random.below(3));
    rest.begin(drawn.places.classes(), own);
    EXPECT_FALSE(rest.are_few());
    std::vector<PropositionSet> backwards;
    for (std::size_t step = 0; step < 10; ++step) {
      const std::vector<ClassId> classes = drawn.classes_after(backwards);
      std::vector<std::uint32_t> others;
      for (std::uint32_t q = 0; q < states; ++q) {
        if (classes[q] != own) others.push_back(q);
      }
      if (random.below(3) == 0) {
        const std::span<const std::uint32_t> found = rest.others();
        EXPECT_TRUE(std::equal(found.begin(), found.end(), others.begin(), others.end()));
      }
      if (random.below(3) == 0) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t q = 0; q < states; ++q) {
          if (holds_place(rest.apart(), q)) found.push_back(q);
        }
        EXPECT_EQ(found, others);
        EXPECT_EQ(count_besides(rest.apart(), {}), others.size());
        EXPECT_EQ(count_besides(rest.apart(), rest.apart()), 0U);
      }
      if (random.below(3) == 0) {
        const std::span<const ClassId> found = rest.classes();
        EXPECT_TRUE(std::equal(found.begin(), found.end(), classes.begin(), classes.end()));
      }
      backwards.push_back(random.below(8));
      rest.prepend(backwards.back());
    }
  }
}

// With few places, a rest is one number, and letters follow rules that change in between words.
TEST(Rest, OfFewPlacesIsTheSame) {
  for (const std::size_t states : {1, 7, 63, 64}) {
    Drawn drawn(states);
    Random& random = drawn.random;
    ASSERT_TRUE(drawn.places.are_few());
    Rest few(drawn.rules), many(drawn.rules);
    for (std::size_t word = 0; word < 30; ++word) {
      const ClassId own = make_id<ClassId>(random.below(3));
      few.begin(drawn.places.apart_from(own));
      many.begin(drawn.places.classes(), own);
      EXPECT_TRUE(few.are_few());
      for (std::size_t step = 0; step < 6; ++step) {
        EXPECT_EQ(few.few(), many.apart().front());
        EXPECT_EQ(few.apart().front(), few.few());
        const PropositionSet letter = random.below(8);
        few.prepend(letter);
        many.prepend(letter);
      }
      const State state = make_id<State>(random.below(states));
      drawn.rules.retarget(drawn.rules.rule_for(state, random.below(8)), make_id<Place>(random.below(states)));
    }
  }
}

// Chances do not depend on how a rest was begun, nor on what has been found before.
TEST(Doubts, AreTheSameForFewPlaces) {
  constexpr std::size_t states = 20;
  Drawn drawn(states);
  Random& random = drawn.random;
  Doubts doubts(drawn.rules, drawn.letters);
  doubts.refresh();
  std::size_t differ = 0;
  double before = 0;
  for (std::size_t round = 0; round < 200; ++round) {
    // Some word is borne out, with whatever it tells apart.
    const PropositionSet letter = random.below(8);
    const RuleId through = drawn.rules.rule_for(make_id<State>(random.below(states)), letter);
    const FewPlaces told = random.next() & ((FewPlaces{1} << states) - 1);
    doubts.bear_out(std::span(&letter, 1), std::span(&through, 1),
                    [&](std::size_t) { return std::span<const std::uint64_t>(&told, 1); });
    if (round % 20 == 19) doubts.found_impure(through, 1);
    doubts.refresh();
    const ClassId own = make_id<ClassId>(random.below(3));
    Rest few(drawn.rules), many(drawn.rules);
    few.begin(drawn.places.apart_from(own));
    many.begin(drawn.places.classes(), own);
    for (std::size_t step = 0; step < 4; ++step) {
      std::vector<Doubts::Candidate> some, same;
      for (std::size_t i = 0; i < drawn.rules.size(); i += 1 + random.below(3)) {
        some.push_back({make_id<RuleId>(i), random.below(3)});
      }
      same = some;
      const Doubts::Way way = Doubts::way_of(no_rule, make_id<RuleId>(random.below(2)), no_rule);
      doubts.find_chances(some, few, way);
      doubts.find_chances(same, many, way);
      for (std::size_t i = 0; i < some.size(); ++i) {
        ASSERT_EQ(some[i].chance.impure, same[i].chance.impure);
        ASSERT_EQ(some[i].chance.wrong, same[i].chance.wrong);
        differ += std::exchange(before, some[i].chance.either()) != some[i].chance.either() ? 1 : 0;
      }
      const PropositionSet next = random.below(8);
      few.prepend(next);
      many.prepend(next);
    }
  }
  EXPECT_GT(differ, 1000U);
}

TEST(Records, ComeUpAgainWhenARuleOnTheirPathChanges) {
  const LetterSpace letters(Alphabet::power_set(names(2)));
  const Places places = as_many_places(2);
  Rules rules(letters, places);
  rules.add_state();
  rules.add_state();
  Records records(rules);
  const std::vector<PropositionSet> word{0b01};
  records.add(WordId{1}, word, ClassId{1});
  EXPECT_TRUE(records.contains(WordId{1}));
  EXPECT_EQ(records.first_disagreeing(), 0U);
  const RuleId made = rules.split(rules.rule_for(State{0}, 0), 0b01, 0b01);
  const auto take_changes = [&] {
    for (const RuleId id : rules.take_changed()) records.changed(id);
  };
  rules.retarget(made, Place{1});
  take_changes();
  EXPECT_EQ(records.first_disagreeing(), 1U);
  rules.retarget(made, Place{0});
  take_changes();
  EXPECT_EQ(records.first_disagreeing(), 0U);
}

// Steps by rules that have not changed are not taken again, and yet all is found that a look at every step finds. If
// all places have one class, no word disagrees, and every path is known.
TEST(Records, PathsAreThoseOfTheRulesHoweverTheseChange) {
  constexpr std::size_t states = 12;
  for (const std::size_t classes : {1, 3}) {
    const LetterSpace letters(Alphabet::power_set(names(3)));
    Places places;
    Rules rules(letters, places);
    for (std::size_t q = 0; q < states; ++q) {
      places.add_state(make_id<ClassId>(q % classes));
      rules.add_state();
    }
    Records records(rules);
    Random random(5);
    for (std::uint32_t round = 0; round < 100; ++round) {
      std::vector<PropositionSet> word(random.below(12));
      for (PropositionSet& letter : word) letter = random.below(8);
      records.add(make_id<WordId>(round), word, make_id<ClassId>(random.below(classes)));
      const PropositionSet bit = PropositionSet{1} << random.below(3);
      RuleId id = rules.rule_for(make_id<State>(random.below(states)), random.below(8));
      if ((rules[id].cube.mask & bit) == 0) id = rules.split(id, bit, rules[id].fact ^ bit);
      rules.retarget(id, make_id<Place>(random.below(states)));
      for (const RuleId changed : rules.take_changed()) records.changed(changed);
      Records looked_at_once(rules);
      for (std::size_t i = 0; i < records.size(); ++i) {
        looked_at_once.add(records[i].word, records.letters(i), records[i].known);
      }
      ASSERT_EQ(records.first_disagreeing(), looked_at_once.first_disagreeing());
      for (std::size_t i = 0; classes == 1 && i < records.size(); ++i) {
        const auto path = records.path(i), expected = looked_at_once.path(i);
        ASSERT_TRUE(std::equal(path.begin(), path.end(), expected.begin(), expected.end()));
      }
    }
  }
}

}  // namespace
}  // namespace remap::symbolic
