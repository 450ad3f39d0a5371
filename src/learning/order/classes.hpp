// The equivalence classes of words, in order: the combined result of all comparisons so far (the paper's unification).
//
// Every word that was ever classified is a variable; equal words are united (union-find, the first word of a class
// stays its representative, so this is deterministic), and the classes are kept sorted. A class has a domain: the
// outputs it may still have, narrowed by feedback. Together with the order, domains tell where further classes are
// possible ("gap knowledge"). Class ids are stable; ranks shift when a class is inserted.
#pragma once

#include <utility>
#include <vector>

#include "base/storage/narrow_vector.hpp"
#include "learning/order/valuation.hpp"
#include "learning/questions/output_set.hpp"
#include "learning/words/word_tree.hpp"
#include "remap/automata/error.hpp"

namespace remap {

enum class ClassId : std::uint32_t {};
inline constexpr ClassId no_class = no_id<ClassId>;

/// Answers contradict each other. Thrown where it is noticed, without details; the session finds the conflicting
/// answers.
struct Conflict : Error {
  Conflict() : Error("the answers contradict each other") {}
};

class Classes {
 public:
  /// `outputs`: the number of outputs, 0 when the output alphabet is not known.
  explicit Classes(std::size_t outputs) : outputs_(outputs) {}

  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] ClassId at_rank(std::size_t rank) const { return order_[rank]; }
  [[nodiscard]] std::size_t rank(ClassId id) const { return rank_[index(id)]; }
  [[nodiscard]] WordId representative(ClassId id) const { return representative_[index(id)]; }
  /// `no_class` for a word not yet classified.
  [[nodiscard]] ClassId class_of(WordId word) const noexcept {
    if (index(word) >= known_.size()) return no_class;
    std::uint32_t known = known_[index(word)];
    if (known == nothing) return no_class;
    if (known >= equal_to) known = look_up(word);
    return known < equal_to ? ClassId{known} : no_class;
  }
  /// Whether two words are known to be equal, be their class known or not.
  [[nodiscard]] bool equal(WordId a, WordId b) const noexcept;
  /// A hint that the class of a word will be needed soon.
  void prefetch(WordId word) const noexcept {
    if (index(word) < known_.size()) known_.prefetch(index(word));
  }
  /// The number of classified words.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }

  /// Records that two words are equal; neither needs to have a class. Throws Conflict if they have different ones.
  void unite(WordId leader, WordId word);
  /// Makes `leader` the representative of a new class at `rank`; classes from there on move up.
  ClassId create(WordId leader, std::size_t rank);
  /// Puts a word, and all words united with it, into an existing class.
  void join(WordId word, ClassId id) {
    if (index(word) < known_.size() && known_[index(word)] == nothing && waiting_.empty()) {
      known_.set(index(word), static_cast<std::uint32_t>(id));
      ++words_;
    } else {
      join_known(word, id);
    }
  }
  struct Joining {
    WordId word;
    ClassId id;
  };
  /// The same for several words, one after the other.
  void join(std::span<const Joining> words);

  /// Feedback: the word's value is one of `allowed`. Takes effect on its class as soon as it has one.
  void restrict(WordId word, const OutputSet& allowed);
  /// Whether there is feedback on words without a class.
  [[nodiscard]] bool restricts() const noexcept { return !waiting_.empty(); }
  /// What it says about a word; nullptr if nothing.
  [[nodiscard]] const OutputSet* restriction(WordId word) const noexcept {
    return waiting_.empty() ? nullptr : find_restriction(word);
  }
  /// Only if outputs are known.
  [[nodiscard]] const OutputSet& domain(ClassId id) const { return domain_[index(id)]; }
  /// The value of a class if order and feedback leave only one; `no_output` otherwise.
  [[nodiscard]] Output certain_value(ClassId id) const;
  /// The number of classes whose value is determined by feedback.
  [[nodiscard]] std::size_t known_values() const noexcept;
  /// Domains, lowest class first.
  [[nodiscard]] ChainProblem problem() const;

  /// Whether an unknown class can lie directly below the class at `rank` (or above all, for rank = size()), given what
  /// feedback says about the word (nullptr: nothing).
  [[nodiscard]] bool gap_open(std::size_t rank, const OutputSet* allowed = nullptr) const;
  /// Whether a word with that restriction can belong to the class.
  [[nodiscard]] bool possible(ClassId id, const OutputSet* allowed) const;
  /// Changes whenever the order or a domain changes.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

 private:
  // What is known of a word: its class, or `equal_to` plus the word it equals (itself, if that is all), or nothing.
  // Where words are put into classes one by one, that is a byte for each.
  static constexpr std::uint32_t equal_to = std::uint32_t{1} << 31;
  static constexpr std::uint32_t nothing = NarrowVector::none;
  [[nodiscard]] std::uint32_t look_up(WordId word) const noexcept;
  void meet(WordId word);
  void set_class(WordId word, ClassId id);
  void join_known(WordId word, ClassId id);
  [[nodiscard]] const OutputSet* find_restriction(WordId word) const noexcept;
  void settle();
  void refresh();

  std::size_t outputs_;
  std::vector<ClassId> order_;
  std::vector<std::size_t> rank_;
  std::vector<WordId> representative_;
  std::vector<OutputSet> domain_;
  std::vector<Output> lowest_, highest_;               // by rank, the extreme solutions
  mutable NarrowVector known_;                         // per word
  std::vector<std::pair<WordId, OutputSet>> waiting_;  // feedback on words without a class
  std::size_t words_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace remap
