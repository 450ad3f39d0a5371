// Least-cost set cover by branch and bound with the classical reductions (Coudert, "Two-level logic minimization: an
// overview", 1994): a row with one column left takes it; a row that contains another row's columns is implied; a column
// whose rows another column covers at no higher cost is useless. What remains branches on the row with the fewest
// columns, and is cut off when rows that share no column already cost too much. The first descent takes the largest
// columns first, so it is a greedy cover; the budget counts words looked at, not time, so that the result is the same
// on every machine.
#include "logic/formulas/cover.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace remap {
namespace {

class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t i) noexcept { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  void clear(std::size_t i) noexcept { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  [[nodiscard]] bool test(std::size_t i) const noexcept { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void remove(const Bits& other) noexcept {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  }
  [[nodiscard]] std::size_t words() const noexcept { return words_.size(); }
  [[nodiscard]] std::size_t common(const Bits& other) const noexcept {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (const std::uint64_t both = words_[w] & other.words_[w]; both != 0) count += std::popcount(both);
    }
    return count;
  }
  /// Within `mask`, is this a subset of `other`?
  [[nodiscard]] bool within(const Bits& other, const Bits& mask) const noexcept {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & mask.words_[w] & ~other.words_[w]) != 0) return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<std::size_t> members() const {
    return members_of([](std::uint64_t w, std::size_t) { return w; });
  }
  [[nodiscard]] std::vector<std::size_t> members_in(const Bits& mask) const {
    return members_of([&mask](std::uint64_t word, std::size_t w) { return word & mask.words_[w]; });
  }

