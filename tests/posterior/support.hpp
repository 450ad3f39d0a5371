// Small machines for these tests.
#pragma once

#include "posterior/posterior.hpp"
#include "support/words.hpp"

namespace remap::posterior::test {

using remap::test::word_of;

inline Output output(int cls) { return make_id<Output>(static_cast<std::size_t>(cls)); }
inline const Excluded nothing_excluded{{}};

/// Rows of targets, state by state; not in canonical form.
inline Machine machine_of(const Space& space, const std::vector<int>& classes, const std::vector<int>& rows) {
  Machine machine = one_state(space, classes[0]);
  machine.states = static_cast<int>(classes.size());
  machine.classes = space.open_classes ? 1 + *std::max_element(classes.begin(), classes.end()) : space.classes;
  for (int q = 0; q < machine.states; ++q) {
    machine.cls[q] = static_cast<std::uint8_t>(classes[static_cast<std::size_t>(q)]);
    for (int a = 0; a < space.letters; ++a) {
      machine.next[q][a] = static_cast<Target>(rows[static_cast<std::size_t>(q * space.letters + a)]);
    }
  }
  return machine;
}

inline Machine canonical_of(const Space& space, const std::vector<int>& classes, const std::vector<int>& rows) {
  Machine machine = machine_of(space, classes, rows);
  canonical(space, machine);
  return machine;
}

inline Machine random_machine(const Space& space, int states, Random& random) {
  std::vector<int> classes, rows;
  for (int q = 0; q < states; ++q) classes.push_back(space.live[random.below(space.live.size())]);
  const auto targets = static_cast<std::size_t>(states) + space.ends.size();
  for (int i = 0; i < states * space.letters; ++i) {
    const auto number = random.below(targets);
    rows.push_back(number < static_cast<std::size_t>(states) ? static_cast<int>(number)
                                                             : space.ends[number - static_cast<std::size_t>(states)]);
  }
  return machine_of(space, classes, rows);
}

inline Word random_word(const Space& space, std::size_t longest, Random& random) {
  Word word(random.below(longest + 1));
  for (Letter& letter : word) letter = make_id<Letter>(random.below(static_cast<std::uint64_t>(space.letters)));
  return word;
}

/// All words up to a length, shortest first.
inline std::vector<Word> all_words(const Space& space, std::size_t longest) {
  std::vector<Word> words{{}};
  for (std::size_t i = 0; i < words.size() && words[i].size() < longest; ++i) {
    for (int a = 0; a < space.letters; ++a) {
      Word word = words[i];
      word.push_back(make_id<Letter>(static_cast<std::size_t>(a)));
      words.push_back(word);
    }
  }
  return words;
}

/// a picks up a key, b opens the door with it: done; c breaks the key: failed.
struct KeyAndDoor {
  Space space{3, {true, false, true}};
  Machine truth = canonical_of(space, {1, 1}, {1, 0, 0, 1, end_of(2), end_of(0)});
};

}  // namespace remap::posterior::test
