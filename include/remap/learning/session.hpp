// A learning run, pull style.
//
//     Session session(alphabet, outputs, options);
//     for (;;) {
//       switch (const Request& request = session.next(); request.kind) {
//         case Request::Kind::comparisons: session.answer(preferences);   break;   // one per comparison
//         case Request::Kind::values:      session.answer(outputs);       break;   // L* only
//         case Request::Kind::equivalence: session.answer(verdict);       break;
//         case Request::Kind::done:        return session.machine();
//       }
//     }
//
// The session holds no thread and calls nobody: answers may come from anywhere and take a day. The same options and
// answers give the same questions, always. `next()` may be called again before answering and says the same. Answers
// that contradict each other throw `Contradiction` out of `answer` or `next`, naming a smallest set of them; the
// session is then at its end. So it is when nothing but unsure answers is left: `Unsettled`.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "remap/learning/absorption.hpp"
#include "remap/learning/evidence.hpp"
#include "remap/learning/learner.hpp"
#include "remap/learning/order_sampling.hpp"
#include "remap/learning/ranker.hpp"
#include "remap/learning/valuation.hpp"

namespace remap {

enum class ValuationKind : std::uint8_t { direct, z3 };

/// What decides a run, besides the answers.
struct SessionOptions {
  LearnerKind learner = LearnerKind::table;
  RankerKind ranker = RankerKind::quicksort;
  Effort effort = Effort::full;
  ValuationKind valuation = ValuationKind::direct;
  Guess guess = Guess::lowest;
  /// Equivalence is a matter of order alone; no value is ever given or asked. The result takes values only where the
  /// outputs leave no choice (all classes have been met); otherwise it is a machine over ranks.
  bool by_order = false;
  /// With `by_order`: no equivalence question either; shapes are tested by comparisons on sampled words.
  bool by_comparisons = false;
  SampleSize samples;  // for `by_comparisons`
  double stop = 0.2;   // likewise: the chance that a sampled word ends after a letter
  /// An output that no extension of a word ever leaves; `no_output`: none is declared.
  Output absorbing = no_output;
  std::uint64_t seed = 1;
};

struct Request {
  enum class Kind : std::uint8_t { comparisons, values, equivalence, done };
  Kind kind = Kind::done;
  std::span<const Comparison> comparisons;
  std::span<const WordId> values;
};

/// What has been asked so far.
struct SessionCounts {
  std::uint64_t comparisons = 0;
  std::uint64_t unsure = 0;  // how many of them were answered so
  std::uint64_t values = 0;
  std::uint64_t equivalence_questions = 0;
  std::vector<std::size_t> counterexample_lengths;
};

/// Answers were unsure, and nothing else is left to ask. `what()` is a sentence followed by the comparisons, one per
/// line.
class Unsettled : public Error {
 public:
  Unsettled(const std::string& text, std::vector<Comparison> comparisons)
      : Error(text), comparisons_(std::move(comparisons)) {}
  [[nodiscard]] const std::vector<Comparison>& comparisons() const noexcept { return comparisons_; }

 private:
  std::vector<Comparison> comparisons_;
};

/// Told what happens; must not change anything. See `LearnerWatcher` for the steps of the learner.
class SessionWatcher : public LearnerWatcher {
 public:
  void on_step(LearnerStep, std::size_t) override {}
  virtual void on_hypothesis(const MooreMachine&) {}
  virtual void on_counterexample(WordId, const Feedback&) {}
  virtual void on_accepted() {}
};

class Session {
 public:
  /// `outputs` may be null when `options.by_order` is set: the machine is then over ranks r0 < r1 < …
  Session(Alphabet alphabet, std::optional<Outputs> outputs, SessionOptions options, SessionWatcher* watcher = nullptr);
  Session(const Session&) = delete;  // learner and ranker refer to its words and classes
  Session& operator=(const Session&) = delete;

  const Request& next();
  void answer(std::span<const Preference> answers);
  void answer(std::span<const Output> values);
  void answer(const EquivalenceAnswer& verdict);

  /// The question that `next()` announced as `equivalence`.
  [[nodiscard]] EquivalenceQuestion equivalence_question() const;
  /// The latest hypothesis; the result once `next()` says done. Poses no question and changes nothing.
  [[nodiscard]] const MooreMachine& machine() const;
  [[nodiscard]] bool finished() const noexcept { return finished_; }
  /// The words to whose classes the run owes a new class, state or column since it was last answered. Whoever doubts
  /// an answer asks again before the next question, and starts a session anew if the answer was wrong.
  [[nodiscard]] std::span<const WordId> growth() const noexcept { return growth_; }

  [[nodiscard]] const Alphabet& alphabet() const noexcept { return alphabet_; }
  [[nodiscard]] const std::optional<Outputs>& outputs() const noexcept { return outputs_; }
  [[nodiscard]] const WordTree& words() const noexcept { return words_; }
  [[nodiscard]] const Classes& classes() const noexcept { return classes_; }
  [[nodiscard]] const Learner& learner() const noexcept { return *learner_; }
  [[nodiscard]] const SessionCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const SessionOptions& options() const noexcept { return options_; }
  /// The most comparisons that can still come before the learner takes its next step, those of `next()` included, as
  /// long as no answer is unsure: a bound that no answers exceed, not an estimate.
  [[nodiscard]] std::size_t most_comparisons_left() const { return ranker_->most_comparisons_left(); }
  /// Every comparison answered, in order, but for unsure answers.
  [[nodiscard]] std::span<const ComparisonAnswer> comparisons() const noexcept { return comparison_answers_; }

 private:
  void submit(std::span<const Inquiry> inquiries);
  bool advance();
  void make_hypothesis();
  const Request& wait();
  void accept();
  void reject(WordId counterexample, const Feedback& feedback);
  void expect(Request::Kind kind, const char* what) const;
  [[noreturn]] void unsettled(const Undecided& undecided) const;
  void check_range(const EquivalenceAnswer& verdict) const;
  [[noreturn]] void contradiction(std::string sentence);

  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  SessionOptions options_;
  SessionWatcher* watcher_;
  WordTree words_;
  Classes classes_;
  std::unique_ptr<Ranker> ranker_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Valuation> valuation_;
  std::optional<Absorption> absorption_;
  std::optional<OrderSampling> sampling_;
  Request request_;
  bool waiting_ = false;  // request_ has not been answered yet
  bool finished_ = false;
  bool contradicted_ = false;
  std::optional<MooreMachine> machine_;
  std::vector<WordId> representative_of_state_;
  std::vector<WordId> growth_;
  std::size_t classes_seen_ = 0;
  SessionCounts counts_;
  LargeVector<ComparisonAnswer> comparison_answers_;
  std::vector<std::pair<std::size_t, Answer>> other_answers_;  // with the number of comparisons before them
};

}  // namespace remap
