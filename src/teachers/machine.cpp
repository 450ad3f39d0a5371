#include "remap/teachers/machine.hpp"

#include <algorithm>

namespace remap {

MachineTeacher::MachineTeacher(std::shared_ptr<const MooreMachine> machine, MachineTeacherOptions options)
    : machine_(std::move(machine)), options_(options) {}

State MachineTeacher::state_after(const WordTree& words, WordId word) {
  if (words.identity() != tree_) {
    tree_ = words.identity();
    state_of_word_.clear();
  }
  if (index(word) >= state_of_word_.size()) {
    state_of_word_.resize(words.size(), no_state);
    state_of_word_[index(empty_word)] = machine_->initial();
  }
  State state = state_of_word_[index(word)];
  if (state != no_state) return state;
  path_.clear();
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

void MachineTeacher::compare(const WordTree& words, std::span<const Comparison> comparisons,
                             std::span<Preference> answers) {
  constexpr std::size_t ahead = 8;  // what is asked next is on its way from memory while this is answered
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (i + ahead < comparisons.size()) {
      const WordId next = comparisons[i + ahead].left;
      words.prefetch(next);
      if (index(next) < state_of_word_.size()) __builtin_prefetch(&state_of_word_[index(next)]);
    }
    const Output left = machine_->output(state_after(words, comparisons[i].left));
    const Output right = machine_->output(state_after(words, comparisons[i].right));
    answers[i] = left == right ? Preference::equal : left < right ? Preference::less : Preference::greater;
  }
}

void MachineTeacher::values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) {
  for (std::size_t i = 0; i < asked.size(); ++i) answers[i] = machine_->output(state_after(words, asked[i]));
}

std::vector<Output> MachineTeacher::labels(const EquivalenceQuestion& question) {
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
