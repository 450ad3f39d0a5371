#include "remap/teachers/machine.hpp"

#include "learning/questions/sample_size.hpp"

namespace remap {

SamplingTeacher::SamplingTeacher(MooreMachine machine, SamplingOptions options)
    : MachineTeacher(std::move(machine), {CounterexampleOrder::shortest, options.feedback}), options_(options) {
  options.size.check();
  check_stop(options.stop);
}

EquivalenceAnswer SamplingTeacher::equivalence(const EquivalenceQuestion& question) {
  const std::vector<Output> label = labels(question);
  const auto wrong = [&](const Word& word) {
    return machine().output_after(word) != label[index(question.machine.output_after(word))];
  };
  Word word;
  if (wrong(word)) return reject(question, word);
  // A stream per question, so that a run that is resumed tests the same words.
  Random random = split_random(options_.seed, question.number);
  const std::uint64_t samples = options_.size.for_question(question.number);
  for (std::uint64_t i = 0; i < samples; ++i) {
    sample_word(random, options_.stop, machine().alphabet(), word);
    if (wrong(word)) return reject(question, word);
  }
  return {};
}

}  // namespace remap
