// Random words and random machines.
//
// A random machine grows state by state: each new state is hung on a random free slot (state, letter) of those before
// it, so all are reachable; the remaining slots are uniform; the first outputs go to distinct random states, so all are
// used. Nearly all such machines are minimal, so a draw that is not is thrown away. With one letter the machine is a
// lasso, minimal when its cycle does not repeat and the last state of the cycle differs from the last one before it:
// still about every second draw. Should all draws fail, the last one is repaired (see `make_minimal`). O(n k log n) per
// draw.
#include "remap/automata/random.hpp"

#include <fmt/format.h>

#include <numeric>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

struct Draft {
  std::vector<Output> output_of;
  std::vector<State> next;
};

std::vector<Output> draw_outputs(const RandomMachineShape& shape, Random& random) {
  std::vector<std::size_t> order(shape.states);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<Output> output_of(shape.states);
  for (std::size_t i = 0; i < shape.states; ++i) {
    output_of[order[i]] = make_id<Output>(i < shape.outputs ? i : random.below(shape.outputs));
  }
  return output_of;
}

Draft draw(const RandomMachineShape& shape, Random& random) {
  Draft draft{draw_outputs(shape, random), std::vector<State>(shape.states * shape.letters)};
  std::vector<std::uint32_t> free_slots;
  free_slots.reserve(draft.next.size());
  for (std::size_t q = 0; q < shape.states; ++q) {
    if (q > 0) {
      std::uint32_t& slot = free_slots[random.below(free_slots.size())];
      draft.next[slot] = make_id<State>(q);
      slot = free_slots.back();
      free_slots.pop_back();
    }
    for (std::size_t a = 0; a < shape.letters; ++a)
      free_slots.push_back(static_cast<std::uint32_t>(q * shape.letters + a));
  }
  for (const std::uint32_t slot : free_slots) draft.next[slot] = make_id<State>(random.below(shape.states));
  return draft;
}

/// The first letter leads through all states in turn and stays at the last, whose output differs from the one before:
/// repeating that letter alone tells any two states apart.
void make_minimal(Draft& draft, const RandomMachineShape& shape) {
  const std::size_t last = shape.states - 1;
  for (std::size_t q = 0; q < last; ++q) draft.next[q * shape.letters] = make_id<State>(q + 1);
  draft.next[last * shape.letters] = make_id<State>(last);
  for (std::size_t q = 0; last > 0 && draft.output_of[last] == draft.output_of[last - 1]; ++q) {
    std::swap(draft.output_of[last], draft.output_of[q]);
  }
}

Alphabet letters_named(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(count <= 26 ? std::string(1, static_cast<char>('a' + i)) : fmt::format("a{}", i));
  }
  return Alphabet::plain(std::move(names));
}

Outputs numbers_up_to(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}", i));
  return Outputs(std::move(names));
}

void check_feasible(const RandomMachineShape& shape) {
  if (shape.states == 0 || shape.letters == 0 || shape.outputs == 0) {
    throw InputError(fmt::format(
        "a random machine with {} states, {} letters and {} outputs cannot exist, expected at least 1 of each",
        shape.states, shape.letters, shape.outputs));
  }
  if (shape.outputs > shape.states) {
    throw InputError(fmt::format("{} states cannot show {} outputs, expected at most one output per state",
                                 shape.states, shape.outputs));
  }
  if (shape.outputs == 1 && shape.states > 1) {
    throw InputError(
        fmt::format("no minimal machine has {} states and one output, expected at least 2 outputs", shape.states));
  }
  constexpr std::size_t most = std::size_t{1} << 31;
  if (shape.states >= most || shape.letters >= most || shape.states > most / shape.letters) {
    throw InputError(
        fmt::format("a random machine with {} states and {} letters is too large, expected at most {} transitions",
                    shape.states, shape.letters, most));
  }
}

}  // namespace

void sample_word(Random& random, double stop, std::size_t letters, Word& into) {
  into.clear();
  do {
    into.push_back(make_id<Letter>(random.below(letters)));
  } while (!random.chance(stop));
}

void sample_word(Random& random, double stop, const Alphabet& alphabet, Word& into) {
  if (alphabet.listed()) return sample_word(random, stop, alphabet.size(), into);
  const std::size_t unused = 64 - alphabet.propositions().size();
  into.clear();
  do {
    into.push_back(alphabet.letter_of(random.next() >> unused));
  } while (!random.chance(stop));
}

MooreMachine random_machine(RandomMachineShape shape, std::uint64_t seed) {
  check_feasible(shape);
  const Alphabet alphabet = letters_named(shape.letters);
  const Outputs outputs = numbers_up_to(shape.outputs);
  constexpr std::uint64_t attempts = 64;
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random = split_random(seed, attempt);
    Draft draft = draw(shape, random);
    if (attempt == attempts) make_minimal(draft, shape);
    MooreMachine machine = minimise({alphabet, outputs, State{0}, std::move(draft.output_of), std::move(draft.next)});
    if (machine.size() == shape.states) return machine;
  }
}

}  // namespace remap
