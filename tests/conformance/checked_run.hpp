// One learning run with everything checked on the way that must hold on every run.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "learning/session/session_engine.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap::test {

enum class Checking : std::uint8_t {
  exact,        // the teacher compares machines
  order,        // the teacher looks at the order alone
  nameless,     // the same, and the output alphabet is not known
  sampling,     // the teacher tries sampled words
  comparisons,  // no equivalence question: sampled words are compared
};

/// What a session is told of it.
inline Equivalence session_side(Checking checking) {
  if (checking == Checking::comparisons) return Equivalence::order_sampling;
  return checking == Checking::order || checking == Checking::nameless ? Equivalence::order : Equivalence::exact;
}

struct Setting {
  SessionOptions session = SessionOptions::paper();
  Checking equivalence = Checking::exact;
  CounterexampleOrder order = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  SampleSize samples = {0, 0.1, 0.1};
};

struct RunResult {
  MooreMachine machine;
  SessionCounts counts;
  std::size_t words = 0;
  std::uint64_t questions_hash = 0;  // of every comparison, in order
};

inline std::unique_ptr<Teacher> make_teacher(const std::shared_ptr<const MooreMachine>& hidden,
                                             const Setting& setting) {
  if (setting.equivalence == Checking::sampling) {
    return std::make_unique<SamplingTeacher>(
        *hidden, SamplingOptions{setting.samples, 0.2, setting.feedback, setting.session.seed + 1000});
  }
  return std::make_unique<MachineTeacher>(*hidden, MachineTeacherOptions{setting.order, setting.feedback});
}

inline Session make_session(const MooreMachine& hidden, Setting setting, SessionWatcher* watcher = nullptr) {
  setting.session.samples = setting.samples;
  setting.session.equivalence = session_side(setting.equivalence);
  return Session(hidden.alphabet(),
                 setting.equivalence == Checking::nameless ? std::nullopt : std::optional(hidden.outputs()),
                 setting.session, watcher);
}

/// Per state, the position of its output among those that states have.
inline std::vector<Output> ranks(const MooreMachine& machine) {
  std::set<Output> met;
  for (std::size_t q = 0; q < machine.size(); ++q) met.insert(machine.output(make_id<State>(q)));
  std::vector<Output> result;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    result.push_back(make_id<Output>(
        static_cast<std::size_t>(std::distance(met.begin(), met.find(machine.output(make_id<State>(q)))))));
  }
  return result;
}

/// Looks at every hypothesis: it must be canonical and minimal, agree with every comparison answered so far, and never
/// have fewer states, classes or known values than the one before.
class HypothesisChecker final : public SessionWatcher {
 public:
  void watch(const Session& session) { session_ = &session; }

  void on_hypothesis(const Hypothesis& machine) override {
    if (machine.mealy() != nullptr) {
      EXPECT_EQ(*machine.mealy(), minimise(*machine.mealy()));
    } else {
      EXPECT_EQ(machine.moore(), canonical(machine.moore()));
      EXPECT_TRUE(is_minimal(machine.moore()));
    }
    // A learner of Moore machines may offer fewer states than before if what it offers is made a Mealy machine.
    const bool as_such =
        session_->options().machine == MachineKind::moore || session_->options().learner != LearnerKind::table;
    if (as_such) {
      EXPECT_GE(machine.size(), states_);
    }
    EXPECT_GE(session_->engine().classes().size(), classes_);
    EXPECT_GE(session_->engine().classes().known_values(), known_values_);
    states_ = machine.size();
    classes_ = session_->engine().classes().size();
    known_values_ = session_->engine().classes().known_values();
    if (session_->outputs()) {
      EXPECT_LE(classes_, session_->outputs()->size());
    }
    // Words drawn to test a shape are not the learner's own; they are looked at next.
    if (session_->options().equivalence != Equivalence::order_sampling) agree(machine);
  }

  void on_accepted() override { agree(session_->hypothesis()); }

 private:
  void agree(const Hypothesis& machine) {
    const WordTree& words = session_->engine().words();
    std::vector<Output> value;
    Word letters;
    for (std::size_t w = 0; w < words.size(); ++w) {
      words.spell(make_id<WordId>(w), letters);
      value.push_back(machine.output_after(letters));
    }
    std::size_t disagreements = 0;
    for (const ComparisonAnswer& answered : session_->engine().comparisons()) {
      const Output left = value[index(answered.question.left)];
      const Output right = value[index(answered.question.right)];
      const Preference said = left == right ? Preference::equal : left < right ? Preference::less : Preference::greater;
      disagreements += said == answered.answer ? 0 : 1;
    }
    EXPECT_EQ(disagreements, 0U) << "of " << session_->engine().comparisons().size() << " answers with a hypothesis";
  }

