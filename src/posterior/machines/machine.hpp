// Small machines with ends, stored for speed: a search looks at tens of thousands of them between two questions.
//
// An episode starts in live state 0. A transition leads to a live state, or to an end: an outcome after which nothing
// more happens. Ends are targets, not states; their rows stay where they are, so that running a word needs no test.
// Outcomes are classes, numbered from 0 in declared order, lowest first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "remap/automata/random.hpp"

namespace remap::posterior {

inline constexpr int most_states = 32;  // live ones
inline constexpr int most_letters = 16;
inline constexpr int most_classes = 8;

/// A live state below `most_states`, or `end_of(class)`.
using Target = std::uint8_t;
constexpr Target end_of(int cls) noexcept { return static_cast<Target>(most_states + cls); }
constexpr bool is_end(int target) noexcept { return target >= most_states; }

/// What is declared before anybody says anything.
struct Space {
  /// `ends`: for each class whether it ends the episode. Throws InputError if there are too many or too few letters or
  /// classes, or no class that goes on.
  Space(std::size_t letters, const std::vector<bool>& ends);
  /// The number of classes is not known either, and none of them ends the episode: machines use classes 0, 1, … without
  /// gaps, and only their order has a meaning.
  static Space open(std::size_t letters);

  [[nodiscard]] bool goes_on(int cls) const noexcept { return (live_mask >> cls & 1U) != 0; }

  int letters;
  int classes;  // at most, if they are open
  bool open_classes = false;
  unsigned live_mask = 0;    // classes that go on
  std::vector<int> live;     // the same
  std::vector<Target> ends;  // targets that end the episode
};

struct Machine {
  int states = 0;
  int classes = 0;          // declared, or in use if they are open
  std::uint64_t print = 0;  // of the behaviour, made by `canonical`
  double score = 0;
  std::array<std::uint8_t, most_states + most_classes> cls{};
  std::array<std::array<Target, most_letters>, most_states + most_classes> next{};

  [[nodiscard]] int targets(const Space& space) const noexcept { return states + static_cast<int>(space.ends.size()); }
  /// All targets in order: live states, then ends.
  [[nodiscard]] Target target(const Space& space, int number) const noexcept {
    return static_cast<Target>(number < states ? number : space.ends[static_cast<std::size_t>(number - states)]);
  }
  [[nodiscard]] int run(const Word& word) const noexcept {
    int at = 0;
    for (const Letter letter : word) at = next[at][index(letter)];
    return at;
  }
  [[nodiscard]] int class_of(const Word& word) const noexcept { return cls[run(word)]; }
};

/// One state of the given class; all letters stay.
Machine one_state(const Space& space, int cls);

/// Only reachable states, equivalent ones merged, numbered breadth first. Machines with the same behaviour become
/// equal, with the same print; other machines have other prints but for chance of about 2^-64.
void canonical(const Space& space, Machine& machine);

/// A new state that copies `base`; where that stays, it stays, too. Requires room for it. Returns its number.
int clone_state(const Space& space, Machine& machine, int base);

/// Words that begin with one of the given ones cannot happen; machines need not agree on them.
class Excluded {
 public:
  explicit Excluded(std::vector<Word> beginnings);
  [[nodiscard]] bool empty() const noexcept { return beginnings_.empty(); }
  [[nodiscard]] bool excludes(const Word& word) const;
  [[nodiscard]] const std::vector<Word>& beginnings() const noexcept { return beginnings_; }

 private:
  std::vector<Word> beginnings_;
};

/// A shortest possible word after which two machines differ; letters are tried in the order that `random` draws, or in
/// theirs. False: there is none.
bool differ(const Space& space, const Machine& a, const Machine& b, const Excluded& excluded, Random* random = nullptr,
            Word* word = nullptr);

}  // namespace remap::posterior
