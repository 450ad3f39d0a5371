// The confidence in a machine.
//
// Every machine near it (one transition leads elsewhere, two states are merged, one state is split) is weighed against
// it by all answers, none of which is certain. The confidence is the machine's share of the sum: the probability that
// it is correct, given that it or one of its neighbours is. Before any answer, a state is missing about as likely as
// not: so a machine is as certain as it was tested, whoever tested it. The next question is the one that rules out the
// most of what is left: two words that both test much, compared with each other, so that one answer is about both.
//
// If letters are not listed, a transition of a state stands for all letters by which it goes to the same successor, and
// is taken by the smallest of them.
//
// There are about n² k neighbours with a changed transition and n² k² with an additional state; for a large machine a
// random sample represents them. An answer costs a run of the rest of its words per neighbour whose transition they
// take.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "belief.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"

namespace remap::belief {

struct AuditOptions {
  /// Prior odds of a state more, were there one letter. With more letters it would have shown on more occasions.
  double missing_state = 2.5;
  double smaller = 2;       // prior log odds of a machine with one state fewer
  double overlooked = 0.5;  // probability that a wrong line is accepted
  std::size_t most_neighbours = 30'000;
  std::size_t longest = no_limit;  // letters of a test word
};

class Audit {
 public:
  /// The belief must outlive the audit. Levels and outputs of the machine correspond by rank.
  Audit(const Belief& belief, const MooreMachine& machine, const AuditOptions& options, std::uint64_t seed);

  /// The machine was accepted by a person who was shown these words and their outputs.
  void accepted(std::span<const Word> lines);
  /// Takes in all new answers. Error rates stay as they were when the audit began, or when an annotator came in.
  void catch_up();

  [[nodiscard]] double confidence() const;
  /// The probability that the machine is correct on a word drawn at random; see `sample_word`.
  [[nodiscard]] double confidence_in_word(double stop, std::uint64_t seed) const;
  /// The confidence after this many more tests, if the machine passes them all.
  [[nodiscard]] double confidence_after(std::size_t tests, std::uint64_t seed) const;
  /// A word, and one to compare it with; without that, any word whose value is known.
  struct Test {
    Word word;
    std::optional<Word> other;
    bool operator==(const Test&) const = default;
  };
  /// The test that rules out as much as possible of what is left, if the machine passes it. None if nothing is left to
  /// test.
  [[nodiscard]] std::optional<Test> best_test(Random& random) const;
  /// Several different ones that are asked together, each chosen as if the machine passed those before it; no more than
  /// the confidence needs that is aimed at.
  [[nodiscard]] std::vector<Test> best_tests(std::size_t count, double target, Random& random) const;

  /// The rank of the output that the machine gives a word, and the number of outputs.
  [[nodiscard]] std::size_t rank_after(const Word& word) const;
  [[nodiscard]] std::size_t ranks() const noexcept { return ranks_; }
  /// A word without the letters by which the machine gets to a state that it never leaves: after them nothing is tested
  /// but that state. The word itself if there are no others.
  [[nodiscard]] Word without_dead_ends(const Word& word) const;

 private:
  using Index = std::uint32_t;
  /// Retarget: (from, letter) leads to `to`. Merge: all transitions to `from` lead to `to`. Split: (from, letter) leads
  /// to a copy of its target, whose `second` leads to `to`; where its target stays, the copy stays.
  enum class Kind : std::uint8_t { retarget, merge, split };
  struct Neighbour {
    Kind kind;
    Index from, letter, to, second;
    double odds;  // log odds of the machine against it
  };
  /// A transition that a run takes, and where it does so for the first and the last time.
  struct Crossing {
    Index transition, first, last;
  };
  /// The machine's run of a word.
  struct Run {
    Word word;
    std::vector<Index> columns;       // of its letters, if letters are listed
    std::vector<Index> path;          // states, one more than letters
    std::vector<Crossing> crossings;  // by transition
    bool known = false;
  };

  void add_neighbours(const AuditOptions& options, std::uint64_t seed);
  /// Neighbours that may give one of the words a different value.
  void collect_touched(const Run& first, const Run& second);
  void follow(Run& run) const;
  const Run& run_of(WordId word);
  [[nodiscard]] Index step(const Neighbour& neighbour, Index state, Letter letter) const;
  /// The column of `next_` in which a state finds a letter.
  [[nodiscard]] Index column(Index state, Letter letter) const;
  [[nodiscard]] Index next(Index state, Letter letter) const {
    return next_[state * letters_.size() + column(state, letter)];
  }
  /// What the new state of a split is a copy of.
  [[nodiscard]] Index copied(const Neighbour& neighbour) const;
  void choose_letters();
  /// Whether it is the column of a transition of the state.
  [[nodiscard]] bool own(Index state, Index column) const;
  /// The output rank that a neighbour gives the word.
  [[nodiscard]] Index rank_in(const Neighbour& neighbour, const Run& run) const;
  /// The same, given where the run takes the transition of a neighbour that is no merge; nullptr if nowhere.
  [[nodiscard]] Index rank_in(const Neighbour& neighbour, const Run& run, const Crossing* crossing) const;
  [[nodiscard]] Index transition_of(const Neighbour& neighbour) const {
    return static_cast<Index>(neighbour.from * letters_.size() + neighbour.letter);
  }
  [[nodiscard]] Index rank_of(const Neighbour& neighbour, Index state) const;
  /// The same if letters are listed, from a place on where the neighbour is in a state. From the place `same` on, it
  /// stays with the machine once it is where the machine is.
  [[nodiscard]] Index rank_from(const Neighbour& neighbour, const Run& run, std::size_t at, Index state,
                                std::size_t same) const;
  void weigh(const Pair& pair, double sign);
  [[nodiscard]] double weight(const Neighbour& neighbour) const;
  /// Neighbours with the most weight, and their weight.
  using Heavy = std::vector<std::pair<double, Index>>;
  [[nodiscard]] Heavy heaviest() const;
  class Search;
  /// As if an answer, of the usual reliability, was as the machine says.
  void suppose_passed(const Test& test);
  [[nodiscard]] Word difference(const Neighbour& neighbour) const;
  [[nodiscard]] Word detour(Random& random, const Neighbour& neighbour, const Word& word) const;
  /// A word with one change: a letter replaced or left out, or one or two more.
  [[nodiscard]] Word changed(Random& random, Word word) const;
  [[nodiscard]] bool worth_asking(const Word& word) const;
  [[nodiscard]] bool compared_before(const Word& word, const Word& other) const;

  const Belief& belief_;
  std::size_t states_;
  Alphabet alphabet_;
  std::vector<Letter> letters_;              // the columns of `next_`
  std::vector<std::map<State, Index>> own_;  // per state, if letters are not listed: a column per successor
  std::shared_ptr<const Guards> guards_;     // if letters are not listed
  Index initial_;
  double overlooked_;
  std::size_t longest_;  // letters of a test word
  std::size_t ranks_ = 0;
  std::vector<Index> rank_;         // per state, of its output
  std::vector<Index> next_;         // per transition
  std::vector<ErrorModel> models_;  // as they were when the audit began
  std::vector<Neighbour> neighbours_;
  std::vector<std::vector<Index>> by_transition_;  // neighbours, by the transition that differs
  std::vector<Index> merges_;                      // the others
  std::vector<Index> touched_;                     // scratch
  std::vector<std::size_t> taken_in_;              // answers, per pair
  std::vector<Run> runs_;                          // per word of the belief
};

}  // namespace remap::belief
