// Machines whose letters are sets of propositions, with structure or on purpose without.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "automata/families/makers.hpp"
#include "automata/machines/guard_formulas.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"

namespace remap::family_makers {

namespace {

constexpr std::uint64_t most_draws = 1000;  // to draw a minimal machine

/// What a state's letters depend on: some propositions, and where each combination of them leads.
struct Local {
  std::vector<std::size_t> asked;
  std::function<std::size_t(std::size_t cell)> to;  // bit i of the cell: whether asked[i] holds
};

MooreMachine build_local(std::vector<std::string> propositions, std::vector<std::string> outputs, std::size_t states,
                         const std::function<Local(std::size_t)>& local,
                         const std::function<std::size_t(std::size_t)>& output) {
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < states; ++q) {
    const Local here = local(q);
    const std::function<Guards::Diagram(std::size_t, std::size_t)> made = [&](std::size_t i, std::size_t cell) {
      if (i == here.asked.size()) return builder.leaf(make_id<State>(here.to(cell)));
      const Guards::Diagram low = made(i + 1, cell), high = made(i + 1, cell | std::size_t{1} << i);
      return builder.choose(here.asked[i], low, high);
    };
    diagrams.push_back(made(0, 0));
    output_of.push_back(make_id<Output>(output(q)));
  }
  return minimise(guarded_machine(std::move(propositions), Outputs(std::move(outputs)), State{0}, std::move(output_of),
                                  builder.build(diagrams)));
}

/// So many different propositions, in random order.
std::vector<std::size_t> draw_propositions(Random& random, std::size_t count, std::size_t propositions) {
  std::vector<std::size_t> all(propositions);
  for (std::size_t i = 0; i < propositions; ++i) all[i] = i;
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(propositions - i)]);
  all.resize(count);
  return all;
}

/// Whether every state can be reached from the first. Mostly some cannot even be reached from any other state.
bool all_reachable(const std::vector<std::array<std::size_t, 4>>& goes) {
  std::vector<std::uint8_t> met(goes.size(), 0);
  for (std::size_t q = 0; q < goes.size(); ++q) {
    for (const std::size_t to : goes[q]) met[to] |= to != q ? 1 : 0;
  }
  if (std::find(met.begin() + 1, met.end(), 0) != met.end()) return false;
  std::fill(met.begin(), met.end(), std::uint8_t{0});
  std::vector<std::size_t> queue(goes.size() + 1, 0);
  std::size_t end = 1;
  met[0] = 1;
  for (std::size_t i = 0; i < end; ++i) {
    for (const std::size_t to : goes[queue[i]]) {
      queue[end] = to;
      end += std::exchange(met[to], 1) == 0 ? 1 : 0;
    }
  }
  return end == goes.size();
}

}  // namespace

// Objects 0 .. k-1 may be picked up in any order; with all of them, `deliver` earns 1 and ends.
MooreMachine collect(const Numbers& n) {
  const std::size_t k = n[0];
  if (n[1] != 0 && n[1] <= k) throw InputError(fmt::format("{} objects need more than {} propositions", k, n[1]));
  std::vector<std::string> propositions = named("o", k);
  propositions.emplace_back("deliver");
  for (std::size_t i = k + 1; i < n[1]; ++i) propositions.push_back(fmt::format("idle{}", i - k - 1));
  const std::size_t all = (std::size_t{1} << k) - 1;
  const std::size_t done = all + 1;
  const std::size_t halt = all + 2;
  std::vector<std::size_t> asked(k + 1);
  for (std::size_t i = 0; i <= k; ++i) asked[i] = i;
  return build_local(
      std::move(propositions), {std::string(halt_name), "0", "1"}, all + 3,
      [&](std::size_t q) -> Local {
        if (q >= done) return {{}, [=](std::size_t) { return halt; }};
        return {asked, [=](std::size_t cell) { return q == all && (cell >> k & 1) != 0 ? done : q | (cell & all); }};
      },
      [&](std::size_t q) -> std::size_t { return q == halt   ? 0
                                                 : q == done ? 2
                                                             : 1; });
}

// In each state two propositions matter; their four combinations lead to random states. Drawn until minimal.
MooreMachine relevant(const Numbers& n) {
  const std::size_t states = n[0];
  const std::size_t propositions = n[1];
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random = split_random(n[2], attempt);
    std::vector<std::array<std::size_t, 2>> asks(states);
    std::vector<std::array<std::size_t, 4>> goes(states);
    std::vector<std::size_t> output(states);
    for (std::size_t q = 0; q < states; ++q) {
      asks[q][0] = random.below(propositions);
      asks[q][1] = (asks[q][0] + 1 + random.below(propositions - 1)) % propositions;
      goes[q][0] = q;  // neither holds: nothing happens
      for (std::size_t i = 1; i < 4; ++i) goes[q][i] = random.below(states);
      output[q] = random.below(3);
    }
    for (std::size_t q = 1; q < states; ++q) goes[random.below(q)][1 + random.below(3)] = q;
    const bool last = attempt >= most_draws;
    if (!last && !all_reachable(goes)) continue;  // most are not, and that is quickly seen
    MooreMachine machine = build_local(
        named("p", propositions), {"0", "1", "2"}, states,
        [&](std::size_t q) -> Local {
          return {{asks[q][0], asks[q][1]}, [row = goes[q]](std::size_t cell) { return row[cell]; }};
        },
        [&](std::size_t q) { return output[q]; });
    if (machine.size() == states || last) return machine;
  }
}

