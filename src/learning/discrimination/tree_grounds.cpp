#include "learning/discrimination/tree_grounds.hpp"

#include <unordered_map>

namespace remap {

std::vector<WordId> sifted_by(const DiscriminationTree& tree, const WordTree& words, const Grounds::Sifting& sifting) {
  std::vector<WordId> result;
  for (Node node{sifting.place}; node != tree.root();) {
    node = tree.parent(node);
    if (const WordId word = words.find(sifting.word, tree.tail(node)); word != no_word) result.push_back(word);
  }
  return result;
}

std::vector<AccessPrefix> access_prefixes(const DiscriminationTree& tree, const WordTree& words, WordId word) {
  std::unordered_map<WordId, State> by_access;
  for (std::size_t q = 0; q < tree.states(); ++q) by_access[tree.access(make_id<State>(q))] = make_id<State>(q);
  std::vector<WordId> prefixes = words.prefixes(word);
  prefixes.insert(prefixes.begin(), word);
  std::vector<AccessPrefix> result;
  for (WordId prefix : prefixes) {
    if (const auto found = by_access.find(prefix); found != by_access.end()) {
      result.push_back({found->second, words.length(prefix)});
    }
  }
  return result;
}

}  // namespace remap
