// What the header of `Session` promises about answers that go wrong.
#include <gtest/gtest.h>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// Values that contradict the counterexample: everything is the lowest, says one side, and then a word is not.
class Inconsistent final : public JudgingTeacher, public ValueTeacher {
 public:
  void compare(const Comparisons&, std::span<Preference> answers) override {
    std::fill(answers.begin(), answers.end(), Preference::equal);
  }
  void values(const AskedWords&, std::span<Output> answers) override {
    std::fill(answers.begin(), answers.end(), Output{0});
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return EquivalenceAnswer::wrong({}, Output{1}); }
  ValueTeacher* value_teacher() noexcept override { return this; }
};

TEST(SessionContract, AContradictingTeacherOfLstarGetsAContradiction) {
  Session session({"a", "b"}, Outputs{"0", "1"}, SessionOptions::lstar());
  Inconsistent teacher;
  EXPECT_THROW(drive(session, teacher), Contradiction);
  EXPECT_THROW(session.next(), Misuse) << "the session is at its end";
}

TEST(SessionContract, WhatEscapesIsAnError) {
  for (const SessionOptions& options : {SessionOptions(), SessionOptions::paper(), SessionOptions::lstar()}) {
    Session session({"a", "b"}, Outputs{"0", "1"}, options);
    Inconsistent teacher;
    EXPECT_THROW(drive(session, teacher), Error);
  }
}

TEST(SessionContract, AfterUnsettledTheSessionIsAtItsEnd) {
  for (const RankerKind ranker : {RankerKind::quicksort, RankerKind::all_pairs, RankerKind::search}) {
    SessionOptions options = SessionOptions::paper();
    options.ranker = ranker;
    Session session({"a", "b"}, Outputs{"0", "1"}, options);
    FunctionTeacher unsure([](const Word&, const Word&) { return Preference::unsure; });
    EXPECT_THROW(drive(session, unsure), Unsettled);
    EXPECT_THROW(session.next(), Misuse);
  }
}

/// Prefers a to nothing and nothing to b: consistent, but three levels.
Preference three_levels(const Word& left, const Word& right) {
  const auto level = [](const Word& word) { return word.empty() ? 1 : word.back() == Letter{0} ? 2 : 0; };
  return compared(level(left), level(right));
}

TEST(SessionContract, MoreLevelsThanOutputsAreToldAsSuch) {
  for (SessionOptions options : {SessionOptions(), SessionOptions::paper()}) {
    options.equivalence = Equivalence::order_sampling;
    try {
      learn({"a", "b"}, Outputs{"0", "1"}, three_levels, options);
      ADD_FAILURE() << "two outputs are enough for three levels";
    } catch (const TooFewOutputs& error) {
      EXPECT_EQ(error.needed(), 3U);
      EXPECT_EQ(std::string(error.what()).rfind("the answers need 3 different values, but there are only 2 outputs", 0),
                0U)
          << error.what();
      EXPECT_EQ(std::string(error.what()).find("cannot all hold"), std::string::npos) << error.what();
    }
  }
}

TEST(SessionContract, ARealContradictionIsNotBlamedOnTheOutputs) {
  // a below b below c below a.
  const auto circle = [](const Word& left, const Word& right) {
    if (left.size() != 1 || right.size() != 1) return compared(left.size() == 1 ? 1 : 0, right.size() == 1 ? 1 : 0);
    const std::size_t step = (index(right[0]) + 3 - index(left[0])) % 3;
    return step == 0 ? Preference::equal : step == 1 ? Preference::less : Preference::greater;
  };
  SessionOptions options = SessionOptions::paper();
  options.ranker = RankerKind::all_pairs;
  try {
    learn({"a", "b", "c"}, Outputs{"0", "1", "2", "3", "4"}, circle, options);
    ADD_FAILURE();
  } catch (const TooFewOutputs& error) {
    ADD_FAILURE() << error.what();
  } catch (const Contradiction& error) {
    EXPECT_EQ(error.answers(), 3U);
  }
}

}  // namespace
}  // namespace remap
