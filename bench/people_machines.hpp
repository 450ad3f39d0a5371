// Machines as people have them in mind, to measure with: the built-in tasks, machines that the method was not made for,
// and random ones.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "posterior/machines/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::bench {

struct Subject {
  std::string name;
  posterior::Space space;
  posterior::Machine truth;
};

/// Rows of targets, state by state: a state, or `end(class)`.
inline constexpr int end(int cls) { return posterior::most_states + cls; }

inline Subject made(const std::string& name, std::size_t letters, const std::vector<bool>& ends,
                    const std::vector<int>& classes, const std::vector<int>& rows) {
  Subject subject{name, posterior::Space(letters, ends), {}};
  posterior::Machine& machine = subject.truth = posterior::one_state(subject.space, classes[0]);
  machine.states = static_cast<int>(classes.size());
  for (int q = 0; q < machine.states; ++q) {
    machine.cls[q] = static_cast<std::uint8_t>(classes[static_cast<std::size_t>(q)]);
    for (std::size_t a = 0; a < letters; ++a) {
      machine.next[q][a] = static_cast<posterior::Target>(rows[static_cast<std::size_t>(q) * letters + a]);
    }
  }
  posterior::canonical(subject.space, machine);
  return subject;
}

/// Letters are single events. A state from which every event leads to HALT is an end: done if its output is 1, failed
/// otherwise. Outcomes: failed < going on < done, as far as they occur.
inline Subject of_task(const Task& task) {
  const MooreMachine machine = task_machine(task);
  const Alphabet& sets = machine.alphabet();
  const std::size_t letters = sets.propositions().size();
  const auto after = [&](State q, std::size_t a) { return machine.next(q, sets.letter_of(PropositionSet{1} << a)); };
  const auto name_of = [&](State q) { return machine.outputs().name(machine.output(q)); };
  const auto outcome = [&](State q) {
    for (std::size_t a = 0; a < letters; ++a) {
      if (name_of(after(q, a)) != halt_name) return 1;
    }
    return name_of(q) == "1" ? 2 : 0;
  };
  std::vector<State> live{machine.initial()};
  std::map<State, int> number{{machine.initial(), 0}};
  std::vector<bool> used{false, true, false};
  for (std::size_t i = 0; i < live.size(); ++i) {
    for (std::size_t a = 0; a < letters; ++a) {
      const State to = after(live[i], a);
      used[static_cast<std::size_t>(outcome(to))] = true;
      if (outcome(to) == 1 && number.try_emplace(to, static_cast<int>(live.size())).second) live.push_back(to);
    }
  }
  const int failed = 0, going_on = used[0] ? 1 : 0, done = going_on + 1;
  std::vector<bool> ends;
  for (int o = 0; o < 3; ++o) {
    if (used[static_cast<std::size_t>(o)]) ends.push_back(o != 1);
  }
  std::vector<int> rows;
  for (const State q : live) {
    for (std::size_t a = 0; a < letters; ++a) {
      const State to = after(q, a);
      rows.push_back(outcome(to) == 1 ? number.at(to) : end(outcome(to) == 0 ? failed : done));
    }
  }
  return made(task.name, letters, ends, std::vector<int>(live.size(), going_on), rows);
}

inline std::vector<Subject> task_subjects() {
  std::vector<Subject> all;
  for (const Task& task : tasks()) all.push_back(of_task(task));
  return all;
}

