// A learning run, driven by its caller.
//
//     Session session(alphabet, outputs, options);
//     for (;;) {
//       switch (const Request& request = session.next(); request.kind) {
//         case Request::Kind::comparisons: session.answer(preferences);   break;   // one per comparison
//         case Request::Kind::values:      session.answer(outputs);       break;   // as `AskedWords` says
//         case Request::Kind::equivalence: session.answer(verdict);       break;
//         case Request::Kind::done:        return session.machine();
//       }
//     }
//
// A session has no thread and makes no calls: answers may come from anywhere and take a day. The same options and
// answers always give the same questions. `next()` may be called again before answering and returns the same. If
// answers contradict each other, `answer` or `next` throws `Contradiction`, which names a smallest set of them. If only
// unsure answers are left, they throw `Unsettled`. Both end the session: further calls of `next` and `answer` throw
// `Misuse`. So do answers that cannot be: it names the question, and what was expected; the session then still waits.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "remap/automata/error.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

struct Request {
  enum class Kind : std::uint8_t { comparisons, values, equivalence, done };
  Kind kind = Kind::done;
  Comparisons comparisons;
  AskedWords values;
};

/// What has been asked so far.
struct SessionCounts {
  std::uint64_t comparisons = 0;
  std::uint64_t unsure = 0;         // comparisons that were answered `unsure`
  std::uint64_t values = 0;         // words whose values were asked for
  std::uint64_t value_letters = 0;  // the letters of these words
  std::uint64_t equivalence_questions = 0;
  std::uint64_t words = 0;  // different words in questions
  std::vector<std::size_t> counterexample_lengths;
};

/// The answers contradict each other. `what()` is a sentence followed by a smallest set of answers that cannot all
/// hold, one per line.
class Contradiction : public Error {
 public:
  Contradiction(const std::string& text, std::size_t answers) : Error(text), answers_(answers) {}
  /// The size of the set.
  [[nodiscard]] std::size_t answers() const noexcept { return answers_; }

 private:
  std::size_t answers_;
};

/// The answers are consistent, but they need more values than there are outputs. `what()` says how many, followed by
/// the answers that need them.
class TooFewOutputs : public Contradiction {
 public:
  TooFewOutputs(const std::string& text, std::size_t answers, std::size_t needed)
      : Contradiction(text, answers), needed_(needed) {}
  /// How many different values the answers need at least.
  [[nodiscard]] std::size_t needed() const noexcept { return needed_; }

 private:
  std::size_t needed_;
};

/// Answers were unsure, and there is nothing else to ask. `what()` is a sentence followed by the comparisons, one per
/// line.
class Unsettled : public Error {
 public:
  Unsettled(const std::string& text, std::vector<Comparison> comparisons)
      : Error(text), comparisons_(std::move(comparisons)) {}
  [[nodiscard]] const std::vector<Comparison>& comparisons() const noexcept { return comparisons_; }

 private:
  std::vector<Comparison> comparisons_;
};

/// What a learner did, for watchers (traces, phase diagrams).
enum class LearnerStep : std::uint8_t { filled, closed, made_consistent };

/// Is notified of what happens; must not change anything.
class SessionWatcher {
 public:
  virtual ~SessionWatcher() = default;
  virtual void on_step(LearnerStep /*step*/, std::size_t /*states*/) {}
  virtual void on_hypothesis(const Hypothesis& /*machine*/) {}
  virtual void on_counterexample(const Word& /*word*/, const Feedback& /*feedback*/) {}
  virtual void on_accepted() {}
};

class SessionEngine;

class Session {
 public:
  /// `outputs` may be omitted if `options.equivalence` uses only the order: the machine is then over ranks r0 < r1 < …
  /// Otherwise throws Misuse.
  Session(Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options = {},
          SessionWatcher* watcher = nullptr);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Request& next();
  void answer(std::span<const Preference> answers);
  void answer(std::span<const Output> values);
  void answer(const EquivalenceAnswer& verdict);

  /// A comparison known before the run. Hypotheses are tested against it before any question about them is asked; it
  /// answers no question. Throws Misuse after the first question, for unsure, and for letters that do not exist.
  void know(const Word& left, const Word& right, Preference answer);

  /// The question that `next()` announced as `equivalence`.
  [[nodiscard]] EquivalenceQuestion equivalence_question() const;
  /// Ends the run: `next()` returns done from now on. If there is no hypothesis yet, answers are guessed until there
  /// is. Does nothing if the run has ended.
  void stop(Limit limit);
  /// Why the run has ended before its machine was accepted; `none` if it was, and as long as the run goes on.
  [[nodiscard]] Limit limit() const noexcept;

  /// The latest hypothesis; the result once `next()` returns done. Asks no question and changes nothing.
  [[nodiscard]] const Hypothesis& hypothesis() const;
  /// The same as a Moore machine.
  [[nodiscard]] const MooreMachine& machine() const { return hypothesis().moore(); }
  [[nodiscard]] bool finished() const noexcept;

  [[nodiscard]] const Alphabet& alphabet() const noexcept;
  [[nodiscard]] const std::optional<Outputs>& outputs() const noexcept;
  [[nodiscard]] const SessionCounts& counts() const noexcept;
  [[nodiscard]] const SessionOptions& options() const noexcept;
  /// An upper bound on the comparisons still to come before the learner takes its next step, including those of
  /// `next()`, as long as no answer is unsure. It is a bound, not an estimate.
  [[nodiscard]] std::size_t most_comparisons_left() const;

  /// The internals, for modules inside the library.
  [[nodiscard]] const SessionEngine& engine() const noexcept { return *engine_; }

 private:
  std::unique_ptr<SessionEngine> engine_;
};

}  // namespace remap
