#include "remap/learning/word_tree.hpp"

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

TEST(WordTree, AChildIsFoundOnlyOnceItIsMade) {
  WordTree words;
  EXPECT_EQ(words.find_child(empty_word, Letter{3}), no_word);
  const WordId made = words.child(empty_word, Letter{3});
  EXPECT_EQ(words.find_child(empty_word, Letter{3}), made);
  EXPECT_EQ(words.child(empty_word, Letter{3}), made);
  EXPECT_EQ(words.size(), 2U);
}

RC_GTEST_PROP(WordTree, IsASetOfAllPrefixes, (const std::vector<std::vector<std::uint8_t>>& inserted)) {
  WordTree words;
  std::map<Word, WordId> known{{Word{}, empty_word}};
  for (const auto& letters : inserted) {
    const Word word = word_of(letters);
    const WordId id = words.insert(word);
    RC_ASSERT(words.spell(id) == word);
    RC_ASSERT(words.length(id) == word.size());
    for (WordId at = id; at != no_word; at = words.parent(at)) {
      const auto [found, added] = known.try_emplace(words.spell(at), at);
      RC_ASSERT(found->second == at);
    }
  }
  RC_ASSERT(words.size() == known.size());
  for (const auto& [word, id] : known) RC_ASSERT(words.insert(word) == id);
}

RC_GTEST_PROP(WordTree, ExtendsManyWordsAtOnceAsOneByOne, (const std::vector<std::vector<std::uint8_t>>& extensions)) {
  WordTree words;
  std::vector<WordId> start;
  std::vector<Word> suffix;
  for (const auto& letters : extensions) {
    start.push_back(make_id<WordId>(letters.size() % words.size()));
    suffix.push_back(word_of(letters));
    words.child(start.back(), make_id<Letter>(letters.size() % 3));
  }
  std::vector<WordId> extended = start;
  const std::vector<std::span<const Letter>> spans(suffix.begin(), suffix.end());
  words.extend_all(extended, spans);
  const std::size_t size = words.size();
  for (std::size_t i = 0; i < start.size(); ++i) RC_ASSERT(words.extend(start[i], suffix[i]) == extended[i]);
  RC_ASSERT(words.size() == size);
}

TEST(WordTree, KeepsItsNumbersWhileItGrows) {
  WordTree words;
  std::vector<WordId> ids{empty_word};
  for (std::size_t i = 0; i < 20'000; ++i) ids.push_back(words.child(ids[i / 3], make_id<Letter>(i % 3)));
  for (std::size_t i = 0; i < 20'000; ++i) {
    EXPECT_EQ(words.find_child(ids[i / 3], make_id<Letter>(i % 3)), ids[i + 1]);
    EXPECT_EQ(index(ids[i + 1]), i + 1);
  }
}

}  // namespace
}  // namespace remap
