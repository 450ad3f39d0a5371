// "Once this output, always this output": what a declared absorbing output implies.
//
// As soon as it is certain which class has the absorbing output, every extension of a word in that class is in it too
// and need not be asked. To make full use of this, a word is held back while one of its prefixes is being asked. A word
// that leaves the absorbing output contradicts the declaration.
#pragma once

#include <unordered_set>
#include <vector>

#include "learning/ranking/ranker.hpp"

namespace remap {

class Absorption {
 public:
  Absorption(const WordTree& words, Classes& classes, Output output)
      : words_(words), classes_(classes), output_(output) {}

  /// Takes words to classify: settles those that are absorbed, holds back those with a prefix among them, and returns
  /// the rest. Without new words, it returns those held back before. The span is valid until the next call.
  std::span<const Inquiry> admit(std::span<const Inquiry> inquiries);
  [[nodiscard]] bool holding() const noexcept { return !held_.empty(); }
  /// All words admitted so far have a class, except twins: throws Conflict if a word has left the absorbing output.
  void check();

 private:
  [[nodiscard]] ClassId absorbing() const;
  [[nodiscard]] bool absorbed(WordId word, ClassId absorbing) const;

  const WordTree& words_;
  Classes& classes_;
  Output output_;
  std::vector<Inquiry> held_, admitted_, scratch_;
  std::vector<WordId> unchecked_;
  struct PrintHash {
    std::size_t operator()(const Print& print) const noexcept { return PrintIndex::hash_of(print); }
  };
  std::unordered_set<Print, PrintHash> left_;  // all prefixes of words that are known to have another output
};

}  // namespace remap
