#include "learning/words/print.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "support/words.hpp"

namespace remap {
namespace {

using test::word_of;

TEST(Prints, PowersFollowEachOther) {
  Print power{1, 1};
  for (std::size_t length = 0; length < 3000; ++length) {
    EXPECT_EQ(print_power(length), power) << length;
    power = joined(power, {}, prints::base);
  }
}

TEST(Prints, StayBelowTheModulus) {
  constexpr std::uint64_t largest = prints::modulus - 1;
  EXPECT_EQ(prints::times_plus(largest, largest, 0), 1U);
  EXPECT_EQ(prints::times_plus(largest, largest, largest), 0U);
  EXPECT_EQ(prints::times_plus(largest, 1, 1), 0U);
  EXPECT_EQ(prints::times_plus(prints::modulus / 2, 2, 0), prints::modulus - 1);
}

RC_GTEST_PROP(Prints, OfPartsGiveThatOfTheWhole,
              (const std::vector<std::uint8_t>& first, const std::vector<std::uint8_t>& second)) {
  Word whole = word_of(first);
  const Word rest = word_of(second);
  const Print beginning = print_of(whole);
  whole.insert(whole.end(), rest.begin(), rest.end());
  RC_ASSERT(joined(beginning, print_of(rest), print_power(rest.size())) == print_of(whole));
  RC_ASSERT(rest_of(print_of(whole), beginning, print_power(rest.size())) == print_of(rest));
  for (Print print = print_of(whole); !whole.empty(); RC_ASSERT(print == print_of(whole))) {
    print = without_last(print, whole.back());
    whole.pop_back();
  }
  whole = word_of(first);
  Print one_by_one{};
  for (Letter letter : whole) one_by_one = joined(one_by_one, letter);
  RC_ASSERT(one_by_one == print_of(whole));
}

// Both halves are different by themselves: a mistake in one of them would not show in the pair.
TEST(Prints, TellAllShortWordsApart) {
  std::map<std::uint64_t, Word> by_a, by_b;
  std::vector<Word> words{{}};
  for (std::size_t at = 0; at < words.size() && words.size() < 100'000; ++at) {
    const Print print = print_of(words[at]);
    EXPECT_TRUE(by_a.emplace(print.a, words[at]).second);
    EXPECT_TRUE(by_b.emplace(print.b, words[at]).second);
    for (std::uint8_t letter = 0; letter < 3; ++letter) {
      words.push_back(words[at]);
      words.back().push_back(make_id<Letter>(letter));
    }
  }
}

TEST(Prints, AreFoundInAnIndexThatGrows) {
  constexpr std::uint32_t numbers = 100'000;  // it grows by both factors
  std::vector<Print> prints;
  PrintIndex index;
  const auto print_at = [&](std::uint32_t number) -> const Print& { return prints[number]; };
  for (std::uint32_t i = 0; i < numbers; ++i) {
    const Print print = print_of({{make_id<Letter>(i), make_id<Letter>(i % 7)}});
    EXPECT_EQ(index.find(print, print_at), PrintIndex::none);
    const std::uint32_t hash = PrintIndex::hash_of(print);
    index.make_room(1, print_at);
    const PrintIndex::Place place = index.place_of(print, hash, print_at);
    EXPECT_EQ(place.number, PrintIndex::none);
    index.put(place, hash, i);
    prints.push_back(print);
    EXPECT_EQ(index.place_of(print, hash, print_at).number, i);
  }
  for (std::uint32_t i = 0; i < numbers; ++i) EXPECT_EQ(index.find(prints[i], print_at), i);
}

// Buckets are full, also the last one, and what does not fit is in those that follow, before and after it grows.
TEST(Prints, AreFoundInAnIndexWhereAllBeginAtFewBuckets) {
  constexpr std::uint32_t low_bits = 0xfff, alike = 100;
  std::vector<Print> prints;
  PrintIndex index;
  const auto print_at = [&](std::uint32_t number) -> const Print& { return prints[number]; };
  const auto put = [&](const Print& print) {
    const std::uint32_t hash = PrintIndex::hash_of(print);
    index.make_room(1, print_at);
    const PrintIndex::Place place = index.place_of(print, hash, print_at);
    ASSERT_EQ(place.number, PrintIndex::none);
    prints.push_back(print);
    index.put(place, hash, static_cast<std::uint32_t>(prints.size() - 1));
  };
  for (std::uint32_t i = 0; prints.size() < alike; ++i) {
    const Print print = print_of({{make_id<Letter>(i)}});
    if ((PrintIndex::hash_of(print) & low_bits) >= low_bits - 1) put(print);
  }
  for (std::uint32_t i = 0; i < 20'000; ++i) put(print_of({{make_id<Letter>(i), make_id<Letter>(1)}}));
  for (std::uint32_t i = 0; i < prints.size(); ++i) ASSERT_EQ(index.find(prints[i], print_at), i);
}

}  // namespace
}  // namespace remap
