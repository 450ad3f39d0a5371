#include "teachers/book/recording.hpp"

#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "teachers/book/transcript.hpp"
#include "teachers/counting.hpp"
#include "teachers/person/person.hpp"

namespace remap {
namespace {

std::shared_ptr<const MooreMachine> hidden() {
  return std::make_shared<const MooreMachine>(random_machine({12, 3, 3}, 5));
}

SessionOptions few_questions() {
  SessionOptions options = SessionOptions::paper();
  options.learner = LearnerKind::tree;
  options.ranker = RankerKind::search;
  return options;
}

TEST(AnswerBook, FindsAComparisonFromEitherSide) {
  AnswerBook book(3);
  const WordId a = book.words().child(empty_word, Letter{0});
  book.add_comparison(a, empty_word, Preference::greater);
  EXPECT_EQ(book.compare(a, empty_word), Preference::greater);
  EXPECT_EQ(book.compare(empty_word, a), Preference::less);
  EXPECT_EQ(book.compare(a, a), std::nullopt);
}

TEST(AnswerBook, CountsVotesAndKeepsTheFirstOnATie) {
  AnswerBook book(3);
  const WordId a = book.words().child(empty_word, Letter{0});
  book.add_comparison(a, empty_word, Preference::greater);
  book.add_comparison(empty_word, a, Preference::greater, Purpose::confirmation);
  EXPECT_EQ(book.compare(a, empty_word), Preference::greater);
  book.add_comparison(a, empty_word, Preference::less, Purpose::confirmation);
  EXPECT_EQ(book.compare(a, empty_word), Preference::less);
  EXPECT_EQ(book.votes(a, empty_word).all, 3U);
  EXPECT_EQ(book.votes(a, empty_word).agreeing, 2U);
}

TEST(AnswerBook, AVoteIsTheSameFromEitherSide) {
  AnswerBook book(3);
  const WordId a = book.words().child(empty_word, Letter{0});
  for (const Preference said : {Preference::equal, Preference::greater, Preference::less, Preference::less,
                                Preference::greater, Preference::unsure, Preference::unsure, Preference::unsure}) {
    book.add_comparison(a, empty_word, said, Purpose::confirmation);
    EXPECT_EQ(book.compare(a, empty_word), swapped(*book.compare(empty_word, a)));
  }
  EXPECT_EQ(book.compare(a, empty_word), Preference::greater);
  EXPECT_EQ(book.revision(), 2U);  // to less, and back
  EXPECT_FALSE(book.settled(a, empty_word));
}

TEST(AnswerBook, TakesBackAndChanges) {
  AnswerBook book(3);
  const WordId a = book.words().child(empty_word, Letter{0});
  const AnswerId first = book.add_comparison(a, empty_word, Preference::greater);
  const AnswerId second = book.add_comparison(a, empty_word, Preference::greater, Purpose::recheck);
  book.change(second, Preference::equal);
  EXPECT_EQ(book.compare(a, empty_word), Preference::equal);
  EXPECT_FALSE(book.at(first).valid);
  EXPECT_THROW(book.retract(first), InputError);
  book.retract(second);
  EXPECT_EQ(book.compare(a, empty_word), std::nullopt);
  EXPECT_EQ(book.revision(), 2U);
  EXPECT_THROW(book.retract(make_id<AnswerId>(3)), InputError);
  EXPECT_THROW(book.retract(no_answer), InputError);
  const AnswerId limits = book.add_limits(a, OutputSet::all(3));
  EXPECT_THROW(book.change(limits, Preference::equal), InputError);
}

// Stops after some answers, as a crash would.
class Failing final : public JudgingTeacher {
 public:
  Failing(Teacher& teacher, std::uint64_t after) : teacher_(teacher), left_(after) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    count(comparisons.size());
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    count(1);
    return teacher_.equivalence(question);
  }

 private:
  void count(std::uint64_t questions) {
    if (left_ < questions) throw std::runtime_error("the power went");
    left_ -= questions;
  }
  Teacher& teacher_;
  std::uint64_t left_;
};

TEST(Recording, GoesOnAfterAnyInterruptionAndAsksNothingTwice) {
  const auto machine = hidden();
  MachineTeacher exact(*machine);
  CountingTeacher whole(exact);
  const MooreMachine expected = learn(whole, machine->alphabet(), machine->outputs(), few_questions()).machine.moore();
  const std::uint64_t all = whole.comparisons() + whole.equivalence_questions();
  for (std::uint64_t stop = 0; stop < all; stop += 7) {
    MachineTeacher again(*machine);
    CountingTeacher counting(again);
    Failing failing(counting, stop);
    AnswerBook book(machine->outputs().size());
    {
      RecordingTeacher recording(
          book, [&]() -> Teacher& { return failing; }, nullptr);
      EXPECT_THROW(learn(recording, machine->alphabet(), machine->outputs(), few_questions()), std::runtime_error);
    }
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return counting; }, nullptr);
    EXPECT_EQ(learn(recording, machine->alphabet(), machine->outputs(), few_questions()).machine, expected);
    EXPECT_EQ(counting.comparisons() + counting.equivalence_questions(), all);
    EXPECT_EQ(book.size(), all);
  }
}