// In each state one to three propositions matter: two to four cubes of them lead to random states, the first that
// matches counts, and everything else stays. Drawn until minimal.
MooreMachine guards(const Numbers& n) {
  const std::size_t states = n[0];
  const std::size_t propositions = n[1];
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random = split_random(n[2], attempt);
    std::vector<std::vector<std::size_t>> asks(states), cube_of(states), goes(states);
    std::vector<std::size_t> output(states);
    for (std::size_t q = 0; q < states; ++q) {
      asks[q] = draw_propositions(random, std::min<std::size_t>(1 + random.below(3), propositions), propositions);
      const std::size_t cells = std::size_t{1} << asks[q].size();
      cube_of[q].assign(cells, 0);
      for (std::size_t cubes = 2 + random.below(3); goes[q].size() < cubes;) {
        const std::size_t mask = 1 + random.below(cells - 1), value = random.below(cells) & mask;
        goes[q].push_back(random.below(states));
        for (std::size_t cell = 0; cell < cells; ++cell) {
          if (cube_of[q][cell] == 0 && (cell & mask) == value) cube_of[q][cell] = goes[q].size();
        }
      }
      output[q] = random.below(3);
    }
    // Every state but the first is led to by an earlier one, as far as cubes last.
    std::vector<std::vector<bool>> taken(states);
    for (std::size_t q = 0; q < states; ++q) taken[q].assign(goes[q].size(), false);
    for (std::size_t q = 1; q < states; ++q) {
      for (std::size_t tries = 0; tries < 64 * states; ++tries) {
        const std::size_t from = random.below(q), cube = random.below(goes[from].size());
        if (taken[from][cube]) continue;
        if (std::find(cube_of[from].begin(), cube_of[from].end(), cube + 1) == cube_of[from].end()) continue;
        taken[from][cube] = true;
        goes[from][cube] = q;
        break;
      }
    }
    MooreMachine machine = build_local(
        named("p", propositions), {"0", "1", "2"}, states,
        [&](std::size_t q) -> Local {
          return {asks[q],
                  [&, q](std::size_t cell) { return cube_of[q][cell] == 0 ? q : goes[q][cube_of[q][cell] - 1]; }};
        },
        [&](std::size_t q) { return output[q]; });
    if (machine.size() == states || attempt >= most_draws) return machine;
  }
}

namespace {

// Steps in a row, each by one condition on some propositions; the last earns 1, and then it is over.
MooreMachine steps_in_a_row(std::size_t steps, std::size_t asked, std::size_t propositions, std::uint64_t seed,
                            const std::function<std::function<bool(std::size_t)>(Random&)>& condition) {
  Random random(seed);
  std::vector<std::vector<std::size_t>> asks;
  std::vector<std::function<bool(std::size_t)>> holds;
  for (std::size_t q = 0; q < steps; ++q) {
    asks.push_back(draw_propositions(random, asked, propositions));
    holds.push_back(condition(random));
  }
  return build_local(
      named("p", propositions), {std::string(halt_name), "0", "1"}, steps + 2,
      [&](std::size_t q) -> Local {
        if (q >= steps) return {{}, [=](std::size_t) { return steps + 1; }};
        return {asks[q], [&, q](std::size_t cell) { return holds[q](cell) ? q + 1 : q; }};
      },
      [&](std::size_t q) -> std::size_t { return q > steps    ? 0
                                                 : q == steps ? 2
                                                              : 1; });
}

std::size_t at_most_all(const Numbers& n, std::size_t asked, std::size_t propositions) {
  if (n[asked] <= n[propositions]) return n[asked];
  throw InputError(fmt::format("{} of {} propositions cannot matter", n[asked], n[propositions]));
}

}  // namespace

MooreMachine conjunction(const Numbers& n) {
  return steps_in_a_row(n[1], at_most_all(n, 0, 2), n[2], n[3], [&](Random& random) {
    const std::size_t wanted = random.below(std::size_t{1} << n[0]);
    return [wanted](std::size_t cell) { return cell == wanted; };
  });
}

MooreMachine parity(const Numbers& n) {
  return steps_in_a_row(n[1], at_most_all(n, 0, 2), n[2], n[3],
                        [](Random&) { return [](std::size_t cell) { return std::popcount(cell) % 2 == 1; }; });
}

// Several events lead elsewhere, and of those that come together the first counts; everything leads back.
MooreMachine priority(const Numbers& n) {
  Random random(n[2]);
  const std::size_t events = at_most_all(n, 0, 1);
  const std::vector<std::size_t> asked = draw_propositions(random, events, n[1]);
  std::vector<std::string> outputs = named("", events + 1);
  return build_local(
      named("p", n[1]), std::move(outputs), events + 1,
      [&](std::size_t q) -> Local {
        if (q > 0) return {{}, [](std::size_t) { return std::size_t{0}; }};
        return {asked, [](std::size_t cell) -> std::size_t {
                  return cell == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(cell)) + 1;
                }};
      },
      [](std::size_t q) { return q; });
}

// A random machine whose letters are sets of propositions that mean nothing.
MooreMachine unstructured(const Numbers& n) {
  const MooreMachine random = random_machine({n[0], std::size_t{1} << n[1], 3}, n[2]);
  auto alphabet = Alphabet::power_set(named("p", n[1]));
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < random.size(); ++q) {
    output_of.push_back(random.output(make_id<State>(q)));
    const auto row = random.row(make_id<State>(q));
    next.insert(next.end(), row.begin(), row.end());
  }
  return MooreMachine(alphabet, random.outputs(), random.initial(), std::move(output_of), std::move(next));
}

}  // namespace remap::family_makers
