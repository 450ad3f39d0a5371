// A path-compressed prefix tree (Morrison's PATRICIA, 1968), with one hash table for all branches.
#include "remap/learning/word_tree.hpp"

#include <algorithm>
#include <atomic>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

// No two letters have the same hash after the same word, because odd factors can be undone: whoever compares hashes and
// parents need not look at the letter.
std::uint32_t hash(WordId parent, Letter letter) noexcept {
  std::uint64_t key = static_cast<std::uint64_t>(parent) * 0x9e3779b97f4a7c15ULL;
  key ^= key >> 32;
  return static_cast<std::uint32_t>(key) + static_cast<std::uint32_t>(letter) * 0x85ebca6bU;
}

std::atomic<std::uint64_t> trees_made{0};
// `Classes` has one bit of a word's number for itself.
constexpr std::size_t most_words = (std::size_t{1} << 31) - 1;
constexpr std::size_t most_letters = (std::size_t{1} << 32) - 1;

}  // namespace

WordTree::WordTree() : identity_(++trees_made), slots_(1024) { nodes_.push_back({no_word, 0, no_letter}); }

std::size_t WordTree::slot_of(WordId parent, Letter letter) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t key = hash(parent, letter);
  std::size_t slot = key & mask;
  while (slots_[slot].next != no_word &&
         (slots_[slot].hash != key || nodes_[index(slots_[slot].next)].parent != parent)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

// The extension whose tail begins with the letter.
WordId WordTree::toward(WordId word, Letter letter) const noexcept {
  const Node& node = nodes_[index(word)];
  if (node.first == no_word || node.first_letter == letter) return node.first;
  return slots_[slot_of(word, letter)].next;
}

// How many letters of the suffix the tail of a word begins with; the first is known to be the same.
std::size_t WordTree::shared(WordId word, std::span<const Letter> suffix) const noexcept {
  const std::span<const Letter> letters = tail(word);
  const std::size_t most = std::min(letters.size(), suffix.size());
  std::size_t same = 1;
  while (same < most && letters[same] == suffix[same]) ++same;
  return same;
}

WordId WordTree::find(WordId word, std::span<const Letter> suffix) const noexcept {
  while (!suffix.empty()) {
    const WordId next = toward(word, suffix.front());
    if (next == no_word) return no_word;
    const std::size_t same = shared(next, suffix);
    if (length(word) + same < length(next)) return no_word;
    word = next;
    suffix = suffix.subspan(same);
  }
  return word;
}

WordId WordTree::add(WordId parent, std::uint32_t length, Letter tail) {
  if (nodes_.size() >= most_words) throw Error("WordTree: more than two billion words");
  nodes_.push_back({parent, length, tail});
  return make_id<WordId>(nodes_.size() - 1);
}

// Makes a new extension of a word that has none with that first letter.
WordId WordTree::hang(WordId parent, std::span<const Letter> tail) {
  if (letters_.size() + tail.size() > most_letters) throw Error("WordTree: more than four billion letters");
  const bool single = tail.size() == 1;
  const WordId made = add(parent, length(parent) + static_cast<std::uint32_t>(tail.size()),
                          single ? tail.front() : make_id<Letter>(letters_.size()));
  if (!single) {
    for (Letter letter : tail) letters_.push_back(letter);
  }
  Node& node = nodes_[index(parent)];
  if (node.first == no_word) {
    node.first = made;
    node.first_letter = tail.front();
    return made;
  }
  slots_[slot_of(parent, tail.front())] = {hash(parent, tail.front()), made};
  if (++used_ * 10 > slots_.size() * 7) grow();
  return made;
}

// Puts a word between a word and its parent, so many letters after the parent.
WordId WordTree::divide(WordId word, std::size_t letters) {
  const Node old = nodes_[index(word)];
  const std::span<const Letter> tail = this->tail(word);
  const auto from = [&](std::size_t begin, std::size_t end) {
    return end - begin == 1 ? tail[begin] : make_id<Letter>(index(old.tail) + begin);
  };
  const WordId made = add(old.parent, length(old.parent) + static_cast<std::uint32_t>(letters), from(0, letters));
  Node& parent = nodes_[index(old.parent)];
  (parent.first == word ? parent.first : slots_[slot_of(old.parent, tail.front())].next) = made;
  nodes_[index(made)].first = word;
  nodes_[index(made)].first_letter = tail[letters];
  nodes_[index(word)].parent = made;
  nodes_[index(word)].tail = from(letters, tail.size());
  return made;
}

// Goes from a word to `next`, the extension that begins as the suffix does, or as far towards it as the suffix goes
// along. False when that is the end of the suffix.
bool WordTree::step(WordId& word, WordId next, std::span<const Letter>& suffix) {
  if (next == no_word) {
    word = hang(word, suffix);
    return false;
  }
  const std::size_t same = shared(next, suffix);
  word = length(word) + same < length(next) ? divide(next, same) : next;
  suffix = suffix.subspan(same);
  return !suffix.empty();
}

WordId WordTree::extend(WordId word, std::span<const Letter> suffix) {
  if (suffix.empty()) return word;
  while (step(word, toward(word, suffix.front()), suffix)) continue;
  return word;
}

void WordTree::extend_all(std::span<WordId> words, std::span<std::span<const Letter>> suffixes) {
  for (WordId word : words) prefetch(word);
  for (bool more = true; more;) {
    more = false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (suffixes[i].empty()) continue;
      const Node& node = nodes_[index(words[i])];
      if (node.first == no_word || node.first_letter == suffixes[i].front()) continue;
      __builtin_prefetch(&slots_[hash(words[i], suffixes[i].front()) & mask]);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (suffixes[i].empty()) continue;
      const Node& node = nodes_[index(words[i])];
      const Letter letter = suffixes[i].front();
      const WordId next = node.first_letter == letter ? node.first : slots_[hash(words[i], letter) & mask].next;
      if (next != no_word) prefetch(next);  // most likely the one
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (suffixes[i].empty()) continue;
      if (step(words[i], toward(words[i], suffixes[i].front()), suffixes[i])) {
        more = true;
      } else {
        suffixes[i] = {};
      }
    }
  }
}

void WordTree::grow() {
  LargeVector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.next == no_word) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].next != no_word) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void WordTree::spell(WordId word, Word& into) const {
  into.resize(length(word));
  for (std::size_t end = into.size(); end > 0; word = parent(word)) {
    const std::span<const Letter> letters = tail(word);
    end -= letters.size();
    for (std::size_t i = 0; i < letters.size(); ++i) into[end + i] = letters[i];
  }
}

Word WordTree::spell(WordId word) const {
  Word letters;
  spell(word, letters);
  return letters;
}

}  // namespace remap