/// Answers a few comparisons, then fails in the middle of a batch.
class FailingTeacher final : public Teacher {
 public:
  FailingTeacher(Teacher& teacher, std::size_t answers) : teacher_(teacher), left_(answers) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      if (left_-- == 0) throw std::runtime_error("enough");
      teacher_.compare({comparisons.words(), comparisons.pairs().subspan(i, 1)}, answers.subspan(i, 1));
    }
  }

 private:
  Teacher& teacher_;
  std::size_t left_;
};

TEST(Recording, KeepsWhatWasAnsweredBeforeATeacherFailed) {
  MachineTeacher teacher(*hidden());
  for (const std::size_t answers : {0U, 1U, 7U, 20U}) {
    FailingTeacher failing(teacher, answers);
    AnswerBook book(3);
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return failing; }, nullptr);
    Session session(hidden()->alphabet(), hidden()->outputs(), few_questions());
    EXPECT_THROW(drive(session, recording), std::runtime_error);
    EXPECT_EQ(book.size(), answers);
  }
}

TEST(Recording, AFullBookNeedsNoTeacher) {
  const auto machine = hidden();
  for (const bool by_order : {false, true}) {
    SessionOptions options = few_questions();
    options.equivalence = by_order ? Equivalence::order : Equivalence::exact;
    MachineTeacher exact(*machine);
    AnswerBook book(machine->outputs().size());
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return exact; }, nullptr);
    const MooreMachine first = learn(recording, machine->alphabet(), machine->outputs(), options).machine.moore();
    RecordingTeacher replaying(
        book, []() -> Teacher& { throw std::runtime_error("asked"); }, nullptr);
    EXPECT_EQ(learn(replaying, machine->alphabet(), machine->outputs(), options).machine, first);
    EXPECT_EQ(replaying.asker().asked(), 0U);
  }
}

TEST(Recording, KeepsValuesForTheBaseline) {
  const auto machine = hidden();
  SessionOptions options = SessionOptions::paper();
  options.ranker = RankerKind::membership;
  MachineTeacher exact(*machine);
  AnswerBook book(machine->outputs().size());
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return exact; }, nullptr);
  const MooreMachine first = learn(recording, machine->alphabet(), machine->outputs(), options).machine.moore();
  RecordingTeacher replaying(
      book, []() -> Teacher& { throw std::runtime_error("asked"); }, nullptr);
  EXPECT_EQ(learn(replaying, machine->alphabet(), machine->outputs(), options).machine, first);
}

TEST(Recording, KeepsOutputWords) {
  const auto machine = hidden();
  SessionOptions options = few_questions();
  options.answers = Answers::values;
  MachineTeacher exact(*machine);
  CountingTeacher counting(exact);
  AnswerBook book(machine->outputs().size());
  const auto learn_with = [&](const Asker::Source& source) {
    RecordingTeacher recording(book, source, nullptr);
    Session session(machine->alphabet(), machine->outputs(), options);
    drive(session, recording);
    EXPECT_EQ(session.machine(), canonical(*machine));
    EXPECT_EQ(session.counts().values, counting.values()) << "what is in the book counts, too";
    return recording.asker().asked();
  };
  const std::uint64_t asked = learn_with([&]() -> Teacher& { return counting; });
  EXPECT_EQ(asked, counting.values() + counting.equivalence_questions());
  EXPECT_EQ(learn_with([]() -> Teacher& { throw std::runtime_error("asked"); }), 0U);
  EXPECT_TRUE(book.contradiction().empty());
}

// Nobody has to tell it that another session begins: a truthful teacher was accused then.
TEST(Recording, ServesOneSessionAfterTheOther) {
  const auto machine = hidden();
  MachineTeacher exact(*machine);
  AnswerBook book(machine->outputs().size());
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return exact; }, nullptr);
  for (const SessionOptions& options : {few_questions(), SessionOptions::paper(), few_questions()}) {
    EXPECT_EQ(learn(recording, machine->alphabet(), machine->outputs(), options).machine, canonical(*machine));
  }
  EXPECT_TRUE(recording.consistent());
}

// Says these, one after the other and from the beginning again.
class Saying final : public JudgingTeacher {
 public:
  explicit Saying(std::vector<Preference> answers) : answers_(std::move(answers)) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) answers[i] = answers_[said_++ % answers_.size()];
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return {}; }

 private:
  std::vector<Preference> answers_;
  std::size_t said_ = 0;
};

