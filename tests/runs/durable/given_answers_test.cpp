#include "runs/durable/given_answers.hpp"

#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/session.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap {
namespace {

const Alphabet letters{"x", "y", "z"};
const SessionHead head{"0", letters};

Word word(const char* text) { return parse_word(letters, text); }

ComparisonData data_of(std::vector<DataRow> rows) {
  ComparisonData data{letters};
  data.files = {{"one.csv"}, {"two.csv"}};
  data.rows = std::move(rows);
  return data;
}

DataRow row(const char* left, const char* right, Preference answer, std::size_t file, std::size_t line,
            std::uint64_t count = 1, const char* worker = "") {
  return {word(left), word(right), answer, count, {0, worker}, file, line};
}

std::string complaint(const ComparisonData& data, Disagreement disagreement) {
  try {
    given_answers(data, head, disagreement);
  } catch (const Contradiction& error) {
    return error.what();
  }
  return "none";
}

TEST(GivenAnswers, SayWhereTheSmallestContradictionStands) {
  const ComparisonData data =
      data_of({row("x", "y", Preference::greater, 0, 2), row("x", "xx", Preference::equal, 0, 3),
               row("y", "z", Preference::greater, 1, 2, 1, "bo"), row("z", "x", Preference::greater, 1, 3)});
  EXPECT_EQ(complaint(data, Disagreement::stop),
            "the data contradicts itself; these cannot all hold:\n"
            "  one.csv:2: 'x' is above 'y'\n"
            "  two.csv:2: 'y' is above 'z' (by bo)\n"
            "  two.csv:3: 'z' is above 'x'");
}

TEST(GivenAnswers, TellTwoWhoDisagree) {
  const ComparisonData data =
      data_of({row("x", "y", Preference::greater, 0, 2, 1, "ann"), row("y", "x", Preference::greater, 1, 7, 2, "bo"),
               row("x", "z", Preference::equal, 1, 8), row("z", "x", Preference::equal, 1, 9),
               row("y", "z", Preference::unsure, 1, 10)});
  EXPECT_EQ(complaint(data, Disagreement::stop),
            "the data contradicts itself; these cannot both hold:\n"
            "  one.csv:2: 'x' is above 'y' (by ann)\n"
            "  two.csv:7: 'y' is above 'x' (by bo)");
  const GivenAnswers given = given_answers(data, head, Disagreement::majority);
  EXPECT_EQ(given.book.size(), 2U);
  EXPECT_EQ(given.book.at(AnswerId{1}).answer, Preference::greater);
  EXPECT_EQ(given.book.words().spell(given.book.at(AnswerId{1}).left), word("y"));
  EXPECT_EQ(given.places[0], "two.csv:7");
  EXPECT_EQ(given.outvoted, 1U);
  EXPECT_EQ(given.repeated, 2U);
  EXPECT_EQ(given.unsure, 1U);
  EXPECT_EQ(given_answers(data, head, Disagreement::keep).book.size(), 6U);
}

TEST(GivenAnswers, ATieIsAContradictionForAMajority) {
  const ComparisonData data =
      data_of({row("x", "y", Preference::greater, 0, 2, 2), row("x", "y", Preference::equal, 1, 7, 2)});
  EXPECT_NE(complaint(data, Disagreement::majority).find("cannot both hold"), std::string::npos);
}

TEST(GivenAnswers, MakeARunAskLess) {
  const MooreMachine hidden = task_machine(*find_task("craft/t10"));
  SessionHead run_head{"0", hidden.alphabet(), hidden.outputs()};
  const auto asked = [&](std::size_t comparisons, const char* effort) {
    Method method = make_method({{"effort", effort}}, hidden.alphabet(), hidden.outputs());
    run_head.settings = write_method(method, run_head.outputs);
    ComparisonData data{hidden.alphabet()};
    data.files = {{"random.csv"}};
    Random random(5);
    for (std::size_t i = 0; i < comparisons; ++i) {
      DataRow& each = data.rows.emplace_back();
      sample_word(random, 0.2, hidden.letters(), each.left);
      sample_word(random, 0.2, hidden.letters(), each.right);
      each.answer = compared(hidden.output_after(each.left), hidden.output_after(each.right));
    }
    DurableRun run = DurableRun::without_log(run_head);
    run.give(given_answers(data, run_head, Disagreement::stop));
    MachineTeacher teacher(hidden);
    const RunResult result = run.finish(teacher);
    EXPECT_FALSE(find_counterexample(hidden, result.machine.moore()).has_value());
    return result.asked;
  };
  const std::uint64_t without = asked(0, "full");
  EXPECT_LE(3 * asked(1000, "economy"), 2 * without) << "1,000 random comparisons save a third of the questions";
  EXPECT_LE(asked(1000, "full"), without);
}

}  // namespace
}  // namespace remap
