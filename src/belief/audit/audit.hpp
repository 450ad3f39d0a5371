// The confidence in a machine.
//
// Every machine near it (one transition leads elsewhere, two states are merged, one state is split) is weighed against
// it by all answers, none of which is certain. The confidence is the machine's share of the sum: the probability that
// it is correct, given that it or one of its neighbours is. Before any answer, a state is missing about as likely as
// not: so a machine is as certain as it was tested, whoever tested it. The next question is the one that rules out the
// most of what is left: two words that both test much, compared with each other, so that one answer is about both.
//
// A transition of a state stands for a group of letters (automata/steps.hpp). A group of sets may hide that some of
// them lead elsewhere, so neighbours also take away those in which one proposition holds, or does not: how likely that
// is depends on how much the machine makes of its propositions.
//
// There are about n² g neighbours with a changed transition and n² g² with an additional state, with g groups from a
// state; for a large machine a random sample represents them, which costs as much as is kept. An answer costs a run of
// the rest of its words per neighbour whose transition they take.
#pragma once

#include <optional>
#include <vector>

#include "automata/machines/steps.hpp"
#include "belief/inference/belief.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"

namespace remap::belief {

struct AuditOptions {
  /// Prior odds of a state more, were there one letter. With more letters it would have shown on more occasions.
  double missing_state = 2.5;
  double smaller = 2;       // prior log odds of a machine with one state fewer
  double hidden_part = 1;   // prior odds of a part that leads elsewhere, were there one proposition for each group
  double overlooked = 0.5;  // probability that a wrong line is accepted
  std::size_t most_neighbours = 30'000;
  std::size_t longest = no_limit;  // letters of a test word
};

class Audit {
 public:
  /// The belief and the machine must outlive the audit. Levels and outputs of the machine correspond by rank.
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
  using Index = Steps::Index;
  /// Retarget: a part of a group leads to `to`. Merge: all transitions to `from` lead to `to`. Split: a group leads to
  /// a copy of its target, whose group `second` leads to `to`; where its target stays, the copy stays.
  enum class Kind : std::uint8_t { retarget, merge, split };
  struct Neighbour {
    Kind kind;
    SetPart part;  // of a retarget
    Index from;    // of a merge: the state; else the group
    Index to, second;
    double odds;  // log odds of the machine against it
  };
  /// A transition that a run takes, and where it does so for the first and the last time.
  struct Crossing {
    Index group, first, last;
  };
  /// The machine's run of a word.
  struct Run {
    Word word;
    std::vector<Index> columns;       // of its letters
    std::vector<Index> path;          // states, one more than letters
    std::vector<Crossing> crossings;  // by group
    bool known = false;
  };

  void choose_letters(std::uint64_t seed);
  void add_neighbours(const AuditOptions& options, std::uint64_t seed);
  /// `add(number)` adds at most the neighbour of that number; of more than `most`, a sample represents all.
  template <class Add>
  void add_sample(std::size_t all, std::size_t most, Random& random, const Add& add);
  /// `chance(group, to)`: that a group leads there, whatever it does in the machine.
  template <class Chance>
  void add_retargets(const AuditOptions& options, const Chance& chance, Random& random);
  template <class Chance>
  void add_parts(const AuditOptions& options, const Chance& chance, Random& random);
  void add_merges(const AuditOptions& options, Random& random);
  void add_splits(const AuditOptions& options, Random& random);
  /// Neighbours that may give one of the words a different value.
  void collect_touched(const Run& first, const Run& second);
  void follow(Run& run) const;
  const Run& run_of(WordId word);
  [[nodiscard]] Index step(const Neighbour& neighbour, Index state, Index column) const;
  /// What the new state of a split is a copy of.
  [[nodiscard]] Index copied(const Neighbour& neighbour) const { return steps_[neighbour.from].to; }
  /// Where a neighbour begins.
  [[nodiscard]] Index begin(const Neighbour& neighbour) const {
    return neighbour.kind == Kind::merge && initial_ == neighbour.from ? neighbour.to : initial_;
  }
  /// The output rank that a neighbour gives the word.
  [[nodiscard]] Index rank_in(const Neighbour& neighbour, const Run& run) const;
  /// The same, given where the run takes the transition of a neighbour that is no merge; nullptr if nowhere.
  [[nodiscard]] Index rank_in(const Neighbour& neighbour, const Run& run, const Crossing* crossing) const;
  [[nodiscard]] Index rank_of(const Neighbour& neighbour, Index state) const;
  void weigh(const Pair& pair, double sign);
  [[nodiscard]] double weight(const Neighbour& neighbour) const;
  /// Neighbours with the most weight, and their weight.
  using Heavy = std::vector<std::pair<double, Index>>;
  [[nodiscard]] Heavy heaviest() const;
  class Search;
  /// As if an answer, of the usual reliability, was as the machine says.
  void suppose_passed(const Test& test);
  [[nodiscard]] Word difference(Random& random, const Neighbour& neighbour) const;
  [[nodiscard]] Word detour(Random& random, const Neighbour& neighbour, const Word& word) const;
  /// A word with one change: a letter replaced or left out, or one or two more.
  [[nodiscard]] Word changed(Random& random, Word word) const;
  [[nodiscard]] bool worth_asking(const Word& word) const;
  [[nodiscard]] bool compared_before(const Word& word, const Word& other) const;

  const Belief& belief_;
  std::size_t states_;
  Alphabet alphabet_;
  Steps steps_;
  std::vector<Letter> letters_;  // for tests
  Index initial_;
  double overlooked_;
  std::size_t longest_;  // letters of a test word
  std::size_t ranks_ = 0;
  std::vector<Index> rank_;         // per state, of its output
  std::vector<ErrorModel> models_;  // as they were when the audit began
  std::vector<Neighbour> neighbours_;
  std::vector<std::vector<Index>> by_group_;  // neighbours, by the group that differs
  std::vector<Index> merges_;                 // the others
  std::vector<Index> touched_;                // scratch
  std::vector<std::size_t> taken_in_;         // answers, per pair
  std::vector<Run> runs_;                     // per word of the belief
};

}  // namespace remap::belief
