#include "posterior/search/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "posterior/support.hpp"
#include "support/effort.hpp"

namespace remap::posterior {
namespace {

using namespace test;

/// All machines over one letter with up to so many states, each once.
std::vector<Machine> all_machines(const Space& space, int most) {
  std::map<std::uint64_t, Machine> machines;
  const auto live = static_cast<int>(space.live.size());
  for (int states = 1; states <= most; ++states) {
    int codes = 1;
    for (int q = 0; q < states; ++q) codes *= live;
    for (int code = 0; code < codes; ++code) {
      std::vector<int> classes, rows;
      for (int q = 0, rest = code; q < states; ++q, rest /= live) {
        classes.push_back(space.live[static_cast<std::size_t>(rest % live)]);
        rows.push_back(q + 1);
      }
      Machine machine = machine_of(space, classes, rows);
      for (int number = 0; number < machine.targets(space); ++number) {
        Machine made = machine;
        made.next[states - 1][0] = machine.target(space, number);
        canonical(space, made);
        machines.emplace(made.print, made);
      }
    }
  }
  std::vector<Machine> result;
  for (const auto& [print, machine] : machines) result.push_back(machine);
  return result;
}

// The share that the chain states against the exact one, by enumeration of all machines of up to 9 states; larger ones
// weigh nothing with this prior.
TEST(PosteriorSample, HasTheShareOfTheBestMachine) {
  const Space space(1, {false, false, true});
  Numbers numbers;
  numbers.person_state = -1;
  numbers.plain_state = 0.3;
  for (const PriorName prior : {PriorName::person, PriorName::plain}) {
    Evidence evidence(space);
    const std::vector<int> said{1, 0, 1, 0, 0};
    for (std::size_t i = 0; i < said.size(); ++i) {
      evidence.add(Placement{Word(i + 1, make_id<Letter>(0)), output(said[i])}, GiverId{0});
    }
    evidence.refresh();
    Scorer scorer(space, prior, numbers, evidence, true);
    std::vector<Machine> machines = all_machines(space, 9);
    ASSERT_GT(machines.size(), 1000u);
    Pool pool(numbers);
    for (Machine& machine : machines) {
      scorer.rate(machine);
      pool.consider(machine);
    }
    pool.sort();
    double all = 0;
    for (const Machine& machine : machines) all += std::exp(machine.score - pool.best().score);
    const double exact = 1 / all;
    ASSERT_GT(exact, 0.05);
    ASSERT_LT(exact, 0.9);

    Random random(3);
    Search search(space, numbers, evidence, scorer, pool, random);
    const auto steps = remap::test::effort(1000000);
    const double sampled =
        sampled_share(space, nothing_excluded, scorer, search, pool, random, static_cast<int>(steps));
    EXPECT_NEAR(sampled, exact, 30 / std::sqrt(static_cast<double>(steps)));
  }
}

}  // namespace
}  // namespace remap::posterior
