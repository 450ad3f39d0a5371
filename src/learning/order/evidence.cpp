// Consistency of a set of answers, and a smallest contradicting subset.
//
// Equal words are united; the strict answers then form a graph on the classes, which must have no cycle. With known
// outputs every class takes the least value of its domain above all its predecessors, in topological order: if that
// runs out of values, nothing fits (the least solution of a monotone system). A smallest contradicting subset is found
// as in Junker's QuickXplain: first the shortest contradicting prefix, whose last answer is needed, then the same again
// on what precedes it.
#include "learning/order/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "logic/letters/shown.hpp"

namespace remap {

namespace {

class Checker {
 public:
  Checker(std::size_t outputs, const std::optional<AbsorbingRule>& rule) : outputs_(outputs), rule_(rule) {}

  bool consistent(std::span<const Answer> first, std::span<const Answer> second) {
    ids_.clear();
    words_.clear();
    leader_.clear();
    for (auto part : {first, second}) {
      for (const Answer& answer : part) {
        if (const auto* c = std::get_if<ComparisonAnswer>(&answer); c != nullptr && c->answer == Preference::equal) {
          unite(id(c->question.left), id(c->question.right));
        }
      }
    }
    do {
      edges_.clear();
      domain_.clear();
      differences_.clear();
      for (auto part : {first, second}) {
        for (const Answer& answer : part) {
          if (!add(answer)) return false;
        }
      }
      if (!order_fits()) return false;
      if (outputs_ > 0 && (rule_ || !differences_.empty())) bound();
      if (outputs_ > 0 && !differences_fit()) return false;
    } while (rule_ && absorb());
    return true;
  }

 private:
  std::uint32_t id(WordId word) {
    const auto [found, added] = ids_.try_emplace(word, static_cast<std::uint32_t>(leader_.size()));
    if (added) {
      leader_.push_back(found->second);
      words_.push_back(word);
    }
    return found->second;
  }
  std::uint32_t find(std::uint32_t x) {
    while (leader_[x] != x) x = leader_[x] = leader_[leader_[x]];
    return x;
  }
  void unite(std::uint32_t a, std::uint32_t b) { leader_[find(a)] = find(b); }

  // False when the answer contradicts the equalities by itself.
  bool add(const Answer& answer) {
    if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
      if (c->answer == Preference::equal) return true;
      std::uint32_t low = find(id(c->question.left));
      std::uint32_t high = find(id(c->question.right));
      if (c->answer == Preference::greater) std::swap(low, high);
      edges_.emplace_back(low, high);
      return low != high;
    }
    if (const auto* v = std::get_if<ValueAnswer>(&answer)) {
      const std::uint32_t node = find(id(v->word));
      if (outputs_ > 0) domain_.try_emplace(node, OutputSet::all(outputs_)).first->second.intersect(v->allowed);
      return true;
    }
    const auto& d = std::get<DifferenceAnswer>(answer);
    differences_.emplace_back(find(id(d.word)), find(id(d.other)));
    return differences_.back().first != differences_.back().second;
  }

  bool order_fits() {
    const std::size_t n = leader_.size();
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    std::vector<std::uint32_t> incoming(n, 0);
    start_.assign(n + 1, 0);
    queue_.clear();
    for (const auto& [low, high] : edges_) {
      ++incoming[high];
      ++start_[low + 1];
    }
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    least_.assign(n, 0);
    for (std::uint32_t x = 0; x < n; ++x) {
      if (leader_[x] == x && incoming[x] == 0) queue_.push_back(x);
    }
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const std::uint32_t x = queue_[at];
      if (outputs_ > 0) {
        if (const auto found = domain_.find(x); found != domain_.end()) {
          const Output least = found->second.at_or_after(least_[x]);
          if (least == no_output) return false;
          least_[x] = index(least);
        }
        if (least_[x] >= outputs_) return false;
      }
      for (std::uint32_t e = start_[x]; e < start_[x + 1]; ++e) {
        const std::uint32_t y = edges_[e].second;
        least_[y] = std::max(least_[y], least_[x] + 1);
        if (--incoming[y] == 0) queue_.push_back(y);
      }
    }
    return std::all_of(incoming.begin(), incoming.end(), [](std::uint32_t left) { return left == 0; });
  }

