#include "teachers/book/answer_book.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

/// Adds an answer that depends on the number alone.
void add_any(AnswerBook& book, std::size_t number) {
  Random random(number);
  const auto word = [&] {
    Word letters;
    for (std::size_t n = 1 + random.below(30); n > 0; n /= 2) letters.push_back(make_id<Letter>(n % 2));
    return book.words().insert(letters);
  };
  switch (random.below(8)) {
    case 0:
      book.add_value(word(), make_id<Output>(random.below(3)));
      break;
    case 1:
      book.add_limits(word(), OutputSet::only(3, {make_id<Output>(random.below(3))}));
      break;
    case 2:
      book.add_acceptance(random_machine({2, 2, 2}, number));
      break;
    default: {
      const WordId left = word();
      book.add_comparison(left, word(), static_cast<Preference>(random.below(4)),
                          random.chance(0.3) ? Purpose::confirmation : Purpose::question);
    }
  }
}

/// Both books answer alike.
void expect_same(const AnswerBook& one, const AnswerBook& other) {
  ASSERT_EQ(one.size(), other.size());
  EXPECT_EQ(one.revision(), other.revision());
  for (const Purpose purpose : {Purpose::question, Purpose::confirmation}) {
    EXPECT_EQ(one.asked(purpose), other.asked(purpose));
  }
  for (std::size_t i = 0; i < other.words().size(); ++i) {
    const WordId a = make_id<WordId>(i), mine = one.words().find(empty_word, other.words().spell(a));
    EXPECT_EQ(one.value(mine), other.value(a));
    for (std::size_t j = 0; j < other.words().size(); ++j) {
      const WordId b = make_id<WordId>(j), its = one.words().find(empty_word, other.words().spell(b));
      ASSERT_EQ(one.compare(mine, its), other.compare(a, b));
      ASSERT_EQ(one.answers_to(mine, its), other.answers_to(a, b));
      ASSERT_EQ(one.times_answered(mine, its), other.times_answered(a, b));
    }
  }
}

TEST(Books, AreWithoutWhatIsRemovedAsIfItHadNotBeenGiven) {
  for (std::size_t kept : {0, 1, 40, 90, 200}) {  // tables grow meanwhile
    for (const std::size_t removed : {1, 60, 300}) {
      SCOPED_TRACE(testing::Message() << kept << " kept, " << removed << " removed");
      AnswerBook book(3), expected(3);
      for (std::size_t i = 0; i < kept; ++i) add_any(book, i), add_any(expected, i);
      for (std::size_t i = 0; i < removed; ++i) add_any(book, 1000 + i);
      book.remove_from(make_id<AnswerId>(kept + 1));
      expect_same(book, expected);
      for (std::size_t i = 0; i < 50; ++i) add_any(book, 5000 + i), add_any(expected, 5000 + i);
      expect_same(book, expected);
    }
  }
}

}  // namespace
}  // namespace remap
