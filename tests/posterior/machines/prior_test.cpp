#include "posterior/machines/prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "posterior/support.hpp"

namespace remap::posterior {
namespace {

using namespace test;

/// The sum of e^term over all machines with so many named states, all of one class.
double sum_over_transitions(const Space& space, int states, const std::function<double(const Machine&)>& term) {
  Machine machine = machine_of(space, std::vector<int>(static_cast<std::size_t>(states), space.live[0]),
                               std::vector<int>(static_cast<std::size_t>(states * space.letters), 0));
  double sum = 0;
  const std::function<void(int)> fill = [&](int cell) {
    if (cell == states * space.letters) {
      sum += std::exp(term(machine));
      return;
    }
    for (int number = 0; number < machine.targets(space); ++number) {
      machine.next[cell / space.letters][cell % space.letters] = machine.target(space, number);
      fill(cell + 1);
    }
  };
  fill(0);
  return sum;
}

const std::vector<Space>& spaces() {
  static const std::vector<Space> all{Space(2, {false}), Space(2, {true, false}), Space(1, {true, false, true})};
  return all;
}

TEST(PlainPrior, ModelsOfTransitionsAreNormalised) {
  for (const Space& space : spaces()) {
    const PlainPrior prior(space, Numbers{});
    for (int states = 1; states <= 3; ++states) {
      EXPECT_NEAR(sum_over_transitions(space, states, [&](const Machine& m) { return prior.uniform(m); }), 1, 1e-9);
      EXPECT_NEAR(sum_over_transitions(space, states, [&](const Machine& m) { return prior.letters(m).alike; }), 1,
                  1e-9);
      EXPECT_NEAR(sum_over_transitions(space, states, [&](const Machine& m) { return prior.rows(m); }), 1, 1e-9);
    }
  }
}

TEST(PlainPrior, PopularTargetsLoseOnlyMovesToOneself) {
  for (const Space& space : spaces()) {
    const PlainPrior prior(space, Numbers{});
    for (int states = 2; states <= 3; ++states) {
      const double sum =
          sum_over_transitions(space, states, [&](const Machine& m) { return prior.letters(m).popular; });
      EXPECT_LT(sum, 1 + 1e-9);
      EXPECT_GT(sum, 0.2);
    }
  }
}

TEST(PlainPrior, ClassesOfStatesAreNormalised) {
  const Space space(1, {true, false, false, false});
  const PlainPrior prior(space, Numbers{});
  double sum = 0;
  for (int code = 0; code < 81; ++code) {
    const std::vector<int> classes{1 + code % 3, 1 + code / 3 % 3, 1 + code / 9 % 3, 1 + code / 27};
    sum += std::exp(prior.classes(machine_of(space, classes, {0, 0, 0, 0})));
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(PlainPrior, IsTheMeanOfFourModelsForAllNamesOfTheStates) {
  const KeyAndDoor door;
  Numbers numbers;
  const PlainPrior prior(door.space, numbers);
  Machine machine = canonical_of(door.space, {1, 1, 1, 1}, {1, 0, 0, 2, 1, 1, 3, 2, 2, end_of(2), 0, end_of(0)});
  ASSERT_EQ(machine.states, 4);
  const double models = std::exp(prior.uniform(machine)) + std::exp(prior.letters(machine).alike) +
                        std::exp(prior.letters(machine).popular) + std::exp(prior.rows(machine));
  const double names = 6;
  EXPECT_NEAR(prior.log(machine),
              3 * std::log(numbers.plain_state) + std::log(names * models / 4) + prior.classes(machine), 1e-9);
}

TEST(PersonPrior, IsNormalisedButForSquaresAndTheFactorOfAState) {
  Numbers numbers;
  numbers.person_state = 0;
  for (const Space& space : spaces()) {
    const PersonPrior prior(space, numbers);
    for (int states = 2; states <= 3; ++states) {
      const double names = std::lgamma(states);
      EXPECT_NEAR(sum_over_transitions(space, states, [&](const Machine& m) { return prior.letters(m) - names; }), 1,
                  1e-9);
    }
  }
}

TEST(PersonPrior, PrefersOrderNotToMatter) {
  const Space space(2, {false, true});
  const PersonPrior prior(space, Numbers{});
  // a and b in any order, then a; against a machine of the same size in which the order matters.
  const Machine any_order = canonical_of(space, {0, 0, 0, 0}, {1, 2, 1, 3, 3, 2, end_of(1), 3});
  const Machine ordered = canonical_of(space, {0, 0, 0, 0}, {1, 2, 1, 3, 0, 2, end_of(1), 3});
  EXPECT_GT(prior.squares(any_order), 0);
  EXPECT_LT(prior.squares(ordered), 0);
  EXPECT_GT(prior.log(any_order), prior.log(ordered));
}

TEST(Prior, MissesDeclaredClassesThatNoWordHas) {
  const Space space(2, {true, false, true});
  Numbers numbers;
  const Machine idle = canonical_of(space, {1}, {0, 0});
  for (const PriorName name : {PriorName::person, PriorName::plain}) {
    const double with = Prior(space, name, numbers).log(idle);
    Numbers careless = numbers;
    careless.missing_class = 0;
    EXPECT_NEAR(Prior(space, name, careless).log(idle) - with, 2 * numbers.missing_class, 1e-9);
  }
}

TEST(Prior, IsTheMixtureOfBoth) {
  const KeyAndDoor door;
  Numbers numbers;
  const PlainPrior plain(door.space, numbers);
  const PersonPrior of_people(door.space, numbers);
  const double share = numbers.person_share;
  EXPECT_NEAR(std::exp(Prior(door.space, PriorName::person, numbers).log(door.truth)),
              share * std::exp(of_people.log(door.truth)) + (1 - share) * std::exp(plain.log(door.truth)), 1e-12);
  EXPECT_EQ(Prior(door.space, PriorName::plain, numbers).log(door.truth), plain.log(door.truth));
}

}  // namespace
}  // namespace remap::posterior
