#include "remap/teachers/machine.hpp"

#include <algorithm>
#include <array>

namespace remap {

namespace {
constexpr std::size_t side_by_side = 16;
}  // namespace

MachineTeacher::MachineTeacher(std::shared_ptr<const MooreMachine> machine, MachineTeacherOptions options)
    : machine_(std::move(machine)), options_(options) {}

void MachineTeacher::make_room(const WordTree& words) {
  if (words.identity() != tree_) {
    tree_ = words.identity();
    state_of_word_.clear();
  }
  state_of_word_.resize(words.size(), no_state);
  state_of_word_[index(empty_word)] = machine_->initial();
}

State MachineTeacher::state_after(const WordTree& words, WordId word) {
  path_.clear();
  State state = no_state;
  while ((state = state_of_word_[index(word)]) == no_state) {
    path_.push_back(word);
    word = words.parent(word);
  }
  for (std::size_t i = path_.size(); i-- > 0;) {
    state = machine_->run(state, words.tail(path_[i]));
    state_of_word_[index(path_[i])] = state;
  }
  return state;
}

// Several words are run side by side, a letter of each in turn: every step is a trip to memory that has to wait for the
// one before, but not for those of other words.
void MachineTeacher::run_all(const WordTree& words, std::span<const Comparison> comparisons) {
  struct Runner {
    WordId word;
    State state;
    std::span<const Letter> tail;
  };
  std::array<Runner, side_by_side> runners;
  std::size_t running = 0;
  for (const Comparison& comparison : comparisons) {
    const WordId word = comparison.left;
    if (state_of_word_[index(word)] != no_state) continue;
    runners[running++] = {word, state_after(words, words.parent(word)), words.tail(word)};
  }
  for (std::size_t left = running; left > 0;) {
    left = 0;
    for (std::size_t i = 0; i < running; ++i) {
      Runner& runner = runners[i];
      if (runner.tail.empty()) continue;
      runner.state = machine_->next(runner.state, runner.tail.front());
      runner.tail = runner.tail.subspan(1);
      if (!runner.tail.empty()) ++left;
    }
  }
  for (std::size_t i = 0; i < running; ++i) state_of_word_[index(runners[i].word)] = runners[i].state;
}

void MachineTeacher::compare(const WordTree& words, std::span<const Comparison> comparisons,
                             std::span<Preference> answers) {
  make_room(words);
  const auto fetch = [&](WordId word) {
    words.prefetch(word);
    __builtin_prefetch(&state_of_word_[index(word)]);
  };
  for (std::size_t begin = 0; begin < comparisons.size(); begin += side_by_side) {
    const std::span<const Comparison> rest = comparisons.subspan(begin);
    const std::span<const Comparison> now = rest.first(std::min(side_by_side, rest.size()));
    for (const Comparison& soon : rest.subspan(now.size(), std::min(side_by_side, rest.size() - now.size()))) {
      fetch(soon.left);
    }
    run_all(words, now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Output left = machine_->output(state_after(words, now[i].left));
      const Output right = machine_->output(state_after(words, now[i].right));
      answers[begin + i] = left == right ? Preference::equal : left < right ? Preference::less : Preference::greater;
    }
  }
}

void MachineTeacher::values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) {
  make_room(words);
  for (std::size_t i = 0; i < asked.size(); ++i) answers[i] = machine_->output(state_after(words, asked[i]));
}

std::vector<Output> MachineTeacher::labels(const EquivalenceQuestion& question) {
  make_room(question.words);
  std::vector<Output> label;
  label.reserve(question.machine.size());
  for (std::size_t q = 0; q < question.machine.size(); ++q) {
    label.push_back(question.by_order ? machine_->output(state_after(question.words, question.representative[q]))
                                      : question.machine.output(make_id<State>(q)));
  }
  return label;
}

EquivalenceAnswer MachineTeacher::reject(const EquivalenceQuestion& question, Word counterexample) const {
  EquivalenceAnswer answer;
  if (!question.by_order) {
    const Output truth = machine_->output_after(counterexample);
    const Output said = question.machine.output_after(counterexample);
    switch (options_.feedback) {
      case FeedbackStrength::value:
        answer.feedback = {Feedback::Kind::value, {truth}};
        break;
      case FeedbackStrength::not_value:
        answer.feedback = {Feedback::Kind::not_value, {said}};
        break;
      case FeedbackStrength::among:  // all values on the side where the truth lies
        answer.feedback.kind = Feedback::Kind::among;
        for (std::size_t v = 0; v < machine_->outputs().size(); ++v) {
          const Output value = make_id<Output>(v);
          if (value != said && (value < said) == (truth < said)) answer.feedback.outputs.push_back(value);
        }
        break;
    }
  }
  answer.counterexample = std::move(counterexample);
  return answer;
}

EquivalenceAnswer MachineTeacher::equivalence(const EquivalenceQuestion& question) {
  std::vector<Output> truth;
  truth.reserve(machine_->size());
  for (std::size_t q = 0; q < machine_->size(); ++q) truth.push_back(machine_->output(make_id<State>(q)));
  auto counterexample = find_counterexample(*machine_, truth, question.machine, labels(question), options_.order);
  if (!counterexample) return {};
  return reject(question, std::move(*counterexample));
}

}  // namespace remap
