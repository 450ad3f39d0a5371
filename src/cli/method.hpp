// One way to learn, and one run of it against a machine that is known.
#pragma once

#include <memory>
#include <optional>

#include "cli/choices.hpp"
#include "remap/teachers/careful.hpp"
#include "remap/teachers/noise.hpp"
#include "remap/teachers/sampling.hpp"

namespace remap::cli {

/// The initial values are the default setting for letters that are sets of propositions.
struct Method {
  LearnerChoice learner = LearnerChoice::tour;
  Effort effort = Effort::full;  // of tour
  RankerKind ranker = RankerKind::search;
  EquivalenceChoice equivalence = EquivalenceChoice::exact;
  CounterexampleOrder counterexample = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  ValuationKind valuation = ValuationKind::direct;
  Guess guess = Guess::middle;
  SampleSize samples;  // for the two kinds of sampling
  double stop = 0.2;   // likewise
  Output absorbing = no_output;
  Confirm confirm = Confirm::off;
  double recheck = 0;  // rechecks per comparison
  std::uint64_t seed = 1;
  NoiseOptions noise;  // of a teacher who knows the machine; its seed is that of the method

  /// "ranker" of the report: L* has none of the choices but asks for values.
  [[nodiscard]] std::string_view ranker_name() const;
};

/// The default depends on whether letters are sets of propositions.
Method preset_method(Preset preset, const Alphabet& alphabet);

/// True when both ask the same questions.
bool same_method(const Method& a, const Method& b);

/// What the method is to a session.
SessionOptions session_options(const Method& method);

/// How careful a session is with its answers.
Care care_of(const Method& method);

/// A teacher who knows the machine and answers as the method says.
std::unique_ptr<Teacher> make_teacher(const MooreMachine& hidden, const Method& method);

struct TableSize {
  std::size_t prefixes = 0;  // |S|
  std::size_t suffixes = 0;  // |E|
  std::size_t lower = 0;     // |S·Σ|
};

struct Run {
  Method method;
  MooreMachine machine;
  SessionCounts counts;
  std::size_t unique_words = 0;
  std::size_t classes = 0;
  std::size_t known_values = 0;
  std::optional<TableSize> table = std::nullopt;
  bool correct = false;  // by exact comparison; for order-respecting equivalence, up to order
  double seconds = 0;    // wall time, answering included
  double teacher_seconds = 0;
  std::uint64_t contradictions = 0;      // that were settled by asking again
  std::uint64_t confirmations = 0;       // among the comparisons
  AnswerBook::Agreement agreement = {};  // of rechecks, which are among the comparisons, too
};

/// A watcher that is given the session before the first question, and told of answers, too.
class RunWatcher : public SessionWatcher {
 public:
  virtual void watch(const Session& session) { session_ = &session; }
  /// A batch of comparisons or values is about to be handed to the session.
  virtual void on_answers() {}

 protected:
  [[nodiscard]] const Session& session() const noexcept { return *session_; }

 private:
  const Session* session_ = nullptr;
};

/// With noise, confirmations or rechecks, questions count as often as they were asked, and contradictions are settled
/// as `Care::settle` says; throws Contradiction or Unsettled where that does not help.
Run run_method(const MooreMachine& hidden, const Method& method, RunWatcher* watcher = nullptr);

}  // namespace remap::cli
