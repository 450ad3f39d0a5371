// Consistency of a set of answers, and a smallest contradicting subset.
//
// Equal words are united; the strict answers then form a graph on the classes, which must have no cycle. With known
// outputs every class takes the least value of its domain above all its predecessors, in topological order: if that
// runs out of values, nothing fits (the least solution of a monotone system). A smallest contradicting subset is found
// as in Junker's QuickXplain: first the shortest contradicting prefix, whose last answer is needed, then the same again
// on what precedes it.
#include "remap/learning/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace remap {

namespace {

class Checker {
 public:
  explicit Checker(std::size_t outputs) : outputs_(outputs) {}

  bool consistent(std::span<const Answer> first, std::span<const Answer> second) {
    ids_.clear();
    leader_.clear();
    for (auto part : {first, second}) {
      for (const Answer& answer : part) {
        if (const auto* c = std::get_if<ComparisonAnswer>(&answer); c != nullptr && c->answer == Preference::equal) {
          unite(id(c->question.left), id(c->question.right));
        }
      }
    }
    edges_.clear();
    std::vector<std::pair<std::uint32_t, const OutputSet*>> restrictions;
    for (auto part : {first, second}) {
      for (const Answer& answer : part) {
        if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
          if (c->answer == Preference::equal) continue;
          std::uint32_t low = find(id(c->question.left));
          std::uint32_t high = find(id(c->question.right));
          if (c->answer == Preference::greater) std::swap(low, high);
          if (low == high) return false;
          edges_.emplace_back(low, high);
        } else if (const auto* v = std::get_if<ValueAnswer>(&answer)) {
          restrictions.emplace_back(find(id(v->word)), &v->allowed);
        } else if (const auto* d = std::get_if<DifferenceAnswer>(&answer)) {
          if (find(id(d->word)) == find(id(d->other))) return false;
        }
      }
    }
    return order_fits(restrictions);
  }

 private:
  std::uint32_t id(WordId word) {
    const auto [found, added] = ids_.try_emplace(word, static_cast<std::uint32_t>(leader_.size()));
    if (added) leader_.push_back(found->second);
    return found->second;
  }
  std::uint32_t find(std::uint32_t x) {
    while (leader_[x] != x) x = leader_[x] = leader_[leader_[x]];
    return x;
  }
  void unite(std::uint32_t a, std::uint32_t b) { leader_[find(a)] = find(b); }

  bool order_fits(const std::vector<std::pair<std::uint32_t, const OutputSet*>>& restrictions) {
    const std::size_t n = leader_.size();
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    std::vector<std::uint32_t> incoming(n, 0), start(n + 1, 0), queue;
    for (const auto& [low, high] : edges_) {
      ++incoming[high];
      ++start[low + 1];
    }
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::unordered_map<std::uint32_t, OutputSet> domain;
    if (outputs_ > 0) {
      for (const auto& [node, allowed] : restrictions) {
        domain.try_emplace(node, OutputSet::all(outputs_)).first->second.intersect(*allowed);
      }
    }
    std::vector<std::size_t> from(n, 0);
    for (std::uint32_t x = 0; x < n; ++x) {
      if (leader_[x] == x && incoming[x] == 0) queue.push_back(x);
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t x = queue[at];
      std::size_t value = from[x];
      if (outputs_ > 0) {
        if (const auto found = domain.find(x); found != domain.end()) {
          const Output least = found->second.at_or_after(value);
          if (least == no_output) return false;
          value = index(least);
        }
        if (value >= outputs_) return false;
      }
      for (std::uint32_t e = start[x]; e < start[x + 1]; ++e) {
        const std::uint32_t y = edges_[e].second;
        from[y] = std::max(from[y], value + 1);
        if (--incoming[y] == 0) queue.push_back(y);
      }
    }
    return std::all_of(incoming.begin(), incoming.end(), [](std::uint32_t left) { return left == 0; });
  }

  std::size_t outputs_;
  std::unordered_map<WordId, std::uint32_t> ids_;
  std::vector<std::uint32_t> leader_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

std::vector<Answer> minimal_contradiction(std::span<const Answer> answers, std::size_t outputs) {
  Checker checker(outputs);
  std::vector<Answer> needed;
  if (checker.consistent(answers, needed)) return needed;
  std::size_t end = answers.size();
  while (checker.consistent({}, needed)) {
    std::size_t low = 1;
    std::size_t high = end;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (checker.consistent(answers.first(middle), needed)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    needed.push_back(answers[low - 1]);
    end = low - 1;
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

std::string describe(const Answer& answer, const WordTree& words, const Alphabet& alphabet, const Outputs* outputs) {
  const auto text = [&](WordId word) { return format_word(alphabet, words.spell(word)); };
  if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
    static constexpr std::string_view relation[] = {"is below", "equals", "is above"};
    return fmt::format("'{}' {} '{}'", text(c->question.left), relation[static_cast<std::size_t>(c->answer)],
                       text(c->question.right));
  }
  if (const auto* d = std::get_if<DifferenceAnswer>(&answer)) {
    return fmt::format("'{}' does not equal '{}' (counterexample)", text(d->word), text(d->other));
  }
  const auto& v = std::get<ValueAnswer>(answer);
  std::string names;
  for (Output output : v.allowed.members()) {
    if (!names.empty()) names += ", ";
    names += outputs != nullptr ? outputs->name(output) : fmt::format("{}", index(output));
  }
  return v.allowed.size() == 1 ? fmt::format("the value of '{}' is {} (counterexample)", text(v.word), names)
                               : fmt::format("the value of '{}' is one of {} (counterexample)", text(v.word),
                                             names.empty() ? "no value at all" : names);
}

}  // namespace remap
