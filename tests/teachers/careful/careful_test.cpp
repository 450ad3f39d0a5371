#include "teachers/careful/careful.hpp"

#include <gtest/gtest.h>

#include <set>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"
#include "support/effort.hpp"
#include "teachers/counting.hpp"
#include "teachers/simulated/noise.hpp"

namespace remap {
namespace {

/// Nobody is there to answer.
class Nobody final : public Teacher {
 public:
  void compare(const Comparisons&, std::span<Preference>) override { throw std::runtime_error("asked"); }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { throw std::runtime_error("asked"); }
};

/// Answers some pairs of words in a way of its own, decided by the words: wrongly when they are asked about for the
/// first time, or unsure whenever they are.
class OddTeacher final : public Teacher {
 public:
  enum class Oddity : std::uint8_t { wrong_once, unsure };
  OddTeacher(const MooreMachine& machine, Oddity oddity, std::uint64_t percent, std::uint64_t seed)
      : exact_(machine), oddity_(oddity), percent_(percent), seed_(seed) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    exact_.compare(comparisons, answers);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      std::pair pair{comparisons.words().spell(comparisons[i].left), comparisons.words().spell(comparisons[i].right)};
      if (pair.second < pair.first) std::swap(pair.first, pair.second);
      std::uint64_t hash = seed_;
      for (const Word& word : {pair.first, pair.second}) {
        for (const Letter letter : word) hash = hash * 31 + index(letter) + 1;
        hash = hash * 1'000'003 + 7;
      }
      if (split_random(hash, 1).below(100) >= percent_) continue;
      if (oddity_ == Oddity::unsure) {
        answers[i] = Preference::unsure;
      } else if (met_.insert(pair).second) {
        answers[i] = answers[i] == Preference::greater ? Preference::less : Preference::greater;
      }
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }

 private:
  MachineTeacher exact_;
  Oddity oddity_;
  std::uint64_t percent_, seed_;
  std::set<std::pair<Word, Word>> met_;
};

class Careful : public ::testing::Test {
 protected:
  std::unique_ptr<Session> drive(AnswerBook& book, Teacher& teacher, const Care& care) {
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return teacher; }, nullptr);
    return drive_carefully(recording, care,
                           [&] { return std::make_unique<Session>(hidden->alphabet(), hidden->outputs(), options); });
  }
  [[nodiscard]] bool right(const Session& session) const { return !find_counterexample(*hidden, session.machine()); }

  void expect_to_lead_to_its_machine(double mistakes, std::uint64_t seed) {
    SCOPED_TRACE(seed);
    options.seed = seed;
    const Care care{seed % 3 == 0 ? Confirm::all : Confirm::growth, seed % 2 == 0 ? 0.1 : 0, Settle::vote, 0, seed};
    MachineTeacher exact(*hidden);
    NoiseOptions errors;
    errors.mistakes = mistakes;
    errors.seed = seed;
    NoiseTeacher noise(exact, hidden->alphabet(), hidden->outputs(), errors);
    AnswerBook book(hidden->outputs().size());
    const auto first = drive(book, noise, care);
    EXPECT_TRUE(right(*first));
    EXPECT_TRUE(book.needless().empty());
    Nobody nobody;
    const std::size_t size = book.size();
    EXPECT_NO_THROW(EXPECT_EQ(drive(book, nobody, care)->machine(), first->machine()));
    EXPECT_EQ(book.size(), size);
  }

  std::shared_ptr<const MooreMachine> hidden = std::make_shared<const MooreMachine>(random_machine({12, 3, 3}, 5));
  SessionOptions options = [] {
    SessionOptions few = SessionOptions::paper();
    few.learner = LearnerKind::tree;
    few.ranker = RankerKind::search;
    return few;
  }();
};

TEST_F(Careful, AReplayGoesOnWithoutAnswersThatNothingRestsOn) {
  hidden = std::make_shared<const MooreMachine>(random_machine({100, 3, 3}, 5));
  MachineTeacher exact(*hidden);
  AnswerBook book(3);
  Care care;
  const auto first = drive(book, exact, care);
  ASSERT_GT(book.asked(Purpose::confirmation), 0U);
  care.seed = 2;  // other words of the same classes are to be compared
  RecordingTeacher nobody(
      book, []() -> Teacher& { throw NobodyLeft(); }, nullptr);
  const auto again = drive_carefully(
      nobody, care, [&] { return std::make_unique<Session>(hidden->alphabet(), hidden->outputs(), options); });
  EXPECT_EQ(again->machine(), first->machine());
}

TEST_F(Careful, ConfirmationsAreMarkedAndSwapped) {
  MachineTeacher exact(*hidden);
  AnswerBook plain(3), growth(3), all(3);
  drive(plain, exact, {});
  drive(growth, exact, {Confirm::growth});
  drive(all, exact, {Confirm::all});
  const std::uint64_t questions = plain.asked(Purpose::question);
  EXPECT_EQ(plain.asked(Purpose::confirmation), 0U);
  EXPECT_EQ(growth.asked(Purpose::question), questions);
  EXPECT_GE(growth.asked(Purpose::confirmation), 11U);  // a state each, but for the first
  EXPECT_LT(growth.asked(Purpose::confirmation), questions);
  EXPECT_EQ(all.asked(Purpose::confirmation), questions);
  for (std::size_t i = 1; i <= growth.size(); ++i) {
    const BookEntry& entry = growth.at(make_id<AnswerId>(i));
    if (entry.kind != BookEntry::Kind::comparison || entry.purpose != Purpose::confirmation) continue;
    EXPECT_EQ(growth.at(entry.earlier).left, entry.right);
    EXPECT_EQ(growth.at(entry.earlier).answer, swapped(entry.answer));
  }
}

