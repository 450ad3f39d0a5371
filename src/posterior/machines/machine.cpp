#include "posterior/machines/machine.hpp"

#include <algorithm>
#include <map>

#include "remap/automata/error.hpp"

namespace remap::posterior {

namespace {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) noexcept {
  hash = (hash ^ (hash >> 29) ^ value) * 0xBF58476D1CE4E5B9ULL;
  return hash ^ (hash >> 32);
}

/// Numbers live states breadth first and drops those that are not reached.
void number_states(const Space& space, Machine& machine) {
  std::array<Target, most_states + most_classes> number;
  number.fill(most_states + most_classes);
  for (const Target end : space.ends) number[end] = end;
  std::array<int, most_states> order;
  int found = 1;
  order[0] = 0;
  number[0] = 0;
  bool in_order = true;
  for (int i = 0; i < found; ++i) {
    for (int a = 0; a < space.letters; ++a) {
      const Target to = machine.next[order[i]][a];
      if (number[to] < most_states + most_classes) continue;
      in_order = in_order && to == found;
      number[to] = static_cast<Target>(found);
      order[found++] = to;
    }
  }
  if (in_order) {
    machine.states = found;
    return;
  }
  const Machine old = machine;
  machine.states = found;
  for (int q = 0; q < found; ++q) {
    machine.cls[q] = old.cls[order[q]];
    for (int a = 0; a < space.letters; ++a) machine.next[q][a] = number[old.next[order[q]][a]];
  }
}

/// Makes transitions lead to the first of all equivalent states. True if some are equivalent.
bool merge_states(const Space& space, Machine& machine) {
  // Moore's partition refinement; keys are hashes of rows of blocks.
  std::array<std::uint8_t, most_states + most_classes> block, first;
  for (int q = 0; q < machine.states; ++q) block[q] = machine.cls[q];
  for (const Target end : space.ends) block[end] = end;
  std::array<std::uint64_t, most_states> key, seen;
  int blocks = 0;
  for (int before = 0;; before = blocks) {
    for (int q = 0; q < machine.states; ++q) {
      std::uint64_t hash = block[q];
      for (int a = 0; a < space.letters; ++a) {
        hash = (hash ^ (hash >> 31)) * 0x9E3779B97F4A7C15ULL + block[machine.next[q][a]];
      }
      key[q] = hash;
    }
    blocks = 0;
    for (int q = 0; q < machine.states; ++q) {
      int b = 0;
      while (b < blocks && seen[b] != key[q]) ++b;
      if (b == blocks) {
        seen[b] = key[q];
        first[b] = static_cast<std::uint8_t>(q);
        ++blocks;
      }
      block[q] = static_cast<std::uint8_t>(b);
    }
    if (blocks == machine.states) return false;
    if (blocks == before) break;
  }
  for (int q = 0; q < machine.states; ++q) {
    for (int a = 0; a < space.letters; ++a) {
      if (Target& to = machine.next[q][a]; !is_end(to)) to = first[block[to]];
    }
  }
  return true;
}

/// Open classes without gaps.
void close_gaps(Machine& machine) {
  unsigned used = 0;
  for (int q = 0; q < machine.states; ++q) used |= 1U << machine.cls[q];
  std::array<std::uint8_t, most_classes> number{};
  machine.classes = 0;
  for (int c = 0; c < most_classes; ++c) {
    if ((used >> c & 1U) != 0) number[c] = static_cast<std::uint8_t>(machine.classes++);
  }
  for (int q = 0; q < machine.states; ++q) machine.cls[q] = number[machine.cls[q]];
}

}  // namespace

Space::Space(std::size_t letter_count, const std::vector<bool>& class_ends)
    : letters(static_cast<int>(letter_count)), classes(static_cast<int>(class_ends.size())) {
  if (letter_count == 0 || letter_count > most_letters) {
    throw InputError(std::to_string(letter_count) + " letters, but from 1 to " + std::to_string(most_letters) +
                     " were expected");
  }
  if (class_ends.empty() || class_ends.size() > most_classes) {
    throw InputError(std::to_string(class_ends.size()) + " outcomes, but from 1 to " + std::to_string(most_classes) +
                     " were expected");
  }
  for (int c = 0; c < classes; ++c) {
    if (class_ends[static_cast<std::size_t>(c)]) {
      ends.push_back(end_of(c));
    } else {
      live.push_back(c);
      live_mask |= 1U << c;
    }
  }
  if (live.empty()) throw InputError("every outcome ends the episode, but one was expected with which it goes on");
}

Space Space::open(std::size_t letters) {
  Space space(letters, std::vector<bool>(most_classes, false));
  space.open_classes = true;
  return space;
}