 private:
  template <class Select>
  std::vector<std::size_t> members_of(Select select) const {
    std::vector<std::size_t> members;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = select(words_[w], w); rest != 0; rest &= rest - 1) {
        members.push_back(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
    return members;
  }
  std::vector<std::uint64_t> words_;
};

class CoverSearch {
 public:
  CoverSearch(std::size_t rows, const std::vector<CoverColumn>& columns)
      : columns_(columns), columns_of_(rows, Bits(columns.size())), rows_of_(columns.size(), Bits(rows)) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const std::uint32_t r : columns[c].rows) {
        columns_of_[r].set(c);
        rows_of_[c].set(r);
      }
    }
  }

  std::vector<std::size_t> run() {
    Node root{Bits(columns_of_.size()), Bits(columns_.size()), {}, 0};
    for (std::size_t r = 0; r < columns_of_.size(); ++r) root.rows.set(r);
    for (std::size_t c = 0; c < columns_.size(); ++c) root.columns.set(c);
    search(std::move(root));
    std::sort(best_.begin(), best_.end());
    return best_;
  }

 private:
  struct Node {
    Bits rows;     // still to be covered
    Bits columns;  // still allowed
    std::vector<std::size_t> chosen;
    std::uint64_t cost;
  };

  void search(Node node) {
    if (!reduce(node)) return;
    const std::vector<std::size_t> rows = rows_by_choice(node);
    if (rows.empty()) {
      if (node.cost < best_cost_) best_cost_ = node.cost, best_ = node.chosen;
      return;
    }
    if (node.cost + lower_bound(rows, node) >= best_cost_) return;
    for (const std::size_t c : branches(rows.front(), node)) {
      if (work_ > budget && !best_.empty()) return;
      Node child = node;
      take(child, c);
      search(std::move(child));
      node.columns.clear(c);
    }
  }

  void take(Node& node, std::size_t c) const {
    node.chosen.push_back(c);
    node.cost += columns_[c].cost;
    node.rows.remove(rows_of_[c]);
    node.columns.clear(c);
  }

  /// To a fixed point; false when some row can no longer be covered.
  bool reduce(Node& node) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::size_t r : node.rows.members()) {
        if (!node.rows.test(r)) continue;
        const std::vector<std::size_t> left = columns_of_[r].members_in(node.columns);
        if (left.empty()) return false;
        if (left.size() == 1) take(node, left.front()), changed = true;
      }
      if (work_ > budget) continue;
      changed = drop_columns(node) || changed;
      changed = drop_rows(node) || changed;
    }
    return true;
  }

  bool drop_columns(Node& node) {
    const std::vector<std::size_t> columns = node.columns.members();
    std::vector<std::size_t> sizes;
    for (const std::size_t c : columns) sizes.push_back(rows_of_[c].common(node.rows));
    bool changed = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t c = columns[i];
      const auto dominates = [&](std::size_t j) {
        const std::size_t d = columns[j];
        if (i == j || sizes[j] < sizes[i] || columns_[d].cost > columns_[c].cost || !node.columns.test(d)) return false;
        work_ += node.rows.words();
        return rows_of_[c].within(rows_of_[d], node.rows);
      };
      bool useless = sizes[i] == 0;
      work_ += columns.size() / 4;
      for (std::size_t j = 0; j < columns.size() && !useless; ++j) useless = dominates(j);
      if (useless) node.columns.clear(c), changed = true;
    }
    return changed;
  }

  bool drop_rows(Node& node) {
    const std::vector<std::size_t> rows = node.rows.members();
    std::vector<std::size_t> sizes;
    for (const std::size_t r : rows) sizes.push_back(columns_of_[r].common(node.columns));
    std::vector<bool> dropped(rows.size());
    bool changed = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      work_ += rows.size() / 4;
      for (std::size_t j = 0; j < rows.size() && !dropped[i]; ++j) {
        if (i == j || dropped[j] || sizes[j] > sizes[i]) continue;
        work_ += node.columns.words();
        if (columns_of_[rows[j]].within(columns_of_[rows[i]], node.columns)) dropped[i] = true;
      }
      if (dropped[i]) node.rows.clear(rows[i]), changed = true;
    }
    return changed;
  }

  std::uint64_t lower_bound(const std::vector<std::size_t>& rows, const Node& node) {
    Bits used(columns_.size());
    std::uint64_t bound = 0;
    for (const std::size_t r : rows) {
      work_ += node.columns.words();
      const std::vector<std::size_t> left = columns_of_[r].members_in(node.columns);
      if (std::any_of(left.begin(), left.end(), [&](std::size_t c) { return used.test(c); })) continue;
      std::uint32_t cheapest = std::numeric_limits<std::uint32_t>::max();
      for (const std::size_t c : left) {
        used.set(c);
        cheapest = std::min(cheapest, columns_[c].cost);
      }
      bound += cheapest;
    }
    return bound;
  }

  /// The rows still to be covered, those with few columns first.
  [[nodiscard]] std::vector<std::size_t> rows_by_choice(const Node& node) {
    std::vector<std::pair<std::size_t, std::size_t>> sized;
    for (const std::size_t r : node.rows.members()) sized.emplace_back(columns_of_[r].common(node.columns), r);
    work_ += sized.size() * node.columns.words();
    std::sort(sized.begin(), sized.end());
    std::vector<std::size_t> order;
    for (const auto& [size, r] : sized) order.push_back(r);
    return order;
  }

  /// The columns of a row; those that leave fewest rows come first, then the cheap ones.
  [[nodiscard]] std::vector<std::size_t> branches(std::size_t row, const Node& node) const {
    struct Branch {
      std::size_t left;
      std::uint32_t cost;
      std::size_t column;
      auto operator<=>(const Branch&) const = default;
    };
    std::vector<Branch> sorted;
    for (const std::size_t c : columns_of_[row].members_in(node.columns)) {
      sorted.push_back({columns_of_.size() - rows_of_[c].common(node.rows), columns_[c].cost, c});
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> order;
    for (const Branch& branch : sorted) order.push_back(branch.column);
    return order;
  }

  static constexpr std::uint64_t budget = 4'000'000;
  const std::vector<CoverColumn>& columns_;
  std::vector<Bits> columns_of_;
  std::vector<Bits> rows_of_;
  std::vector<std::size_t> best_;
  std::uint64_t best_cost_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t work_ = 0;
};

}  // namespace

std::vector<std::size_t> cheapest_cover(std::size_t rows, const std::vector<CoverColumn>& columns) {
  return CoverSearch(rows, columns).run();
}

}  // namespace remap
