// What the ranker that searches knows of the classes: where new ones are possible, how often each occurred in each
// context, and from that the class to compare a word with first.
#pragma once

#include <vector>

#include "learning/ranking/search_costs.hpp"

namespace remap {

class SearchTables {
 public:
  using Record = ContextFrequencies::Record;
  static constexpr std::size_t most_classes = SearchCosts::most_classes;
  static constexpr double gap_weight = 0.1;  // how many observations the chance of a new class is worth

  explicit SearchTables(const Classes& classes) : classes_(classes) {}

  /// To be called before anything else if the classes may have changed. Whether they have.
  bool update() {
    if (version_ == classes_.version()) return false;
    version_ = classes_.version();
    frequencies_.make_room(classes_.size());
    gaps_below_.assign(1, 0);
    for (std::size_t r = 0; r <= classes_.size(); ++r) {
      gaps_below_.push_back(gaps_below_[r] + (classes_.gap_open(r) ? 1 : 0));
    }
    return true;
  }

  /// Whether a word of which nothing else is known can be of a new class below that rank, or at all.
  [[nodiscard]] bool gap_open(std::size_t rank) const { return gaps_below_[rank + 1] != gaps_below_[rank]; }
  [[nodiscard]] bool closed() const { return gaps_below_.back() == 0; }
  /// How many outcomes there are for such a word between two ranks.
  [[nodiscard]] std::size_t outcomes(std::size_t begin, std::size_t end) const {
    return end - begin + gaps_below_[end + 1] - gaps_below_[begin];
  }

  [[nodiscard]] ContextFrequencies& frequencies() noexcept { return frequencies_; }

  /// How likely a class is in a context.
  [[nodiscard]] double weight(Record here, ClassId id) const {
    constexpr auto everywhere = ContextFrequencies::all_contexts;
    return frequencies_.count_of(here, id) +
           prior_strength * (frequencies_.count_of(everywhere, id) + 0.5) / (frequencies_.total_of(everywhere) + 1.0);
  }

  /// The version of the classes that tables are made for.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  /// Makes the table of a context anew.
  [[gnu::noinline]] void tabulate(Record here) {
    const std::size_t classes = classes_.size();
    for (std::size_t r = 0; r < classes; ++r) costs_.class_weight[r] = weight(here, classes_.at_rank(r));
    for (std::size_t r = 0; r <= classes; ++r) costs_.gap_weight[r] = gap_open(r) ? gap_weight : 0;
    costs_.tabulate(classes, gaps_below_, frequencies_.table(here));
    frequencies_.mark_tabled(here, version_);
  }
  /// The rank to compare with for an interval of ranks, by a table that is up to date. At most `most_classes` classes.
  [[nodiscard]] std::uint32_t best(Record here, std::size_t begin, std::size_t end) {
    if (frequencies_.outdated(here, version_)) tabulate(here);
    return frequencies_.table(here)[ContextFrequencies::interval(begin, end)];
  }

 private:
  static constexpr double prior_strength = 0.5;  // how many observations the frequencies over all contexts are worth

  const Classes& classes_;
  std::uint64_t version_ = UINT64_MAX;   // of the classes, as of the last `update`
  std::vector<std::size_t> gaps_below_;  // per rank, how many gaps of lower ranks are open to any word
  ContextFrequencies frequencies_;
  SearchCosts costs_;
};

}  // namespace remap
