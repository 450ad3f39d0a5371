// Algorithm 1 of the paper, in its long form of the appendix: fill; while the table is not consistent or not closed,
// extend E for the first, S for the second, and fill again; a counterexample and all its prefixes go into S.
// Consistency is looked at first. N = |(S ∪ S·Σ)·E| words are classified, O(m n²) for n states and counterexamples of
// length m.
#include "learning/table/table.hpp"

#include <algorithm>

namespace remap {

TableLearner::TableLearner(const LearnerSetting& setting)
    : letters_(setting.alphabet.size()),
      words_(setting.words),
      classes_(setting.classes),
      watcher_(setting.watcher),
      suffixes_{Word{}},
      row_nodes_{{empty_row, no_class}} {
  add_prefix(empty_word);
}

std::uint32_t TableLearner::row_index(WordId word) {
  if (index(word) >= row_of_word_.size()) row_of_word_.resize(words_.size(), 0);
  std::uint32_t& slot = row_of_word_[index(word)];
  if (slot == 0) {
    rows_.push_back({word});
    slot = static_cast<std::uint32_t>(rows_.size());
  }
  return slot - 1;
}

void TableLearner::add_prefix(WordId word) {
  const std::uint32_t at = row_index(word);
  if (rows_[at].successors != 0) return;
  prefixes_.push_back(word);
  rows_[at].successors = static_cast<std::uint32_t>(successors_.size()) + 1;
  for (std::size_t letter = 0; letter < letters_; ++letter) {
    successors_.push_back(row_index(words_.child(word, make_id<Letter>(letter))));
  }
  changed_ = true;
}

TableLearner::RowId TableLearner::intern(RowId shorter, ClassId last) {
  const std::uint64_t key = (static_cast<std::uint64_t>(shorter) << 32) | static_cast<std::uint64_t>(last);
  const auto [found, added] = row_index_.try_emplace(key, static_cast<RowId>(row_nodes_.size()));
  if (added) row_nodes_.push_back({shorter, last});
  return found->second;
}

std::size_t TableLearner::first_difference(RowId a, RowId b) const {
  std::size_t column = suffixes_.size();
  std::size_t difference = column;
  while (a != b) {
    --column;
    if (row_nodes_[a].last != row_nodes_[b].last) difference = column;
    a = row_nodes_[a].shorter;
    b = row_nodes_[b].shorter;
  }
  return difference;
}

void TableLearner::gather() {
  entries_.clear();
  inquiries_.clear();
  asked_.clear();
  for (const Row& row : rows_) {
    for (std::size_t column = row.columns; column < suffixes_.size(); ++column) {
      const WordId word = words_.extend(row.word, suffixes_[column]);
      entries_.push_back(word);
      if (classes_.class_of(word) != no_class) continue;
      if (asked_.insert(word)) inquiries_.push_back({word, make_id<Context>(column), no_class});
    }
  }
}

void TableLearner::complete_rows() {
  std::size_t entry = 0;
  for (Row& row : rows_) {
    for (; row.columns < suffixes_.size(); ++row.columns) {
      row.row = intern(row.row, classes_.class_of(entries_[entry++]));
    }
  }
}

std::span<const Inquiry> TableLearner::advance() {
  grounds_.clear();
  while (changed_ || filling_) {
    if (!filling_) {
      filling_ = true;
      changed_ = false;
      gather();
      if (!inquiries_.empty()) return inquiries_;
    }
    filling_ = false;
    inquiries_.clear();
    complete_rows();
    if (watcher_ != nullptr) watcher_->on_step(LearnerStep::filled, states());
    const bool extended = make_consistent();
    changed_ = close() || extended;
  }
  return {};
}

bool TableLearner::make_consistent() {
  std::unordered_map<RowId, std::uint32_t> first_with_row;
  for (WordId prefix : prefixes_) {
    const Row& row = rows_[row_of_word_[index(prefix)] - 1];
    const auto [found, added] = first_with_row.try_emplace(row.row, row_of_word_[index(prefix)] - 1);
    if (added) continue;
    const Row& first = rows_[found->second];
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const RowId a = successor(first, letter).row;
      const RowId b = successor(row, letter).row;
      if (a == b) continue;
      Word suffix{make_id<Letter>(letter)};
      const Word& rest = suffixes_[first_difference(a, b)];
      grounds_.growth.push_back(words_.extend(successor(first, letter).word, rest));
      grounds_.growth.push_back(words_.extend(successor(row, letter).word, rest));
      suffix.insert(suffix.end(), rest.begin(), rest.end());
      suffixes_.push_back(std::move(suffix));
      if (watcher_ != nullptr) watcher_->on_step(LearnerStep::made_consistent, first_with_row.size());
      return true;
    }
  }
  return false;
}

