#include "study/leases.hpp"

#include <gtest/gtest.h>

#include <map>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

Word numbered(std::size_t number) {
  Word word;
  for (++number; number > 0; number /= 2) word.push_back(make_id<Letter>(number % 2));
  return word;
}
LeasedQuestion about(std::size_t a, std::size_t b, std::size_t turn = 0) {
  return {{subject_of(numbered(a), numbered(b)), turn}, numbered(a), numbered(b)};
}
LeasedQuestion check_of(const char* machine) { return {{machine, 0}, {}, {}, false, true}; }

using Kind = LeaseBoard::Match::Kind;

/// Somebody answers what they were given.
LeaseBoard::Match take(LeaseBoard& board, const std::string& who, const QuestionName& name) {
  const LeaseBoard::Match match = board.match(who, name);
  if (match.kind == Kind::settles || match.kind == Kind::opinion) board.answer(who, name, match);
  return match;
}

TEST(QuestionNames, AreReadAsTheyAreWritten) {
  const QuestionName name{subject_of(numbered(1), numbered(2)), 12};
  EXPECT_EQ(parse_question_name(name.text()), name);
  EXPECT_EQ(subject_of(numbered(2), numbered(1)), name.subject) << "whichever comes first";
  EXPECT_NE(subject_of(numbered(1), numbered(3)), name.subject);
  for (const char* other : {"", "done", "c12", "c12.", "c12.x", "c12.1.2", "c12.-1"}) {
    EXPECT_FALSE(parse_question_name(other)) << other;
  }
}

TEST(Leases, EveryoneGetsAQuestionOfTheirOwn) {
  LeaseBoard board(1000);
  board.post({about(1, 2), about(3, 4)});
  const QuestionName first = board.lease("anna", 0, true)->question.name;
  const QuestionName second = board.lease("berta", 0, true)->question.name;
  EXPECT_NE(first, second);
  EXPECT_EQ(board.lease("anna", 10, true)->question.name, first) << "the page was loaded again";
  EXPECT_EQ(board.lease("carla", 10, true), nullptr) << "both are out";
  EXPECT_EQ(take(board, "anna", first).kind, Kind::settles);
  EXPECT_EQ(take(board, "anna", first).kind, Kind::answered);
  EXPECT_EQ(board.lease("anna", 10, true), nullptr);
  EXPECT_FALSE(board.all_answered());
  EXPECT_EQ(take(board, "berta", second).position, 1u);
  EXPECT_TRUE(board.all_answered());
  EXPECT_EQ(take(board, "carla", first).kind, Kind::unknown) << "she was never given it";
}

TEST(Leases, ALateAnswerIsOneMoreOpinion) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const QuestionName slow = board.lease("anna", 0, true)->question.name;
  EXPECT_EQ(board.lease("berta", 999, true), nullptr);
  const QuestionName quick = board.lease("berta", 1000, true)->question.name;
  EXPECT_EQ(take(board, "berta", quick).kind, Kind::settles);
  const LeaseBoard::Match late = take(board, "anna", slow);
  EXPECT_EQ(late.kind, Kind::opinion);
  EXPECT_EQ(late.question.first, numbered(1));
}

TEST(Leases, ALateAnswerSettlesTheSamePairAskedAgain) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const QuestionName slow = board.lease("anna", 0, true)->question.name;
  take(board, "berta", board.lease("berta", 1000, true)->question.name);
  board.post({about(5, 6), about(2, 1, 1)});
  const LeaseBoard::Match late = take(board, "anna", slow);
  EXPECT_EQ(late.kind, Kind::settles);
  EXPECT_EQ(late.position, 1u);
  EXPECT_EQ(late.question.first, numbered(2)) << "as it is asked now";
}

TEST(Leases, ALateVerdictIsNotOneAboutAnotherMachine) {
  LeaseBoard board(1000);
  board.post({check_of("m1")});
  const QuestionName slow = board.lease("anna", 0, true)->question.name;
  take(board, "berta", board.lease("berta", 1000, true)->question.name);
  board.post({check_of("m2")});
  EXPECT_EQ(take(board, "anna", slow).kind, Kind::opinion);
  EXPECT_FALSE(board.all_answered());
}

