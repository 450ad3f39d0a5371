// All words of a run, each stored once, as nodes of one shared prefix tree.
//
// A word is a small integer; its prefix is its parent, so walking to the root spells it backwards. The first extension
// of a word is noted in its own node, all others in one hash table: most words have at most one, and long words made at
// once are a stretch of nodes one after the other, which costs no trip to distant memory; in large runs those trips are
// most of the time spent. Nodes are never removed and keep their number. 20 bytes a node, and up to 24 for each word
// that is not the first extension of its prefix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/learning/large_vector.hpp"

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

  /// A hint that a word will be looked at soon.
  void prefetch(WordId word) const noexcept { __builtin_prefetch(&nodes_[index(word)]); }

  [[nodiscard]] Word spell(WordId word) const;
  /// Writes the letters of a word into `into`, which is resized to fit.
  void spell(WordId word, Word& into) const;

 private:
  struct Node {
    WordId parent;
    Letter letter;
    std::uint32_t length;
    WordId first = no_word;  // the first extension, and by which letter
    Letter first_letter = no_letter;
  };

  struct Slot {
    WordId parent = no_word;  // none: the slot is free
    Letter letter{};
    WordId child = no_word;
  };

  [[nodiscard]] std::size_t slot_of(WordId parent, Letter letter) const noexcept;
  WordId add(WordId parent, Letter letter);
  void grow();

  std::uint64_t identity_;
  LargeVector<Node> nodes_;
  LargeVector<Slot> slots_;  // extensions but for the first of each word; open addressing, a power of two
  std::size_t used_ = 0;     // how many of them
};

}  // namespace remap
