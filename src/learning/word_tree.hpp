// All words of a run, each stored once, as nodes of one shared prefix tree.
//
// A word is a small integer. Its parent is the longest of its prefixes that is in the tree, its tail is the rest of its
// letters; walking to the root spells a word backwards, tail by tail. The tree contains the words requested and those
// where two of them branch, so a long word costs one node and not one per letter: large runs are dominated by cache
// misses. Words are never removed and keep their number; the parent of a word changes when a word between the two is
// added. The first extension of a word is stored in its own node, all others in one hash table, since most words have
// at most one. A word takes 16 bytes, so that none straddles two cache lines, plus 4 for each letter of a tail longer
// than one that is not yet stored (letter_pool.hpp), and up to 23 for each word that is not the first extension of its
// parent.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/hop_table.hpp"
#include "learning/large_vector.hpp"
#include "learning/letter_pool.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

class WordTree {
 public:
  WordTree();
  WordTree(const WordTree&) = delete;
  WordTree& operator=(const WordTree&) = delete;
  WordTree(WordTree&&) = default;
  WordTree& operator=(WordTree&&) = default;

  /// A number unique to this tree within the process: data about words must be stored with it.
  [[nodiscard]] std::uint64_t identity() const noexcept { return identity_; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  /// The number of letters stored; shared endings are stored once.
  [[nodiscard]] std::size_t letters() const noexcept { return letters_.size(); }
  /// The longest proper prefix in the tree; `no_word` for the empty word.
  [[nodiscard]] WordId parent(WordId word) const noexcept { return nodes_[index(word)].parent; }
  /// The letters after the parent. Valid until the tree grows.
  [[nodiscard]] std::span<const Letter> tail(WordId word) const noexcept {
    const Node& node = nodes_[index(word)];
    return {node.tail_length == 1 ? &node.tail : letters_.at(static_cast<std::uint32_t>(node.tail)), node.tail_length};
  }
  /// Where a tail of several letters begins among all letters stored, where these letters stay.
  [[nodiscard]] std::size_t place_of_tail(WordId word) const noexcept { return index(nodes_[index(word)].tail); }
  /// Computed from the tails, not stored.
  [[nodiscard]] std::size_t length(WordId word) const noexcept;
  /// The first extension, or a word inserted in between later; `no_word` if there is none.
  [[nodiscard]] WordId first_extension(WordId word) const noexcept { return nodes_[index(word)].first; }

  /// The word followed by letters; created if new.
  WordId extend(WordId word, std::span<const Letter> suffix);
  WordId child(WordId word, Letter letter) { return extend(word, {&letter, 1}); }
  WordId insert(std::span<const Letter> word) { return extend(empty_word, word); }
  /// Extends each word by its suffix, all of them in lockstep, so that cache misses overlap. The suffixes are consumed.
  void extend_all(std::span<WordId> words, std::span<std::span<const Letter>> suffixes);
  /// The word followed by letters, `no_word` if it is not in the tree.
  [[nodiscard]] WordId find(WordId word, std::span<const Letter> suffix) const noexcept;

  /// All words, by number, to be stored and restored.
  struct Image {
    std::vector<WordId> parents;
    std::vector<std::uint32_t> tails;  // a single letter, or where the letters begin
    std::vector<std::uint16_t> lengths;
    std::vector<Letter> letters;
  };
  [[nodiscard]] Image image() const;
  /// Restores the words of an image, with their numbers, in a tree that has none but the empty word. False, with any
  /// words, if this is no image of a tree.
  [[nodiscard]] bool restore(const Image& image);

  /// A hint that a word will be needed soon.
  void prefetch(WordId word) const noexcept { __builtin_prefetch(&nodes_[index(word)]); }

  [[nodiscard]] Word spell(WordId word) const;
  /// Writes the letters of a word into `into`, which is resized to fit.
  void spell(WordId word, Word& into) const;

 private:
  static constexpr std::size_t hop_kinds = 3;
  struct Node {
    WordId parent;
    Letter tail;  // a single letter, or the place in letters_ where the letters begin
    std::uint16_t tail_length;
    std::uint16_t first_hint = 0;  // the letter with which the tail of the first extension begins, if it is small
    WordId first = no_word;        // the first extension
  };

  struct Slot {
    std::uint32_t hash = 0;
    WordId next = no_word;  // none: the slot is free
  };

  [[nodiscard]] std::size_t slot_of(WordId parent, Letter letter) const noexcept;
  [[nodiscard]] bool first_begins(const Node& node, Letter letter) const noexcept;
  [[nodiscard]] WordId toward(WordId word, Letter letter) const noexcept;
  [[nodiscard]] WordId likely(WordId word, Letter letter) const noexcept;
  [[nodiscard]] std::size_t shared(WordId word, std::span<const Letter> suffix) const noexcept;
  bool step(WordId& word, WordId next, std::span<const Letter>& suffix);
  void go_along(WordId& word, WordId next, std::span<const Letter>& suffix);
  WordId add(WordId parent, Letter tail, std::size_t length);
  void set_first(WordId word, WordId first);
  WordId hang(WordId parent, std::span<const Letter> tail);
  /// Makes a word findable as an extension of its parent.
  void link(WordId word);
  WordId divide(WordId word, std::size_t letters);
  void grow();

  // Where an extension is on its way: per kind of hop, where one was last looked for, and how many words it has led
  // past since then.
  struct Anchor {
    WordId word;
    std::size_t left;  // letters, then
    std::size_t words = 0;
    bool here = true;  // it is still there
  };
  using Anchors = std::array<Anchor, hop_kinds>;
  [[nodiscard]] static Anchors anchors_at(WordId word, std::size_t left) noexcept;
  /// Takes the longest hop known at a word; false if there is none.
  [[nodiscard]] bool hop(WordId& word, std::span<const Letter>& suffix, Anchors& anchors) const noexcept;
  [[nodiscard]] const Hop* known_hop(std::size_t kind, WordId word, std::span<const Letter> letters) const noexcept;
  /// Notes the hops that have become long enough. `all`: the letters of the extension from its beginning.
  void note_hops(WordId word, std::size_t left, Anchors& anchors, std::span<const Letter> all);

  std::uint64_t identity_;
  LargeVector<Node> nodes_;
  LetterPool letters_;                    // tails of several letters
  LargeVector<Slot> slots_;               // extensions except the first of each word; open addressing, a power of two
  std::size_t used_ = 0;                  // how many of them
  std::array<HopTable, hop_kinds> hops_;  // the longest first
};

}  // namespace remap
