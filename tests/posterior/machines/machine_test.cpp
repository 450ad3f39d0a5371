#include "posterior/machines/machine.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "posterior/support.hpp"
#include "remap/automata/error.hpp"

namespace remap::posterior {
namespace {

using namespace test;

TEST(PosteriorSpace, RefusesWhatMachinesCannotHold) {
  EXPECT_THROW(Space(0, {false}), InputError);
  EXPECT_THROW(Space(17, {false}), InputError);
  EXPECT_THROW(Space(2, {}), InputError);
  EXPECT_THROW(Space(2, std::vector<bool>(9, false)), InputError);
  EXPECT_THROW(Space(2, {true, true}), InputError);
  const Space space(16, {true, false, false, false, false, false, false, true});
  EXPECT_EQ(space.live.size(), 6u);
  EXPECT_EQ(space.ends, (std::vector<Target>{end_of(0), end_of(7)}));
}

TEST(PosteriorMachine, EndsStayEnds) {
  const KeyAndDoor door;
  EXPECT_EQ(door.truth.class_of(word_of({})), 1);
  EXPECT_EQ(door.truth.class_of(word_of({0, 1})), 2);
  EXPECT_EQ(door.truth.class_of(word_of({0, 1, 2, 0})), 2);
  EXPECT_EQ(door.truth.class_of(word_of({2, 0, 2, 1})), 0);
}

TEST(PosteriorMachine, CanonicalFormDependsOnBehaviourAlone) {
  const Space space(3, {true, false, false});
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    Machine machine = random_machine(space, 1 + static_cast<int>(random.below(6)), random);
    Machine shuffled = machine;  // states renamed but for the initial one, and one of them doubled
    std::vector<int> name(static_cast<std::size_t>(machine.states));
    std::iota(name.begin(), name.end(), 0);
    for (std::size_t i = name.size(); i > 2; --i) std::swap(name[i - 1], name[1 + random.below(i - 1)]);
    for (int q = 0; q < machine.states; ++q) {
      shuffled.cls[name[q]] = machine.cls[q];
      for (int a = 0; a < space.letters; ++a) {
        const Target to = machine.next[q][a];
        shuffled.next[name[q]][a] = is_end(to) ? to : static_cast<Target>(name[to]);
      }
    }
    const int doubled = static_cast<int>(random.below(static_cast<std::uint64_t>(shuffled.states)));
    const int copy = clone_state(space, shuffled, doubled);
    for (int q = 0; q < copy; ++q) {
      for (int a = 0; a < space.letters; ++a) {
        if (shuffled.next[q][a] == doubled && random.chance(0.5)) shuffled.next[q][a] = static_cast<Target>(copy);
      }
    }
    canonical(space, machine);
    canonical(space, shuffled);
    EXPECT_EQ(machine.print, shuffled.print);
    EXPECT_EQ(machine.states, shuffled.states);
    for (int q = 0; q < machine.states; ++q) EXPECT_EQ(machine.next[q], shuffled.next[q]);
  }
}

TEST(PosteriorMachine, OtherBehavioursHaveOtherPrints) {
  for (const std::size_t letters : {std::size_t{2}, std::size_t{9}, std::size_t{10}, std::size_t{16}}) {
    const Space space(letters, {true, false, true});
    Random random(2);
    for (int round = 0; round < 300; ++round) {
      Machine a = random_machine(space, 4, random), b = a;
      b.next[random.below(4)][random.below(letters)] = b.target(space, static_cast<int>(random.below(6)));
      canonical(space, a);
      canonical(space, b);
      EXPECT_EQ(a.print == b.print, !differ(space, a, b, nothing_excluded));
    }
  }
}

TEST(PosteriorMachine, OpenClassesHaveNoGaps) {
  const Space space = Space::open(1);
  Machine machine = machine_of(space, {2, 5}, {1, 0});
  canonical(space, machine);
  EXPECT_EQ(machine.classes, 2);
  EXPECT_EQ(machine.cls[0], 0);
  EXPECT_EQ(machine.cls[1], 1);
}

TEST(PosteriorMachine, TheDifferenceIsAShortestPossibleWord) {
  const Space space(2, {true, false});
  const Excluded excluded({word_of({0, 1}), word_of({1, 1, 0})});
  const std::vector<Word> words = all_words(space, 7);
  Random random(3);
  int equal = 0;
  for (int round = 0; round < 500; ++round) {
    const Machine a = random_machine(space, 3, random), b = random_machine(space, 3, random);
    for (const Excluded* impossible : {&nothing_excluded, &excluded}) {
      const auto shortest = std::find_if(words.begin(), words.end(), [&](const Word& word) {
        return !impossible->excludes(word) && a.class_of(word) != b.class_of(word);
      });
      Word found;
      ASSERT_EQ(differ(space, a, b, *impossible, &random, &found), shortest != words.end());
      if (shortest == words.end()) {
        ++equal;
        continue;
      }
      EXPECT_EQ(found.size(), shortest->size());
      EXPECT_NE(a.class_of(found), b.class_of(found));
      EXPECT_FALSE(impossible->excludes(found));
    }
  }
  EXPECT_GT(equal, 20) << "hardly any machines were the same";
}

}  // namespace
}  // namespace remap::posterior
