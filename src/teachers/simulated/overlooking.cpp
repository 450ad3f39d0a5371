#include "teachers/simulated/overlooking.hpp"

#include "remap/automata/equivalence.hpp"
#include "teachers/checklist.hpp"

namespace remap {

namespace {

// A shortest word whose value no reachable state of the other machine has.
std::optional<Word> missing_value(const MooreMachine& machine, const MooreMachine& other) {
  std::vector<bool> has(machine.outputs().size(), false);
  const MooreMachine reachable = canonical(other);
  for (std::size_t q = 0; q < reachable.size(); ++q) has[index(reachable.output(make_id<State>(q)))] = true;
  const TransitionWords words(machine, 0, 0);
  for (std::size_t i = 0; i < words.transitions(); ++i) {
    Word word = words.word(i);
    if (!has[index(machine.output_after(word))]) return word;
  }
  return std::nullopt;
}

}  // namespace

EquivalenceAnswer OverlookingTeacher::look(const EquivalenceQuestion& question, Random& random) const {
  const auto reject = [&](const Word& word) {
    return question.by_order ? EquivalenceAnswer::wrong(word)
                             : EquivalenceAnswer::wrong(word, machine_.output_after(word));
  };
  if (!question.by_order) {
    if (const auto word = missing_value(machine_, question.machine.moore())) return reject(*word);
  }
  const TransitionWords lines(question.machine, TransitionWords::shown_longer, question.number);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Word word = lines.word(i);
    const Output shown = question.machine.output_after(word);
    const Output said = question.by_order ? machine_.output_after(question.representative_of(shown)) : shown;
    if (said == machine_.output_after(word) || random.chance(options_.overlooks)) continue;
    return reject(word);
  }
  return EquivalenceAnswer::accepted();
}

void OverlookingTeacher::misname(const EquivalenceQuestion& question, EquivalenceAnswer& answer, Random& random) const {
  const std::size_t outputs = machine_.outputs().size();
  if (outputs <= 2 || answer.feedback.kind != Feedback::Kind::value || !random.chance(options_.wrong_values)) return;
  const Output shown = question.machine.output_after(*answer.counterexample);
  Output& named = answer.feedback.outputs.front();
  Output wrong = named;
  while (wrong == named || wrong == shown) wrong = make_id<Output>(random.below(outputs));
  named = wrong;
}

EquivalenceAnswer OverlookingTeacher::equivalence(const EquivalenceQuestion& question) {
  Random random = split_random(options_.seed, ++questions_);
  EquivalenceAnswer answer = options_.overlooks < 0 ? teacher_.equivalence(question) : look(question, random);
  if (answer.counterexample && options_.wrong_values > 0) misname(question, answer, random);
  return answer;
}

}  // namespace remap
