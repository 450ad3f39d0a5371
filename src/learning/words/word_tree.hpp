// All words of a run, each stored once.
//
// A word is a small integer. It is stored as another word, its parent, followed by a tail (tail_pool.hpp); walking from
// parent to parent spells a word backwards, tail by tail. A word that was made by extending another one has that one as
// its parent, so what is known of the parent, such as the state that it leads to, takes only the tail to continue.
// Words are found by their prints (print.hpp): one look into a table, however long they are and in whatever way they
// were made. Words are never removed and keep their number and parent, which has a smaller number.
//
// Large runs are dominated by cache misses, so a word takes few bytes: 8, 16 for its print and up to 16 to find it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/words/tail_pool.hpp"

namespace remap {

class WordTree {
 public:
  /// Letters that are not likely to be those of other words, with their print.
  struct Suffix {
    std::span<const Letter> letters;
    Print print;
  };

  WordTree();
  WordTree(const WordTree&) = delete;
  WordTree& operator=(const WordTree&) = delete;
  WordTree(WordTree&&) = default;
  WordTree& operator=(WordTree&&) = default;

  /// A number unique to this tree within the process: data about words must be stored with it.
  [[nodiscard]] std::uint64_t identity() const noexcept { return identity_; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  /// A proper prefix, with a smaller number; `no_word` for the empty word.
  [[nodiscard]] WordId parent(WordId word) const noexcept { return nodes_[index(word)].parent; }
  /// The letters after the parent. Valid until the tree grows.
  [[nodiscard]] std::span<const Letter> tail(WordId word) const noexcept {
    return tails_.letters(nodes_[index(word)].tail);
  }
  /// Where they begin among all letters stored, where these letters stay.
  [[nodiscard]] std::size_t place_of_tail(WordId word) const noexcept { return tails_.place(nodes_[index(word)].tail); }
  /// Computed from the tails, not stored.
  [[nodiscard]] std::size_t length(WordId word) const noexcept;
  [[nodiscard]] const Print& print(WordId word) const noexcept { return prints_[index(word)]; }

  /// The sequences that words end with, to which others may be added.
  [[nodiscard]] TailPool& tails() noexcept { return tails_; }
  [[nodiscard]] const TailPool& tails() const noexcept { return tails_; }

  /// The word followed by letters; created if new.
  WordId extend(WordId word, TailId tail);
  WordId extend(WordId word, const Suffix& suffix);
  WordId extend(WordId word, std::span<const Letter> suffix) { return extend(word, tails_.insert(suffix)); }
  WordId child(WordId word, Letter letter) { return extend(word, tails_.insert(letter)); }
  /// A long word that is new becomes an extension of a prefix that is there, so that prefixes are shared: of the one
  /// with `likely` letters, or else of the longest, which takes a look for each letter after it.
  WordId insert(std::span<const Letter> word, std::size_t likely = 0);
  /// Extends each word by its tail or suffix, all of them in lockstep, so that cache misses overlap.
  void extend_all(std::span<WordId> words, std::span<const TailId> tails);
  void extend_all(std::span<WordId> words, std::span<const Suffix> suffixes);

  /// The word followed by letters, `no_word` if it is not there.
  [[nodiscard]] WordId find(WordId word, TailId tail) const noexcept { return find(extended(word, tail)); }
  [[nodiscard]] WordId find(WordId word, std::span<const Letter> suffix) const noexcept;
  /// The word with this print, `no_word` if it is not there.
  [[nodiscard]] WordId find(const Print& print) const noexcept { return WordId{by_print_.find(print, print_at())}; }
  /// The prints of all its prefixes, by length, and of the word itself.
  [[nodiscard]] std::vector<Print> prefix_prints(WordId word) const;
  /// The proper prefixes that are words of the tree, the longest first. Takes a look for each letter.
  [[nodiscard]] std::vector<WordId> prefixes(WordId word) const;

  /// All words, by number, to be stored and restored.
  struct Image {
    std::vector<WordId> parents;
    std::vector<std::uint32_t> tails;  // where the letters begin
    std::vector<std::uint32_t> lengths;
    std::vector<Letter> letters;
  };
  [[nodiscard]] Image image() const;
  /// Restores the words of an image, with their numbers, in a tree that has none but the empty word. False, with any
  /// words, if this is no image of a tree.
  [[nodiscard]] bool restore(const Image& image);

  /// A hint that the parent and the tail of a word will be needed soon.
  void prefetch(WordId word) const noexcept { __builtin_prefetch(&nodes_[index(word)]); }

  /// A hint that an extension will be looked for soon.
  void prefetch_extension(WordId word, TailId tail) const noexcept {
    by_print_.prefetch(PrintIndex::hash_of(extended(word, tail)));
  }

  [[nodiscard]] Word spell(WordId word) const;
  /// Writes the letters of a word into `into`, which is resized to fit.
  void spell(WordId word, Word& into) const;

 private:
  struct Node {
    WordId parent;
    TailId tail;
  };
  struct PrintAt {
    const WordTree& words;
    const Print& operator()(std::uint32_t word) const noexcept { return words.prints_[word]; }
  };
  [[nodiscard]] PrintAt print_at() const noexcept { return {*this}; }
  [[nodiscard]] Print extended(WordId word, TailId tail) const noexcept { return tails_.extended(print(word), tail); }
  [[nodiscard]] Print extended(WordId word, const Suffix& suffix) const noexcept {
    return joined(print(word), suffix.print, print_power(suffix.letters.size()));
  }
  static bool is_empty(TailId tail) noexcept { return tail == empty_tail; }
  static bool is_empty(const Suffix& suffix) noexcept { return suffix.letters.empty(); }
  void make_room(std::size_t count);
  WordId find_or_add(WordId parent, TailId tail, const Print& print, std::uint32_t hash);
  WordId find_or_add(WordId parent, const Suffix& suffix, const Print& print, std::uint32_t hash);
  template <class Ending>
  void extend_in_lockstep(std::span<WordId> words, std::span<const Ending> endings);

  std::uint64_t identity_;
  TailPool tails_;
  LargeVector<Node> nodes_;
  LargeVector<Print> prints_;
  PrintIndex by_print_;
};

}  // namespace remap
