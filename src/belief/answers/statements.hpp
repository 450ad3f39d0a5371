// Statements about the values of counterexamples, and the values that they leave for the levels.
//
// Levels are ordered and so are outputs, so the value of one word bounds the values of all other levels. A statement
// may also be wrong; the caller decides how likely that is.
#pragma once

#include <vector>

#include "belief/answers/labels.hpp"

namespace remap::belief {

struct Statement {
  WordId word;
  std::size_t value;
  std::size_t votes = 1;  // how often it was made
};

/// The least and the greatest value that each of some levels can have, lowest level first. If statements contradict the
/// order, the least value of a level may be above the greatest.
struct Bounds {
  std::vector<std::ptrdiff_t> least, greatest;
  [[nodiscard]] bool allows(std::size_t rank, std::size_t value) const {
    const auto v = static_cast<std::ptrdiff_t>(value);
    return v >= least[rank] && v <= greatest[rank];
  }
};

class Statements {
 public:
  /// `outputs`: the number of values; 0 if not known.
  explicit Statements(std::size_t outputs) : outputs_(outputs) {}

  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] const std::vector<Statement>& all() const noexcept { return all_; }
  /// nullptr if there is no statement about it.
  [[nodiscard]] const Statement* find(WordId word) const;
  /// Replaces earlier statements about the word.
  void add(const Statement& statement);
  void erase(WordId word);

  /// According to the statements about words other than `without`; `levels` are those in question, in order.
  void bounds(const Labels& labels, const std::vector<Level>& levels, WordId without, Bounds& into) const;
  [[nodiscard]] Bounds bounds(const Labels& labels, WordId without = no_word) const;
  /// The words whose statements are incompatible with the labels.
  [[nodiscard]] std::vector<WordId> impossible(const Labels& labels) const;

 private:
  std::size_t outputs_;
  std::vector<Statement> all_;
};

}  // namespace remap::belief
