// One run: a sequence of sessions, until one finishes with labels that did not change meanwhile.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "belief/audit/audit.hpp"
#include "learning/session/session_engine.hpp"
#include "remap/teachers/erring.hpp"
#include "teachers/deadline.hpp"
#include "teachers/erring/inquirer.hpp"

namespace remap::belief {

class Run {
 public:
  Run(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make, const ErringOptions& options);
  ErringResult run();

 private:
  /// Labels that were used have changed: this session must be abandoned.
  struct Outdated {};
  /// The limit was reached before the session finished.
  struct TooLong {};
  /// A counterexample and the statement about its value.
  struct Remark {
    WordId word;
    Feedback feedback;
    bool given = false;  // to this session
  };

  struct Acceptance {
    Hypothesis machine;
    std::vector<Word> lines;  // by which somebody judged it
  };

  /// Throws Misuse if such sessions cannot be used.
  void check(const Session& session) const;
  void begin();
  [[nodiscard]] ErringResult given_up();
  /// Makes one of one state, if there is none.
  void make_machine();
  /// Asks about the likeliest machines, as long as the teacher has not judged them.
  void show_likeliest();
  void drive();
  void note_needed();
  void note_hypothesis();
  void take(Hypothesis machine);
  /// Stops asking once the limit is reached.
  void keep_budget();
  /// Shows a first machine early, where that tells more than comparisons do.
  void hurry();
  /// Sets the limit, by how the teacher errs as far as is known now.
  void limit_questions();
  /// Forgets what sessions needed with another number of levels.
  void note_levels();
  [[nodiscard]] std::uint64_t most_growth(std::uint64_t per_letter) const;
  /// As many as count for the limit.
  [[nodiscard]] std::size_t letters() const;
  void close();
  /// Likewise, because of a limit of the options.
  void close_at(Limit limit);
  void answer_comparisons(std::span<const Comparison> comparisons);
  void note_expectations();
  void count(WordId word);
  /// Asks again about the answers on which the last steps of the session depend.
  void check_grounds();
  void check_current() const;
  void shake();
  /// Asks about a word of which nothing is known: a prefix of a counterexample, a letter, or a counterexample and a
  /// letter.
  void meet_another_word();
  WordId booked(WordId word);

  // equivalence.cpp
  EquivalenceAnswer judge();
  /// Once nothing else can be asked.
  EquivalenceAnswer last_word(const EquivalenceQuestion& question);
  /// Asks the teacher; an acceptance is noted.
  EquivalenceAnswer verdict(const EquivalenceQuestion& question);
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);
  [[nodiscard]] std::optional<EquivalenceAnswer> missing_level();
  /// The shortest word whose label is not what the machine says.
  [[nodiscard]] std::optional<EquivalenceAnswer> known_otherwise(const EquivalenceQuestion& question);
  EquivalenceAnswer hear(const EquivalenceQuestion& question, EquivalenceAnswer said);
  EquivalenceAnswer hear_trusted(const EquivalenceQuestion& question, EquivalenceAnswer said);
  /// Tests the machine by comparisons until that confidence is reached; returns a counterexample, if one was found.
  [[nodiscard]] std::optional<Word> examine(const MooreMachine& machine, double target);
  /// Asks about a word with this prediction; true if the machine is wrong about it.
  [[nodiscard]] bool refuted_by(WordId word, Level predicted);
  /// Asks tests. The word about which the machine is wrong, if an answer raises doubts that turn out right.
  [[nodiscard]] std::optional<Word> failed(const Audit& audit, std::span<const Audit::Test> tests, bool& asked);
  [[nodiscard]] std::optional<Word> failed(const Audit& audit, const Audit::Test& test);
  [[nodiscard]] Audit audit(const MooreMachine& machine) const;
  /// In a machine, given that of its audit, after so many more tests.
  [[nodiscard]] double confidence_of(double audited, std::size_t tests = 0) const;
  /// What unsure answers leave of it, and outputs that no word was found to have.
  [[nodiscard]] double confidence_left() const;
  /// Whether the teacher names a counterexample again and again that comparisons do not bear out.
  [[nodiscard]] bool insists_on(WordId word) const;
  [[nodiscard]] bool insists() const;
  [[nodiscard]] std::uint64_t refusals() const;
  /// Whether a machine is known to be wrong by a verdict that is trusted.
  [[nodiscard]] bool refuted(const MooreMachine& machine) const;
  /// nullptr if it was not accepted.
  [[nodiscard]] const Acceptance* accepted(const MooreMachine& machine) const;
  /// Whether the most likely label of a word is the class that the machine gives it.
  [[nodiscard]] bool agrees(const EquivalenceQuestion& question, const Word& word, WordId booked_word);
  void drop_impossible();
  void forget_remark(WordId word);

