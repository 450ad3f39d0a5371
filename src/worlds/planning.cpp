// Planning is value iteration in place, sweeping forwards and backwards in turn, so that a value crosses the map in a
// few sweeps; it stops when no value changes by more than 1e-14 of the greatest. Transitions are deterministic, so
// paths of equal length get equal values up to rounding, and moves within 1e-9 (relative) of the best all belong to the
// policy.
//
// Evaluation explores the reachable triples (cell, own machine state, true machine state), of which there are few,
// since the two machines mostly agree; numbers them breadth first, and pushes the distribution over them through the
// episode step by step. Cost: steps × triples × 4, at most; an episode that has ended almost surely is cut short.
#include "worlds/planning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/portable_math.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

/// The return of a move: what the machine pays, and the discounted value of where it leads.
double return_of(const Product& product, const std::vector<double>& values, std::size_t cell, std::size_t u,
                 std::size_t move, double discount) {
  const std::size_t next = product.next_cell(cell, move);
  const auto& [to, reward] = product.machine_step(product.label(next), u);
  return to == Product::ended ? reward : reward + discount * values[next * product.machine_states() + to];
}

/// The chain of an ε-greedy agent over reachable triples; state 0 is the start.
class Chain {
 public:
  Chain(const Product& own, const Policy& policy, const Product& truth, double epsilon)
      : own_(own), truth_(truth), pair_(own.machine_states() * truth.machine_states(), unknown) {
    find({own.start_cell(), own.initial(), truth.initial()});
    for (std::size_t i = 0; i < triples_.size(); ++i) {
      const Triple from = triples_[i];
      const unsigned allowed = policy.at(from.cell, from.own);
      double reward = 0;
      for (std::size_t move = 0; move < move_count; ++move) {
        const double chosen = (allowed >> move & 1U) != 0 ? 1.0 / std::popcount(allowed) : 0.0;
        const double probability = epsilon / move_count + (1 - epsilon) * chosen;
        const std::uint32_t cell = own.next_cell(from.cell, move);
        const auto& own_step = own.machine_step(own.label(cell), from.own);
        const auto& true_step = truth.machine_step(truth.label(cell), from.truth);
        const bool over = own_step.to == Product::ended || true_step.to == Product::ended;
        reward += probability * true_step.reward;
        next_.push_back(over || probability == 0 ? unknown : find({cell, own_step.to, true_step.to}));
        probability_.push_back(probability);
      }
      reward_.push_back(reward);
    }
  }

  [[nodiscard]] Evaluation run(std::uint64_t limit) const {
    constexpr double nothing = 1e-15;
    Evaluation result;
    std::vector<double> now(triples_.size());
    std::vector<double> then(triples_.size());
    now[0] = 1;
    std::size_t reached = 1;  // triples from here on have probability 0, being numbered breadth first
    for (std::uint64_t step = 0; step < limit; ++step) {
      std::size_t next_reached = 0;
      double alive = 0;
      for (std::size_t i = 0; i < reached; ++i) {
        const double mass = now[i];
        if (mass == 0) continue;
        now[i] = 0;
        alive += mass;
        result.reward_per_episode += mass * reward_[i];
        for (std::size_t edge = i * move_count; edge < (i + 1) * move_count; ++edge) {
          if (next_[edge] == unknown) continue;
          then[next_[edge]] += mass * probability_[edge];
          next_reached = std::max<std::size_t>(next_reached, next_[edge] + 1);
        }
      }
      result.steps_per_episode += alive;
      if (alive < nothing) break;
      now.swap(then);
      reached = next_reached;
    }
    result.reward_per_step = result.reward_per_episode / result.steps_per_episode;
    return result;
  }

 private:
  static constexpr std::uint32_t unknown = 0xffffffff;
  struct Triple {
    std::uint32_t cell;
    std::uint32_t own;
    std::uint32_t truth;
  };

  std::uint32_t find(Triple triple) {
    std::uint32_t& pair = pair_[triple.own * truth_.machine_states() + triple.truth];
    if (pair == unknown) {
      pair = static_cast<std::uint32_t>(number_.size() / own_.cells());
      number_.resize(number_.size() + own_.cells(), unknown);
    }
    std::uint32_t& number = number_[pair * own_.cells() + triple.cell];
    if (number == unknown) {
      number = static_cast<std::uint32_t>(triples_.size());
      triples_.push_back(triple);
    }
    return number;
  }

