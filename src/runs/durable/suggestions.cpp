#include "runs/durable/suggestions.hpp"

#include "remap/automata/error.hpp"
#include "runs/method/run_teacher.hpp"

namespace remap {

namespace {

/// Ends a run at its first question.
struct Asked : Error {
  Asked() : Error("the run has a question") {}
};

/// Notes the first question instead of answering it; a verdict that is there is given once.
class Noting final : public RunTeacher, public JudgingTeacher {
 public:
  Teacher& get() override { return *this; }
  void compare(const Comparisons& comparisons, std::span<Preference> /*answers*/) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      questions.comparisons.emplace_back(comparisons.left(i), comparisons.right(i));
    }
    throw Asked();
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    if (verdict) return *std::exchange(verdict, std::nullopt);
    questions.machine = question.machine;
    throw Asked();
  }

  Suggestions questions;
  std::optional<EquivalenceAnswer> verdict;
};

void run_to_a_question(DurableRun& run, Noting& noting) {
  try {
    run.finish(static_cast<RunTeacher&>(noting), nullptr);
  } catch (const Asked&) {
  }
}

}  // namespace

Suggestions next_questions(DurableRun& run) {
  Noting noting;
  run_to_a_question(run, noting);
  return std::move(noting.questions);
}

void take_verdict(DurableRun& run, const EquivalenceAnswer& verdict) {
  Noting noting;
  noting.verdict = verdict;
  run_to_a_question(run, noting);
  if (noting.verdict) throw Misuse("take_verdict", "the run is not asking about a machine");
}

}  // namespace remap
