// A path-compressed prefix tree (Morrison's PATRICIA, 1968), with one hash table for all branches.
#include "learning/word_tree.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

// No two letters have the same hash after the same word, because odd factors can be undone: comparing hashes and
// parents makes comparing letters unnecessary.
std::uint32_t hash(WordId parent, Letter letter) noexcept {
  std::uint64_t key = static_cast<std::uint64_t>(parent) * 0x9e3779b97f4a7c15ULL;
  key ^= key >> 32;
  return static_cast<std::uint32_t>(key) + static_cast<std::uint32_t>(letter) * 0x85ebca6bU;
}

// Where the search for a slot begins: at eight slots, a line of the processor's cache, so that it mostly ends in the
// same.
std::size_t home(std::uint32_t hash, std::size_t mask) noexcept { return hash & mask & ~std::size_t{7}; }

std::atomic<std::uint64_t> trees_made{0};
// `Classes` has one bit of a word's number for itself.
constexpr std::size_t most_words = (std::size_t{1} << 31) - 1;
constexpr std::array<std::size_t, 3> hop_lengths = {1024, 128, 32};  // letters
constexpr std::size_t letters_per_word = 8;                          // at most, for a hop to be worth it
constexpr std::size_t in_lockstep = 64;  // letters; with more to go, hops save more than cache misses that overlap
constexpr std::size_t longest_tail = std::numeric_limits<std::uint16_t>::max();

// From here on all letters have the same hint.
constexpr std::uint16_t no_hint = std::numeric_limits<std::uint16_t>::max();
std::uint16_t hint(Letter letter) noexcept {
  return static_cast<std::uint16_t>(std::min<std::size_t>(index(letter), no_hint));
}

}  // namespace

WordTree::WordTree() : identity_(++trees_made), slots_(1024) { nodes_.push_back({no_word, Letter{0}, 0}); }

