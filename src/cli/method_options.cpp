#include "cli/method_options.hpp"

#include <algorithm>
#include <iterator>

#include "cli/numbers.hpp"

namespace remap::cli {

namespace {

constexpr double smallest_fraction = 1e-9;  // keeps the number of samples within 64 bits

void add_fraction(CLI::App& command, const std::string& name, std::optional<double>& into, const std::string& help) {
  const auto parse = [name, &into](const std::string& text) {
    into = parse_fraction(name, text);
    if (*into < smallest_fraction) {
      throw InputError(fmt::format("{} must be at least {}, not '{}'", name, smallest_fraction, text));
    }
  };
  command.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
}

void refuse(bool given, const char* option, const std::string& reason) {
  if (given) throw InputError(fmt::format("{} has no effect {}", option, reason));
}

void add_cost(CLI::App& command, const std::string& name, std::optional<double>& into, const std::string& help) {
  const auto parse = [name, &into](const std::string& text) {
    into = parse_number(text);
    if (!into || !(*into >= 0) || *into > 1e12) {
      throw InputError(fmt::format("{} must be a number from 0 to 1e12, not '{}'", name, text));
    }
  };
  command.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
}

/// The cheapest effort at these prices, by what each asks on the paper's 14 tasks together (docs/choosing.md).
Effort cheapest_effort(double comparison_cost, double equivalence_cost) {
  struct Price {
    Effort effort;
    double comparisons, equivalence_questions;
  };
  constexpr Price prices[] = {{Effort::full, 1890, 28}, {Effort::economy, 996, 36}, {Effort::lazy, 318, 100}};
  const auto cost = [&](const Price& price) {
    return price.comparisons * comparison_cost + price.equivalence_questions * equivalence_cost;
  };
  const auto* best = std::min_element(std::begin(prices), std::end(prices),
                                      [&](const Price& a, const Price& b) { return cost(a) < cost(b); });
  return best->effort;
}

}  // namespace

CLI::Option* add_seed(CLI::App& command, std::optional<std::uint64_t>& into, const std::string& help) {
  const auto parse = [&into](const std::string& text) { into = parse_whole("--seed", text); };
  return command.add_option_function<std::string>("--seed", parse, help)->type_name("NUMBER");
}

void MethodOptions::add(CLI::App& command) {
  add_choice(command, "--preset", preset, "Settings to start from; other options override them");
  add_choice(command, "--learner", learner, "Who builds the machine");
  add_choice(command, "--effort", effort, "How many guesses tour tests before an equivalence question");
  add_cost(command, "--comparison-cost", comparison_cost, "What a comparison costs (1): chooses the effort of tour");
  add_cost(command, "--equivalence-cost", equivalence_cost, "What an equivalence question costs (1), likewise");
  add_choice(command, "--ranker", ranker, "Which comparisons find the class of a word");
  add_choice(command, "--equivalence", equivalence, "How a hypothesis is checked");
  add_choice(command, "--counterexample", counterexample, "Which counterexample an exact check gives");
  add_choice(command, "--feedback", feedback, "What is told with a counterexample");
  add_choice(command, "--valuation", valuation, "Who finds values for the classes");
  add_choice(command, "--guess", guess, "Which value a class gets while several are possible");
  command
      .add_option_function<std::string>(
          "--samples",
          [this](const std::string& text) { samples = parse_whole("--samples", text, 1, 1'000'000'000'000); },
          "Words that each sampling check tests")
      ->type_name("NUMBER");
  add_fraction(command, "--epsilon", epsilon, "Sampling: error allowed (0.05), with --delta instead of --samples");
  add_fraction(command, "--delta", delta, "Sampling: chance of a larger error (0.05)");
  add_fraction(command, "--stop", stop, "Sampling: chance that a word ends after a letter (0.2)");
  command.add_option("--absorbing", absorbing, "An output that is never left again, such as HALT")->type_name("OUTPUT");
  add_choice(command, "--confirm", confirm, "Which answers are asked again, sides swapped, before they count");
  add_fraction(command, "--recheck", recheck, "Rechecks per comparison: old answers asked again, as a measure");
  add_seed(command, seed, "Decides everything random (1)");
}

Method MethodOptions::method(const Alphabet& alphabet, const std::optional<Outputs>& outputs) const {
  Method method = preset_method(preset.value_or(Preset::standard), alphabet);
  method.learner = learner.value_or(method.learner);
  if (comparison_cost || equivalence_cost) {
    method.effort = cheapest_effort(comparison_cost.value_or(1), equivalence_cost.value_or(1));
  }
  method.effort = effort.value_or(method.effort);
  method.ranker = ranker.value_or(method.ranker);
  method.equivalence = equivalence.value_or(method.equivalence);
  method.counterexample = counterexample.value_or(method.counterexample);
  method.feedback = feedback.value_or(method.feedback);
  method.valuation = valuation.value_or(method.valuation);
  method.guess = guess.value_or(method.guess);
  method.samples.fixed = samples.value_or(0);
  method.samples.epsilon = epsilon.value_or(method.samples.epsilon);
  method.samples.delta = delta.value_or(method.samples.delta);
  method.stop = stop.value_or(method.stop);
  method.confirm = confirm.value_or(method.confirm);
  method.recheck = recheck.value_or(method.recheck);
  method.seed = seed.value_or(method.seed);

  if (absorbing) {
    if (!outputs) throw InputError("--absorbing names an output, but no outputs are given");
    method.absorbing = outputs->find(*absorbing);
    if (method.absorbing == no_output) {
      throw InputError(fmt::format("--absorbing cannot be '{}', expected one of the outputs {}", *absorbing,
                                   joined(outputs->names(), "or")));
    }
  }

  const bool tour = method.learner == LearnerChoice::tour;
  refuse(!tour && effort, "--effort", "without --learner tour");
  refuse(!tour && comparison_cost, "--comparison-cost", "without --learner tour");
  refuse(!tour && equivalence_cost, "--equivalence-cost", "without --learner tour");
  refuse(effort && comparison_cost, "--comparison-cost", "together with --effort");
  refuse(effort && equivalence_cost, "--equivalence-cost", "together with --effort");
  const bool lstar = method.learner == LearnerChoice::lstar;
  refuse(lstar && ranker, "--ranker", "with --learner lstar, which asks for values");
  refuse(lstar && confirm, "--confirm", "with --learner lstar, which compares nothing");
  refuse(lstar && recheck, "--recheck", "with --learner lstar, which compares nothing");
  const std::string_view equivalence_name = name_of(method.equivalence);
  if (lstar && order_alone(method.equivalence)) {
    throw InputError(
        fmt::format("--learner lstar asks for values, which --equivalence {} never tells", equivalence_name));
  }
  refuse(order_alone(method.equivalence) && feedback, "--feedback",
         fmt::format("with --equivalence {}, which tells no value", equivalence_name));
  refuse(order_alone(method.equivalence) && guess, "--guess",
         fmt::format("with --equivalence {}, which tells no value", equivalence_name));
  const bool sampling = samples_words(method.equivalence);
  refuse(sampling && counterexample, "--counterexample",
         fmt::format("with --equivalence {}, which takes the first one met", equivalence_name));
  refuse(!sampling && samples, "--samples", "without --equivalence sampling");
  refuse(!sampling && epsilon, "--epsilon", "without --equivalence sampling");
  refuse(!sampling && delta, "--delta", "without --equivalence sampling");
  refuse(!sampling && stop, "--stop", "without --equivalence sampling");
  refuse(samples && epsilon, "--epsilon", "together with --samples");
  refuse(samples && delta, "--delta", "together with --samples");
  refuse(method.valuation == ValuationKind::z3 && guess, "--guess", "with --valuation z3, which picks for itself");
  return method;
}

}  // namespace remap::cli
