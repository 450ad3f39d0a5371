#include "remap/learning/word_tree.hpp"

#include <atomic>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::size_t hash(WordId parent, Letter letter) noexcept {
  std::uint64_t key = (static_cast<std::uint64_t>(parent) << 32) | static_cast<std::uint64_t>(letter);
  key *= 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>(key ^ (key >> 32));
}

std::atomic<std::uint64_t> trees_made{0};
// `Classes` has one bit of a word's number for itself.
constexpr std::size_t most_words = (std::size_t{1} << 31) - 1;

}  // namespace

WordTree::WordTree() : identity_(++trees_made), slots_(1024) { nodes_.push_back({no_word, no_letter, 0}); }

std::size_t WordTree::slot_of(WordId parent, Letter letter) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(parent, letter) & mask;
  while (slots_[slot].parent != no_word && (slots_[slot].parent != parent || slots_[slot].letter != letter)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

WordId WordTree::find_child(WordId word, Letter letter) const noexcept {
  const Node& node = nodes_[index(word)];
  if (node.first == no_word || node.first_letter == letter) return node.first;
  return slots_[slot_of(word, letter)].child;
}

WordId WordTree::add(WordId parent, Letter letter) {
  if (nodes_.size() >= most_words) throw Error("WordTree: more than two billion words");
  nodes_.push_back({parent, letter, nodes_[index(parent)].length + 1});
  return make_id<WordId>(nodes_.size() - 1);
}

WordId WordTree::child(WordId word, Letter letter) {
  const Node& node = nodes_[index(word)];
  if (node.first_letter == letter) return node.first;
  if (node.first == no_word) {
    const WordId made = add(word, letter);
    nodes_[index(word)].first = made;
    nodes_[index(word)].first_letter = letter;
    return made;
  }
  Slot& slot = slots_[slot_of(word, letter)];
  if (slot.child != no_word) return slot.child;
  const WordId made = add(word, letter);
  slot = {word, letter, made};
  if (++used_ * 10 > slots_.size() * 7) grow();
  return made;
}

void WordTree::extend_all(std::span<WordId> words, std::span<const std::span<const Letter>> suffixes) {
  for (WordId word : words) prefetch(word);
  bool more = true;
  for (std::size_t at = 0; more; ++at) {
    more = false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (at >= suffixes[i].size()) continue;
      const Node& node = nodes_[index(words[i])];
      if (node.first == no_word || node.first_letter == suffixes[i][at]) continue;
      __builtin_prefetch(&slots_[hash(words[i], suffixes[i][at]) & mask]);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (at >= suffixes[i].size()) continue;
      words[i] = child(words[i], suffixes[i][at]);
      prefetch(words[i]);
      more = true;
    }
  }
}

void WordTree::grow() {
  LargeVector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.parent != no_word) slots_[slot_of(slot.parent, slot.letter)] = slot;
  }
}

void WordTree::spell(WordId word, Word& into) const {
  into.resize(length(word));
  for (std::size_t i = into.size(); i > 0; --i) {
    into[i - 1] = last(word);
    word = parent(word);
  }
}

Word WordTree::spell(WordId word) const {
  Word letters;
  spell(word, letters);
  return letters;
}

}  // namespace remap
