// The options that choose a method, for every command that learns.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/method.hpp"

namespace remap::cli {

/// What was said on the command line; what was not said comes from the preset.
struct MethodOptions {
  std::optional<Preset> preset;
  std::optional<LearnerChoice> learner;
  std::optional<Effort> effort;
  std::optional<RankerKind> ranker;
  std::optional<EquivalenceChoice> equivalence;
  std::optional<CounterexampleOrder> counterexample;
  std::optional<FeedbackStrength> feedback;
  std::optional<ValuationKind> valuation;
  std::optional<Guess> guess;
  std::optional<std::uint64_t> samples;
  std::optional<double> epsilon, delta, stop;
  std::optional<double> comparison_cost, equivalence_cost;
  std::optional<std::string> absorbing;
  std::optional<Confirm> confirm;
  std::optional<double> recheck;
  std::optional<std::uint64_t> seed;

  void add(CLI::App& command);
  /// The method for a machine. Throws InputError when options exclude each other, or would be
  /// without effect.
  [[nodiscard]] Method method(const MooreMachine& hidden) const { return method(hidden.alphabet(), hidden.outputs()); }
  /// `outputs` may be null: not known.
  [[nodiscard]] Method method(const Alphabet& alphabet, const std::optional<Outputs>& outputs) const;
};

/// An option with the choices of `Value`.
template <class Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::optional<Value>& into,
                        const std::string& help) {
  const auto parse = [name, &into](const std::string& text) { into = parse_choice<Value>(name, text); };
  return command.add_option_function<std::string>(name, parse, choice_help<Value>(help))
      ->type_name(choice_names<Value>());
}

/// `--seed`.
CLI::Option* add_seed(CLI::App& command, std::optional<std::uint64_t>& into, const std::string& help);

}  // namespace remap::cli