TEST(Leases, PeopleArePreferablyAskedSomethingNew) {
  LeaseBoard board(1000);
  board.note("anna", subject_of(numbered(2), numbered(1)));
  board.post({about(1, 2), about(3, 4)});
  EXPECT_EQ(board.lease("anna", 0, true)->question.first, numbered(3));
  EXPECT_EQ(board.lease("berta", 0, true)->question.first, numbered(1));
  board.note("anna", subject_of(numbered(7), numbered(8)));
  board.post({about(7, 8)});
  EXPECT_NE(board.lease("anna", 0, true), nullptr) << "rather than nothing";
}

TEST(Leases, ChecksAreForThoseWhoMay) {
  LeaseBoard board(1000);
  board.post({check_of("m1")});
  EXPECT_EQ(board.lease("anna", 0, false), nullptr);
  ASSERT_NE(board.lease("berta", 0, true), nullptr);
  EXPECT_TRUE(board.lease("berta", 0, true)->question.check);
}

TEST(Leases, AnOpenQuestionIsAnsweredWithoutALeaseOfThisProcess) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const LeaseBoard::Match match = take(board, "anna", about(2, 1).name);
  EXPECT_EQ(match.kind, Kind::settles);
  EXPECT_EQ(match.since, 0);
  EXPECT_TRUE(board.all_answered());
}

// Fifty people, ten thousand leases; some leave for a while or for ever, and some answers are sent twice.
TEST(Leases, NoQuestionIsLostAndNoneCountsTwice) {
  Random random(11);
  LeaseBoard board(500);
  struct Person {
    std::string name;
    std::optional<QuestionName> question = std::nullopt;
    std::int64_t back = 0;  // when they answer
  };
  std::vector<Person> people;
  for (int i = 0; i < 50; ++i) people.push_back({"p" + std::to_string(i)});
  std::map<std::pair<Word, Word>, std::size_t> settled;
  std::map<std::pair<std::string, QuestionName>, std::size_t> counted;
  std::size_t posted = 0, opinions = 0, newcomers = 50;
  std::int64_t now = 0;
  const auto tell = [&](const Person& person) {
    const LeaseBoard::Match match = take(board, person.name, *person.question);
    if (match.kind == Kind::settles) {
      ++settled[{match.question.first, match.question.second}];
    } else if (match.kind == Kind::opinion) {
      ++opinions;
    } else {
      return;
    }
    ++counted[{person.name, *person.question}];
  };
  while (board.given() < 10'000) {
    if (board.all_answered()) {
      std::vector<LeasedQuestion> questions;
      for (std::size_t i = 0; i < 8; ++i) questions.push_back(about(2 * posted, 2 * posted + 1)), ++posted;
      board.post(std::move(questions));
    }
    now += static_cast<std::int64_t>(random.below(20));
    Person& person = people[random.below(people.size())];
    if (person.question && now >= person.back) {
      tell(person);
      if (random.chance(0.1)) tell(person);  // the reply was lost
      person.question.reset();
    } else if (!person.question) {
      const Lease* lease = board.lease(person.name, now, true);
      if (lease == nullptr) continue;
      person.question = lease->question.name;
      person.back = now + static_cast<std::int64_t>(random.below(100));
      if (random.chance(0.1)) person.back += 2000;                            // comes back late
      if (random.chance(0.02)) person = {"p" + std::to_string(newcomers++)};  // never comes back
    }
  }
  EXPECT_GT(opinions, 100u);
  EXPECT_GT(newcomers, 100u);
  EXPECT_GE(settled.size() + 8, posted) << "all batches but the last are complete";
  for (const auto& [pair, count] : settled) EXPECT_EQ(count, 1u);
  for (const auto& [answer, count] : counted) EXPECT_EQ(count, 1u);
}

}  // namespace
}  // namespace remap
