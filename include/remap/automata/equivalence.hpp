// When machines are the same: the smallest machine with the same behaviour, and exact comparison of two machines over
// the same letters and outputs.
#pragma once

#include <optional>

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

/// The smallest machine with the same behaviour, canonical. Hopcroft's partition refinement, O(n k log n).
MooreMachine minimise(const MooreMachine& machine);

/// The same for Mealy machines. Missing steps stay missing; steps out of terminal states are dropped, so at most one of
/// these remains.
MealyMachine minimise(const MealyMachine& machine);

/// True when all states are reachable and no two behave alike.
bool is_minimal(const MooreMachine& machine);

enum class CounterexampleOrder : std::uint8_t { shortest, depth_first };

/// A word on which the outputs differ; empty if the machines are equivalent. Hopcroft and Karp's algorithm, which
/// merges states that must be equal (as in Almeida et al.): near-linear, (n + m) k steps. Breadth first it finds a
/// *shortest* word: a pair is skipped only if pairs at most as deep imply it. Depth first follows the most recent pair
/// first, as REMAP's authors do. Alphabets must be equal; outputs are matched by name. Throws InputError otherwise.
std::optional<Word> find_counterexample(const MooreMachine& a, const MooreMachine& b,
                                        CounterexampleOrder order = CounterexampleOrder::shortest);

/// The same with one label per state instead of the machines' outputs, so that a caller can compare by class.
std::optional<Word> find_counterexample(const MooreMachine& a, std::span<const Output> labels_a, const MooreMachine& b,
                                        std::span<const Output> labels_b, CounterexampleOrder order);

/// The same for a Mealy machine without missing steps, except from terminal states, after which its output is the
/// lowest: `label_of_output` has the labels of its outputs, `of_empty_word` is that of the empty word.
std::optional<Word> find_counterexample(const MooreMachine& a, std::span<const Output> labels_a, const MealyMachine& b,
                                        std::span<const Output> label_of_output, Output of_empty_word,
                                        CounterexampleOrder order);

/// The probability that two machines differ on a word whose length is geometric (P(L = l) = (1-p)^(l-1) p, l >= 1) and
/// whose letters are uniform: exact up to rounding and a tail below 1e-12.
double disagreement(const MooreMachine& a, const MooreMachine& b, double p);

}  // namespace remap
