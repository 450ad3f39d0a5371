// What others need to know to doubt an answer: by which words a transition was sifted, and which words should lead to
// the same state as another one.
#include <unordered_map>
#include <utility>

#include "learning/refiner.hpp"

namespace remap {

namespace {
constexpr std::size_t most_others = 6;  // words that are said to lead to the same state
}

std::vector<WordId> Refiner::sifted_by(const Grounds::Sifting& sifting) const {
  std::vector<WordId> result;
  for (Node node{sifting.place}; node != tree_.root();) {
    node = tree_.parent(node);
    if (const WordId word = words_.find(sifting.word, tree_.tail(node)); word != no_word) result.push_back(word);
  }
  return result;
}

// An access word that the word begins with is replaced by the word of another transition to the same state.
std::vector<Word> Refiner::same_state(WordId word) const {
  std::unordered_map<WordId, State> by_access;
  for (std::size_t q = 0; q < tree_.states(); ++q) by_access[tree_.access(make_id<State>(q))] = make_id<State>(q);
  const Word letters = words_.spell(word);
  std::vector<Word> result;
  std::vector<WordId> prefixes = words_.prefixes(word);
  prefixes.insert(prefixes.begin(), word);
  for (WordId prefix : prefixes) {
    const auto found = by_access.find(prefix);
    if (found == by_access.end()) continue;
    const auto rest = letters.begin() + static_cast<std::ptrdiff_t>(words_.length(prefix));
    for (Transition into = first_into_[index(found->second)]; into != no_transition && result.size() < most_others;
         into = facts_[into].next_into) {
      if (mealy_ && rest == letters.end()) break;  // it need not have the same output
      Word other = words_.spell(tree_.access(make_id<State>(into / letters_)));
      other.push_back(make_id<Letter>(into % letters_));
      other.insert(other.end(), rest, letters.end());
      if (other != letters) result.push_back(std::move(other));
    }
  }
  return result;
}

}  // namespace remap
