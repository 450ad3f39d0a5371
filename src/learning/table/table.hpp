// The paper's learner: a symbolic observation table, as in L*, with classes for entries.
//
// Rows are indexed by S and S·Σ, columns by E; the entry of s and e is the class of s·e. Words are nodes of the shared
// tree. A row is a small integer: the row over the first j columns and the class in the next one are interned as a
// pair, so equal rows are equal integers, adding a column extends every row by one lookup, and nothing is stored twice.
#pragma once

#include <unordered_map>

#include "learning/learner/learner.hpp"
#include "learning/words/word_set.hpp"

namespace remap {

class TableLearner final : public Learner {
 public:
  explicit TableLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override;
  void counterexample(WordId word) override;

  /// S, in the order in which its words were added.
  [[nodiscard]] const std::vector<WordId>& prefixes() const noexcept { return prefixes_; }
  /// E, in the order in which its words were added.
  [[nodiscard]] const std::vector<Word>& suffixes() const noexcept { return suffixes_; }
  /// The number of different rows of S.
  [[nodiscard]] std::size_t states() const override;

 private:
  using RowId = std::uint32_t;
  static constexpr RowId empty_row = 0;
  struct Row {
    WordId word{};
    RowId row = empty_row;
    std::uint32_t columns = 0;     // how many columns `row` covers
    std::uint32_t successors = 0;  // where its k successors start in successors_, plus 1; 0: not in S
  };
  struct RowNode {
    RowId shorter;
    ClassId last;
  };

  std::uint32_t row_index(WordId word);
  void add_prefix(WordId word);
  RowId intern(RowId shorter, ClassId last);
  [[nodiscard]] std::size_t first_difference(RowId a, RowId b) const;
  void gather();
  void complete_rows();
  bool make_consistent();
  bool close();
  void blame_row(const Row& row);
  [[nodiscard]] const Row& successor(const Row& row, std::size_t letter) const {
    return rows_[successors_[row.successors - 1 + letter]];
  }

  std::size_t letters_;
  WordTree& words_;
  const Classes& classes_;
  SessionWatcher* watcher_;
  std::vector<WordId> prefixes_;
  std::vector<Word> suffixes_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> row_of_word_;  // index into rows_ plus 1
  std::vector<std::uint32_t> successors_;
  std::vector<RowNode> row_nodes_;
  std::unordered_map<std::uint64_t, RowId> row_index_;
  std::vector<WordId> entries_;  // the words of the entries being filled, row by row
  std::vector<Inquiry> inquiries_;
  WordSet asked_;  // the words of the inquiries
  bool filling_ = false;
  bool changed_ = true;
};

}  // namespace remap
