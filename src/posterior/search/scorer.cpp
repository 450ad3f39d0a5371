#include "posterior/search/scorer.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {
constexpr std::size_t steps = std::size_t{most_states} * most_letters;
constexpr std::size_t step(int state, int letter) noexcept {
  return static_cast<std::size_t>(state) * most_letters + static_cast<std::size_t>(letter);
}
}  // namespace

double on_grid(double x) noexcept { return std::nearbyint(x * 0x1p20) * 0x1p-20; }

Scorer::Scorer(const Space& space, PriorName prior, const Numbers& numbers, const Evidence& evidence, bool errors)
    : space_(space),
      numbers_(numbers),
      evidence_(evidence),
      errors_(errors),
      prior_(space, prior, numbers),
      grid_(space.classes, {.errors = errors}, numbers.same_rates) {
  refresh();
}

void Scorer::refresh() {
  RatesSought sought = evidence_.sought(numbers_);
  sought.near = near_;
  if (!errors_) sought = {.errors = false};
  if (sought != grid_.sought()) grid_ = RateGrid(space_.classes, sought, numbers_.same_rates);
  const std::size_t places = evidence_.tree().size();
  now_ = 0;
  stamps_.assign(places, 0);
  answer_stamps_.assign(evidence_.answers().size(), 0);
  changed_states_.resize(places);
  if (base_.states > 0) set_base(Machine(base_));
}

double Scorer::log_prior(const Machine& machine) const {
  double sum = prior_.log(machine);
  for (const Word& example : evidence_.examples()) {
    std::uint64_t been = 1;
    int at = 0;
    for (const Letter letter : example) {
      at = machine.next[at][index(letter)];
      if (is_end(at)) break;
      if ((been >> at & 1U) != 0) sum -= numbers_.needless_event;
      been |= std::uint64_t{1} << at;
    }
  }
  return sum;
}

double Scorer::log_likelihood(const std::vector<int>& counts) const {
  const int wrong = counts[counts.size() - 2];
  return grid_.log_likelihood(of_givers(counts)) + wrong * portable::log(numbers_.wrong_value);
}

void Scorer::trace(const Machine& machine, States& states) const {
  const WordTree::Preorder& places = evidence_.places();
  states.resize(places.parent.size());
  states[0] = 0;
  for (std::size_t i = 1; i < states.size(); ++i) states[i] = machine.next[states[places.parent[i]]][places.letter[i]];
}

void Scorer::count(const Machine& machine, const States& states, std::vector<int>& counts) const {
  counts.assign(evidence_.counts(), 0);
  for (const Evidence::Answer& answer : evidence_.answers()) {
    const int pair = machine.cls[states[answer.u]] * most_classes + machine.cls[states[answer.v]];
    ++counts[evidence_.kind(answer).counted[static_cast<std::size_t>(pair)]];
  }
}

void Scorer::rate(Machine& machine) {
  ++scored_;
  trace(machine, scratch_states_);
  count(machine, scratch_states_, scratch_counts_);
  machine.score = on_grid(log_prior(machine) + log_likelihood(scratch_counts_));
}

void Scorer::set_base(const Machine& machine) {
  base_ = machine;
  trace(base_, states_);
  count(base_, states_, counts_);
  const WordTree::Preorder& places = evidence_.places();
  first_by_step_.assign(steps + 1, 0);
  for (std::size_t i = 1; i < states_.size(); ++i) {
    if (const int from = states_[places.parent[i]]; !is_end(from)) ++first_by_step_[step(from, places.letter[i]) + 1];
  }
  for (std::size_t i = 1; i <= steps; ++i) first_by_step_[i] += first_by_step_[i - 1];
  by_step_.resize(first_by_step_[steps]);
  static thread_local std::vector<std::uint32_t> filled;
  filled = first_by_step_;
  for (std::uint32_t i = 1; i < states_.size(); ++i) {
    if (const int from = states_[places.parent[i]]; !is_end(from)) by_step_[filled[step(from, places.letter[i])]++] = i;
  }
}

