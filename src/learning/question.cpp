#include "remap/learning/question.hpp"

#include "learning/word_tree.hpp"

namespace remap {

Word Comparisons::left(std::size_t position) const { return words_->spell(pairs_[position].left); }
Word Comparisons::right(std::size_t position) const { return words_->spell(pairs_[position].right); }
Word AskedWords::word(std::size_t position) const { return words_->spell(ids_[position]); }
Word EquivalenceQuestion::representative_of(Output output) const { return words.spell(representative[index(output)]); }

}  // namespace remap
