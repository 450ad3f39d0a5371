// What was said about values of words, with counterexamples, and what that leaves for the levels.
//
// Levels are ordered and so are outputs, so a value said of one word bounds the values of all other levels. A statement
// may be wrong, too; how likely that is, is up to whoever weighs it.
#pragma once

#include <vector>

#include "labels.hpp"

namespace remap::belief {

struct Statement {
  WordId word;
  std::size_t value;
  std::size_t votes = 1;  // how often it was said
};

/// The least and the greatest value that each of some levels can have, lowest level first. Where statements contradict
/// the order, the least value of a level may be above the greatest.
struct Bounds {
  std::vector<std::ptrdiff_t> least, greatest;
  [[nodiscard]] bool allows(std::size_t rank, std::size_t value) const {
    const auto v = static_cast<std::ptrdiff_t>(value);
    return v >= least[rank] && v <= greatest[rank];
  }
};

class Statements {
 public:
  /// `outputs`: how many values there are; 0 when nobody knows.
  explicit Statements(std::size_t outputs) : outputs_(outputs) {}

  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] const std::vector<Statement>& all() const noexcept { return all_; }
  /// nullptr when nothing was said of it.
  [[nodiscard]] const Statement* find(WordId word) const;
  /// Replaces what was said of the word before.
  void add(const Statement& statement);
  void erase(WordId word);

  /// By what was said of other words than `without`; `levels` are those in question, in order.
  void bounds(const Labels& labels, const std::vector<Level>& levels, WordId without, Bounds& into) const;
  [[nodiscard]] Bounds bounds(const Labels& labels, WordId without = no_word) const;
  /// The words whose statement the labels leave no room for.
  [[nodiscard]] std::vector<WordId> impossible(const Labels& labels) const;

 private:
  std::size_t outputs_;
  std::vector<Statement> all_;
};

}  // namespace remap::belief
