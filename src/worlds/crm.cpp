// Tabular Q-learning with counterfactual experiences (Toro Icarte et al., JAIR 2022), in the setting of the REMAP
// paper.
//
// Each step of the agent, from cell c by move a to cell d with label l, is an experience for every machine state u of
// the current set, in increasing order of u: Q(c,u,a) += α (r + γ max_b Q(d,u',b) - Q(c,u,a)), (u', r) being the
// machine's step from u by l, and the term γ max left out when it ends the episode. Later updates of a step see earlier
// ones. Cutting an episode off at its limit does not end it: the value of the state reached counts.
//
// Layout: the values of all u for one (c, a) lie side by side, padded to a multiple of four, and max_b Q is kept in a
// table of its own. Nearly every cell has the empty label, on which nearly every machine stays where it is and pays
// nothing; then the experiences of all u are independent of each other, and one short loop without branches updates
// them. A state outside the current set, a terminal one and padding have learning rate 0 there. Other labels take the
// plain loop. One 64-bit random number serves a step: its high half decides whether to explore, its low half picks
// among the allowed moves. A step costs O(machine states) and touches a few cache lines.
#include "worlds/crm.hpp"

#include <algorithm>
#include <array>

#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

constexpr unsigned every_move = 0b1111;

/// pick[set][i], i uniform below 12, is a uniform element of the set of moves, since 12 is a multiple of 1, 2, 3 and 4.
constexpr auto make_pick() {
  std::array<std::array<std::uint8_t, 12>, 16> pick{};
  for (std::size_t set = 1; set < 16; ++set) {
    std::size_t filled = 0;
    while (filled < 12) {
      for (std::size_t move = 0; move < move_count; ++move) {
        if ((set >> move & 1U) != 0) pick[set][filled++] = static_cast<std::uint8_t>(move);
      }
    }
  }
  return pick;
}
constexpr auto pick = make_pick();

struct Step {
  std::uint32_t to = Product::ended;
  float reward = 0;
};

class Learner {
 public:
  Learner(const Product& product, const CrmOptions& options)
      : product_(product),
        options_(options),
        states_(product.machine_states()),
        width_((states_ + 3) / 4 * 4),
        values_(product.cells() * move_count * width_, options.initial_value),
        best_(product.cells() * width_, options.initial_value),
        all_rates_(width_, 0.0F),
        reached_rates_(product.labels() * width_, 0.0F),
        steps_(product.labels() * states_),
        stays_(product.labels(), 1) {
    for (std::size_t u = 0; u < states_; ++u) {
      if (!product.terminal(u)) all_rates_[u] = options.learning_rate;
    }
    for (std::size_t label = 0; label < product.labels(); ++label) {
      for (std::size_t u = 0; u < states_; ++u) {
        const auto& [to, reward] = product.machine_step(label, u);
        steps_[label * states_ + u] = {to, static_cast<float>(reward)};
        if (product.terminal(u)) continue;
        if (to != Product::ended) reached_rates_[label * width_ + to] = options.learning_rate;
        if (to != u || reward != 0) stays_[label] = 0;
      }
    }
  }

  template <Counterfactuals counterfactuals>
  CrmResult run() {
    Random random(options_.seed);
    const auto explore_below = static_cast<std::uint64_t>(options_.epsilon * 0x1p32);
    const std::uint64_t half = options_.steps / 2;
    CrmResult result{.mean_reward = 0, .steps = options_.steps, .episodes = 0, .policy = {}};
    double sum = 0;
    std::uint64_t left = 0;  // steps left in the episode
    std::size_t cell = 0;
    std::size_t u = 0;
    const float* rates = nullptr;
    for (std::uint64_t step = 0; step < options_.steps; ++step) {
      if (left == 0) {
        ++result.episodes;
        left = options_.episode_limit;
        cell = product_.start_cell();
        u = product_.initial();
        rates = all_rates_.data();
      }
      const std::uint64_t number = random.next();
      const unsigned allowed = number >> 32 < explore_below ? every_move : greedy(cell, u);
      const std::size_t move = pick[allowed][(number & 0xffffffffU) * 12 >> 32];
      const std::size_t next = product_.next_cell(cell, move);
      const std::size_t label = product_.label(next);
      if constexpr (counterfactuals == Counterfactuals::none) {
        learn_one(cell, move, next, label, u);
      } else if (stays_[label] != 0) {
        learn_staying(cell, move, next, rates);
        if constexpr (counterfactuals == Counterfactuals::reachable) rates = all_rates_.data();
      } else {
        for (std::size_t v = 0; v < states_; ++v) {
          if (rates[v] != 0) learn_one(cell, move, next, label, v);
        }
        if constexpr (counterfactuals == Counterfactuals::reachable) rates = &reached_rates_[label * width_];
        if constexpr (counterfactuals == Counterfactuals::consistent) rates = advance(rates, label);
      }
      const auto& [to, reward] = product_.machine_step(label, u);
      if (step >= half) sum += reward;
      left = to == Product::ended ? 0 : left - 1;
      cell = next;
      u = to;
    }
    if (options_.steps > half) result.mean_reward = sum / static_cast<double>(options_.steps - half);
    result.policy = policy();
    return result;
  }

