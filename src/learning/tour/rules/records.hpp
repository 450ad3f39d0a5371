// Words whose classes are known, and which of them disagree with the rules.
//
// A word needs to be looked at again only when a rule on its path has changed, so each rule remembers the words that
// cross it; those that no longer do are looked at once too often. The shortest word that disagrees comes first: its
// search is the cheapest.
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "learning/tour/rules/rules.hpp"

namespace remap::symbolic {

class Records {
 public:
  explicit Records(const Rules& rules) : rules_(rules) {}

  struct Record {
    WordId word;
    ClassId known;
  };
  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  [[nodiscard]] const Record& operator[](std::size_t at) const noexcept { return records_[at]; }
  [[nodiscard]] std::span<const PropositionSet> letters(std::size_t at) const noexcept {
    return std::span(letters_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  /// The rules along the word. Only while `first_disagreeing` would find nothing.
  [[nodiscard]] std::span<const RuleId> path(std::size_t at) const noexcept {
    return std::span(path_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  /// A hint that the letters and the rules of a record will be needed soon.
  void prefetch(std::size_t at) const noexcept {
    __builtin_prefetch(&letters_[begin_[at]]);
    __builtin_prefetch(&path_[begin_[at]]);
  }
  [[nodiscard]] bool contains(WordId word) const noexcept {
    return index(word) < record_of_.size() && record_of_[index(word)] != 0;
  }
  /// The class of a word that has a record.
  [[nodiscard]] ClassId known(WordId word) const noexcept { return records_[record_of_[index(word)] - 1].known; }

  /// The class may be one that is only assumed: of a word that equals another one, as predicted for both.
  void add(WordId word, std::span<const PropositionSet> letters, ClassId known);
  /// To be called when an assumed class turned out to be another one: words that equal each other share it.
  void correct(const Classes& classes);
  /// The words through a rule are to be looked at again.
  void changed(RuleId id);
  /// All records, in an order in which words that end alike follow each other.
  [[nodiscard]] std::span<const std::uint32_t> by_ending();
  /// A shortest word that the rules give another class; `size()` if there is none. After `changed` for every rule that
  /// has changed.
  [[nodiscard]] std::size_t first_disagreeing();

 private:
  [[nodiscard]] bool agrees(std::size_t at);
  void doubt(std::size_t at);

  const Rules& rules_;
  std::vector<Record> records_;
  std::vector<PropositionSet> letters_;
  std::vector<RuleId> path_;  // per letter
  std::vector<std::size_t> begin_{0};
  std::uint64_t time_ = 1;                             // changes of rules
  std::vector<std::uint64_t> looked_at_;               // per record, when; 0: never
  std::vector<std::vector<std::uint32_t>> crossings_;  // per rule, the records that cross it, or once did
  std::vector<std::uint64_t> changed_at_;              // likewise, when these were last forgotten
  std::vector<std::uint32_t> record_of_;               // per word, from 1; 0: none
  std::vector<std::uint32_t> by_ending_;               // those that have been sorted
  // Length and number of those to be looked at, and per record, whether it is among them.
  std::priority_queue<std::pair<std::size_t, std::size_t>, std::vector<std::pair<std::size_t, std::size_t>>,
                      std::greater<>>
      doubtful_;
  std::vector<bool> is_doubtful_;
};

}  // namespace remap::symbolic