std::size_t WordTree::slot_of(WordId parent, Letter letter) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t key = hash(parent, letter);
  std::size_t slot = home(key, mask);
  while (slots_[slot].next != no_word &&
         (slots_[slot].hash != key || nodes_[index(slots_[slot].next)].parent != parent)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

bool WordTree::first_begins(const Node& node, Letter letter) const noexcept {
  if (node.first_hint != hint(letter)) return false;
  return node.first_hint != no_hint || tail(node.first).front() == letter;
}

// The extension whose tail begins with the letter.
WordId WordTree::toward(WordId word, Letter letter) const noexcept {
  const Node& node = nodes_[index(word)];
  if (node.first == no_word || first_begins(node, letter)) return node.first;
  return slots_[slot_of(word, letter)].next;
}

// The same without a look at the extension itself, which may not be there yet. Rarely it is another one.
WordId WordTree::likely(WordId word, Letter letter) const noexcept {
  const Node& node = nodes_[index(word)];
  if (node.first == no_word || node.first_hint == hint(letter)) return node.first;
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t key = hash(word, letter);
  std::size_t slot = home(key, mask);
  while (slots_[slot].next != no_word && slots_[slot].hash != key) slot = (slot + 1) & mask;
  return slots_[slot].next;
}

// How many letters of the suffix the tail of a word begins with; the first is known to be the same.
std::size_t WordTree::shared(WordId word, std::span<const Letter> suffix) const noexcept {
  const std::span<const Letter> letters = tail(word);
  const std::size_t most = std::min(letters.size(), suffix.size());
  std::size_t same = 1;
  for (const std::size_t many : {128, 8}) {  // compared at once
    while (same + many <= most && std::memcmp(&letters[same], &suffix[same], many * sizeof(Letter)) == 0) same += many;
  }
  while (same < most && letters[same] == suffix[same]) ++same;
  return same;
}

WordId WordTree::find(WordId word, std::span<const Letter> suffix) const noexcept {
  Anchors anchors = anchors_at(word, suffix.size());
  const auto look_again = [&] {
    for (std::size_t kind = 0; kind < hop_kinds; ++kind) {
      if (anchors[kind].left - suffix.size() >= hop_lengths[kind]) anchors[kind] = {word, suffix.size()};
    }
  };
  while (!suffix.empty()) {
    const bool is_long = suffix.size() > hop_lengths.back();
    while (is_long && hop(word, suffix, anchors)) look_again();
    const WordId next = toward(word, suffix.front());
    if (next == no_word) return no_word;
    const std::size_t same = shared(next, suffix);
    if (same < tail(next).size()) return no_word;
    word = next;
    suffix = suffix.subspan(same);
    if (!is_long) continue;
    for (Anchor& anchor : anchors) anchor.here = false;
    look_again();
  }
  return word;
}

WordId WordTree::add(WordId parent, Letter tail, std::size_t length) {
  if (nodes_.size() >= most_words) throw Error("WordTree: more than two billion words");
  nodes_.push_back({parent, tail, static_cast<std::uint16_t>(length)});
  return make_id<WordId>(nodes_.size() - 1);
}

void WordTree::set_first(WordId word, WordId first) {
  nodes_[index(word)].first = first;
  nodes_[index(word)].first_hint = hint(tail(first).front());
}

// Makes a new extension of a word that has none with that first letter.
WordId WordTree::hang(WordId parent, std::span<const Letter> tail) {
  if (tail.size() > longest_tail) return hang(hang(parent, tail.first(longest_tail)), tail.subspan(longest_tail));
  const bool single = tail.size() == 1;
  const WordId made = add(parent, single ? tail.front() : make_id<Letter>(letters_.place(tail)), tail.size());
  link(made);
  return made;
}

void WordTree::link(WordId word) {
  const WordId parent = nodes_[index(word)].parent;
  if (nodes_[index(parent)].first == no_word) return set_first(parent, word);
  const Letter letter = tail(word).front();
  slots_[slot_of(parent, letter)] = {hash(parent, letter), word};
  if (++used_ * 10 > slots_.size() * 7) grow();
}

// Puts a word between a word and its parent, so many letters after the parent.
WordId WordTree::divide(WordId word, std::size_t letters) {
  const Node old = nodes_[index(word)];
  const std::span<const Letter> tail = this->tail(word);
  const auto from = [&](std::size_t begin, std::size_t end) {
    return end - begin == 1 ? tail[begin] : make_id<Letter>(index(old.tail) + begin);
  };
  const WordId made = add(old.parent, from(0, letters), letters);
  Node& parent = nodes_[index(old.parent)];
  (parent.first == word ? parent.first : slots_[slot_of(old.parent, tail.front())].next) = made;
  nodes_[index(word)].parent = made;
  nodes_[index(word)].tail = from(letters, tail.size());
  nodes_[index(word)].tail_length = static_cast<std::uint16_t>(tail.size() - letters);
  set_first(made, word);
  return made;
}

// Goes from a word to `next`, the extension that begins as the suffix does, or as far towards it as the suffix goes
// along. False when that is the end of the suffix.
inline bool WordTree::step(WordId& word, WordId next, std::span<const Letter>& suffix) {
  if (next == no_word) {
    word = hang(word, suffix);
    return false;
  }
  if (nodes_[index(next)].tail_length == 1) {
    word = next;
    suffix = suffix.subspan(1);
  } else {
    go_along(word, next, suffix);
  }
  return !suffix.empty();
}

void WordTree::go_along(WordId& word, WordId next, std::span<const Letter>& suffix) {
  const std::size_t same = shared(next, suffix);
  word = same < tail(next).size() ? divide(next, same) : next;
  suffix = suffix.subspan(same);
}

// Along the words of a deep machine there is a word at nearly every letter, and going from one to the next takes most
// of the time of a run. So where a stretch of letters has led past many words, its end is noted at the word where it
// began: of long stretches, and of shorter ones for what these leave over. What is noted stays true, since words keep
// their numbers. A hop that is not known is not looked for again until the way is as long as such a hop; one that leads
// along other letters soon.
WordTree::Anchors WordTree::anchors_at(WordId word, std::size_t left) noexcept {
  return {Anchor{word, left}, Anchor{word, left}, Anchor{word, left}};
}

// The hop noted at a word, if so many letters are left.
const Hop* WordTree::known_hop(std::size_t kind, WordId word, std::span<const Letter> letters) const noexcept {
  const Hop* found = hops_[kind].find(word);
  return found == nullptr || found->length >= letters.size() ? nullptr : found;
}

bool WordTree::hop(WordId& word, std::span<const Letter>& suffix, Anchors& anchors) const noexcept {
  for (std::size_t kind = 0; kind < hop_kinds; ++kind) {
    if (!anchors[kind].here || suffix.size() <= hop_lengths[kind]) continue;
    const Hop* known = known_hop(kind, word, suffix);
    if (known == nullptr) continue;
    if (std::memcmp(letters_.at(known->letters), suffix.data(), known->length * sizeof(Letter)) != 0) {
      // As if the way had been so long but for the last letters, and without a word to note anything at.
      anchors[kind] = {no_word, suffix.size() + hop_lengths[kind] - hop_lengths[kind] / 8};
      continue;
    }
    word = known->to;
    suffix = suffix.subspan(known->length);
    for (std::size_t longer = 0; longer < kind; ++longer) {
      anchors[longer].words += known->words;
      anchors[longer].here = false;
    }
    for (std::size_t other = kind; other < hop_kinds; ++other) anchors[other] = {word, suffix.size()};
    return true;
  }
  return false;
}

void WordTree::note_hops(WordId word, std::size_t left, Anchors& anchors, std::span<const Letter> all) {
  for (std::size_t kind = 0; kind < hop_kinds; ++kind) {
    Anchor& anchor = anchors[kind];
    const std::size_t length = anchor.left - left;
    if (length < hop_lengths[kind]) continue;
    if (anchor.word != no_word && anchor.words * letters_per_word >= length && length <= longest_tail) {
      const std::uint32_t letters = letters_.place(all.subspan(all.size() - anchor.left, length));
      hops_[kind].add(
          {anchor.word, word, letters, static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(anchor.words)});
    }
    anchor = {word, left};
  }
}

WordId WordTree::extend(WordId word, std::span<const Letter> suffix) {
  if (suffix.empty()) return word;
  const std::span<const Letter> all = suffix;
  Anchors anchors = anchors_at(word, suffix.size());
  while (suffix.size() > hop_lengths.back()) {
    while (hop(word, suffix, anchors)) note_hops(word, suffix.size(), anchors, all);
    std::size_t until = 0;  // so many letters are left
    for (std::size_t kind = 0; kind < hop_kinds; ++kind) {
      until = std::max(until, anchors[kind].left - std::min(anchors[kind].left, hop_lengths[kind]));
    }
    std::size_t words = 0;
    do {
      if (!step(word, toward(word, suffix.front()), suffix)) return word;
      ++words;
    } while (suffix.size() > until);
    for (Anchor& anchor : anchors) {
      anchor.words += words;
      anchor.here = false;
    }
    note_hops(word, suffix.size(), anchors, all);
  }
  while (step(word, toward(word, suffix.front()), suffix)) {
  }
  return word;
}

void WordTree::extend_all(std::span<WordId> words, std::span<std::span<const Letter>> suffixes) {
  for (WordId word : words) prefetch(word);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (suffixes[i].size() <= in_lockstep) continue;
    words[i] = extend(words[i], suffixes[i]);
    suffixes[i] = {};
  }
  for (bool more = true; more;) {
    more = false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (suffixes[i].empty()) continue;
      const Node& node = nodes_[index(words[i])];
      if (node.first == no_word || node.first_hint == hint(suffixes[i].front())) continue;
      __builtin_prefetch(&slots_[home(hash(words[i], suffixes[i].front()), mask)]);
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (suffixes[i].empty()) continue;
      const WordId next = likely(words[i], suffixes[i].front());
      if (next != no_word) prefetch(next);
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
    std::size_t at = home(slot.hash, mask);
    while (slots_[at].next != no_word) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

WordTree::Image WordTree::image() const {
  Image image;
  for (const Node& node : nodes_) {
    image.parents.push_back(node.parent);
    image.tails.push_back(static_cast<std::uint32_t>(node.tail));
    image.lengths.push_back(node.tail_length);
  }
  image.letters.assign(letters_.letters().begin(), letters_.letters().end());
  return image;
}

namespace {

/// Whether going from parent to parent leads from every word to the first one.
bool is_tree(std::span<const WordId> parents) {
  std::vector<bool> rooted(parents.size(), false);
  rooted[0] = true;
  std::vector<std::size_t> path;
  for (std::size_t i = 1; i < parents.size(); ++i) {
    path.clear();
    std::size_t at = i;
    for (; !rooted[at]; at = index(parents[at])) {
      if (index(parents[at]) >= parents.size() || path.size() > parents.size()) return false;
      path.push_back(at);
    }
    for (const std::size_t word : path) rooted[word] = true;
  }
  return true;
}

}  // namespace

bool WordTree::restore(const Image& image) {
  const std::size_t count = image.parents.size();
  if (size() != 1 || count == 0 || count > most_words || image.tails.size() != count || image.lengths.size() != count ||
      !is_tree(image.parents)) {
    return false;
  }
  letters_.restore(image.letters);
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t length = image.lengths[i];
    const bool stored = length == 1 || (length > 1 && std::size_t{image.tails[i]} + length <= letters_.size());
    if (!stored) return false;
    add(image.parents[i], make_id<Letter>(image.tails[i]), length);
    if (length > 1) letters_.restore({image.tails[i], image.lengths[i]});
  }
  for (std::size_t i = 1; i < count; ++i) {
    const WordId word = make_id<WordId>(i);
    if (toward(parent(word), tail(word).front()) != no_word) return false;
    link(word);
  }
  return true;
}

std::size_t WordTree::length(WordId word) const noexcept {
  std::size_t length = 0;
  for (; word != empty_word; word = parent(word)) length += nodes_[index(word)].tail_length;
  return length;
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