TEST_F(Careful, RechecksComeInTheirShareAndAgree) {
  MachineTeacher exact(*hidden);
  AnswerBook book(3);
  drive(book, exact, {Confirm::off, 0.25});
  EXPECT_EQ(book.asked(Purpose::recheck), book.asked(Purpose::question) / 4);
  EXPECT_EQ(book.self_agreement().rechecks, book.asked(Purpose::recheck));
  EXPECT_EQ(book.self_agreement().agreeing, book.asked(Purpose::recheck));
  AnswerBook all(3);
  drive(all, exact, {Confirm::off, 1});
  EXPECT_EQ(all.asked(Purpose::recheck), all.asked(Purpose::question)) << "the last one, too";
}

TEST_F(Careful, RechecksTellHowOftenATeacherErrs) {
  MachineTeacher exact(*hidden);
  std::uint64_t rechecks = 0, agreeing = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    NoiseOptions errors;
    errors.mistakes = 0.1;
    errors.seed = seed;
    NoiseTeacher noise(exact, hidden->alphabet(), hidden->outputs(), errors);
    AnswerBook book(3);
    drive(book, noise, {Confirm::growth, 0.5, Settle::vote, 0, seed});
    rechecks += book.self_agreement().rechecks;
    agreeing += book.self_agreement().agreeing;
  }
  // Both right, or both wrong in the same way: 0.9² + 0.1² / 2.
  EXPECT_NEAR(static_cast<double>(agreeing) / static_cast<double>(rechecks), 0.815, 0.04);
}

// A log leads to its machine: a run that has ended finds all it needs in its book, and nobody is asked.
TEST_F(Careful, ALogOfANoisyRunLeadsToItsMachine) {
  for (const LearnerKind learner : {LearnerKind::table, LearnerKind::tree}) {
    for (const RankerKind ranker : {RankerKind::search, RankerKind::quicksort}) {
      options.learner = learner;
      options.ranker = ranker;
      for (std::uint64_t seed = 1; seed <= test::effort(60); ++seed) expect_to_lead_to_its_machine(0.05, seed);
    }
  }
}

// Values come with counterexamples here. One can contradict a comparison that only an earlier session asked, with no
// comparison after it.
TEST_F(Careful, SoDoesALogInWhichCounterexamplesComeLast) {
  const MooreMachine narrow = random_machine({5, 3, 5}, 5);
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t s = 0; s < narrow.size(); ++s) {
    output_of.push_back(make_id<Output>(3 * index(narrow.output(make_id<State>(s))) + 1));
    for (std::size_t a = 0; a < 3; ++a) next.push_back(narrow.next(make_id<State>(s), make_id<Letter>(a)));
  }
  hidden = std::make_shared<const MooreMachine>(
      narrow.alphabet(), Outputs::parse_list("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14"), narrow.initial(), output_of, next);
  options = {};
  options.equivalence_cost = 1;
  for (std::uint64_t seed = 1; seed <= test::effort(100); ++seed) expect_to_lead_to_its_machine(0.2, seed);
}

TEST_F(Careful, WithoutSettlingAContradictionIsThrown) {
  MachineTeacher exact(*hidden);
  std::size_t contradictions = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    NoiseOptions errors;
    errors.mistakes = 0.1;
    errors.seed = seed;
    NoiseTeacher noise(exact, hidden->alphabet(), hidden->outputs(), errors);
    AnswerBook book(3);
    try {
      drive(book, noise, {});
    } catch (const Contradiction&) {
      ++contradictions;
      EXPECT_FALSE(book.contradiction().empty());
    }
  }
  EXPECT_GT(contradictions, 10U);
}

TEST_F(Careful, UnsureAnswersAreAskedAgain) {
  MachineTeacher exact(*hidden);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    NoiseOptions errors;
    errors.unsure = 0.4;
    errors.seed = seed;
    NoiseTeacher noise(exact, hidden->alphabet(), hidden->outputs(), errors);
    AnswerBook book(3);
    EXPECT_TRUE(right(*drive(book, noise, {Confirm::growth, 0, Settle::vote, 0, seed})));
  }
}

TEST_F(Careful, AskingAgainSettlesWhatWasWrongOnce) {
  std::size_t stopped = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    AnswerBook plain(3), asked(3);
    OddTeacher believed(*hidden, OddTeacher::Oddity::wrong_once, 5, seed);
    OddTeacher doubted(*hidden, OddTeacher::Oddity::wrong_once, 5, seed);
    try {
      drive(plain, believed, {});
    } catch (const Contradiction&) {
      ++stopped;
    }
    const Care care{Confirm::off, 0, Settle::ask};
    const auto session = drive(asked, doubted, care);
    EXPECT_TRUE(right(*session)) << seed;
    EXPECT_EQ(drive(asked, doubted, care)->machine(), session->machine());
  }
  EXPECT_GT(stopped, 10U);
}

// Sure about enough pairs, a teacher is not stopped by the others: words are compared with others of the class, and
// others of the same state in their place.
TEST_F(Careful, UnsureAnswersLeadToOtherWords) {
  std::size_t alone = 0, helped = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const Settle settle : {Settle::off, Settle::ask}) {
      OddTeacher teacher(*hidden, OddTeacher::Oddity::unsure, 30, seed);
      AnswerBook book(3);
      try {
        EXPECT_TRUE(right(*drive(book, teacher, {Confirm::off, 0, settle}))) << seed;
        ++(settle == Settle::off ? alone : helped);
      } catch (const Unsettled&) {
      }
    }
  }
  EXPECT_GT(helped, alone);
}

}  // namespace
}  // namespace remap
