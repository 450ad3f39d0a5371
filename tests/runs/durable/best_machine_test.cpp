#include "runs/durable/best_machine.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// How many wrong answers a run was given, how many the machine goes against, and how often it is the right one.
struct Tally {
  std::size_t runs = 0, right = 0, planted = 0, against = 0;
};

class Best : public testing::Test {
 protected:
  [[nodiscard]] SessionHead head() const {
    SessionHead result{"test", machine.alphabet(), machine.outputs()};
    result.settings = write_method(method, machine.outputs());
    return result;
  }
  [[nodiscard]] BestMachine of(const AnswerBook& book) const { return best_machine(head(), book, method); }
  /// The first answers of a run, those in `wrong` changed.
  [[nodiscard]] AnswerBook part(const AnswerBook& whole, std::size_t answers, double unsure, double wrong,
                                std::uint64_t seed, std::size_t* planted = nullptr) const {
    AnswerBook book(whole.outputs());
    Random random(seed);
    const auto word = [&](WordId id) { return book.words().insert(whole.words().spell(id)); };
    for (std::size_t i = 1; i <= answers; ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      const BookEntry& entry = whole.at(id);
      if (entry.kind == BookEntry::Kind::comparison) {
        Preference answer = entry.answer;
        if (random.chance(unsure)) answer = Preference::unsure;
        if (random.chance(wrong)) {
          answer = answer == Preference::equal ? Preference::less : Preference::equal;
          if (planted != nullptr) ++*planted;
        }
        const WordId left = word(entry.left);
        book.add_comparison(left, word(entry.right), answer);
      } else if (entry.kind == BookEntry::Kind::limits) {
        book.add_limits(word(entry.left), whole.allowed(id));
      } else if (entry.kind == BookEntry::Kind::value) {
        book.add_value(word(entry.left), entry.value);
      } else if (entry.kind == BookEntry::Kind::difference) {
        const WordId left = word(entry.left);
        book.add_difference(left, word(entry.right));
      } else {
        book.add_acceptance(whole.accepted(id));
      }
    }
    return book;
  }

  MooreMachine machine = random_machine({9, 2, 3}, 3);
  Method method = preset_method(Preset::best, machine.alphabet());
};

TEST_F(Best, OfAFinishedRunIsWhatWasLearned) {
  for (const Preset preset : {Preset::best, Preset::paper}) {
    method = preset_method(preset, machine.alphabet());
    DurableRun run = DurableRun::without_log(head());
    MachineTeacher teacher(machine);
    const MooreMachine learned = run.finish(teacher).machine.moore();
    const BestMachine best = of(run.book());
    EXPECT_EQ(best.machine, learned);
    EXPECT_TRUE(best.accepted);
    EXPECT_TRUE(best.against.empty());
    EXPECT_TRUE(best.guesses.empty());
    EXPECT_GT(best.answers, 20U);
  }
}

TEST_F(Best, IsOfTheKindThatTheRunLearns) {
  method.machine = MachineKind::mealy;
  DurableRun run = DurableRun::without_log(head());
  MachineTeacher teacher(machine);
  const Hypothesis learned = run.finish(teacher).machine;
  ASSERT_NE(learned.mealy(), nullptr);
  const BestMachine best = of(run.book());
  EXPECT_EQ(best.machine, learned);
  EXPECT_TRUE(best.accepted);
  EXPECT_NE(of(part(run.book(), 20, 0, 0, 1)).machine.mealy(), nullptr);
}

TEST_F(Best, OfTruthfulAnswersGoesAgainstFew) {
  DurableRun run = DurableRun::without_log(head());
  MachineTeacher teacher(machine);
  run.finish(teacher);
  std::size_t against = 0, answers = 0;
  for (std::size_t cut = 0; cut < run.book().size(); ++cut) {
    const BestMachine best = of(part(run.book(), cut, 0, 0, 1));
    EXPECT_EQ(best.answers, cut);
    EXPECT_FALSE(best.accepted);
    against += best.against.size();
    answers += cut;
  }
  EXPECT_EQ(against, 0U) << "of " << answers;
}

TEST_F(Best, OfUnsureAnswersIsSomeMachine) {
  DurableRun run = DurableRun::without_log(head());
  MachineTeacher teacher(machine);
  run.finish(teacher);
  const BestMachine best = of(part(run.book(), 20, 1, 0, 1));
  EXPECT_GE(best.machine.size(), 1U);
  EXPECT_FALSE(best.accepted);
  EXPECT_FALSE(best.guesses.empty());
}

TEST_F(Best, OfAnswersThatContradictEachOtherGoesAgainstFew) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    machine = random_machine({5 + seed % 8, 2, 3}, seed);
    method = preset_method(Preset::best, machine.alphabet());
    DurableRun run = DurableRun::without_log(head());
    MachineTeacher teacher(machine);
    run.finish(teacher);
    const BestMachine best = of(part(run.book(), run.book().size() - 1, 0.02, 0.02, seed, &tally.planted));
    ++tally.runs;
    tally.right += best.machine == canonical(machine) ? 1U : 0U;
    tally.against += best.against.size();
  }
  RecordProperty("planted", static_cast<int>(tally.planted));
  RecordProperty("against", static_cast<int>(tally.against));
  RecordProperty("right", static_cast<int>(tally.right));
  EXPECT_GT(tally.planted, 5U);
  EXPECT_LE(tally.against, 3 * tally.planted);
}

}  // namespace
}  // namespace remap
