// Several annotators who err more or less often: whose answers count, and who is named unreliable.
#include <gtest/gtest.h>

#include <numeric>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"
#include "support/effort.hpp"
#include "support/one_event.hpp"
#include "teachers/simulated/noise.hpp"

namespace remap {
namespace {

/// Annotators who answer in turn.
class InTurn final : public Teacher, private Annotators {
 public:
  InTurn(const MooreMachine& hidden, std::span<const double> rates, std::size_t at_once, std::uint64_t seed)
      : exact_(hidden), at_once_(at_once), asked_(rates.size(), 0) {
    for (std::size_t i = 0; i < rates.size(); ++i) {
      NoiseOptions noise;
      noise.mistakes = rates[i];
      noise.seed = split_random(seed, 10 + i).next();
      annotators_.push_back(std::make_unique<NoiseTeacher>(exact_, hidden.alphabet(), hidden.outputs(), noise));
    }
  }

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    givers_.clear();
    largest_ = std::max(largest_, comparisons.size());
    ++rounds_;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const std::size_t who = next_++ % annotators_.size();
      const Comparison asked = comparisons[i];
      annotators_[who]->compare({comparisons.words(), std::span(&asked, 1)}, answers.subspan(i, 1));
      givers_.push_back(static_cast<std::uint16_t>(who));
      ++asked_[who];
    }
  }
  [[nodiscard]] bool judges() const noexcept override { return true; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }
  [[nodiscard]] const Annotators* annotators() const noexcept override { return this; }
  [[nodiscard]] std::size_t at_once() const noexcept override { return at_once_; }

  [[nodiscard]] std::size_t asked() const { return std::accumulate(asked_.begin(), asked_.end(), std::size_t{0}); }
  [[nodiscard]] std::size_t asked(std::size_t who) const { return asked_[who]; }
  [[nodiscard]] std::size_t largest() const noexcept { return largest_; }
  [[nodiscard]] std::size_t rounds() const noexcept { return rounds_; }

 private:
  [[nodiscard]] std::span<const std::uint16_t> givers() const noexcept override { return givers_; }

  MachineTeacher exact_;
  std::vector<std::unique_ptr<NoiseTeacher>> annotators_;
  std::size_t at_once_, next_ = 0, largest_ = 0, rounds_ = 0;
  std::vector<std::uint16_t> givers_;
  std::vector<std::size_t> asked_;
};

struct Outcome {
  ErringResult result;
  bool right = false;
  std::size_t answers = 0;
  std::size_t marked_after = 0;  // answers of the last annotator; 0: never marked
  std::size_t largest = 0;       // batch
  std::size_t rounds = 0;        // batches
};

Outcome learn_together(const MooreMachine& hidden, std::span<const double> rates, std::uint64_t seed,
                       std::size_t at_once, Verdicts verdicts) {
  InTurn teacher(hidden, rates, at_once, seed);
  SessionOptions session;
  session.learner = LearnerKind::tree;  // as for people
  session.equivalence_cost = 1;         // likewise
  session.ranker = RankerKind::search;
  session.seed = seed;
  if (verdicts == Verdicts::unasked) session.equivalence = Equivalence::order;
  ErringOptions options;
  options.verdicts = verdicts;
  options.seed = seed;
  std::size_t marked = 0;
  options.on_annotators = [&](std::span<const AnnotatorErrors> annotators) {
    const bool unreliable = annotators.size() == rates.size() && annotators.back().unreliable;
    if (!unreliable) marked = 0;
    if (unreliable && marked == 0) marked = teacher.asked(rates.size() - 1);
  };
  const auto make = [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); };
  Outcome outcome{learn_from_erring(teacher, make, options)};
  outcome.right = !find_counterexample(hidden, outcome.result.machine.moore());
  outcome.answers = teacher.asked();
  outcome.marked_after = marked;
  outcome.largest = teacher.largest();
  outcome.rounds = teacher.rounds();
  return outcome;
}

constexpr double three[] = {0.05, 0.1, 0.3};

