#include "learning/word_tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace remap {
namespace {

Word word_of(const std::vector<std::uint8_t>& letters) {
  Word word;
  for (std::uint8_t letter : letters) word.push_back(make_id<Letter>(letter));
  return word;
}

TEST(WordTree, StartsWithTheEmptyWord) {
  const WordTree words;
  EXPECT_EQ(words.size(), 1U);
  EXPECT_EQ(words.length(empty_word), 0U);
  EXPECT_EQ(words.parent(empty_word), no_word);
  EXPECT_TRUE(words.spell(empty_word).empty());
}

TEST(WordTree, AWordIsFoundOnlyOnceItIsMade) {
  WordTree words;
  const Word word = word_of({3, 1, 2});
  EXPECT_EQ(words.find(empty_word, word), no_word);
  const WordId made = words.insert(word);
  EXPECT_EQ(words.find(empty_word, word), made);
  EXPECT_EQ(words.insert(word), made);
  EXPECT_EQ(words.size(), 2U) << "a long word is one node";
  EXPECT_EQ(words.find(empty_word, word_of({3})), no_word) << "a prefix nobody asked for is not in the tree";
  EXPECT_EQ(words.find(empty_word, word_of({3, 1, 2, 0})), no_word);
  EXPECT_EQ(words.find(empty_word, word_of({3, 2})), no_word);
}

TEST(WordTree, AWordInBetweenBecomesTheParent) {
  WordTree words;
  const WordId whole = words.insert(word_of({1, 2, 3, 4}));
  const WordId prefix = words.insert(word_of({1, 2}));
  EXPECT_EQ(words.parent(whole), prefix);
  EXPECT_EQ(words.parent(prefix), empty_word);
  EXPECT_EQ(words.first_extension(prefix), whole);
  EXPECT_EQ(words.first_extension(empty_word), prefix);
  const WordId other = words.insert(word_of({1, 2, 3, 5}));  // parts from the first after 1 2 3
  const WordId fork = words.parent(other);
  EXPECT_EQ(words.spell(fork), word_of({1, 2, 3}));
  EXPECT_EQ(words.parent(whole), fork);
  EXPECT_EQ(words.parent(fork), prefix);
  EXPECT_EQ(words.spell(whole), word_of({1, 2, 3, 4}));
}

RC_GTEST_PROP(WordTree, IsASetOfWords, (const std::vector<std::vector<std::uint8_t>>& inserted)) {
  WordTree words;
  std::map<Word, WordId> known{{Word{}, empty_word}};
  for (auto letters : inserted) {
    for (std::uint8_t& letter : letters) letter %= 3;  // so that words share prefixes
    const Word word = word_of(letters);
    RC_ASSERT((words.find(empty_word, word) == no_word) == (words.size() == known.size() && !known.contains(word)));
    const WordId id = words.insert(word);
    RC_ASSERT(words.spell(id) == word);
    known.try_emplace(word, id);
    for (std::size_t w = 0; w < words.size(); ++w) {  // those where two words part, too
      const auto [found, added] = known.try_emplace(words.spell(make_id<WordId>(w)), make_id<WordId>(w));
      RC_ASSERT(index(found->second) == w);
    }
  }
  RC_ASSERT(words.size() == known.size());
  RC_ASSERT(words.size() <= 2 * inserted.size() + 1);
  for (const auto& [word, id] : known) {
    RC_ASSERT(words.insert(word) == id);
    RC_ASSERT(words.length(id) == word.size());
    if (id == empty_word) continue;
    const Word parent = words.spell(words.parent(id));
    RC_ASSERT(parent.size() + words.tail(id).size() == word.size());
    for (std::size_t l = parent.size() + 1; l < word.size(); ++l) {  // the longest prefix there is
      RC_ASSERT(!known.contains(Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(l))));
    }
  }
}

RC_GTEST_PROP(WordTree, ExtendsManyWordsAtOnceAsOneByOne, (const std::vector<std::vector<std::uint8_t>>& extensions)) {
  WordTree words;
  std::vector<WordId> start;
  std::vector<Word> suffix;
  for (auto letters : extensions) {
    for (std::uint8_t& letter : letters) letter %= 3;
    start.push_back(make_id<WordId>(letters.size() % words.size()));
    suffix.push_back(word_of(letters));
    words.child(start.back(), make_id<Letter>(letters.size() % 3));
  }
  std::vector<WordId> extended = start;
  std::vector<std::span<const Letter>> spans(suffix.begin(), suffix.end());
  words.extend_all(extended, spans);
  const std::size_t size = words.size();
  for (std::size_t i = 0; i < start.size(); ++i) RC_ASSERT(words.extend(start[i], suffix[i]) == extended[i]);
  RC_ASSERT(words.size() == size);
}

