// Learning from teachers who make mistakes, as people and language models do.
//
// Every answer is evidence, and what counts is what all answers together make most likely; contradictory answers never
// stop a run. The session asks as usual and is answered from the most likely labels of words; the teacher is asked
// until these are likely enough. If a label that was used changes, a new session starts from the labels, and no
// question is repeated. A teacher may make the same mistake whenever it is asked the same pair; a word is therefore
// compared with several words of a class.
//
// The teacher's error rates are estimated during the run. The result says how likely it is to be correct.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Who decides whether a machine is correct.
enum class Verdicts : std::uint8_t {
  trusted,  // the teacher, who is never wrong about machines or values of counterexamples
  doubted,  // the teacher, who may overlook errors and give wrong values: comparisons decide
  unasked,  // no one: comparisons alone
};

/// Estimated shares of answers. "Near" are neighbouring values in the order, "far" all others.
struct TeacherErrors {
  double overall = 0;
  double told_apart = 0;                       // pairs of equal words
  double missed_near = 0, missed_far = 0;      // different words called equal
  double reversed_near = 0, reversed_far = 0;  // answered the wrong way round
  double to_longer = 0.5, to_first = 0.5;      // of errors that prefer one word
  double persistence = 0;                      // of errors: those repeated when the pair is asked again
};

/// One of several annotators.
struct AnnotatorErrors {
  std::string name = {};    // in a durable run: as in the log
  double answers = 0;       // as many as count: those about words that were placed, repetitions less
  double wrong = 0;         // of these, as far as all answers together tell
  TeacherErrors errors;     // estimated; with few answers, what was expected
  bool unreliable = false;  // errs so often that more answers of this annotator hardly help
};

/// Beyond this, a machine would have to be tested by tens of thousands of words.
inline constexpr double most_confidence = 0.9999;

struct ErringOptions {
  double error_rate = 0.05;  // of comparisons, as expected before the first answer
  Verdicts verdicts = Verdicts::doubted;
  /// Unless verdicts are trusted: comparisons continue until the machine is correct with this probability, at most
  /// `most_confidence`.
  double confidence = 0.99;
  double stop = 0.2;  // of the distribution of words, for the confidence in a single word
  /// The maximum number of comparisons; 0: many times what an exact teacher would be asked.
  std::uint64_t most_comparisons = 0;
  /// As in `SessionOptions`. A run that meets such a limit asks nothing more and gives up.
  double most_seconds = 0;
  std::size_t most_states = 0;
  /// The most letters of a word that is asked about. What is longer gets its most likely label unasked.
  std::size_t longest = no_limit;
  std::uint64_t seed = 1;
  /// Told about the annotators whenever their estimates have changed.
  std::function<void(std::span<const AnnotatorErrors>)> on_annotators = {};

  /// Throws Misuse unless 0 < error_rate < 0.5 and 0 < confidence < 1, and InputError unless 0 < stop <= 1.
  void check() const;
};

/// An answer that is more likely wrong than right.
struct DoubtfulAnswer {
  std::uint64_t number = 0;  // of the comparison, from 1; in a durable run, of the answer
  Word left, right;          // as they were asked
  Preference answer = Preference::unsure;
  Preference likely = Preference::unsure;  // what the answer should have been
  double chance = 0;                       // of being wrong
};

struct ErringResult {
  explicit ErringResult(Hypothesis learned) : machine(std::move(learned)) {}

  Hypothesis machine;
  double confidence = 0;                    // that the machine is correct
  double confidence_in_word = 0;            // that it is correct on a word drawn at random
  double ten_more = 0;                      // the confidence after ten more comparisons, if they confirm the machine
  TeacherErrors errors;                     // of all annotators together
  std::vector<AnnotatorErrors> annotators;  // by number
  std::vector<DoubtfulAnswer> doubtful;     // the most likely wrong first
  /// Values that comparisons could not distinguish, because the teacher mostly calls near ones equal.
  std::vector<std::vector<Output>> merged;
  std::uint64_t comparisons = 0, unsure = 0, equivalence_questions = 0;
  std::uint64_t words = 0;  // different words in comparisons
  std::size_t classes = 0;
  std::size_t known_values = 0;  // classes of which a counterexample has told the value
  std::vector<std::size_t> counterexample_lengths;
  std::uint64_t restarts = 0;
  /// Counterexamples that the teacher named again and again, but comparisons do not bear out.
  std::vector<Word> insisted;
  /// The limit was reached, or the teacher insisted on a counterexample. The machine is the likeliest of those found by
  /// all answers and verdicts, and agrees with counterexamples that are trusted.
  bool gave_up = false;
  Limit limit = Limit::none;  // of the options, if it gave up for one
};

/// Learns the machine behind a teacher who may err. `outputs` may be omitted if only the order is learned. As `learn`
/// does it: a teacher who does not check machines is not asked about them (`Verdicts::unasked`), and then no values are
/// given. The seed of `options` counts for both.
ErringResult learn_from_erring(Teacher& teacher, const Alphabet& alphabet, const std::optional<Outputs>& outputs,
                               const ErringOptions& options = {},
                               const SessionOptions& session = SessionOptions::erring());

/// The same with sessions of one's own. `make` is called for each of them and must always create the same session, with
/// any learner, any equivalence but `order_sampling`, and no limits. With `Verdicts::unasked`, which a teacher needs
/// who does not check machines, use `Equivalence::order`; otherwise values are guessed. Throws Misuse for what does not
/// go together, and InputError if the confidence is too high.
ErringResult learn_from_erring(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make,
                               const ErringOptions& options);

}  // namespace remap
