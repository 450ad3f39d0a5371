#include "learning/words/word_tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "support/words.hpp"

namespace remap {
namespace {

using test::word_of;

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

TEST(WordTree, AnExtensionIsStoredAsItWasMade) {
  WordTree words;
  const WordId whole = words.insert(word_of({1, 2, 3, 4}));
  const WordId prefix = words.insert(word_of({1, 2}));
  EXPECT_EQ(words.parent(whole), empty_word);
  EXPECT_EQ(words.extend(prefix, word_of({3, 4})), whole) << "made in another way, it is the same word";
  const WordId other = words.extend(prefix, word_of({3, 5}));
  EXPECT_EQ(words.parent(other), prefix);
  EXPECT_EQ(words.spell(other), word_of({1, 2, 3, 5}));
  EXPECT_EQ(words.size(), 4U);
}

TEST(WordTree, LongWordsShareTheirPrefixes) {
  WordTree words;
  Word word;
  WordId before = empty_word;
  for (std::size_t i = 0; i < 400; ++i) {
    word.push_back(make_id<Letter>(i * i % 5));
    if (word.size() < 40) continue;
    const WordId made = words.insert(word);
    EXPECT_EQ(words.parent(made), before);
    EXPECT_EQ(words.spell(made), word);
    before = made;
  }
  EXPECT_LT(words.tails().all_letters().size(), 60U);
}

TEST(WordTree, TriesTheLikelyPrefixFirst) {
  WordTree words;
  const Word word(100, make_id<Letter>(1));
  const WordId shorter = words.insert(std::span(word).first(10)), longer = words.insert(std::span(word).first(50));
  const WordId likely = words.insert(word, 10);
  EXPECT_EQ(words.parent(likely), shorter);
  EXPECT_EQ(words.spell(likely), word);
  const WordId unlikely = words.insert(std::span(word).first(90), 20);
  EXPECT_EQ(words.parent(unlikely), longer);
  EXPECT_EQ(words.insert(word, 100), likely);
}

TEST(WordTree, ListsThePrefixesThatAreWords) {
  WordTree words;
  const WordId whole = words.insert(word_of({1, 2, 3, 4}));
  const WordId longer = words.insert(word_of({1, 2, 3}));
  const WordId shorter = words.insert(word_of({1}));
  words.insert(word_of({1, 3}));
  EXPECT_EQ(words.prefixes(whole), (std::vector{longer, shorter, empty_word}));
  EXPECT_EQ(words.prefixes(empty_word), std::vector<WordId>{});
  EXPECT_EQ(words.prefix_prints(whole).size(), 5U);
  EXPECT_EQ(words.prefix_prints(whole)[3], words.print(longer));
}

// Tails that the tree has stored itself may be passed to it, also while it stores others.
TEST(WordTree, ExtendsByItsOwnLetters) {
  WordTree words;
  WordId word = words.insert(word_of({1, 2}));
  Word expected = word_of({1, 2});
  for (std::size_t i = 0; i < 12; ++i) {
    const std::span<const Letter> tail = words.tail(word);
    expected.insert(expected.end(), tail.begin(), tail.end());
    expected.push_back(make_id<Letter>(i));
    word = words.child(words.extend(word, words.tail(word)), make_id<Letter>(i));
    EXPECT_EQ(words.spell(word), expected);
    word = words.insert(expected);
  }
}

RC_GTEST_PROP(WordTree, IsASetOfWords, (const std::vector<std::vector<std::uint8_t>>& inserted)) {
  WordTree words;
  std::map<Word, WordId> known{{Word{}, empty_word}};
  for (auto letters : inserted) {
    for (std::uint8_t& letter : letters) letter %= 3;  // so that words share prefixes
    const Word word = word_of(letters);
    RC_ASSERT((words.find(empty_word, word) == no_word) == !known.contains(word));
    const WordId id = words.insert(word);
    RC_ASSERT(words.spell(id) == word);
    known.try_emplace(word, id);
  }
  RC_ASSERT(words.size() == known.size());
  for (const auto& [word, id] : known) {
    RC_ASSERT(words.insert(word) == id);
    RC_ASSERT(words.length(id) == word.size());
    if (id == empty_word) continue;
    RC_ASSERT(words.parent(id) < id);
    Word spelled = words.spell(words.parent(id));
    spelled.insert(spelled.end(), words.tail(id).begin(), words.tail(id).end());
    RC_ASSERT(spelled == word);
    std::vector<WordId> prefixes;
    for (std::size_t length = word.size(); length-- > 0;) {
      const auto prefix = known.find(Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length)));
      if (prefix != known.end()) prefixes.push_back(prefix->second);
    }
    RC_ASSERT(words.prefixes(id) == prefixes);
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
  std::vector<TailId> tails;
  for (const Word& letters : suffix) tails.push_back(words.tails().insert(letters));
  words.extend_all(extended, tails);
  const std::size_t size = words.size();
  std::vector<WordId> again = start;
  std::vector<WordTree::Suffix> suffixes;
  for (const Word& letters : suffix) suffixes.push_back({letters, print_of(letters)});
  words.extend_all(again, suffixes);
  RC_ASSERT(again == extended);
  WordTree others;
  for (WordId word{1}; index(word) < size; word = make_id<WordId>(index(word) + 1)) others.insert(words.spell(word));
  std::vector<WordId> elsewhere = start;
  for (WordId& word : elsewhere) word = others.insert(words.spell(word));
  others.extend_all(elsewhere, suffixes);
  for (std::size_t i = 0; i < start.size(); ++i) RC_ASSERT(others.spell(elsewhere[i]) == words.spell(extended[i]));
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
    EXPECT_EQ(words.child(empty_word, word.front()), ids[i]);
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

// Long words that leave each other everywhere, made in several parts.
TEST(WordTree, TellsLongWordsApart) {
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

TEST(WordTree, IsRestoredFromItsImageOnly) {
  WordTree words;
  std::vector<WordId> ids{empty_word};
  for (std::size_t i = 0; i < 100; ++i) {
    ids.push_back(
        words.extend(ids[i / 2], word_of({static_cast<std::uint8_t>(i), 7, static_cast<std::uint8_t>(i % 3)})));
  }
  const WordTree::Image image = words.image();
  WordTree restored;
  ASSERT_TRUE(restored.restore(image));
  ASSERT_EQ(restored.size(), words.size());
  for (WordId id : ids) EXPECT_EQ(restored.spell(id), words.spell(id));
  const auto refused = [&](const auto& change) {
    WordTree::Image changed = image;
    change(changed);
    return !WordTree().restore(changed);
  };
  EXPECT_TRUE(refused([](auto& changed) { changed.parents[5] = WordId{5}; })) << "a word that is its own parent";
  EXPECT_TRUE(refused([](auto& changed) { changed.lengths[5] = 0; }));
  EXPECT_TRUE(refused([](auto& changed) { changed.tails[5] = 4'000'000'000U; }));
  EXPECT_TRUE(refused([](auto& changed) { changed.lengths.pop_back(); }));
  EXPECT_TRUE(refused([](auto& changed) {  // the same word twice
    changed.parents[6] = changed.parents[5];
    changed.tails[6] = changed.tails[5];
  }));
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