TEST(Recording, ConfirmsUntilThereAreFiveAnswersHoweverOftenItIsCalled) {
  Saying undecided({Preference::less, Preference::equal, Preference::greater, Preference::greater, Preference::equal});
  AnswerBook book(3);
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return undecided; }, nullptr);
  const WordId a = book.words().child(empty_word, Letter{0});
  const Comparison asked{a, empty_word};
  Preference answer{};
  recording.compare({book.words(), std::span(&asked, 1)}, std::span(&answer, 1));
  const AnswerId first = make_id<AnswerId>(1);
  for (int call = 0; call < 3; ++call) recording.asker().confirm(std::span(&first, 1));
  EXPECT_FALSE(book.settled(a, empty_word));
  EXPECT_EQ(book.size(), 5U);
}

// A session that compared these words before they were asked about anyway was told what follows, and so is the next.
TEST(Recording, WhatWasOnlyAskedAnywayIsAnsweredAsBefore) {
  Saying unsure({Preference::unsure});
  AnswerBook book(3);
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return unsure; }, nullptr);
  const WordId a = book.words().child(empty_word, Letter{0});
  const WordId b = book.words().child(empty_word, Letter{1});
  book.add_comparison(a, empty_word, Preference::equal);
  book.add_comparison(b, empty_word, Preference::greater);
  const Comparison asked{b, a};
  recording.asker().ask_anyway(std::span(&asked, 1));
  const AnswerId anyway = book.latest(a, b);
  ASSERT_NE(anyway, no_answer);
  EXPECT_FALSE(book.questioned(a, b));
  recording.asker().confirm(std::span(&anyway, 1));
  Preference answer{};
  recording.compare({book.words(), std::span(&asked, 1)}, std::span(&answer, 1));
  EXPECT_EQ(answer, Preference::greater);
  EXPECT_EQ(book.size(), 3U);
}

TEST(Recording, AsksAPersonAboutNoLongWords) {
  const auto machine = hidden();
  MachineTeacher exact(*machine);
  AnswerBook book(machine->outputs().size());
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return exact; }, nullptr);
  recording.ask_a_person(3);
  WordTree words;
  const WordId brief = words.insert(Word(3, Letter{1})), lengthy = words.insert(Word(4, Letter{1})),
               other = words.insert(Word(5, Letter{0}));
  const std::vector<Comparison> asked = {{brief, empty_word}, {lengthy, empty_word}, {empty_word, other}};
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<Preference> answers(3);
    recording.compare({words, asked}, answers);
    EXPECT_NE(answers[0], Preference::unsure);
    EXPECT_EQ(answers[1], Preference::unsure);
    EXPECT_EQ(answers[2], Preference::unsure);
  }
  EXPECT_EQ(book.size(), 3U);
  EXPECT_EQ(recording.asker().asked(), 1U);
  EXPECT_EQ(standing_answers(book), 1U) << "nobody said the other one";
  EXPECT_EQ(last_answer(book), AnswerId{1}) << "so there is nothing to undo about it";
  book.change(AnswerId{2}, Preference::less);
  EXPECT_EQ(standing_answers(book), 2U);
}

TEST(TranscriptTeacher, GivesAnAnswerKeptTheOtherWayRound) {
  AnswerBook book(3);
  const WordId kept = book.words().child(empty_word, Letter{0});
  book.add_comparison(kept, empty_word, Preference::greater);
  const auto machine = hidden();
  MachineTeacher exact(*machine);
  TranscriptTeacher transcript(
      book, [&]() -> Teacher& { return exact; }, nullptr, [](AnswerId) { return 0; });
  WordTree words;
  const std::vector<Comparison> asked{{empty_word, words.child(empty_word, Letter{0})}};
  std::vector<Preference> answers(1);
  transcript.compare({words, asked}, answers);
  EXPECT_EQ(answers[0], Preference::less);
  EXPECT_EQ(transcript.asked(), 0U);
}

TEST(TranscriptTeacher, GivesTheSecondAnswerToWhoeverAsksTwice) {
  AnswerBook book(3);
  const WordId a = book.words().child(empty_word, Letter{0});
  book.add_comparison(a, empty_word, Preference::greater);
  book.add_comparison(a, empty_word, Preference::less, Purpose::confirmation);
  const auto machine = hidden();
  MachineTeacher exact(*machine);
  TranscriptTeacher transcript(
      book, [&]() -> Teacher& { return exact; }, nullptr, [](AnswerId) { return 0; });
  WordTree words;
  const WordId mine = words.child(empty_word, Letter{0});
  const std::vector<Comparison> asked{{mine, empty_word}, {mine, empty_word}};
  std::vector<Preference> answers(2);
  transcript.compare({words, asked}, answers);
  EXPECT_EQ(answers[0], Preference::greater);
  EXPECT_EQ(answers[1], Preference::less);
  transcript.compare({words, std::span(asked).first(1)}, std::span(answers).first(1));
  EXPECT_EQ(transcript.asked(), 1U) << "the third time";
}

}  // namespace
}  // namespace remap
