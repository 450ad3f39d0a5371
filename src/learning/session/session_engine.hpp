// The parts of a session and the loop that connects them; `Session` is what users see of it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "learning/learner/known_tests.hpp"
#include "learning/learner/learner.hpp"
#include "learning/learner/order_sampling.hpp"
#include "learning/order/comparison_trail.hpp"
#include "learning/order/evidence.hpp"
#include "learning/order/valuation.hpp"
#include "learning/ranking/absorption.hpp"
#include "learning/ranking/ranker.hpp"
#include "remap/learning/session.hpp"

namespace remap {

class SessionEngine {
 public:
  SessionEngine(Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options,
                SessionWatcher* watcher);
  SessionEngine(const SessionEngine&) = delete;  // learner and ranker refer to its words and classes
  SessionEngine& operator=(const SessionEngine&) = delete;

  const Request& next();
  void answer(std::span<const Preference> answers);
  void answer(std::span<const Output> values);
  void answer(const EquivalenceAnswer& verdict);
  void know(const Word& left, const Word& right, Preference answer);
  void stop(Limit limit);

  [[nodiscard]] EquivalenceQuestion equivalence_question() const;
  [[nodiscard]] const Hypothesis& hypothesis() const;
  [[nodiscard]] bool finished() const noexcept { return finished_; }
  [[nodiscard]] Limit limit() const noexcept { return limit_; }
  /// The words whose classes led to a new class, state or column since the last answer. Code that doubts an answer asks
  /// again before the next question, and starts a new session if the answer was wrong.
  [[nodiscard]] std::span<const WordId> growth() const noexcept { return grounds_.growth; }
  /// The same with everything else that the learner reports about its last steps.
  [[nodiscard]] const Grounds& grounds() const noexcept { return grounds_; }
  /// The words being classified by comparisons, with their expected classes.
  [[nodiscard]] std::span<const Inquiry> inquiries() const noexcept { return inquiries_; }

  [[nodiscard]] const Alphabet& alphabet() const noexcept { return alphabet_; }
  [[nodiscard]] const std::optional<Outputs>& outputs() const noexcept { return outputs_; }
  [[nodiscard]] const WordTree& words() const noexcept { return words_; }
  [[nodiscard]] const Classes& classes() const noexcept { return classes_; }
  [[nodiscard]] const Learner& learner() const noexcept { return *learner_; }
  [[nodiscard]] const SessionCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const SessionOptions& options() const noexcept { return options_; }
  [[nodiscard]] std::size_t most_comparisons_left() const { return ranker_->most_comparisons_left(); }
  /// All answered comparisons, in order, except unsure answers.
  [[nodiscard]] const ComparisonTrail& comparisons() const noexcept { return comparison_answers_; }

 private:
  void submit(std::span<const Inquiry> inquiries);
  bool advance();
  template <class Tests>
  bool advance(Tests& tests);
  [[nodiscard]] std::span<const WordId> longest(std::span<const WordId> asked);
  void tell_prefixes(std::span<const Output> values);
  void make_hypothesis();
  void guess_hypothesis();
  [[nodiscard]] Preference guess(const Comparison& asked) const;
  /// Which limit would be exceeded by so many comparisons, if any.
  [[nodiscard]] Limit exceeded_by(std::size_t comparisons) const;
  const Request& wait();
  void accept();
  void reject(WordId counterexample, const Word& word, const Feedback& feedback);
  void expect(Request::Kind kind, const char* what) const;
  [[noreturn]] void unsettled(const Undecided& undecided);
  [[nodiscard]] std::vector<Answer> all_answers() const;
  [[noreturn]] void contradiction(std::string sentence);

  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  SessionOptions options_;
  SessionWatcher* watcher_;
  WordTree words_;
  Classes classes_;
  KnownTests known_;
  std::unique_ptr<Ranker> ranker_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Valuation> valuation_;
  std::optional<Absorption> absorption_;
  std::optional<OrderSampling> sampling_;
  Request request_;
  bool waiting_ = false;  // request_ has not yet been answered
  bool finished_ = false;
  bool failed_ = false;  // ended by a contradiction, or by unsure answers
  Limit limit_ = Limit::none;
  std::optional<Hypothesis> hypothesis_;
  std::vector<WordId> representative_;  // per output of the hypothesis
  Grounds grounds_;
  std::span<const Inquiry> inquiries_;
  std::size_t classes_seen_ = 0;
  SessionCounts counts_;
  ComparisonTrail comparison_answers_;
  std::vector<std::pair<WordId, Output>> value_answers_;
  std::vector<WordId> output_words_;       // the words asked for with their prefixes
  std::vector<std::uint32_t> covered_in_;  // per word: the last batch in which a longer word begins with it
  std::uint32_t batch_ = 0;
  std::vector<std::pair<std::size_t, Answer>> other_answers_;  // with the number of comparisons before them
};

}  // namespace remap