  // The greatest value each class can have, as an exclusive bound.
  void bound() {
    most_.assign(leader_.size(), outputs_);
    for (std::size_t at = queue_.size(); at-- > 0;) {
      const std::uint32_t x = queue_[at];
      for (std::uint32_t e = start_[x]; e < start_[x + 1]; ++e) {
        most_[x] = std::min(most_[x], most_[edges_[e].second] - 1);
      }
      if (const auto found = domain_.find(x); found != domain_.end()) {
        most_[x] = index(found->second.before(most_[x])) + 1;
      }
    }
  }
  [[nodiscard]] bool forced(std::uint32_t x) const { return most_[x] == least_[x] + 1; }

  // Words that can only have one and the same value cannot differ.
  bool differences_fit() const {
    return std::none_of(differences_.begin(), differences_.end(), [&](const auto& pair) {
      return forced(pair.first) && forced(pair.second) && least_[pair.first] == least_[pair.second];
    });
  }

  // Unites every word with those it extends whose value can only be the absorbing one. True when anything changed.
  bool absorb() {
    const auto absorbing = [&](std::uint32_t x) { return forced(x) && least_[x] == index(rule_->output); };
    bool changed = false;
    for (std::uint32_t x = 0; x < words_.size(); ++x) {
      for (WordId at : rule_->words.prefixes(words_[x])) {
        const auto prefix = ids_.find(at);
        if (prefix == ids_.end() || !absorbing(find(prefix->second)) || find(prefix->second) == find(x)) continue;
        unite(x, prefix->second);
        changed = true;
        break;
      }
    }
    return changed;
  }

  std::size_t outputs_;
  std::optional<AbsorbingRule> rule_;
  std::unordered_map<WordId, std::uint32_t> ids_;
  std::vector<WordId> words_;  // by id
  std::vector<std::uint32_t> leader_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::unordered_map<std::uint32_t, OutputSet> domain_;
  std::vector<std::uint32_t> start_, queue_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> differences_;
  std::vector<std::size_t> least_, most_;
};

}  // namespace

std::vector<Answer> minimal_contradiction(std::span<const Answer> answers, std::size_t outputs,
                                          const std::optional<AbsorbingRule>& rule) {
  Checker checker(outputs, rule);
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

std::optional<Preference> implied_answer(std::span<const Answer> answers, const Comparison& comparison,
                                         std::size_t outputs, const std::optional<AbsorbingRule>& rule) {
  Checker checker(outputs, rule);
  std::optional<Preference> only;
  for (const Preference answer : {Preference::less, Preference::equal, Preference::greater}) {
    const Answer supposed = ComparisonAnswer{comparison, answer};
    if (!checker.consistent(answers, std::span(&supposed, 1))) continue;
    if (only) return std::nullopt;
    only = answer;
  }
  return only;
}

std::size_t values_needed(std::span<const Answer> contradiction, std::size_t outputs) {
  const auto compares = [](const Answer& answer) { return std::holds_alternative<ComparisonAnswer>(answer); };
  if (outputs == 0 || !std::all_of(contradiction.begin(), contradiction.end(), compares)) return 0;
  if (minimal_contradiction(contradiction, outputs).empty()) return 0;  // it takes an absorbing output besides
  // A chain of so many strict comparisons, nothing else, is too long for the outputs by one.
  return minimal_contradiction(contradiction, 0).empty() ? outputs + 1 : 0;
}

std::string describe(const Answer& answer, const WordTree& words, const Alphabet& alphabet,
                     const std::optional<Outputs>& outputs) {
  const auto text = [&](WordId word) { return shown_word(alphabet, words.spell(word)); };
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
    names += outputs ? safe(outputs->name(output)) : fmt::format("{}", index(output));
  }
  return v.allowed.size() == 1 ? fmt::format("the value of '{}' is {} (counterexample)", text(v.word), names)
                               : fmt::format("the value of '{}' is one of {} (counterexample)", text(v.word),
                                             names.empty() ? "no value at all" : names);
}

}  // namespace remap
