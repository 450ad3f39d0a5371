// "Once this output, always this output": what a declared absorbing output saves and forbids.
//
// As soon as it is certain which class has the absorbing output, every extension of a word in that class is in it too
// and need not be asked. To make the most of that, a word is held back while a prefix of it is still being asked. A
// word that leaves the absorbing output contradicts the declaration.
#pragma once

#include <vector>

#include "learning/ranker.hpp"

namespace remap {

class Absorption {
 public:
  Absorption(const WordTree& words, Classes& classes, Output output)
      : words_(words), classes_(classes), output_(output) {}

  /// Takes words to classify: settles those that are absorbed, holds back those with a prefix among them, and returns
  /// the rest. Without new words, what was held back comes up again. The span lives until the next call.
  std::span<const Inquiry> admit(std::span<const Inquiry> inquiries);
  [[nodiscard]] bool holding() const noexcept { return !held_.empty(); }
  /// Everything admitted so far has a class: throws Conflict when a word has left the absorbing output.
  void check();

 private:
  [[nodiscard]] ClassId absorbing() const;
  void inherit();
  [[nodiscard]] bool absorbed(WordId word, ClassId absorbing) const;

  const WordTree& words_;
  Classes& classes_;
  Output output_;
  std::vector<Inquiry> held_, admitted_, scratch_;
  std::vector<WordId> unchecked_;
  std::vector<bool> left_;  // per word: it or an extension of it is known to have another output
};

}  // namespace remap