// What makes a row new are the entries in which it differs from the row of S that is most like it.
void TableLearner::blame_row(const Row& row) {
  std::size_t fewest = suffixes_.size() + 1;
  RowId nearest = empty_row;
  for (WordId prefix : prefixes_) {
    RowId a = row.row;
    RowId b = rows_[row_of_word_[index(prefix)] - 1].row;
    std::size_t differing = 0;
    for (; a != b && differing < fewest; a = row_nodes_[a].shorter, b = row_nodes_[b].shorter) {
      differing += row_nodes_[a].last != row_nodes_[b].last ? 1 : 0;
    }
    if (differing >= fewest) continue;
    fewest = differing;
    nearest = rows_[row_of_word_[index(prefix)] - 1].row;
  }
  std::size_t column = suffixes_.size();
  for (RowId a = row.row, b = nearest; a != b; a = row_nodes_[a].shorter, b = row_nodes_[b].shorter) {
    --column;
    if (row_nodes_[a].last != row_nodes_[b].last) grounds_.growth.push_back(words_.extend(row.word, suffixes_[column]));
  }
}

bool TableLearner::close() {
  std::vector<bool> in_upper(row_nodes_.size(), false);
  for (WordId prefix : prefixes_) in_upper[rows_[row_of_word_[index(prefix)] - 1].row] = true;
  for (WordId prefix : prefixes_) {
    const Row& row = rows_[row_of_word_[index(prefix)] - 1];
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const Row& next = successor(row, letter);
      if (in_upper[next.row]) continue;
      blame_row(next);
      add_prefix(next.word);
      if (watcher_ != nullptr) watcher_->on_step(LearnerStep::closed, states());
      return true;
    }
  }
  return false;
}

std::size_t TableLearner::states() const {
  std::vector<RowId> rows;
  rows.reserve(prefixes_.size());
  for (WordId prefix : prefixes_) rows.push_back(rows_[row_of_word_[index(prefix)] - 1].row);
  std::sort(rows.begin(), rows.end());
  return static_cast<std::size_t>(std::unique(rows.begin(), rows.end()) - rows.begin());
}

Shape TableLearner::shape() const {
  std::unordered_map<RowId, std::uint32_t> upper;  // row -> a member of S with it
  for (WordId prefix : prefixes_) {
    const std::uint32_t at = row_of_word_[index(prefix)] - 1;
    upper.try_emplace(rows_[at].row, at);
  }
  Shape shape;
  std::unordered_map<RowId, State> state_of;
  std::vector<std::uint32_t> queue{row_of_word_[index(empty_word)] - 1};
  state_of[rows_[queue[0]].row] = State{0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Row& row = rows_[queue[at]];
    shape.class_of.push_back(classes_.class_of(row.word));
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      const RowId next = successor(row, letter).row;
      const auto [found, added] = state_of.try_emplace(next, make_id<State>(queue.size()));
      if (added) queue.push_back(upper.at(next));
      shape.next.push_back(found->second);
    }
  }
  return shape;
}

void TableLearner::counterexample(WordId word) {
  WordId prefix = empty_word;
  add_prefix(prefix);
  for (Letter letter : words_.spell(word)) add_prefix(prefix = words_.child(prefix, letter));
}

}  // namespace remap