  // odd_words.cpp
  /// Checks a word of the session by which it grew, if that is due: asks about other words that lead to the same state.
  /// If they are all of another class, the word is misjudged.
  void check_growth(WordId word);
  /// Where nothing was said about a word, another one counts that leads to the same state.
  void replace_incomparable(WordId word);
  /// Whether two words have the same class after further letters, too.
  [[nodiscard]] bool extended_alike(WordId first, WordId second);
  /// Asks about a word of which the class of another, if any, is expected.
  Level settled_level(WordId word, WordId expected);
  /// So many words later, the next check is due.
  void change_gap(double gap);
  /// A misjudged word counts again as what is said about it if a machine says the same.
  void restore_if(WordId word, Level predicted);
  /// The same for all words.
  void restore_by(const EquivalenceQuestion& question);
  /// Whether so many words by which sessions grew were misjudged that what sessions need tells little.
  [[nodiscard]] bool misjudges_words() const;

  // exploration.cpp
  /// Compares random words with the machine's predictions, to find what was never met.
  [[nodiscard]] std::optional<Word> explore(const MooreMachine& machine);
  [[nodiscard]] std::size_t words_to_explore() const;
  [[nodiscard]] std::vector<WordId> sample(const Audit& audit, const Alphabet& alphabet);
  /// Whether all that is known about a word is as the machine says.
  [[nodiscard]] bool confirmed(const Audit& audit, WordId word) const;
  /// That nothing is left that random words did not meet; 1 where there are verdicts.
  [[nodiscard]] double confidence_in_sample() const;
  /// The most that the number of words asked about allows, and so many more.
  [[nodiscard]] double confidence_in_words(std::size_t more) const;
  /// Takes words for as many tests as are asked together.
  [[nodiscard]] std::vector<Audit::Test> paired(const Audit& audit, std::vector<Word>& left) const;
  /// The one of that number in a sequence of random words.
  void draw_word(Random& random, std::size_t number, const Alphabet& alphabet, Word& into) const;
  /// Tests by random words that nothing was asked about.
  [[nodiscard]] std::vector<Audit::Test> random_tests(const Audit& audit, const Alphabet& alphabet);

  // result.cpp
  [[nodiscard]] ErringResult result(bool gave_up);
  [[nodiscard]] std::vector<AnnotatorErrors> annotators() const;
  /// How likely a machine is by all that was heard, in log odds.
  [[nodiscard]] double fit(const MooreMachine& machine) const;
  [[nodiscard]] const Hypothesis& likeliest() const;
  /// The same, where remarks that are trusted say otherwise, as these say.
  [[nodiscard]] Hypothesis as_remarked(const Hypothesis& machine) const;
  [[nodiscard]] std::vector<std::vector<Output>> merged(const MooreMachine& machine) const;

  ErringOptions options_;
  Deadline deadline_;
  Teacher& teacher_;
  std::function<std::unique_ptr<Session>()> make_;
  std::unique_ptr<Session> session_;
  std::optional<Belief> belief_;
  std::optional<Inquirer> inquirer_;
  std::optional<Hypothesis> machine_;  // the latest hypothesis
  std::size_t transitions_ = 0;        // of it: groups of letters
  double confidence_ = 0;
  std::vector<std::size_t> counterexample_lengths_;
  std::map<WordId, std::uint64_t> refused_;  // counterexamples: how often
  std::uint64_t restarts_ = 0, conflicts_ = 0, equivalence_questions_ = 0;
  std::uint64_t most_needed_ = 0;         // comparisons by a session, for the limit
  std::uint64_t needed_with_levels_ = 0;  // likewise, with as many levels as there are now
  std::size_t levels_ = 0;
  std::uint64_t needed_by_machines_ = 0;  // likewise, until a machine was found
  bool closed_ = false;                   // no further questions
  Limit limit_ = Limit::none;             // that was met
  std::uint64_t last_sessions_ = 0;
  std::vector<Hypothesis> hypotheses_;  // all different, the latest last
  std::uint64_t next_look_ = 8;         // the number of comparisons after which labels are reconsidered
  std::vector<Remark> remarks_;
  std::map<WordId, std::map<std::size_t, std::size_t>> votes_;  // for values of counterexamples
  std::set<Level> overruled_;                                   // levels whose value was once retracted
  std::vector<Acceptance> accepted_;
  std::vector<MooreMachine> rejected_;      // by verdicts that are trusted
  std::size_t last_verdicts_ = 0;           // since nothing else can be asked
  bool hurried_ = false;                    // a first machine was shown early
  bool grown_ = false;                      // some machine was found by answers
  std::uint64_t next_check_ = 110;          // the number of words asked about after which one is checked
  double gap_ = 100;                        // then so many until the next one
  double misjudged_ = 0, well_judged_ = 0;  // checked words
  std::set<WordId> well_judged_words_;
  double needed_since_ = 0, machines_since_ = 0;  // since a word was misjudged: machines, and comparisons until then
  Random test_random_;
  std::size_t test_words_ = 0;  // drawn
  // Of this session:
  std::uint64_t revision_ = 0;
  std::vector<WordId> booked_;                        // per word of the session
  std::map<Context, std::vector<double>> frequency_;  // of levels
  std::map<WordId, Context> context_;
  std::set<WordId> counted_, recalled_;
  std::uint64_t explored_ = 0;              // words that were compared with its predictions
  std::map<WordId, int> doubts_, growths_;  // how often a word was asked about again
};

}  // namespace remap::belief