  const Product& own_;
  const Product& truth_;
  std::vector<std::uint32_t> pair_;    // the number of a reached pair of machine states
  std::vector<std::uint32_t> number_;  // of a triple: pair by pair, one per cell
  std::vector<Triple> triples_;
  std::vector<std::uint32_t> next_;  // per triple and move; unknown: the episode ends
  std::vector<double> probability_;  // per triple and move
  std::vector<double> reward_;       // expected, of the next step
};

}  // namespace

Plan plan(const Product& product, double discount) {
  if (!(discount >= 0 && discount < 1)) {
    throw Misuse("plan", "discount is " + std::to_string(discount) + ", expected a number from 0 to below 1");
  }
  const std::size_t states = product.machine_states();
  Plan result{std::vector<double>(product.size()), {states, std::vector<std::uint8_t>(product.size())}};
  auto& values = result.values;
  const auto returns_of = [&](std::size_t position) {
    std::array<double, move_count> returns{};
    for (std::size_t move = 0; move < move_count; ++move) {
      returns[move] = return_of(product, values, position / states, position % states, move, discount);
    }
    return returns;
  };

  const double enough = std::ceil(portable::log(1e-18) / portable::log(discount));
  bool changed = true;
  for (std::uint64_t sweep = 0; changed && static_cast<double>(sweep) <= enough; ++sweep) {
    changed = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t position = sweep % 2 == 0 ? i : values.size() - 1 - i;
      const auto returns = returns_of(position);
      const double value = *std::max_element(returns.begin(), returns.end());
      changed = changed || value != values[position];
      values[position] = value;
    }
  }

  for (std::size_t position = 0; position < values.size(); ++position) {
    const auto returns = returns_of(position);
    const double best = *std::max_element(returns.begin(), returns.end());
    for (std::size_t move = 0; move < move_count; ++move) {
      if (returns[move] >= best - 1e-9 * std::abs(best)) {
        result.policy.moves[position] |= static_cast<std::uint8_t>(1U << move);
      }
    }
  }
  return result;
}

Evaluation evaluate(const Product& product, const Policy& policy, const EvaluationOptions& options) {
  return evaluate(product, policy, product, options);
}

Evaluation evaluate(const Product& own, const Policy& policy, const Product& truth, const EvaluationOptions& options) {
  if (policy.moves.size() != own.size() || policy.machine_states != own.machine_states()) {
    throw Misuse("evaluate", "the policy has " + std::to_string(policy.moves.size()) + " entries, its product " +
                                 std::to_string(own.size()));
  }
  if (own.cells() != truth.cells()) throw Misuse("evaluate", "the two products are of different worlds");
  if (!(options.epsilon >= 0 && options.epsilon <= 1)) {
    throw Misuse("evaluate", "epsilon is " + std::to_string(options.epsilon) + ", expected a number from 0 to 1");
  }
  if (options.episode_limit == 0) throw Misuse("evaluate", "episode_limit is 0, expected at least 1");
  return Chain(own, policy, truth, options.epsilon).run(options.episode_limit);
}

std::vector<Cell> trajectory(const Product& product, const Policy& policy, std::uint64_t seed,
                             std::uint64_t episode_limit) {
  Random random(seed);
  std::uint32_t cell = product.start_cell();
  std::uint32_t u = product.initial();
  std::vector<Cell> cells = {make_id<Cell>(cell)};
  for (std::uint64_t step = 0; step < episode_limit && u != Product::ended; ++step) {
    const unsigned allowed = policy.at(cell, u);
    std::uint64_t skip = random.below(static_cast<std::uint64_t>(std::popcount(allowed)));
    std::size_t move = 0;
    while ((allowed >> move & 1U) == 0 || skip-- > 0) ++move;
    cell = product.next_cell(cell, move);
    u = product.machine_step(product.label(cell), u).to;
    cells.push_back(make_id<Cell>(cell));
  }
  return cells;
}

}  // namespace remap
