// Changes of several transitions that pay only together, for `Search`.
#include <algorithm>
#include <limits>

#include "posterior/search.hpp"

namespace remap::posterior {

/// Takes a change of the scorer's base if it scores more than the best change before.
bool Search::take_better(const Machine& changed, Machine& best) {
  const double score = on_grid(scorer_.log_prior(changed) + scorer_.change_likelihood(changed));
  if (score <= best.score) return false;
  best = changed;
  best.score = score;
  return true;
}

/// Sets transitions and classes of the states from `from` on to what scores best, until nothing changes.
void Search::descend(Machine& machine, int from, int sweeps) {
  scorer_.rate(machine);
  scorer_.set_base(machine);
  const auto better = [&](const auto& each_change) {
    Machine best = machine, changed = machine;
    bool found = false;
    each_change(changed, [&] { found = take_better(changed, best) || found; });
    if (!found) return;
    machine = best;
    scorer_.set_base(machine);
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const double before = machine.score;
    for (int i = (machine.states - from) * space_.letters; i > 0; --i) {
      const int q = from + changes_.below(machine.states - from), a = changes_.below(space_.letters);
      better([&](Machine& changed, const auto& give) {
        for (int number = 0; number < machine.targets(space_); ++number) {
          changed.next[q][a] = machine.target(space_, number);
          if (changed.next[q][a] != machine.next[q][a]) give();
        }
      });
    }
    for (int q = from; q < machine.states; ++q) {
      better([&](Machine& changed, const auto& give) {
        for (int cls = 0; cls < machine.classes; ++cls) {
          changed.cls[q] = static_cast<std::uint8_t>(cls);
          if (cls != machine.cls[q] && space_.goes_on(cls)) give();
        }
        if (!space_.open_classes || machine.classes == most_classes) return;
        for (int round = 0; round < 2; ++round) {
          changed = machine;
          changes_.insert_class(changed, q);
          give();
        }
      });
    }
    if (machine.score <= before) break;
  }
  canonical(space_, machine);
  scorer_.rate(machine);
  pool_.consider(machine);
}

/// New states after some steps of a short word that the machine gets wrong.
std::optional<Machine> Search::grown(const Machine& from) {
  scorer_.set_base(from);
  std::optional<Changes::Wrong> wrong;
  std::size_t shortest = std::numeric_limits<std::size_t>::max();
  for (int i = 0; i < 3; ++i) {
    const auto found = changes_.find_wrong(60);
    if (!found) break;
    const std::size_t length = evidence_.tree().depth(found->node);
    if (length == 0 || length >= shortest) continue;
    shortest = length;
    wrong = found;
  }
  if (!wrong) return std::nullopt;
  const Word word = evidence_.tree().word(wrong->node);
  const auto steps = 1 + random_.below(std::min<std::size_t>(4, word.size()));
  if (from.states + static_cast<int>(steps) > most_states) return std::nullopt;
  std::vector<bool> own(word.size(), false);
  own.back() = true;
  for (std::size_t i = 1; i < steps; ++i) own[random_.below(word.size())] = true;

  Machine machine = from;
  int at = 0, before = 0, last = -1;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::size_t letter = index(word[i]);
    if (own[i] && !is_end(at)) {
      const Target to = machine.next[at][letter];
      last = clone_state(space_, machine, !is_end(to) && changes_.below(2) == 0 ? to : at);
      machine.next[at][letter] = static_cast<Target>(last);
    }
    before = at;
    at = machine.next[at][letter];
  }
  if (last < 0) return std::nullopt;
  if (last == at) {
    machine.cls[last] = static_cast<std::uint8_t>(changes_.one_of(wrong->wanted, machine));
    const unsigned in_use = (1U << machine.classes) - 1;
    if (space_.open_classes && ((wrong->wanted & in_use) == 0 || changes_.below(3) == 0)) {
      changes_.insert_class(machine, last);
    }
  }
  if (before >= from.states && !is_end(before)) {  // it may also be over
    for (const Target end : space_.ends) {
      if ((wrong->wanted >> machine.cls[end] & 1U) == 0 || changes_.below(2) == 0) continue;
      machine.next[before][index(word.back())] = end;
      break;
    }
  }
  return machine;
}

/// From one of the likeliest machines. True if the best machine changed.
bool Search::graft_likely() {
  const Machine from = pool_[random_.below(std::min<std::size_t>(4, pool_.size()))];
  std::optional<Machine> machine = grown(from);
  if (!machine) return false;
  const double before = pool_.best().score;
  descend(*machine, from.states, 2);
  pool_.sort();
  return pool_.best().score > before;
}

/// A state of its own after each transition in turn.
bool Search::deepen(const Machine& from) {
  const double before = pool_.best().score;
  for (int q = 0; q < from.states && from.states < most_states; ++q) {
    for (int a = 0; a < space_.letters; ++a) {
      Machine machine = from;
      const Target to = from.next[q][a];
      const int fresh = clone_state(space_, machine, is_end(to) ? q : to);
      machine.next[q][a] = static_cast<Target>(fresh);
      descend(machine, from.states, 3);
    }
  }
  pool_.sort();
  return pool_.best().score > before;
}

void Search::settle() {
  constexpr int most_failing = 150, most_grafts = 600, most_rounds = 36, most_still = 6;
  for (int grafts = 0, failing = 0; failing < most_failing && grafts < most_grafts; ++grafts, ++failing) {
    if (graft_likely()) failing = 0;
  }
  while (deepen(Machine(pool_.best()))) {
  }
  std::uint64_t before = 0;
  for (int round = 0, still = 0; round < most_rounds && still < most_still; ++round) {
    improve();
    still = pool_.best().print == before ? still + 1 : 0;
    before = pool_.best().print;
  }
}

}  // namespace remap::posterior
