// The choices of a run, one table each: value, name, one line of help. Parsing, help texts, error messages, `--json`
// and the documentation all come from these tables; a new learner or ranker joins with a line here.
#pragma once

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nearest.hpp"
#include "remap/automata/error.hpp"
#include "remap/learning/session.hpp"
#include "remap/teachers/careful.hpp"
#include "remap/teachers/machine.hpp"

namespace remap::cli {

template <class Value>
struct Choice {
  Value value;
  std::string_view name;
  std::string_view help;
};

enum class LearnerChoice : std::uint8_t { tour, tree, table, lstar };
enum class EquivalenceChoice : std::uint8_t { exact, order, sampling, order_sampling };

/// No value is told or asked for: the machine is right up to the order of its outputs.
constexpr bool order_alone(EquivalenceChoice choice) {
  return choice == EquivalenceChoice::order || choice == EquivalenceChoice::order_sampling;
}
constexpr bool samples_words(EquivalenceChoice choice) {
  return choice == EquivalenceChoice::sampling || choice == EquivalenceChoice::order_sampling;
}

enum class Preset : std::uint8_t { standard, paper };
enum class NoiseKind : std::uint8_t { transient, persistent };
enum class Form : std::uint8_t { moore, mealy, reward };

template <class Value>
inline constexpr std::array<Choice<Value>, 0> choices{};

template <>
inline constexpr auto choices<LearnerChoice> = std::to_array<Choice<LearnerChoice>>({
    {LearnerChoice::tour, "tour", "guesses transitions from propositions, tests many guesses with one comparison"},
    {LearnerChoice::tree, "tree", "a discrimination tree: few comparisons, large machines"},
    {LearnerChoice::table, "table", "the paper's symbolic observation table"},
    {LearnerChoice::lstar, "lstar", "the same table filled by asking for values: the baseline, no comparisons"},
});
template <>
inline constexpr auto choices<Effort> = std::to_array<Choice<Effort>>({
    {Effort::full, "full", "all of them: the fewest equivalence questions"},
    {Effort::economy, "economy", "the likely ones: fewer comparisons, more equivalence questions"},
    {Effort::lazy, "lazy", "none: the fewest comparisons, the most equivalence questions"},
});
template <>
inline constexpr auto choices<RankerKind> = std::to_array<Choice<RankerKind>>({
    {RankerKind::search, "search", "a search tree over the classes, weighted by how common each is"},
    {RankerKind::quicksort, "quicksort", "randomised quicksort, then a merge with the classes known (Algorithm 3)"},
    {RankerKind::all_pairs, "all-pairs", "every pair of words (Algorithm 4)"},
});
template <>
inline constexpr auto choices<EquivalenceChoice> = std::to_array<Choice<EquivalenceChoice>>({
    {EquivalenceChoice::exact, "exact", "a counterexample whenever there is one"},
    {EquivalenceChoice::order, "order", "as exact, but only the order of outputs counts, and no value is ever told"},
    {EquivalenceChoice::sampling, "sampling", "tests random words: probably approximately correct"},
    {EquivalenceChoice::order_sampling, "order-sampling",
     "no equivalence question and no value at all: compares random words with the predicted class"},
});
template <>
inline constexpr auto choices<CounterexampleOrder> = std::to_array<Choice<CounterexampleOrder>>({
    {CounterexampleOrder::shortest, "shortest", "a shortest counterexample"},
    {CounterexampleOrder::depth_first, "depth-first", "the first one in depth-first order, as the paper's authors do"},
});
template <>
inline constexpr auto choices<FeedbackStrength> = std::to_array<Choice<FeedbackStrength>>({
    {FeedbackStrength::value, "value", "the counterexample's value"},
    {FeedbackStrength::not_value, "not-value", "only that it is not the machine's value"},
    {FeedbackStrength::among, "among", "all values on the side of the machine's value where the true one lies"},
});
template <>
inline constexpr auto choices<ValuationKind> = std::to_array<Choice<ValuationKind>>({
    {ValuationKind::direct, "direct", "two sweeps over the chain of classes, exact"},
    {ValuationKind::z3, "z3", "the constraints put to Z3"},
});
template <>
inline constexpr auto choices<Guess> = std::to_array<Choice<Guess>>({
    {Guess::lowest, "lowest", "the lowest value the constraints allow"},
    {Guess::middle, "middle", "the middle one"},
});
template <>
inline constexpr auto choices<Confirm> = std::to_array<Choice<Confirm>>({
    {Confirm::off, "off", "none"},
    {Confirm::growth, "growth", "those that are about to make a new class, state or column"},
    {Confirm::all, "all", "every one"},
});
template <>
inline constexpr auto choices<NoiseKind> = std::to_array<Choice<NoiseKind>>({
    {NoiseKind::transient, "transient", "every asking is drawn anew"},
    {NoiseKind::persistent, "persistent", "the same pair of words always gets the same answer"},
});
template <>
inline constexpr auto choices<Preset> = std::to_array<Choice<Preset>>({
    {Preset::standard, "default", "fewest questions: tour (plain letters: tree), search, exact, shortest, middle"},
    {Preset::paper, "paper", "the paper's own: table, quicksort, exact, depth-first, value, lowest"},
});
template <>
inline constexpr auto choices<Form> = std::to_array<Choice<Form>>({
    {Form::moore, "moore", "an output per state"},
    {Form::mealy, "mealy", "an output per transition"},
    {Form::reward, "reward", "formulas and rewards; needs letters that are sets of propositions"},
});

/// The name of a value; every value of the enumeration that a run can have is in its table.
template <class Value>
std::string_view name_of(Value value) {
  for (const auto& choice : choices<Value>) {
    if (choice.value == value) return choice.name;
  }
  throw Misuse("name_of", fmt::format("no choice has the number {}", static_cast<int>(value)));
}

/// Throws InputError that lists the choices.
template <class Value>
Value parse_choice(std::string_view option, std::string_view text) {
  std::vector<std::string> names;
  for (const auto& choice : choices<Value>) {
    if (choice.name == text) return choice.value;
    names.emplace_back(choice.name);
  }
  throw InputError(fmt::format("{} cannot be '{}', expected {}", option, text, joined(names, "or")));
}

/// "a|b|c", as help texts show it.
template <class Value>
std::string choice_names() {
  std::string text;
  for (const auto& choice : choices<Value>) text += (text.empty() ? "" : "|") + std::string(choice.name);
  return text;
}

/// The title and one line per choice.
template <class Value>
std::string choice_help(std::string_view title) {
  std::string text(title);
  for (const auto& choice : choices<Value>) text += fmt::format("\n  {:<11} {}", choice.name, choice.help);
  return text;
}

}  // namespace remap::cli
