// What others need to know to doubt an answer: by which words a transition was sifted, and which words should lead to
// the same state as another one.
#include <utility>

#include "learning/discrimination/tree_grounds.hpp"
#include "learning/refining/refiner.hpp"

namespace remap {

namespace {
constexpr std::size_t most_others = 6;  // words that are said to lead to the same state
}

std::vector<WordId> Refiner::sifted_by(const Grounds::Sifting& sifting) const {
  return remap::sifted_by(tree_, words_, sifting);
}

// An access word that the word begins with is replaced by the word of another transition to the same state.
std::vector<Word> Refiner::same_state(WordId word) const {
  const Word letters = words_.spell(word);
  std::vector<Word> result;
  for (const auto& [state, length] : access_prefixes(tree_, words_, word)) {
    if (mealy_ && length == letters.size()) continue;  // it need not have the same output
    for (Transition into = first_into_[index(state)]; into != no_transition && result.size() < most_others;
         into = facts_[into].next_into) {
      Word other = words_.spell(tree_.access(make_id<State>(into / letters_)));
      other.push_back(make_id<Letter>(into % letters_));
      other.insert(other.end(), letters.begin() + static_cast<std::ptrdiff_t>(length), letters.end());
      if (other != letters) result.push_back(std::move(other));
    }
  }
  return result;
}

}  // namespace remap
