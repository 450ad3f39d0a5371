#include "posterior/search/changes.hpp"

#include <algorithm>
#include <bit>

namespace remap::posterior {

namespace {

bool has_room(const Machine& machine) noexcept { return machine.states < most_states; }

int run_from(const Machine& machine, int state, const Word& word, std::size_t from) noexcept {
  for (std::size_t i = from; i < word.size(); ++i) state = machine.next[state][index(word[i])];
  return state;
}

}  // namespace

void redirect(const Space& space, Machine& machine, int state, Target target) {
  for (int q = 0; q < machine.states; ++q) {
    for (int a = 0; a < space.letters; ++a) {
      if (machine.next[q][a] == state) machine.next[q][a] = target;
    }
  }
}

int Changes::live_class(const Machine& machine) {
  if (space_.open_classes) return below(machine.classes);
  return space_.live[static_cast<std::size_t>(below(static_cast<int>(space_.live.size())))];
}

int Changes::one_of(unsigned classes, const Machine& machine) {
  classes &= space_.live_mask & ((1U << machine.classes) - 1);
  if (classes == 0) return live_class(machine);
  int nth = below(std::popcount(classes));
  int cls = std::countr_zero(classes);
  for (; nth > 0; --nth) {
    classes &= classes - 1;
    cls = std::countr_zero(classes);
  }
  return cls;
}

void Changes::insert_class(Machine& machine, int state, bool above) {
  if (machine.classes == most_classes) return;
  const int cls = machine.cls[state] + (above ? 1 : 0);
  for (int q = 0; q < machine.states; ++q) {
    if (machine.cls[q] >= cls) ++machine.cls[q];
  }
  machine.cls[state] = static_cast<std::uint8_t>(cls);
  ++machine.classes;
}

void Changes::change_class(Machine& machine, int state) {
  if (is_end(state)) return;
  if (space_.open_classes && below(3) == 0) {
    insert_class(machine, state, below(2) == 0);
  } else {
    machine.cls[state] = static_cast<std::uint8_t>(live_class(machine));
  }
}

std::optional<Changes::Wrong> Changes::find_wrong(int tries) {
  const auto& answers = evidence_.answers();
  if (answers.empty()) return std::nullopt;
  for (; tries > 0; --tries) {
    const Evidence::Answer& answer = answers[random_.below(answers.size())];
    if (scorer_.is_right(answer)) continue;
    const bool of_u = answer.u == answer.v || below(2) == 0;
    return Wrong{evidence_.node_at(of_u ? answer.u : answer.v), scorer_.wanted(answer, of_u)};
  }
  return std::nullopt;
}

bool Changes::mend(Machine& machine) {
  const auto wrong = find_wrong(40);
  if (!wrong) return false;
  const Word word = evidence_.tree().word(wrong->node);
  std::vector<int> path{0};
  for (const Letter letter : word) path.push_back(machine.next[path.back()][index(letter)]);
  const unsigned classes = space_.open_classes ? (1U << machine.classes) - 1 : ~0U;
  if ((wrong->wanted & classes) == 0) {  // no such class yet
    if (!space_.open_classes) return false;
    insert_class(machine, path.back(), wrong->wanted != 0);
    return true;
  }
  if (word.empty() || below(12) == 0) {
    if (is_end(path.back())) return false;
    change_class(machine, path.back());
    return true;
  }
  return below(2) == 0 ? retarget_for(machine, word, path, wrong->wanted)
                       : split_for(machine, word, path, wrong->wanted);
}

/// Another target for one step of the word.
bool Changes::retarget_for(Machine& machine, const Word& word, const std::vector<int>& path, unsigned wanted) {
  std::size_t step = word.size();
  Target target = 0;
  int found = 0;
  for (std::size_t i = 0; i < word.size() && !is_end(path[i]); ++i) {
    Target& cell = machine.next[path[i]][index(word[i])];
    const Target old = cell;
    for (int number = 0; number < machine.targets(space_); ++number) {
      cell = machine.target(space_, number);
      if (cell == old || (wanted >> machine.cls[run_from(machine, cell, word, i + 1)] & 1U) == 0) continue;
      if (below(++found) == 0) {
        step = i;
        target = cell;
      }
    }
    cell = old;
  }
  if (step == word.size()) return false;
  machine.next[path[step]][index(word[step])] = target;
  return true;
}

/// A state of its own after one step of the word, from which one later step leads elsewhere.
bool Changes::split_for(Machine& machine, const Word& word, const std::vector<int>& path, unsigned wanted) {
  if (!has_room(machine)) return false;
  const auto step = static_cast<std::size_t>(random_.below(word.size()));
  if (is_end(path[step])) return false;
  const int base = !is_end(path[step + 1]) && below(5) > 0 ? path[step + 1] : below(machine.states);
  const int fresh = clone_state(space_, machine, base);
  machine.next[path[step]][index(word[step])] = static_cast<Target>(fresh);
  if (step + 1 == word.size()) {
    if (space_.open_classes && below(3) == 0) {
      insert_class(machine, fresh, below(2) == 0);
    } else {
      machine.cls[fresh] = static_cast<std::uint8_t>(one_of(wanted, machine));
    }
    return true;
  }
  Target* picked = nullptr;
  Target target = 0;
  int found = 0;
  int at = fresh;
  for (std::size_t i = step + 1; i < word.size() && !is_end(at); ++i) {
    Target& cell = machine.next[at][index(word[i])];
    const Target old = cell;
    if (i == step + 1 || below(2) == 0) {
      for (int number = 0; number < machine.targets(space_); ++number) {
        cell = machine.target(space_, number);
        if ((wanted >> machine.cls[run_from(machine, cell, word, i + 1)] & 1U) == 0 || below(++found) > 0) continue;
        picked = &cell;
        target = cell;
      }
      cell = old;
    }
    at = old;
  }
  if (picked != nullptr) *picked = target;
  return true;
}

void Changes::split(Machine& machine, int state, int letter) {
  if (!has_room(machine)) return;
  int base = machine.next[state][letter];
  if (is_end(base) || below(4) == 0) base = below(machine.states);
  const int fresh = clone_state(space_, machine, base);
  machine.next[state][letter] = static_cast<Target>(fresh);
  if (below(4) == 0) {
    change_class(machine, fresh);
  } else {
    machine.next[fresh][below(space_.letters)] = any_target(machine);
  }
  if (below(3) == 0) machine.next[fresh][below(space_.letters)] = any_target(machine);
}

void Changes::propose(Machine& machine) {
  const int kind = below(20);
  if (kind < 9 && mend(machine)) return;
  const int state = below(machine.states), letter = below(space_.letters);
  if (kind < 12) {
    machine.next[state][letter] = any_target(machine);
  } else if (kind < 15) {
    split(machine, state, letter);
  } else if (kind < 17 && machine.states > 1) {
    redirect(space_, machine, 1 + below(machine.states - 1), any_target(machine));
  } else if (kind < 18) {
    change_class(machine, state);
  } else {
    machine.next[state][letter] = any_target(machine);
    machine.next[below(machine.states)][below(space_.letters)] = any_target(machine);
  }
}

}  // namespace remap::posterior