inline std::vector<Subject> held_out() {
  const std::vector<bool> good{false, true}, bad_good{true, false, true}, none{false, false};
  return {
      made("twice, then b", 3, good, {0, 0, 0}, {1, 0, 0, 2, 1, 1, 2, end(1), 2}),
      made("door", 3, bad_good, {1, 1}, {1, 0, 0, 0, end(2), end(0)}),
      made("light", 3, none, {0, 1}, {1, 0, 0, 0, 0, 1}),
      made("code twice", 3, good, {0, 0, 0, 0}, {1, 0, 0, 1, 2, 0, 3, 0, 0, 3, end(1), 0}),
      made("battery", 3, bad_good, {1, 1, 1}, {0, 1, 0, 1, 2, 0, end(2), end(0), 0}),
      made("levels", 3, {false, false, false}, {0, 1, 2}, {1, 0, 0, 2, 0, 0, 2, 1, 0}),
      made("all three", 4, good, std::vector<int>(8, 0),
           {1, 2, 4, 0, 1, 3, 5, 1, 3, 2, 6, 2, 3, 3, 7, 3, 5, 6, 4, 4, 5, 7, 5, 5, 7, 6, 6, 6, 7, 7, 7, end(1)}),
      made("spoilt", 3, {false, true, true}, {0, 0, 0}, {0, 1, 2, end(2), 1, 2, end(1), 2, 2}),
      made("key and lava", 4, bad_good, {1, 1, 1}, {1, 0, 0, end(0), 1, 2, 1, end(0), 2, 2, end(2), end(0)}),
      made("coffee", 3, good, {0, 0, 0}, {1, 0, 0, 2, 0, 0, 2, end(1), 0}),
      made("drop the key", 4, good, {0, 0, 0}, {1, 0, 0, 0, 1, 2, 1, 0, 2, 2, end(1), 2}),
  };
}

/// Letters stay with 45 %, end well with 8 % and badly with 7 %; all states are reached, and none are equivalent.
inline Subject random_subject(int states, int letters, std::uint64_t seed) {
  Random random = split_random(seed, static_cast<std::uint64_t>(states * 100 + letters));
  for (;;) {
    std::vector<int> rows;
    bool good = false, bad = false;
    for (int q = 0; q < states; ++q) {
      for (int a = 0; a < letters; ++a) {
        const auto drawn = random.below(100);
        const int other = static_cast<int>(random.below(static_cast<std::uint64_t>(states)));
        rows.push_back(drawn < 45 ? q : drawn < 53 ? end(2) : drawn < 60 ? end(0) : other);
        good = good || rows.back() == end(2);
        bad = bad || rows.back() == end(0);
      }
    }
    Subject subject =
        made("random " + std::to_string(states) + " " + std::to_string(letters), static_cast<std::size_t>(letters),
             {true, false, true}, std::vector<int>(static_cast<std::size_t>(states), 1), rows);
    if (good && bad && subject.truth.states == states) return subject;
  }
}

inline std::vector<Subject> random_subjects(const std::vector<std::pair<int, int>>& shapes, std::uint64_t seed) {
  std::vector<Subject> all;
  for (const auto& [states, letters] : shapes) all.push_back(random_subject(states, letters, seed));
  return all;
}

/// A task as a Moore machine over no event or one, outputs as classes, no class declared.
inline Subject plain_task(const Task& task) {
  const MooreMachine machine = task_machine(task);
  std::vector<Letter> letters{machine.alphabet().letter_of(0)};
  for (std::size_t a = 0; a < machine.alphabet().propositions().size(); ++a) {
    letters.push_back(machine.alphabet().letter_of(PropositionSet{1} << a));
  }
  std::vector<State> states{machine.initial()};
  std::map<State, int> number{{machine.initial(), 0}};
  Subject subject{task.name, posterior::Space::open(letters.size()), {}};
  posterior::Machine& truth = subject.truth = posterior::one_state(subject.space, 0);
  for (std::size_t i = 0; i < states.size(); ++i) {
    truth.cls[i] = static_cast<std::uint8_t>(index(machine.output(states[i])));
    for (std::size_t a = 0; a < letters.size(); ++a) {
      const State to = machine.next(states[i], letters[a]);
      if (number.try_emplace(to, static_cast<int>(states.size())).second) states.push_back(to);
      truth.next[i][a] = static_cast<posterior::Target>(number.at(to));
    }
  }
  truth.states = static_cast<int>(states.size());
  posterior::canonical(subject.space, truth);
  return subject;
}

}  // namespace remap::bench