// On the first of the paper's tasks, where nobody's verdicts are trusted: how much is asked until the machine is right.
TEST(Annotators, ThreeWhoErrMoreOrLessOftenEndRight) {
  const auto hidden = test::one_event_task("office/t1");
  const std::size_t seeds = test::effort(100);
  std::size_t right = 0, answers = 0, once = 0, marked_after = 0, falsely_marked = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Outcome outcome = learn_together(*hidden, three, seed, 3, Verdicts::doubted);
    right += outcome.right ? 1 : 0;
    answers += outcome.answers;
    const std::vector<AnnotatorErrors>& errors = outcome.result.annotators;
    ASSERT_EQ(errors.size(), 3u);
    marked_after += outcome.marked_after > 0 ? outcome.marked_after : static_cast<std::size_t>(errors[2].answers);
    falsely_marked += errors[0].unreliable || errors[1].unreliable ? 1 : 0;
    constexpr double never[] = {0};
    once += learn_together(*hidden, never, seed, 3, Verdicts::doubted).answers;
  }
  RecordProperty("right", static_cast<int>(right));
  RecordProperty("answers", static_cast<int>(answers));
  RecordProperty("once", static_cast<int>(once));
  RecordProperty("marked_after", static_cast<int>(marked_after));
  RecordProperty("falsely_marked", static_cast<int>(falsely_marked));
  EXPECT_GE(right * 100, seeds * 95) << right << " of " << seeds;
  EXPECT_LE(static_cast<double>(answers), 0.6 * 3 * static_cast<double>(once)) << "asking everything three times";
  EXPECT_LE(marked_after, 40 * seeds) << "answers until the third is marked";
  EXPECT_LE(falsely_marked, std::max<std::size_t>(1, seeds * 5 / 100));
}

TEST(Annotators, EachHasErrorRatesOfTheirOwn) {
  const MooreMachine hidden = random_machine({14, 3, 3}, 1);
  double first = 0, last = 0;
  int marked = 0;  // some runs end before the third has erred often enough
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Outcome outcome = learn_together(hidden, three, seed, 1, Verdicts::doubted);
    EXPECT_TRUE(outcome.right) << seed;
    first += outcome.result.annotators[0].errors.overall / 5;
    last += outcome.result.annotators[2].errors.overall / 5;
    marked += outcome.result.annotators[2].unreliable ? 1 : 0;
    EXPECT_FALSE(outcome.result.annotators[0].unreliable) << seed;
  }
  EXPECT_GE(marked, 4);
  EXPECT_NEAR(first, 0.05, 0.03);
  EXPECT_NEAR(last, 0.3, 0.06);
}

// The last annotators answer at random: what they say must not count.
TEST(Annotators, TheCarefulOneCountsMoreThanTwoWhoGuess) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  constexpr double rates[] = {0.02, 0.66, 0.66};
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    right += learn_together(hidden, rates, seed, 1, Verdicts::trusted).right ? 1 : 0;
  }
  EXPECT_GE(right, 9u);
}

// One who answers several questions at the same time: how often it is asked, and how much more in all.
TEST(Annotators, OneWhoTakesBatchesIsAskedLessOften) {
  constexpr double rates[] = {0.1};
  for (const auto& hidden : {*test::one_event_task("office/t1"), random_machine({12, 3, 3}, 1)}) {
    std::size_t one_by_one = 0, together = 0, rounds = 0, right = 0;
    constexpr std::size_t seeds = test::effort(10);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      one_by_one += learn_together(hidden, rates, seed, 1, Verdicts::trusted).answers;
      const Outcome outcome = learn_together(hidden, rates, seed, 8, Verdicts::trusted);
      together += outcome.answers;
      rounds += outcome.rounds;
      right += outcome.right ? 1 : 0;
    }
    EXPECT_EQ(right, seeds);
    const double most = seeds < 10 ? 2 : 1.3;  // one run says little
    EXPECT_LT(static_cast<double>(together), most * static_cast<double>(one_by_one));
    EXPECT_LT(static_cast<double>(rounds), 0.75 * static_cast<double>(one_by_one));
  }
}

class AskedTogether : public ::testing::TestWithParam<Verdicts> {};

TEST_P(AskedTogether, CostsLittleMoreThanOneByOne) {
  const auto hidden = test::one_event_task("office/t1");
  std::size_t one_by_one = 0, together = 0, largest = 0, right = 0;
  constexpr std::size_t seeds = test::effort(10);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    one_by_one += learn_together(*hidden, three, seed, 1, GetParam()).answers;
    const Outcome outcome = learn_together(*hidden, three, seed, 8, GetParam());
    together += outcome.answers;
    largest = std::max(largest, outcome.largest);
    right += outcome.right ? 1 : 0;
  }
  EXPECT_GE(right * 10, seeds * 9);
  EXPECT_EQ(largest, 8u);
  const double most = seeds < 10 ? 2 : 1.3;  // one run says little
  EXPECT_LT(static_cast<double>(together), most * static_cast<double>(one_by_one));
}

INSTANTIATE_TEST_SUITE_P(All, AskedTogether,
                         ::testing::Values(Verdicts::trusted, Verdicts::doubted, Verdicts::unasked));

}  // namespace
}  // namespace remap
