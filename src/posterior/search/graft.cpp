// Changes of several transitions that pay only together, for `Search`.
//
// A graft explains one word that the machine gets wrong by a path of new states, which is unlikely by itself. Then
// states are merged, the best merge first, as long as that makes the machine likelier: events that do not matter are
// merged away first, because words that differ only in these are then explained, too. To choose some steps of the word
// at random instead needs ten times more grafts for rewards that take four events in order.
#include <algorithm>

#include "posterior/search/search.hpp"

namespace remap::posterior {

namespace {
constexpr double graft_heat = 5, promising = 10;
}

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
          changes_.insert_class(changed, q, round == 0);
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

/// A state of its own after each step of a word that the machine gets wrong, the last one right.
std::optional<Machine> Search::grown(const Machine& from) {
  scorer_.set_base(from);
  std::optional<Changes::Wrong> wrong;
  for (int i = changes_.below(3) == 0 ? 3 : 1; i > 0; --i) {  // sometimes the shortest of three
    const auto found = changes_.find_wrong(60);
    if (!found) break;
    const WordTree& tree = evidence_.tree();
    if (tree.depth(found->node) == 0) continue;
    if (!wrong || tree.depth(found->node) < tree.depth(wrong->node)) wrong = found;
  }
  if (!wrong) return std::nullopt;
  const Word word = evidence_.tree().word(wrong->node);
  if (from.states + static_cast<int>(word.size()) > most_states) return std::nullopt;

  Machine machine = from;
  int at = 0, before = 0;
  for (const Letter letter : word) {
    const Target to = machine.next[at][index(letter)];
    const int fresh = clone_state(space_, machine, !is_end(to) && changes_.below(2) == 0 ? to : at);
    machine.next[at][index(letter)] = static_cast<Target>(fresh);
    before = at;
    at = fresh;
  }
  const unsigned in_use = (1U << machine.classes) - 1;
  if (space_.open_classes && (wrong->wanted & in_use) == 0) {
    machine.cls[at] = static_cast<std::uint8_t>(wrong->wanted == 0 ? 0 : machine.classes - 1);
    changes_.insert_class(machine, at, wrong->wanted != 0);
    return machine;
  }
  machine.cls[at] = static_cast<std::uint8_t>(changes_.one_of(wrong->wanted, machine));
  if (space_.open_classes && changes_.below(3) == 0) changes_.insert_class(machine, at, changes_.below(2) == 0);
  for (const Target end : space_.ends) {  // it may also be over
    if ((wrong->wanted >> machine.cls[end] & 1U) == 0 || changes_.below(2) == 0) continue;
    machine.next[before][index(word.back())] = end;
    break;
  }
  return machine;
}

/// Merges states as long as that makes the machine likelier, the best merge first.
void Search::merge_down(Machine& machine) {
  canonical(space_, machine);
  scorer_.rate(machine);
  for (bool merged = true; merged;) {
    merged = false;
    scorer_.set_base(machine);
    const Machine from = machine;
    for (int q = 1; q < from.states; ++q) {
      for (int number = 0; number < from.targets(space_); ++number) {
        if (number == q) continue;
        Machine raw = from;
        redirect(space_, raw, q, from.target(space_, number));
        Machine changed = raw;
        canonical(space_, changed);
        score_change(raw, changed);
        if (changed.score <= machine.score) continue;
        machine = changed;
        merged = true;
      }
    }
  }
}

/// True if the best machine changed.
bool Search::graft() {
  const Machine from =
      changes_.below(2) == 0 ? pool_[random_.below(std::min<std::size_t>(4, pool_.size()))] : drawn(graft_heat);
  std::optional<Machine> machine = grown(from);
  if (!machine) return false;
  const double before = pool_.best().score;
  merge_down(*machine);
  if (machine->score > before - promising) descend(*machine, 0, 1);
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
  constexpr int most_grafts = 2000, most_rounds = 36, most_still = 3;
  const int patience = static_cast<int>(numbers_.settle);
  for (int grafts = 0, failed = 0; failed < patience && grafts < most_grafts; ++grafts) {
    failed = graft() ? 0 : failed + 1;
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
