#include "remap/teachers/sampling.hpp"

#include <fmt/format.h>

#include <cmath>

#include "remap/automata/error.hpp"

namespace remap {

std::uint64_t SampleSize::for_question(std::size_t k) const {
  if (fixed > 0) return fixed;
  return static_cast<std::uint64_t>(
      std::ceil((std::log(1.0 / delta) + static_cast<double>(k) * std::log(2.0)) / epsilon));
}

void sample_word(Random& random, double stop, std::size_t letters, Word& into) {
  into.clear();
  do {
    into.push_back(make_id<Letter>(random.below(letters)));
  } while (!random.chance(stop));
}

SamplingTeacher::SamplingTeacher(std::shared_ptr<const MooreMachine> machine, SamplingOptions options)
    : MachineTeacher(std::move(machine), {CounterexampleOrder::shortest, options.feedback}),
      options_(options),
      random_(options.seed) {
  const auto check = [](const char* name, double value) {
    if (!(value > 0.0 && value < 1.0)) {
      throw InputError(fmt::format("{} is {}, but must lie strictly between 0 and 1", name, value));
    }
  };
  if (options.size.fixed == 0) {
    check("epsilon", options.size.epsilon);
    check("delta", options.size.delta);
  }
  if (!(options.stop > 0.0 && options.stop <= 1.0)) {
    throw InputError(fmt::format("the stop probability is {}, but must be above 0 and at most 1", options.stop));
  }
}

EquivalenceAnswer SamplingTeacher::equivalence(const EquivalenceQuestion& question) {
  const std::vector<Output> label = labels(question);
  const auto wrong = [&](const Word& word) {
    return machine().output_after(word) != label[index(question.machine.run(question.machine.initial(), word))];
  };
  Word word;
  if (wrong(word)) return reject(question, word);
  const std::uint64_t samples = options_.size.for_question(question.number);
  for (std::uint64_t i = 0; i < samples; ++i) {
    sample_word(random_, options_.stop, machine().letters(), word);
    if (wrong(word)) return reject(question, word);
  }
  return {};
}

}  // namespace remap