  const Session* session_ = nullptr;
  std::size_t states_ = 0, classes_ = 0, known_values_ = 0;
};

inline RunResult result_of(const Session& session) {
  RunResult result{session.machine(), session.counts(), session.engine().classes().words(), 1469598103934665603ULL};
  for (const ComparisonAnswer& answered : session.engine().comparisons()) {
    for (WordId word : {answered.question.left, answered.question.right}) {
      result.questions_hash = (result.questions_hash ^ index(word)) * 1099511628211ULL;
    }
  }
  return result;
}

/// Learns, and checks what must hold whoever learns: every hypothesis as above, the result exact (up to order where
/// only the order is learned; sampling may leave errors), and the bounds of the paper.
inline RunResult checked_run(const std::shared_ptr<const MooreMachine>& hidden, const Setting& setting) {
  HypothesisChecker checker;
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, setting);
  Session session = make_session(*hidden, setting, &checker);
  checker.watch(session);
  drive(session, *teacher);
  EXPECT_TRUE(session.finished());
  RunResult result = result_of(session);

  const std::size_t n = hidden->size();
  // If the classes of some steps of a Mealy machine are guessed wrong, its Moore machine may have more states.
  EXPECT_LE(session.hypothesis().size(), n);
  EXPECT_LE(session.engine().classes().size(), hidden->outputs().size());
  const std::size_t rejected = result.counts.counterexample_lengths.size();
  EXPECT_EQ(result.counts.equivalence_questions, setting.equivalence == Checking::comparisons ? 0 : rejected + 1);
  EXPECT_EQ(result.counts.comparisons, session.engine().comparisons().size());
  const MealyMachine* mealy = session.hypothesis().mealy();
  EXPECT_EQ(mealy != nullptr, setting.session.machine == MachineKind::mealy);
  if (mealy != nullptr && setting.equivalence == Checking::exact) {
    EXPECT_EQ(*mealy, to_mealy(*hidden));
  }
  if (setting.equivalence == Checking::exact) {
    EXPECT_EQ(result.machine, canonical(*hidden));
  } else if (setting.equivalence == Checking::order || setting.equivalence == Checking::nameless) {
    EXPECT_EQ(result.machine.size(), n);
    EXPECT_FALSE(find_counterexample(*hidden, ranks(*hidden), result.machine, ranks(result.machine),
                                     CounterexampleOrder::shortest));
  }
  // A learner that guesses transitions may need a counterexample per wrong guess; the others never do.
  if (setting.session.learner != LearnerKind::tour && setting.feedback == FeedbackStrength::value) {
    EXPECT_LE(result.counts.equivalence_questions, n + hidden->outputs().size() - 1);
  }
  return result;
}

/// The same run pulled by hand, asking more often than needed: next() twice, machine() whenever there is one.
inline RunResult pulled_run(const std::shared_ptr<const MooreMachine>& hidden, const Setting& setting) {
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, setting);
  Session session = make_session(*hidden, setting);
  bool hypothesis = false;
  std::vector<Preference> preferences;
  std::vector<Output> values;
  while (session.next().kind != Request::Kind::done) {
    const Request first = session.next();
    const Request& request = session.next();
    EXPECT_EQ(first.kind, request.kind);
    EXPECT_EQ(first.comparisons.pairs().data(), request.comparisons.pairs().data());
    EXPECT_EQ(first.comparisons.size(), request.comparisons.size());
    if (hypothesis) {
      EXPECT_GT(session.machine().size(), 0U);
    }
    switch (request.kind) {
      case Request::Kind::comparisons:
        preferences.resize(request.comparisons.size());
        teacher->compare(request.comparisons, preferences);
        session.answer(preferences);
        break;
      case Request::Kind::values:
        values.resize(request.values.size());
        teacher->value_teacher()->values(request.values, values);
        session.answer(values);
        break;
      case Request::Kind::equivalence:
        hypothesis = true;
        session.answer(teacher->equivalence(session.equivalence_question()));
        break;
      case Request::Kind::done:
        break;
    }
  }
  return result_of(session);
}

}  // namespace remap::test
