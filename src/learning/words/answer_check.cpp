#include "learning/words/answer_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "learning/questions/output_set.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::string quoted(const Alphabet* alphabet, const Word& word) {
  if (alphabet != nullptr) return fmt::format("'{}'", shown_word(*alphabet, word));
  std::vector<std::string> numbers;
  for (const Letter letter : word) numbers.push_back(std::to_string(index(letter)));
  return word.empty() ? "the empty word" : fmt::format("the word of letters {}", joined(numbers));
}

/// What does not fit together, whatever the outputs are.
std::string fault_of_kind(const Feedback& feedback) {
  const std::size_t count = feedback.outputs.size();
  switch (feedback.kind) {
    case Feedback::Kind::none:
      return count == 0 ? "" : "has outputs, but its kind is none: EquivalenceAnswer::wrong(word, value) sets both";
    case Feedback::Kind::value:
      return count == 1 ? "" : fmt::format("is a value, so it has one output, not {}", count);
    case Feedback::Kind::not_value:
      return count > 0 ? "" : "names no output that is not the value";
    case Feedback::Kind::among:
      return count > 0 ? "" : "names no output that can be the value";
  }
  return fmt::format("is of kind {}, which does not exist", static_cast<unsigned>(feedback.kind));
}

std::string fault_of(const Feedback& feedback, std::size_t outputs) {
  for (const Output output : feedback.outputs) {
    if (index(output) >= outputs) return fmt::format("has output {}, but there are only {}", index(output), outputs);
  }
  const bool none_left =
      feedback.kind == Feedback::Kind::not_value && OutputSet::only(outputs, feedback.outputs).size() == outputs;
  return none_left ? "leaves no output that can be the value" : "";
}

}  // namespace

void check_answer(const char* function, const Alphabet* alphabet, const Word& left, const Word& right,
                  Preference answer) {
  if (is_answer(answer)) return;
  const std::string given = answer == no_preference ? "not answered (values that are NaN have no order)"
                                                    : fmt::format("answered with {}", static_cast<unsigned>(answer));
  throw Misuse(function, fmt::format("{} against {} was {}, expected less, equal, greater or unsure",
                                     quoted(alphabet, left), quoted(alphabet, right), given));
}

void check_answers(const char* function, const Alphabet* alphabet, const Comparisons& asked,
                   std::span<const Preference> answers) {
  const auto wrong = std::find_if_not(answers.begin(), answers.end(), is_answer);
  if (wrong == answers.end()) return;
  const auto position = static_cast<std::size_t>(wrong - answers.begin());
  check_answer(function, alphabet, asked.left(position), asked.right(position), *wrong);
}

void check_values(const char* function, const Alphabet* alphabet, const AskedWords& asked,
                  std::span<const Output> values, std::size_t outputs) {
  const auto wrong = std::find_if(values.begin(), values.end(), [&](Output value) { return index(value) >= outputs; });
  if (wrong == values.end()) return;
  auto position = static_cast<std::size_t>(wrong - values.begin());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Word word = asked.word(i);
    const std::size_t listed = asked.with_prefixes() ? word.size() + 1 : 1;
    if (position >= listed) {
      position -= listed;
      continue;
    }
    if (asked.with_prefixes()) word.resize(position);
    const std::string given = *wrong == no_output ? "not given" : fmt::format("said to be output {}", index(*wrong));
    throw Misuse(function, fmt::format("the value of {} was {}, expected a number below {}, how many outputs there are",
                                       quoted(alphabet, word), given, outputs));
  }
}

void check_word(const char* function, const Alphabet& alphabet, const Word& word) {
  for (const Letter letter : word) {
    if (!alphabet.has(letter)) throw Misuse(function, fmt::format("there is no letter {}", index(letter)));
  }
}

std::string fault_of(const EquivalenceAnswer& answer, const Hypothesis& machine, bool by_order) {
  if (!answer.counterexample) {
    const bool nothing_said = answer.feedback.kind == Feedback::Kind::none && answer.feedback.outputs.empty();
    return nothing_said ? "" : "there is feedback, but no counterexample that it is about";
  }
  for (const Letter letter : *answer.counterexample) {
    if (machine.alphabet().has(letter)) continue;
    return fmt::format("the counterexample has letter {}, which does not exist", index(letter));
  }
  std::string fault = fault_of_kind(answer.feedback);
  if (fault.empty() && !by_order) fault = fault_of(answer.feedback, machine.outputs().size());
  if (fault.empty()) return "";
  return fmt::format("the feedback on {} {}", quoted(&machine.alphabet(), *answer.counterexample), fault);
}

void check_verdict(const char* function, const EquivalenceQuestion& question, const EquivalenceAnswer& answer) {
  const std::string fault = fault_of(answer, question.machine, question.by_order);
  if (!fault.empty()) throw Misuse(function, fmt::format("equivalence question {}: {}", question.number, fault));
}

bool excludes(const Feedback& feedback, Output value) {
  const bool named = std::find(feedback.outputs.begin(), feedback.outputs.end(), value) != feedback.outputs.end();
  switch (feedback.kind) {
    case Feedback::Kind::none:
      return false;
    case Feedback::Kind::not_value:
      return named;
    case Feedback::Kind::value:
    case Feedback::Kind::among:
      return !named;
  }
  return false;
}

}  // namespace remap
