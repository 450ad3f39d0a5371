// All words of a run, each stored once, as nodes of one shared prefix tree.
//
// A word is a small integer; its prefix is its parent, so extending a word by a letter is one hash lookup and walking
// to the root spells it backwards. Nodes are never removed
// and keep their number. The index holds its keys, so that a lookup touches one place in memory: in large runs that is
// most of the time spent. 12 bytes a node and about 24 for the index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// A word of a `WordTree`.
enum class WordId : std::uint32_t {};
inline constexpr WordId no_word = no_id<WordId>;
inline constexpr WordId empty_word{0};

class WordTree {
 public:
  WordTree();
  WordTree(const WordTree&) = delete;
  WordTree& operator=(const WordTree&) = delete;
  WordTree(WordTree&&) = default;
  WordTree& operator=(WordTree&&) = default;

  /// A number that no other tree of this process has: whoever remembers something about words must remember of which.
  [[nodiscard]] std::uint64_t identity() const noexcept { return identity_; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] WordId parent(WordId word) const noexcept { return nodes_[index(word)].parent; }
  [[nodiscard]] Letter last(WordId word) const noexcept { return nodes_[index(word)].letter; }
  [[nodiscard]] std::uint32_t length(WordId word) const noexcept { return nodes_[index(word)].length; }

  /// The word followed by a letter; made when it is new.
  WordId child(WordId word, Letter letter);
  /// The word followed by a letter, `no_word` when it is not in the tree.
  [[nodiscard]] WordId find_child(WordId word, Letter letter) const noexcept;
  WordId extend(WordId word, std::span<const Letter> suffix) {
    for (Letter letter : suffix) word = child(word, letter);
    return word;
  }
  /// Extends each word by its suffix, all of them letter by letter, so that the trips to memory overlap.
  void extend_all(std::span<WordId> words, std::span<const std::span<const Letter>> suffixes);
  WordId insert(std::span<const Letter> word) { return extend(empty_word, word); }

  [[nodiscard]] Word spell(WordId word) const;
  /// Writes the letters of a word into `into`, which is resized to fit.
  void spell(WordId word, Word& into) const;

 private:
  struct Node {
    WordId parent;
    Letter letter;
    std::uint32_t length;
  };

  struct Slot {
    WordId parent = no_word;  // none: the slot is free
    Letter letter{};
    WordId child = no_word;
  };

  [[nodiscard]] std::size_t slot_of(WordId parent, Letter letter) const noexcept;
  void grow();

  std::uint64_t identity_;
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;  // open addressing, a power of two
};

}  // namespace remap
