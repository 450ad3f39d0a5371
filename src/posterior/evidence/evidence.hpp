// All statements, as the search reads them: a tree of words, and for each answer which cases it is counted as.
//
// A statement is an entry that can be taken back; whatever is derived from statements is derived anew when they have
// changed, which takes as long as reading them.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>

#include "posterior/evidence/rates.hpp"
#include "posterior/evidence/words.hpp"

namespace remap::posterior {

class Evidence {
 public:
  explicit Evidence(const Space& space) : space_(space) { derive(); }

  /// Throws InputError if a letter or class is not declared, or a class ends the episode too early.
  StatementId add(Statement statement, GiverId giver);
  /// False if there is no such statement.
  bool retract(StatementId id);

  struct Entry {
    Statement statement;
    GiverId giver;
  };
  [[nodiscard]] const std::map<StatementId, Entry>& entries() const noexcept { return entries_; }

  /// Derives the rest, if statements were added or retracted, or more answers than before are let in: the first ones,
  /// and all that is not an answer. True if anything changed.
  bool refresh(std::size_t most_answers = std::numeric_limits<std::size_t>::max());
  /// Answers added, whether or not they were let in.
  [[nodiscard]] std::size_t answers_given() const noexcept { return answers_given_; }

  // What an answer says about its words, for all answers of the same kind. Pairs of classes are numbered
  // `class of u * most_classes + class of v`.
  struct Kind {
    std::array<std::uint32_t, class_cases> counted{};  // the number of the case, all givers' one after the other
    std::uint64_t right = 0;                           // the pairs for which the answer is right
  };
  struct Answer {
    Node u, v;  // places in the tree; the same if it is about one word
    std::uint32_t kind;
    StatementId id;
  };
  [[nodiscard]] const WordTree& tree() const noexcept { return tree_; }
  [[nodiscard]] const WordTree::Preorder& places() const noexcept { return places_; }
  [[nodiscard]] Node node_at(Node place) const noexcept { return node_at_[place]; }
  [[nodiscard]] const std::vector<Answer>& answers() const noexcept { return answers_; }
  [[nodiscard]] const Kind& kind(const Answer& answer) const noexcept { return kinds_[answer.kind]; }
  /// The answers about the word at a place.
  [[nodiscard]] std::span<const std::uint32_t> answers_at(Node place) const noexcept {
    return {at_place_.data() + first_at_[place], first_at_[place + 1] - first_at_[place]};
  }
  /// The number of a giver among those who said something, from 0; of somebody else, the number of all.
  [[nodiscard]] std::size_t number_of(GiverId giver) const;
  /// The cases of all givers, then two: values that a machine gets wrong, and those that it gets right.
  [[nodiscard]] std::size_t counts() const noexcept { return givers_.size() * cases + 2; }
  [[nodiscard]] RatesSought sought(const Numbers& numbers) const noexcept;

  /// Words given as examples.
  [[nodiscard]] const std::vector<Word>& examples() const noexcept { return examples_; }
  /// For each class the word that was last given for sure to be of it.
  [[nodiscard]] const std::vector<std::optional<Word>>& shown() const noexcept { return shown_; }
  [[nodiscard]] bool asked(const Word& word) const { return asked_.contains(word); }
  [[nodiscard]] const Excluded& excluded() const noexcept { return excluded_; }
  /// Placements, comparisons and checked lines let in.
  [[nodiscard]] std::size_t answered() const noexcept { return answered_; }
  [[nodiscard]] std::size_t unsure() const noexcept { return unsure_; }
  /// The word that the last answer compared with, if it was a comparison.
  [[nodiscard]] const std::optional<Word>& last_compared_with() const noexcept { return last_compared_with_; }

 private:
  struct Derivation;
  void derive();

  const Space& space_;
  std::map<StatementId, Entry> entries_;
  std::uint32_t next_id_ = 1;
  bool changed_ = false;
  std::size_t answers_given_ = 0, most_answers_ = 0;

  WordTree tree_;
  WordTree::Preorder places_;
  std::vector<Node> node_at_;
  std::vector<Answer> answers_;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> first_at_, at_place_;
  std::map<GiverId, std::size_t> givers_;
  std::size_t answered_ = 0, unsure_ = 0;
  std::size_t pairs_ = 0, ties_ = 0, lines_ = 0;
  std::vector<Word> examples_;
  std::vector<std::optional<Word>> shown_;
  std::set<Word> asked_;
  Excluded excluded_{{}};
  std::optional<Word> last_compared_with_;
};

}  // namespace remap::posterior