Machine one_state(const Space& space, int cls) {
  Machine machine;
  machine.states = 1;
  machine.classes = space.open_classes ? 1 : space.classes;
  machine.cls[0] = static_cast<std::uint8_t>(cls);
  for (int q = most_states; q < most_states + most_classes; ++q) {
    machine.cls[q] = static_cast<std::uint8_t>(q - most_states);
    machine.next[q].fill(static_cast<Target>(q));
  }
  canonical(space, machine);
  return machine;
}

void canonical(const Space& space, Machine& machine) {
  number_states(space, machine);
  if (merge_states(space, machine)) number_states(space, machine);
  if (space.open_classes) close_gaps(machine);
  std::uint64_t print = static_cast<std::uint64_t>(machine.states) * 0x9E3779B97F4A7C15ULL;
  for (int q = 0; q < machine.states; ++q) {
    std::uint64_t row = machine.cls[q];
    for (int a = 0; a < space.letters; ++a) row = (row << 6 | row >> 58) ^ machine.next[q][a];
    print = mixed(print, row * 0x94D049BB133111EBULL + static_cast<std::uint64_t>(q));
    if (space.letters <= 9) continue;  // six bits for each letter fill a word after ten
    for (int a = 0; a < space.letters; ++a) print = mixed(print, machine.next[q][a]);
  }
  machine.print = print;
}

int clone_state(const Space& space, Machine& machine, int base) {
  const int fresh = machine.states++;
  machine.cls[fresh] = machine.cls[base];
  for (int a = 0; a < space.letters; ++a) {
    const Target to = machine.next[base][a];
    machine.next[fresh][a] = to == base ? static_cast<Target>(fresh) : to;
  }
  return fresh;
}

Excluded::Excluded(std::vector<Word> beginnings) : beginnings_(std::move(beginnings)) {}

bool Excluded::excludes(const Word& word) const {
  return std::any_of(beginnings_.begin(), beginnings_.end(), [&](const Word& beginning) {
    return beginning.size() <= word.size() && std::equal(beginning.begin(), beginning.end(), word.begin());
  });
}

namespace {

/// Breadth first through pairs of states; while some excluded beginning may still be completed, words are kept apart.
class Difference {
 public:
  Difference(const Space& space, const Machine& a, const Machine& b, const Excluded& excluded, Random* random)
      : space_(space), a_(a), b_(b), excluded_(excluded) {
    for (int i = 0; i < space.letters; ++i) order_[i] = i;
    if (random == nullptr) return;
    for (int i = space.letters; i > 1; --i) std::swap(order_[i - 1], order_[random->below(static_cast<unsigned>(i))]);
  }

  bool find(Word* word) {
    steps_.push_back({0, 0, 0, 0, excluded_.empty() ? no_beginning : 0});
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step at = steps_[i];
      if (a_.cls[at.p] != b_.cls[at.q]) {
        if (word != nullptr) *word = spelled(i);
        return true;
      }
      if (is_end(at.p) && is_end(at.q)) continue;
      for (int j = 0; j < space_.letters; ++j) visit(i, order_[j]);
    }
    return false;
  }

 private:
  struct Step {
    Target p, q;
    std::uint32_t from;
    int letter;
    int beginning;  // 0: the word may begin an excluded one
  };
  static constexpr int no_beginning = -1;

  [[nodiscard]] Word spelled(std::size_t i) const {
    Word word;
    for (; i > 0; i = steps_[i].from) word.push_back(make_id<Letter>(static_cast<std::size_t>(steps_[i].letter)));
    std::reverse(word.begin(), word.end());
    return word;
  }
  void visit(std::size_t i, int letter) {
    const Target p = a_.next[steps_[i].p][letter], q = b_.next[steps_[i].q][letter];
    int beginning = steps_[i].beginning;
    if (beginning != no_beginning) {
      Word word = spelled(i);
      word.push_back(make_id<Letter>(static_cast<std::size_t>(letter)));
      beginning = no_beginning;
      for (const Word& other : excluded_.beginnings()) {
        if (other.size() < word.size() || !std::equal(word.begin(), word.end(), other.begin())) continue;
        if (other.size() == word.size()) return;
        beginning = 0;
      }
    }
    if (beginning == no_beginning) {
      std::uint64_t& row = seen_[p];
      if ((row >> q & 1U) != 0) return;
      row |= std::uint64_t{1} << q;
    }
    steps_.push_back({p, q, static_cast<std::uint32_t>(i), letter, beginning});
  }

  const Space& space_;
  const Machine& a_;
  const Machine& b_;
  const Excluded& excluded_;
  std::array<int, most_letters> order_{};
  std::array<std::uint64_t, most_states + most_classes> seen_{};
  std::vector<Step> steps_;
};

}  // namespace

bool differ(const Space& space, const Machine& a, const Machine& b, const Excluded& excluded, Random* random,
            Word* word) {
  return Difference(space, a, b, excluded, random).find(word);
}

}  // namespace remap::posterior