 private:
  [[nodiscard]] unsigned greedy(std::size_t cell, std::size_t u) const {
    const float* row = &values_[cell * move_count * width_ + u];
    const float best = best_[cell * width_ + u];
    return static_cast<unsigned>(row[0] == best) | static_cast<unsigned>(row[width_] == best) << 1 |
           static_cast<unsigned>(row[2 * width_] == best) << 2 | static_cast<unsigned>(row[3 * width_] == best) << 3;
  }

  void learn_one(std::size_t cell, std::size_t move, std::size_t next, std::size_t label, std::size_t u) {
    const Step step = steps_[label * states_ + u];
    const float target =
        step.to == Product::ended ? step.reward : step.reward + options_.discount * best_[next * width_ + step.to];
    float* column = &values_[cell * move_count * width_ + u];
    column[move * width_] += options_.learning_rate * (target - column[move * width_]);
    best_[cell * width_ + u] =
        std::max(std::max(column[0], column[width_]), std::max(column[2 * width_], column[3 * width_]));
  }

  /// All machine states at once, on a label on which each stays where it is with reward 0.
  void learn_staying(std::size_t cell, std::size_t move, std::size_t next, const float* rates) {
    const float discount = options_.discount;
    float* const values = &values_[cell * move_count * width_];
    float* const row = values + move * width_;
    float* const best = &best_[cell * width_];
    const float* const next_best = &best_[next * width_];
    for (std::size_t block = 0; block < width_; block += 4) {
      float updated[4];
      for (std::size_t i = 0; i < 4; ++i) {
        const float value = row[block + i];
        updated[i] = value + rates[block + i] * (discount * next_best[block + i] - value);
      }
      for (std::size_t i = 0; i < 4; ++i) row[block + i] = updated[i];
      for (std::size_t i = 0; i < 4; ++i) {
        const float* const column = values + block + i;
        updated[i] = std::max(std::max(column[0], column[width_]), std::max(column[2 * width_], column[3 * width_]));
      }
      for (std::size_t i = 0; i < 4; ++i) best[block + i] = updated[i];
    }
  }

  /// The rates of the states that a label leads to from the states with these rates.
  const float* advance(const float* rates, std::size_t label) {
    std::fill(next_rates_.begin(), next_rates_.end(), 0.0F);
    for (std::size_t v = 0; v < states_; ++v) {
      const std::uint32_t to = steps_[label * states_ + v].to;
      if (rates[v] != 0 && to != Product::ended) next_rates_[to] = options_.learning_rate;
    }
    rates_.swap(next_rates_);
    return rates_.data();
  }

  [[nodiscard]] Policy policy() const {
    Policy policy{states_, std::vector<std::uint8_t>(product_.size())};
    for (std::size_t cell = 0; cell < product_.cells(); ++cell) {
      for (std::size_t u = 0; u < states_; ++u) {
        policy.moves[cell * states_ + u] = static_cast<std::uint8_t>(greedy(cell, u));
      }
    }
    return policy;
  }

  const Product& product_;
  const CrmOptions& options_;
  std::size_t states_;
  std::size_t width_;
  std::vector<float> values_;  // [cell][move][machine state]
  std::vector<float> best_;    // [cell][machine state]: the greatest of the four
  // A set of machine states is kept as their learning rates, 0 for those outside of it.
  std::vector<float> all_rates_;      // every state that is not terminal
  std::vector<float> reached_rates_;  // [label]: what it leads to
  std::vector<float> rates_ = std::vector<float>(width_);
  std::vector<float> next_rates_ = std::vector<float>(width_);
  std::vector<Step> steps_;          // [label][machine state]
  std::vector<std::uint8_t> stays_;  // [label]: every machine state stays, with reward 0
};

void check(const CrmOptions& options) {
  const auto within = [](const char* name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw Misuse("crm", std::string(name) + " is " + std::to_string(value) + ", expected a number from " +
                              std::to_string(low) + " to " + std::to_string(high));
    }
  };
  within("learning_rate", options.learning_rate, 0x1p-20, 1);
  within("discount", options.discount, 0, 1);
  within("epsilon", options.epsilon, 0, 1);
  within("initial_value", options.initial_value, -1e9, 1e9);
  if (options.episode_limit == 0) throw Misuse("crm", "episode_limit is 0, expected at least 1");
}

}  // namespace

std::uint64_t paper_steps(WorldName world) { return world == WorldName::office ? 200'000 : 2'000'000; }

CrmResult crm(const Product& product, const CrmOptions& options) {
  check(options);
  Learner learner(product, options);
  switch (options.counterfactuals) {
    case Counterfactuals::none:
      return learner.run<Counterfactuals::none>();
    case Counterfactuals::reachable:
      return learner.run<Counterfactuals::reachable>();
    case Counterfactuals::consistent:
      return learner.run<Counterfactuals::consistent>();
  }
  throw Misuse("crm", "unknown kind of counterfactuals");
}

}  // namespace remap