unsigned Scorer::wanted(const Evidence::Answer& answer, bool of_u) const noexcept {
  const std::uint64_t right = evidence_.kind(answer).right;
  unsigned classes = 0;
  for (int c = 0; c < space_.classes; ++c) {
    const int u = of_u || answer.u == answer.v ? c : base_.cls[states_[answer.u]];
    const int v = !of_u || answer.u == answer.v ? c : base_.cls[states_[answer.v]];
    if ((right >> (u * most_classes + v) & 1U) != 0) classes |= 1U << c;
  }
  return classes;
}

void Scorer::find_touched(const Machine& changed) {
  touched_.clear();
  std::uint64_t recast = 0;  // states with another class
  for (int q = 0; q < base_.states; ++q) {
    if (base_.cls[q] != changed.cls[q]) recast |= std::uint64_t{1} << q;
  }
  const auto touch = [&](const Node* from, const Node* to) {
    merged_.resize(touched_.size() + static_cast<std::size_t>(to - from));
    std::merge(touched_.begin(), touched_.end(), from, to, merged_.begin());
    touched_.swap(merged_);
  };
  constexpr Node root = 0;
  if ((recast & 1U) != 0) touch(&root, &root + 1);
  for (int q = 0; q < base_.states; ++q) {
    if (recast == 0 && base_.next[q] == changed.next[q]) continue;
    for (int a = 0; a < space_.letters; ++a) {
      const Target to = base_.next[q][a];
      if (to == changed.next[q][a] && (recast >> to & 1U) == 0) continue;
      const std::size_t number = step(q, a);
      touch(by_step_.data() + first_by_step_[number], by_step_.data() + first_by_step_[number + 1]);
    }
  }
}

void Scorer::walk_touched(const Machine& changed) {
  const WordTree::Preorder& places = evidence_.places();
  moved_.clear();
  std::size_t i = 0;
  while (i < touched_.size()) {
    Node at = touched_[i];
    const Node stop = places.end[at];
    while (at < stop) {
      while (i < touched_.size() && touched_[i] <= at) ++i;
      const Target before = states_[at];
      const Target state = at == 0 ? before : changed.next[changed_state(places.parent[at])][places.letter[at]];
      if (changed.cls[state] != base_.cls[before]) moved_.push_back(at);
      stamps_[at] = now_;
      changed_states_[at] = state;
      if (state != before) {
        ++at;
        continue;
      }
      at = places.end[at];  // what is below stays, but for other changed steps
      if (i < touched_.size() && touched_[i] < at) at = touched_[i];
    }
  }
}

void Scorer::recount(const Machine& changed) {
  for (const Node place : moved_) {
    for (const std::uint32_t number : evidence_.answers_at(place)) {
      if (answer_stamps_[number] == now_) continue;
      answer_stamps_[number] = now_;
      const Evidence::Answer& answer = evidence_.answers()[number];
      const auto& counted = evidence_.kind(answer).counted;
      const int pair = changed.cls[changed_state(answer.u)] * most_classes + changed.cls[changed_state(answer.v)];
      --scratch_counts_[counted[static_cast<std::size_t>(this->pair(answer, states_))]];
      ++scratch_counts_[counted[static_cast<std::size_t>(pair)]];
    }
  }
}

double Scorer::change_likelihood(const Machine& changed) {
  ++scored_;
  if (++now_ == 0) {  // once in four billion changes
    std::fill(stamps_.begin(), stamps_.end(), 0);
    std::fill(answer_stamps_.begin(), answer_stamps_.end(), 0);
    now_ = 1;
  }
  find_touched(changed);
  walk_touched(changed);
  scratch_counts_ = counts_;
  recount(changed);
  return log_likelihood(scratch_counts_);
}

}  // namespace remap::posterior
