#include "learning/words/word_tree.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::atomic<std::uint64_t> trees_made{0};
// `Classes` has one bit of a word's number for itself.
constexpr std::size_t most_words = (std::size_t{1} << 31) - 1;
constexpr std::size_t in_lockstep = 32;  // words
constexpr std::size_t long_word = 32;    // letters

std::vector<Print> prints_of_prefixes(std::span<const Letter> word) {
  std::vector<Print> prints;
  prints.reserve(word.size() + 1);
  prints.emplace_back();
  for (Letter letter : word) prints.push_back(joined(prints.back(), letter));
  return prints;
}

}  // namespace

WordTree::WordTree() : identity_(++trees_made) {
  nodes_.push_back({no_word, empty_tail});
  prints_.push_back({});
  const std::uint32_t hash = PrintIndex::hash_of({});
  by_print_.put(by_print_.place_of({}, hash, print_at()), hash, 0);
}

// Then so many words can be added without anything failing but the storing of their endings.
inline void WordTree::make_room(std::size_t count) {
  if (most_words - nodes_.size() < count) [[unlikely]]
    throw Error("WordTree: more than two billion words");
  nodes_.make_room(count);
  prints_.make_room(count);
  by_print_.make_room(count, print_at());
}

// There must be room for it.
inline WordId WordTree::find_or_add(WordId parent, TailId tail, const Print& print, std::uint32_t hash) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  const std::uint32_t known = by_print_.find_or_put(print, hash, number, print_at());
  if (known != PrintIndex::none) return WordId{known};
  nodes_.push_back_unchecked({parent, tail});
  prints_.push_back_unchecked(print);
  return WordId{number};
}

// The suffix is stored only if the word is new, and before the word, because that can fail.
inline WordId WordTree::find_or_add(WordId parent, const Suffix& suffix, const Print& print, std::uint32_t hash) {
  const WordId known = find(print);
  return known != no_word ? known : find_or_add(parent, tails_.add(suffix.letters, suffix.print), print, hash);
}

WordId WordTree::extend(WordId word, TailId tail) {
  if (tail == empty_tail) return word;
  make_room(1);
  const Print print = extended(word, tail);
  return find_or_add(word, tail, print, PrintIndex::hash_of(print));
}

WordId WordTree::extend(WordId word, const Suffix& suffix) {
  if (suffix.letters.empty()) return word;
  make_room(1);
  const Print print = extended(word, suffix);
  return find_or_add(word, suffix, print, PrintIndex::hash_of(print));
}

WordId WordTree::insert(std::span<const Letter> word, std::size_t likely) {
  if (word.size() < long_word) return extend(empty_word, word);
  const Print whole = print_of(word);
  if (const WordId known = find(whole); known != no_word) return known;
  std::size_t length = likely;
  Print print = print_of(word.first(likely));
  WordId prefix = likely > 0 ? find(print) : no_word;
  if (prefix == no_word) {
    length = word.size();
    print = whole;
  }
  while (prefix == no_word) {
    print = without_last(print, word[--length]);
    prefix = find(print);
  }
  return extend(prefix, word.subspan(length));
}

template <class Ending>
inline void WordTree::extend_in_lockstep(std::span<WordId> words, std::span<const Ending> endings) {
  struct Sought {
    Print print;
    std::uint32_t hash;
  };
  std::array<Sought, in_lockstep> sought;
  for (; !words.empty(); words = words.subspan(std::min(in_lockstep, words.size()))) {
    const std::size_t count = std::min(in_lockstep, words.size());
    for (WordId word : words.first(count)) __builtin_prefetch(&prints_[index(word)]);
    make_room(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Print print = extended(words[i], endings[i]);
      const std::uint32_t hash = PrintIndex::hash_of(print);
      by_print_.prefetch(hash);
      sought[i] = {print, hash};
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_empty(endings[i])) words[i] = find_or_add(words[i], endings[i], sought[i].print, sought[i].hash);
    }
    endings = endings.subspan(count);
  }
}

void WordTree::extend_all(std::span<WordId> words, std::span<const TailId> tails) { extend_in_lockstep(words, tails); }

void WordTree::extend_all(std::span<WordId> words, std::span<const Suffix> suffixes) {
  extend_in_lockstep(words, suffixes);
}

WordId WordTree::find(WordId word, std::span<const Letter> suffix) const noexcept {
  return find(joined(print(word), print_of(suffix), print_power(suffix.size())));
}

std::vector<Print> WordTree::prefix_prints(WordId word) const { return prints_of_prefixes(spell(word)); }

std::vector<WordId> WordTree::prefixes(WordId word) const {
  std::vector<WordId> found;
  const std::vector<Print> prints = prefix_prints(word);
  for (std::size_t length = prints.size() - 1; length-- > 0;) {
    if (const WordId prefix = find(prints[length]); prefix != no_word) found.push_back(prefix);
  }
  return found;
}

WordTree::Image WordTree::image() const {
  Image image;
  for (const Node& node : nodes_) {
    image.parents.push_back(node.parent);
    image.tails.push_back(static_cast<std::uint32_t>(tails_.place(node.tail)));
    image.lengths.push_back(static_cast<std::uint32_t>(tails_.length(node.tail)));
  }
  image.letters.assign(tails_.all_letters().begin(), tails_.all_letters().end());
  return image;
}

bool WordTree::restore(const Image& image) {
  const std::size_t count = image.parents.size();
  if (size() != 1 || count == 0 || count > most_words || image.tails.size() != count || image.lengths.size() != count) {
    return false;
  }
  const std::span<const Letter> letters = image.letters;
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t begin = image.tails[i], length = image.lengths[i];
    if (index(image.parents[i]) >= i || length == 0 || begin + length > letters.size()) return false;
    if (index(extend(image.parents[i], letters.subspan(begin, length))) != i) return false;
  }
  return true;
}

std::size_t WordTree::length(WordId word) const noexcept {
  std::size_t length = 0;
  for (; word != empty_word; word = parent(word)) length += tails_.length(nodes_[index(word)].tail);
  return length;
}

void WordTree::spell(WordId word, Word& into) const {
  into.resize(length(word));
  for (std::size_t end = into.size(); end > 0; word = parent(word)) {
    const std::span<const Letter> letters = tail(word);
    end -= letters.size();
    std::copy(letters.begin(), letters.end(), into.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

Word WordTree::spell(WordId word) const {
  Word letters;
  spell(word, letters);
  return letters;
}

}  // namespace remap
