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
LeasedQuestion about(std::size_t a, std::size_t b) { return {numbered(a), numbered(b)}; }

TEST(Leases, EveryoneGetsAQuestionOfTheirOwn) {
  LeaseBoard board(1000);
  board.post({about(1, 2), about(3, 4)});
  const std::uint64_t first = board.lease("anna", 0, true)->number;
  const std::uint64_t second = board.lease("berta", 0, true)->number;
  EXPECT_NE(first, second);
  EXPECT_EQ(board.lease("anna", 10, true)->number, first) << "the page was loaded again";
  EXPECT_EQ(board.lease("carla", 10, true), nullptr) << "both are out";
  EXPECT_EQ(board.take("anna", second).outcome, LeaseBoard::Outcome::unknown) << "not hers";
  EXPECT_EQ(board.take("anna", first).outcome, LeaseBoard::Outcome::settled);
  EXPECT_EQ(board.take("anna", first).outcome, LeaseBoard::Outcome::repeated);
  EXPECT_EQ(board.lease("anna", 10, true), nullptr);
  EXPECT_FALSE(board.all_answered());
  EXPECT_EQ(board.take("berta", second).position, 1u);
  EXPECT_TRUE(board.all_answered());
}

TEST(Leases, ALateAnswerIsOneMoreOpinion) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const std::uint64_t slow = board.lease("anna", 0, true)->number;
  EXPECT_EQ(board.lease("berta", 999, true), nullptr);
  const std::uint64_t quick = board.lease("berta", 1000, true)->number;
  EXPECT_EQ(board.take("berta", quick).outcome, LeaseBoard::Outcome::settled);
  const LeaseBoard::Taken late = board.take("anna", slow);
  EXPECT_EQ(late.outcome, LeaseBoard::Outcome::opinion);
  EXPECT_EQ(late.lease.question.first, numbered(1));
}

TEST(Leases, ALateAnswerSettlesTheSamePairAskedAgain) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const std::uint64_t slow = board.lease("anna", 0, true)->number;
  board.take("berta", board.lease("berta", 1000, true)->number);
  board.post({about(5, 6), about(2, 1)});
  const LeaseBoard::Taken late = board.take("anna", slow);
  EXPECT_EQ(late.outcome, LeaseBoard::Outcome::settled);
  EXPECT_EQ(late.position, 1u);
  EXPECT_TRUE(late.turned);
}

TEST(Leases, PeopleArePreferablyAskedSomethingNew) {
  LeaseBoard board(1000);
  board.note("anna", numbered(2), numbered(1));
  board.post({about(1, 2), about(3, 4)});
  EXPECT_EQ(board.lease("anna", 0, true)->question.first, numbered(3));
  board.post({about(1, 2)});
  EXPECT_NE(board.lease("anna", 0, true), nullptr) << "rather than nothing";
}

TEST(Leases, ChecksAreForThoseWhoMay) {
  LeaseBoard board(1000);
  board.post({LeasedQuestion{}});
  EXPECT_EQ(board.lease("anna", 0, false), nullptr);
  ASSERT_NE(board.lease("berta", 0, true), nullptr);
  EXPECT_TRUE(board.lease("berta", 0, true)->question.is_check());
}

TEST(Leases, WhatCouldNotBeKeptMayBeAnsweredAgain) {
  LeaseBoard board(1000);
  board.post({about(1, 2)});
  const std::uint64_t number = board.lease("anna", 0, true)->number;
  board.take("anna", number);
  board.take_back(number);
  EXPECT_EQ(board.take("anna", number).outcome, LeaseBoard::Outcome::opinion);
}

// Fifty people, ten thousand leases; some leave for a while or for ever, and some answers are sent twice.
TEST(Leases, NoQuestionIsLostAndNoneCountsTwice) {
  Random random(11);
  LeaseBoard board(500);
  struct Person {
    std::string name;
    std::uint64_t lease = 0;
    std::int64_t back = 0;  // when they answer
  };
  std::vector<Person> people;
  for (int i = 0; i < 50; ++i) people.push_back({"p" + std::to_string(i)});
  std::map<std::pair<Word, Word>, std::size_t> settled;
  std::map<std::uint64_t, std::size_t> counted;  // per lease
  std::size_t posted = 0, opinions = 0, newcomers = 50;
  std::int64_t now = 0;
  const auto tell = [&](const Person& person) {
    const LeaseBoard::Taken taken = board.take(person.name, person.lease);
    if (taken.outcome == LeaseBoard::Outcome::settled) {
      ++settled[{taken.lease.question.first, taken.lease.question.second}];
    } else if (taken.outcome == LeaseBoard::Outcome::opinion) {
      ++opinions;
    } else {
      return;
    }
    ++counted[person.lease];
  };
  while (board.given() < 10'000) {
    if (board.all_answered()) {
      std::vector<LeasedQuestion> questions;
      for (std::size_t i = 0; i < 8; ++i) questions.push_back(about(2 * posted, 2 * posted + 1)), ++posted;
      board.post(std::move(questions));
    }
    now += static_cast<std::int64_t>(random.below(20));
    Person& person = people[random.below(people.size())];
    if (person.lease != 0 && now >= person.back) {
      tell(person);
      if (random.chance(0.1)) tell(person);  // the reply was lost
      person.lease = 0;
    } else if (person.lease == 0) {
      const Lease* lease = board.lease(person.name, now, true);
      if (lease == nullptr) continue;
      person.lease = lease->number;
      person.back = now + static_cast<std::int64_t>(random.below(100));
      if (random.chance(0.1)) person.back += 2000;                            // comes back late
      if (random.chance(0.02)) person = {"p" + std::to_string(newcomers++)};  // never comes back
    }
  }
  EXPECT_GT(opinions, 100u);
  EXPECT_GT(newcomers, 100u);
  EXPECT_GE(settled.size() + 8, posted) << "all batches but the last are complete";
  for (const auto& [pair, count] : settled) EXPECT_EQ(count, 1u);
  for (const auto& [lease, count] : counted) EXPECT_EQ(count, 1u);
}

}  // namespace
}  // namespace remap
