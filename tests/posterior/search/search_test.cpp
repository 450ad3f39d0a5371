#include "posterior/search/search.hpp"

#include <gtest/gtest.h>

#include "posterior/support.hpp"

namespace remap::posterior {
namespace {

using namespace test;

/// A search with answers of a machine about all short words.
struct Searching {
  Searching(Space declared, const Machine& truth, std::size_t longest, Numbers chosen = {})
      : space(std::move(declared)), numbers(chosen), evidence(space) {
    for (const Word& word : all_words(space, longest)) {
      if (!word.empty()) evidence.add(Placement{word, output(truth.class_of(word))}, GiverId{0});
    }
    evidence.refresh();
    scorer.refresh();
    Machine start = one_state(space, space.live[0]);
    scorer.rate(start);
    pool.consider(start);
    pool.sort();
  }

  Space space;
  Numbers numbers;
  Evidence evidence;
  Scorer scorer{space, PriorName::person, numbers, evidence, true};
  Pool pool{numbers};
  Random random{1};
  Search search{space, numbers, evidence, scorer, pool, random};
};

TEST(PosteriorChanges, KeepMachinesWhole) {
  const KeyAndDoor door;
  Searching s(door.space, door.truth, 3);
  Changes changes(s.space, s.evidence, s.scorer, s.random);
  for (int round = 0; round < 3000; ++round) {
    const int states = round % 2 == 0 ? most_states : 1 + static_cast<int>(s.random.below(5));
    Machine machine = random_machine(s.space, states, s.random);
    s.scorer.set_base(machine);
    changes.propose(machine);
    ASSERT_LE(machine.states, most_states);
    for (int q = 0; q < machine.states; ++q) {
      EXPECT_TRUE(s.space.goes_on(machine.cls[q]));
      for (int a = 0; a < s.space.letters; ++a) {
        const Target to = machine.next[q][a];
        EXPECT_TRUE(is_end(to) ? !s.space.goes_on(to - most_states) : to < machine.states);
      }
    }
  }
}

TEST(PosteriorChanges, NearlyHalfMendAnAnswer) {
  const KeyAndDoor door;
  Searching s(door.space, door.truth, 1);
  Evidence evidence(s.space);
  evidence.add(Placement{word_of({0, 1}), output(2)}, GiverId{0});
  evidence.refresh();
  Scorer scorer(s.space, PriorName::person, s.numbers, evidence, true);
  const Machine idle = one_state(s.space, 1);
  scorer.set_base(idle);
  Changes changes(s.space, evidence, scorer, s.random);
  int mended = 0;
  for (int round = 0; round < 1000; ++round) {
    Machine machine = idle;
    changes.propose(machine);
    mended += machine.class_of(word_of({0, 1})) == 2 ? 1 : 0;
  }
  EXPECT_GT(mended, 300);
}

TEST(PosteriorSearch, LooksAtAllNeighbours) {
  const KeyAndDoor door;
  Searching s(door.space, door.truth, 4);
  Machine near = door.truth;
  near.next[1][2] = 0;
  canonical(s.space, near);
  s.scorer.rate(near);
  s.pool.consider(near);
  s.pool.sort();
  s.search.look_around();
  EXPECT_EQ(s.pool.best().print, door.truth.print);
}

TEST(PosteriorSearch, FindsALargerMachine) {
  const Space space(4, {true, false, true});
  Random random(5);
  Machine truth;
  do {
    truth = random_machine(space, 9, random);
    canonical(space, truth);
  } while (truth.states < 9);
  Searching s(space, truth, 5);
  for (int round = 0; round < 20 && s.pool.best().print != truth.print; ++round) s.search.improve();
  EXPECT_EQ(s.pool.best().print, truth.print);
}

TEST(PosteriorPool, RanksAndForgets) {
  Numbers numbers;
  numbers.pool = 10;
  const Space space(3, {true, false});
  Pool pool(numbers);
  Random random(1);
  std::vector<double> scores;
  for (int i = 0; i < 200; ++i) {
    Machine machine = random_machine(space, 4, random);
    canonical(space, machine);
    machine.score = -static_cast<double>(random.below(1000)) / 50;
    pool.consider(machine);
    pool.consider(machine);
    scores.push_back(machine.score);
  }
  pool.sort();
  std::sort(scores.rbegin(), scores.rend());
  ASSERT_LE(pool.size(), 10u);
  EXPECT_EQ(pool.best().score, scores.front());
  for (std::size_t rank = 1; rank < pool.size(); ++rank) {
    EXPECT_LE(pool[rank].score, pool[rank - 1].score);
    EXPECT_NE(pool[rank].print, pool[rank - 1].print);
  }
  const std::vector<double> weights = pool.weights(5);
  double all = 0;
  for (const double weight : weights) all += weight;
  EXPECT_NEAR(all, 1, 1e-12);
}

TEST(PosteriorPool, ImpossibleWordsDoNotCount) {
  const KeyAndDoor door;
  Machine other = door.truth;  // differs only once c was pressed
  other.next[1][2] = 0;
  canonical(door.space, other);
  const Numbers numbers;
  Pool pool(numbers);
  pool.consider(door.truth);
  pool.consider(other);
  pool.sort();
  EXPECT_NEAR(pool.share_of_best(door.space, nothing_excluded), 0.5, 1e-6);
  EXPECT_NEAR(pool.share_of_best(door.space, Excluded({word_of({0, 2})})), 0.5, 1e-6) << "0 0 2 is possible";
  const Excluded all_differences({word_of({0, 2}), word_of({0, 0}), word_of({1}), word_of({2})});
  EXPECT_NEAR(pool.share_of_best(door.space, all_differences), 1, 1e-6);
}

}  // namespace
}  // namespace remap::posterior