TEST(WordTree, TellsLettersOfHugeAlphabetsApart) {
  WordTree words;
  std::vector<WordId> ids;
  for (std::size_t letter = 65'530; letter < 65'545; ++letter) ids.push_back(words.insert({{make_id<Letter>(letter)}}));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Word word{make_id<Letter>(65'530 + i)};
    EXPECT_EQ(words.spell(ids[i]), word);
    EXPECT_EQ(words.find(empty_word, word), ids[i]);
    WordId extended = empty_word;
    std::span<const Letter> suffix = word;
    words.extend_all({&extended, 1}, {&suffix, 1});
    EXPECT_EQ(extended, ids[i]);
  }
}

TEST(WordTree, HoldsWordsOfAnyLength) {
  WordTree words;
  Word word;
  for (std::size_t i = 0; i < 200'000; ++i) word.push_back(make_id<Letter>(i * i % 7));
  const WordId whole = words.insert(word);
  EXPECT_EQ(words.length(whole), word.size());
  EXPECT_EQ(words.spell(whole), word);
  for (std::size_t length : {1, 65'535, 65'536, 131'070, 150'000}) {
    const Word prefix(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_EQ(words.spell(words.insert(prefix)), prefix);
    Word other = prefix;
    other.push_back(make_id<Letter>(7));
    EXPECT_EQ(words.spell(words.insert(other)), other);
  }
  EXPECT_EQ(words.insert(word), whole);
  EXPECT_EQ(words.spell(whole), word);
}

// Stretches that lead past many words are passed over at once, also when words come in between later.
TEST(WordTree, FindsItsWayPastManyWords) {
  WordTree words;
  const auto letter_at = [](std::size_t i) { return make_id<Letter>(i * i % 5 % 2); };
  std::vector<WordId> ids{empty_word};
  Word way;
  for (std::size_t i = 0; i < 1000; ++i) {
    way.push_back(letter_at(i));
    if (i % 3 == 2) {
      const WordId first = words.extend(ids.back(), std::span(way).last(2));
      ids.push_back(words.child(first, letter_at(i)));
    }
  }
  const Word whole = words.spell(ids.back());
  for (int again = 0; again < 3; ++again) EXPECT_EQ(words.insert(whole), ids.back());
  for (std::size_t length = 1; length <= whole.size(); ++length) {
    const Word begin(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const WordId word = words.insert(begin);
    EXPECT_EQ(words.spell(word), begin);
    for (const std::size_t from : {0, 1, 7}) {
      if (from > length) continue;
      WordId extended = words.insert(std::span(begin).first(from));
      std::span<const Letter> suffix = std::span(begin).subspan(from);
      words.extend_all({&extended, 1}, {&suffix, 1});
      EXPECT_EQ(extended, word);
    }
    Word other = begin;
    other.back() = make_id<Letter>(2);
    EXPECT_EQ(words.spell(words.insert(other)), other);
  }
  EXPECT_EQ(words.insert(whole), ids.back());
}

// Long words that leave each other everywhere, with words at some of their letters only: hops end where words are, lead
// astray at branches, and are noted while there is little to pass.
TEST(WordTree, HopsLeadAlongTheLettersOnly) {
  WordTree words;
  std::map<Word, WordId> made;
  for (std::size_t round = 0; round < 400; ++round) {
    const std::size_t length = 1 + round * 97 % 3000, turn = round * 61 % 2500;
    Word word(length, make_id<Letter>(0));
    for (std::size_t i = turn; i < length; i += 1 + turn % 700) word[i] = make_id<Letter>(1 + round % 2);
    const std::size_t from = std::min(length, round % 50);
    const WordId begin = words.insert(std::span(word).first(from));
    const WordId extended = words.extend(begin, std::span(word).subspan(from));
    const auto [known, fresh] = made.try_emplace(word, extended);
    EXPECT_EQ(known->second, extended);
    EXPECT_EQ(words.spell(extended), word);
    EXPECT_EQ(words.find(begin, std::span(word).subspan(from)), extended);
    word.back() = make_id<Letter>(7);
    EXPECT_EQ(words.find(empty_word, word), no_word);
  }
  for (const auto& [word, id] : made) EXPECT_EQ(words.find(empty_word, word), id);
}

TEST(WordTree, KeepsItsNumbersWhileItGrows) {
  WordTree words;
  std::vector<WordId> ids{empty_word};
  for (std::size_t i = 0; i < 20'000; ++i) ids.push_back(words.child(ids[i / 3], make_id<Letter>(i % 3)));
  for (std::size_t i = 0; i < 20'000; ++i) {
    EXPECT_EQ(words.find(ids[i / 3], word_of({static_cast<std::uint8_t>(i % 3)})), ids[i + 1]);
    EXPECT_EQ(index(ids[i + 1]), i + 1);
  }
}

}  // namespace
}  // namespace remap
