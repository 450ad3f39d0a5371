#include "cli/method_options.hpp"

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

void refuse(bool given, const char* option, const char* reason) {
  if (given) throw InputError(fmt::format("{} has no effect {}", option, reason));
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
  add_seed(command, seed, "Decides everything random (1)");
}

Method MethodOptions::method(const Alphabet& alphabet) const {
  Method method = preset_method(preset.value_or(Preset::standard), alphabet);
  method.learner = learner.value_or(method.learner);
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
  method.seed = seed.value_or(method.seed);

  refuse(method.learner != LearnerChoice::tour && effort, "--effort", "without --learner tour");
  const bool lstar = method.learner == LearnerChoice::lstar;
  refuse(lstar && ranker, "--ranker", "with --learner lstar, which asks for values");
  if (lstar && method.equivalence == EquivalenceChoice::order) {
    throw InputError("--learner lstar asks for values, which --equivalence order never tells");
  }
  refuse(method.equivalence == EquivalenceChoice::order && feedback, "--feedback",
         "with --equivalence order, which tells no value");
  const bool sampling = method.equivalence == EquivalenceChoice::sampling;
  refuse(sampling && counterexample, "--counterexample", "with --equivalence sampling, which takes the first one met");
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
