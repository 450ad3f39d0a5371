// A person at a screen, without a terminal: pages are read as text, keys are pressed by a function.
#include "teachers/person/terminal.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "teachers/book/recording.hpp"
#include "teachers/checklist.hpp"
#include "teachers/person/fake_screen.hpp"

namespace remap {
namespace {

using test::FakeScreen;
using test::HonestPerson;

MooreMachine even_as() {
  const auto letters = Alphabet::plain({"a", "b"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1"});
  return {letters, outputs, State{0}, {Output{1}, Output{0}}, {State{1}, State{0}, State{0}, State{1}}};
}

SessionOptions usual() {
  SessionOptions options = SessionOptions::paper();
  options.learner = LearnerKind::tree;
  options.ranker = RankerKind::search;
  options.equivalence_cost = 1;  // as people have it
  return options;
}

/// What somebody who drives a session does about undo and about trouble.
MooreMachine teach(const MooreMachine& machine, FakeScreen& screen, AnswerBook& book,
                   SessionOptions options = usual()) {
  TerminalTeacher terminal(screen, Wording(machine.alphabet(), machine.outputs()), "run.jsonl");
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return terminal; }, nullptr);
  recording.ask_a_person(no_limit);
  for (;;) {
    Session session(machine.alphabet(), machine.outputs(), options);
    terminal.attend(session, recording);
    Correction correction;
    try {
      drive(session, recording);
      return session.machine();
    } catch (const UndoRequest&) {
      correction.id = last_answer(book);
    } catch (const Contradiction&) {
      correction = terminal.correct(TerminalTeacher::Trouble::contradiction, book, book.contradiction());
    }
    if (correction.answer) {
      book.change(correction.id, *correction.answer);
    } else {
      book.retract(correction.id);
    }
  }
}

TEST(Terminal, APersonTeachesMachines) {
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const MooreMachine machine = random_machine({3 + seed % 4, 2, 2 + seed % 2}, seed);
    AnswerBook book(machine.outputs().size());
    FakeScreen screen((HonestPerson(machine)));
    right += teach(machine, screen, book) == canonical(machine) ? 1 : 0;
    EXPECT_NE(screen.pages[0].find(" left in this step"), std::string::npos);
  }
  EXPECT_GE(right, 85U);  // a machine that agrees with a list may still be wrong elsewhere
}

TEST(Terminal, UndoTakesBackAsManyAnswersAsOneLikesAlsoAcrossSteps) {
  const MooreMachine machine = random_machine({6, 2, 2}, 1);
  AnswerBook book(2);
  HonestPerson person(machine);
  std::vector<std::string> asked;
  std::size_t undone = 0;
  FakeScreen screen([&](const std::string& page) {
    const bool question = HonestPerson::compares(page);
    if (undone < 7 && book.size() >= 10) return ++undone, U'u';
    if (question) asked.push_back(test::words_on(page).first);
    return person(page);
  });
  EXPECT_TRUE(teach(machine, screen, book) == canonical(machine));
  EXPECT_EQ(undone, 7U);
  EXPECT_EQ(standing_answers(book), book.size() - 7);
  const auto shown = [&](std::size_t i) { return book.at(make_id<AnswerId>(i)); };
  for (std::size_t i = 4; i <= 10; ++i) {  // the same questions again, in the same order
    EXPECT_FALSE(shown(i).valid);
    EXPECT_TRUE(shown(i + 7).valid);
    EXPECT_EQ(shown(i).left, shown(i + 7).left);
    EXPECT_EQ(shown(i).right, shown(i + 7).right);
  }
}

TEST(Terminal, NothingIsTakenBackWhereNothingWasSaid) {
  const MooreMachine machine = even_as();
  AnswerBook book(2);
  FakeScreen screen(U"uq");
  EXPECT_THROW(teach(machine, screen, book), QuitRequest);
  EXPECT_NE(screen.pages.back().find("There is nothing to undo."), std::string::npos);
  EXPECT_EQ(book.size(), 0U);
}

TEST(Terminal, AWrongPredictionIsPointedOutByItsLineOrByAWord) {
  // Two of the four values are guessed wrong at first; the person says which, in two ways.
  const auto machine = std::make_shared<const MooreMachine>(even_as());
  MooreMachine constant(machine->alphabet(), machine->outputs(), State{0}, {Output{1}}, {State{0}, State{0}});
  const WordTree words;
  const WordId representative[] = {empty_word};
  const EquivalenceQuestion question{constant, representative, words, false, 1};
  const auto ask = [&](const std::u32string& keys) {
    FakeScreen screen(keys);
    TerminalTeacher terminal(screen, Wording(machine->alphabet(), machine->outputs()), "");
    return terminal.equivalence(question);
  };
  EXPECT_FALSE(ask(U"a").counterexample);
  for (const std::u32string keys : {U"w2\r0\r", U"ta\r0\r",
                                    U"t \x7f"
                                    U"a\r#1\r",
                                    U"w99\r\x7f\x7f"
                                    U"2\r7\r\x7f"
                                    U"0\r",
                                    U"w2\r1\rw2\r0\r", U"w2\r\x1bw\x1bw2\r0\r"}) {
    const EquivalenceAnswer answer = ask(keys);
    ASSERT_TRUE(answer.counterexample);
    EXPECT_EQ(*answer.counterexample, Word{Letter{0}});
    EXPECT_EQ(answer.feedback.kind, Feedback::Kind::value);
    EXPECT_EQ(answer.feedback.outputs, std::vector<Output>{Output{0}});
  }
  EXPECT_EQ(*ask(U"tbbba\r0\r").counterexample, parse_word(machine->alphabet(), "bbba"));
}

TEST(Terminal, LongListsHavePagesAndAreNotAcceptedUnseenByMistake) {
  const auto letters = Alphabet::power_set({"p", "q", "r", "s", "t"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1"});
  const MooreMachine machine(letters, outputs, State{0}, {Output{0}}, std::vector<State>(32, State{0}));
  const WordTree words;
  const WordId representative[] = {empty_word};
  const EquivalenceQuestion question{machine, representative, words, false, 1};
  FakeScreen hasty(U"aa");
  EXPECT_FALSE(TerminalTeacher(hasty, Wording(letters, outputs), "").equivalence(question).counterexample);
  EXPECT_NE(hasty.pages.back().find("You have seen"), std::string::npos);
  FakeScreen careful(U"n   pnna");
  EXPECT_FALSE(TerminalTeacher(careful, Wording(letters, outputs), "").equivalence(question).counterexample);
  EXPECT_NE(careful.pages[0].find("Lines 1 to "), std::string::npos);
  EXPECT_NE(careful.pages[3].find(" of 43."), std::string::npos);
  EXPECT_NE(careful.pages[2].find("{p,q,r,s,t}"), std::string::npos) << careful.pages[2];
}

TEST(Terminal, ContradictionsHaveAScreenOfTheirOwn) {
  const MooreMachine machine = even_as();
  AnswerBook book(2);
  HonestPerson person(machine);
  std::size_t wrong = 3, questions = 0;
  Key line = U'1';
  bool contradicted = false;
  FakeScreen screen([&](const std::string& page) {
    if (page.find("cannot all be true") != std::string::npos) {
      contradicted = true;
      return line++;  // to answer it again, and right
    }
    const Key right = person(page);
    if (page.starts_with(" Question") && ++questions == wrong) return right == U'=' ? U'1' : U'=';
    return right;
  });
  // All pairs are compared, so that one wrong answer contradicts others.
  SessionOptions options = usual();
  options.ranker = RankerKind::all_pairs;
  bool right = false;
  for (; wrong < 8 && !(contradicted && right); ++wrong) {
    AnswerBook fresh(2);
    questions = 0;
    line = U'1';
    contradicted = false;
    right = teach(machine, screen, fresh, options) == machine;
  }
  EXPECT_TRUE(contradicted && right);
}

TEST(Terminal, HelpAndResizingChangeNothing) {
  const MooreMachine machine = even_as();
  AnswerBook book(2);
  FakeScreen screen(std::u32string{U'h', keys::resized, U'x', keys::resized, U'=', keys::closed});
  EXPECT_THROW(teach(machine, screen, book), QuitRequest);
  EXPECT_EQ(book.size(), 1U);
  EXPECT_EQ(screen.pages[0], screen.pages[3]);
  EXPECT_EQ(screen.pages[1], screen.pages[2]);
}

TEST(Terminal, NarrowAndLowScreensStillShowTheKeys) {
  const MooreMachine machine = even_as();
  for (const std::size_t columns : {30, 40, 80, 200}) {
    for (const std::size_t rows : {14, 24}) {
      AnswerBook book(2);
      FakeScreen screen([&, pressed = 0](const std::string&) mutable { return ++pressed < 6 ? U'=' : U'q'; }, columns,
                        rows);
      EXPECT_THROW(teach(machine, screen, book), QuitRequest);
      for (const std::string& page : screen.pages) EXPECT_NE(page.find("quit"), std::string::npos) << page;
    }
  }
}

TEST(Terminal, OddNamesAndWordsOfTenThousandLettersAreShownSafely) {
  const auto letters =
      Alphabet::plain({"q\"uote", "new\nline", "ünï", "\x1b[31m", "\xff\xfe", std::string(10'000, 'x')});
  const auto outputs = Outputs(std::vector<std::string>{"lo\nw", "hi\x1bgh"});
  WordTree words;
  Word one(10'000, Letter{0}), two = one;
  for (std::size_t i = 0; i < one.size(); ++i) one[i] = make_id<Letter>(i % 6), two[i] = make_id<Letter>(i % 5);
  const Comparison comparison{words.insert(one), words.insert(two)};
  FakeScreen screen(U"2", 60, 20);  // refuses pages that are not safe, or too wide or high
  TerminalTeacher terminal(screen, Wording(letters, outputs), "run\x1b.jsonl");
  Preference answer = Preference::unsure;
  terminal.compare({words, {&comparison, 1}}, {&answer, 1});
  EXPECT_EQ(answer, Preference::less);
  EXPECT_NE(screen.pages[0].find("more …"), std::string::npos);
}

TEST(TransitionWords, CoverEveryTransitionShortestFirst) {
  const MooreMachine machine = even_as();
  const TransitionWords words(machine, 3, 1);
  ASSERT_EQ(words.size(), 8U);
  ASSERT_EQ(words.transitions(), 5U);
  for (std::size_t i = 5; i < 8; ++i) EXPECT_GT(words.word(i).size(), 2U);
  std::vector<std::string> spelled;
  for (std::size_t i = 0; i < 5; ++i) spelled.push_back(format_word(machine.alphabet(), words.word(i)));
  EXPECT_EQ(spelled, (std::vector<std::string>{"ε", "a", "b", "aa", "ab"}));
}

// There are fewer than in its Moore machine, which has a state for each reward.
TEST(TransitionWords, CoverTheStepsOfAMealyMachine) {
  const Alphabet letters{"a", "b"};
  const Outputs outputs{"HALT", "0", "1"};
  // a is worth nothing, b the reward and the end.
  const MealyMachine mealy(
      letters, outputs, State{0}, {false, true},
      {{State{0}, Output{1}}, {State{1}, Output{2}}, {no_state, no_output}, {no_state, no_output}});
  const Hypothesis machine(mealy, Output{1});
  ASSERT_EQ(machine.moore().size(), 3U);
  const TransitionWords words(machine, 2, 1);
  ASSERT_EQ(words.transitions(), 5U);
  std::vector<std::string> spelled;
  for (std::size_t i = 0; i < 5; ++i) spelled.push_back(format_word(letters, words.word(i)));
  EXPECT_EQ(spelled, (std::vector<std::string>{"ε", "a", "b", "ba", "bb"}));
  EXPECT_EQ(TransitionWords(machine.moore(), 2, 1).transitions(), 7U);
}

TEST(LastAnswer, IsTheOneGivenOrChangedLast) {
  AnswerBook book(2);
  EXPECT_EQ(last_answer(book), no_answer);
  const WordId a = book.words().insert(Word{Letter{0}}), b = book.words().insert(Word{Letter{1}});
  const AnswerId first = book.add_comparison(a, b, Preference::equal);
  const AnswerId second = book.add_comparison(a, empty_word, Preference::equal);
  EXPECT_EQ(last_answer(book), second);
  book.change(first, Preference::less);
  EXPECT_EQ(last_answer(book), first);
  const AnswerId third = book.add_comparison(b, empty_word, Preference::equal);
  EXPECT_EQ(last_answer(book), third);
  book.retract(third);
  EXPECT_EQ(last_answer(book), first);
  book.retract(first);
  EXPECT_EQ(last_answer(book), second);
}

TEST(Terminal, IntroducesAndPractises) {
  const Wording wording(Alphabet::plain({"a", "b"}), Outputs{"0", "1"}, {"tea", "coffee"}, {"bad", "good"});
  FakeScreen screen(U"x\r21=");  // a key that means nothing, then the examples, the first one wrong at first
  TerminalTeacher terminal(screen, wording, "run.jsonl");
  terminal.introduce("A story.");
  EXPECT_NE(screen.pages[0].find("A story."), std::string::npos);
  EXPECT_NE(screen.pages[0].find("worst first: bad, good"), std::string::npos);
  EXPECT_NE(screen.pages[1].find("That key means nothing here."), std::string::npos);
  EXPECT_NE(screen.pages[2].find("Example 1 of 2"), std::string::npos);
  EXPECT_NE(screen.pages[3].find("Try again."), std::string::npos);
  EXPECT_NE(screen.pages[4].find("Right."), std::string::npos);
  EXPECT_NE(screen.pages[4].find("Example 2 of 2"), std::string::npos);
  EXPECT_EQ(screen.pages.size(), 5u);

  FakeScreen skipping(U"s");
  TerminalTeacher(skipping, wording, "").introduce("");
  EXPECT_EQ(skipping.pages.size(), 1u);
  FakeScreen quitting(U"\rq");
  EXPECT_THROW(TerminalTeacher(quitting, wording, "").introduce(""), QuitRequest);
  FakeScreen narrow(U"\rs", 30, 24);
  TerminalTeacher(narrow, wording, "run.jsonl").introduce("");
}

}  // namespace
}  // namespace remap
