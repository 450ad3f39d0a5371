#include "learning/tour/rules/records.hpp"

#include <algorithm>
#include <utility>

namespace remap::symbolic {

void Records::add(WordId word, std::span<const PropositionSet> letters, ClassId known) {
  if (contains(word)) return;
  if (index(word) >= record_of_.size()) record_of_.resize(index(word) + 1, 0);
  records_.push_back({word, known});
  record_of_[index(word)] = static_cast<std::uint32_t>(records_.size());
  letters_.insert(letters_.end(), letters.begin(), letters.end());
  path_.resize(letters_.size(), no_rule);
  begin_.push_back(letters_.size());
  looked_at_.push_back(0);
  is_doubtful_.push_back(false);
  doubt(records_.size() - 1);
}

void Records::correct(const Classes& classes) {
  for (std::size_t at = 0; at < records_.size(); ++at) {
    const ClassId found = classes.class_of(records_[at].word);
    if (found == no_class || std::exchange(records_[at].known, found) == found) continue;
    doubt(at);
  }
}

void Records::doubt(std::size_t at) {
  if (!is_doubtful_[at]) doubtful_.emplace(letters(at).size(), at);
  is_doubtful_[at] = true;
}

void Records::changed(RuleId id) {
  if (index(id) >= crossings_.size()) return;
  for (const std::uint32_t record : crossings_[index(id)]) doubt(record);
  crossings_[index(id)].clear();
  changed_at_[index(id)] = ++time_;
}

// The path is as it was up to a rule that has changed, and again from where it meets its old self.
bool Records::agrees(std::size_t at) {
  crossings_.resize(rules_.size());
  changed_at_.resize(rules_.size(), 0);
  const std::uint64_t looked_at = std::exchange(looked_at_[at], time_);
  const std::span<const PropositionSet> word = letters(at);
  RuleId* const path = path_.data() + begin_[at];
  const auto holds = [&](std::size_t step) { return looked_at >= changed_at_[index(path[step])]; };
  Place place{0};
  RuleId last = no_rule;
  bool as_before = looked_at > 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (as_before && holds(i)) {
      last = path[i];
      continue;
    }
    if (as_before && i > 0) place = rules_[last].target;
    const RuleId id = rules_.rule_for(place, word[i]);
    as_before = std::exchange(path[i], id) == id && holds(i);
    if (id != last && !as_before) crossings_[index(id)].push_back(static_cast<std::uint32_t>(at));
    last = id;
    place = rules_[id].target;
  }
  if (as_before && last != no_rule) place = rules_[last].target;
  return rules_.places().class_of(place) == records_[at].known;
}

std::span<const std::uint32_t> Records::by_ending() {
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const std::span<const PropositionSet> one = letters(a), other = letters(b);
    return std::lexicographical_compare(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  };
  const auto sorted = static_cast<std::ptrdiff_t>(by_ending_.size());
  for (std::size_t i = by_ending_.size(); i < records_.size(); ++i) {
    by_ending_.push_back(static_cast<std::uint32_t>(i));
  }
  std::sort(by_ending_.begin() + sorted, by_ending_.end(), before);
  std::inplace_merge(by_ending_.begin(), by_ending_.begin() + sorted, by_ending_.end(), before);
  return by_ending_;
}

std::size_t Records::first_disagreeing() {
  while (!doubtful_.empty()) {
    const std::size_t at = doubtful_.top().second;
    if (!agrees(at)) return at;
    doubtful_.pop();
    is_doubtful_[at] = false;
  }
  return records_.size();
}

}  // namespace remap::symbolic
