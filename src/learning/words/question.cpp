#include "remap/learning/question.hpp"

#include "learning/words/word_tree.hpp"

namespace remap {

Word Comparisons::left(std::size_t position) const { return words_->spell(pairs_[position].left); }
Word Comparisons::right(std::size_t position) const { return words_->spell(pairs_[position].right); }
Word AskedWords::word(std::size_t position) const { return words_->spell(ids_[position]); }
std::size_t AskedWords::letters() const noexcept {
  std::size_t letters = 0;
  for (WordId word : ids_) letters += words_->length(word);
  return letters;
}
std::size_t AskedWords::values() const noexcept { return with_prefixes_ ? letters() + size() : size(); }
Word EquivalenceQuestion::representative_of(Output output) const { return words.spell(representative[index(output)]); }

}  // namespace remap
