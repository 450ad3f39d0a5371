// What a growing set of answers implies about the order of words, stored for fast lookup.
//
//     OrderKnowledge knowledge(outputs);
//     knowledge.add(answer)          adds an answer
//     knowledge.implied(comparison)  the implied answer, if there is one
//
// It is exact for comparisons and values: `implied` returns what `implied_answer` on all answers would. It is
// incomplete for a declared absorbing output (words are absorbed when they are asked about, but not in a hypothetical
// answer) and for words said to differ (which are only kept apart). Answers cannot be retracted; start again instead.
#pragma once

#include <unordered_set>

#include "learning/order/evidence.hpp"

namespace remap {

class OrderKnowledge {
 public:
  /// `outputs`: how many values there are, 0 when unknown.
  explicit OrderKnowledge(std::size_t outputs, std::optional<AbsorbingRule> rule = std::nullopt);

  void add(const Answer& answer);
  /// False once answers contradict each other; then nothing is implied and further answers are ignored.
  [[nodiscard]] bool consistent() const noexcept { return consistent_; }
  /// The only possible answer; empty if there are several.
  [[nodiscard]] std::optional<Preference> implied(const Comparison& comparison);
  /// Whether the answer to this comparison can only concern its left word: then comparisons with different left words,
  /// none of which is a right word, may be asked together without one implying another. False if in doubt.
  [[nodiscard]] bool about_left_alone(const Comparison& comparison);

 private:
  using Slot = std::uint32_t;
  // What is known about a set of equal words.
  struct Node {
    std::size_t least = 0, most = 0;  // the extreme values they can have; with unknown outputs, `least` is a level
    std::optional<OutputSet> domain;  // empty: all values
    std::unordered_set<Slot> above, below;  // what they were compared with
    std::uint32_t visited = 0;
    bool single = true;  // only one word
  };

  [[nodiscard]] bool untouched(WordId word) const noexcept {
    return index(word) >= leader_.size() || leader_[index(word)] == no_word;
  }
  [[nodiscard]] bool forced(Slot at) const { return outputs_ > 0 && nodes_[at].least == nodes_[at].most; }
  Slot slot(WordId word);
  WordId find(WordId word);
  void put_below(Slot low, Slot high);
  void unite(Slot a, Slot b);
  void restrict(Slot slot, const OutputSet& allowed);
  void raise(Slot slot, std::size_t least);
  void lower(Slot slot, std::size_t most);
  void propagate();
  void absorb(WordId word);
  [[nodiscard]] bool reaches(Slot from, Slot to);
  [[nodiscard]] bool can_be_equal(Slot a, Slot b);

  std::size_t outputs_;
  std::optional<AbsorbingRule> rule_;
  bool consistent_ = true;
  std::vector<WordId> leader_;  // per word; no_word: nothing is known about it
  std::vector<Slot> slot_of_;   // per leader
  std::vector<Node> nodes_;
  std::vector<WordId> word_of_;       // per slot: its leader
  std::vector<Slot> free_, changed_;  // unused slots; those whose bounds have changed
  std::vector<Slot> with_value_;      // per output: the words that can only have this one
  std::vector<std::pair<WordId, WordId>> differences_;
  std::vector<Slot> stack_;
  std::uint32_t visit_ = 0;
};

}  // namespace remap
