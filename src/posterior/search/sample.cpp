#include "posterior/search/sample.hpp"

#include <algorithm>
#include <optional>

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {

constexpr double other_target = 0.3, other_class = 0.2;  // of a state that is born, for each letter and its class
constexpr int skipped = 10;                              // one in so many steps, at the beginning, is not counted

class Chain {
 public:
  Chain(const Space& space, Random& random, const Machine& at) : space_(space), random_(random), at_(at) {}

  [[nodiscard]] const Machine& at() const noexcept { return at_; }
  void move_to(const Machine& machine) { at_ = machine; }

  struct Proposal {
    Machine raw;
    double log_ratio = 0;  // of the chances to propose the way back and the way there
    int states = 0;        // that it must have in canonical form, or it cannot be undone by one step
  };
  std::optional<Proposal> propose() {
    Proposal proposal{at_, 0, at_.states};
    Machine& raw = proposal.raw;
    switch (random_.below(6)) {
      case 0:
      case 1: {
        const int state = below(raw.states), letter = below(space_.letters);
        raw.next[state][letter] = any_target(raw);
        return proposal;
      }
      case 2:
        raw.cls[below(raw.states)] = any_class();
        return proposal;
      case 3:
      case 4:
        return birth(proposal) ? std::optional(proposal) : std::nullopt;
      default:
        return death(proposal) ? std::optional(proposal) : std::nullopt;
    }
  }

 private:
  struct Step {
    int state, letter;
  };
  struct Mortal {
    int state;
    Step in;
  };

  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }
  Target any_target(const Machine& machine) { return machine.target(space_, below(machine.targets(space_))); }
  std::uint8_t any_class() {
    return static_cast<std::uint8_t>(
        space_.live[static_cast<std::size_t>(below(static_cast<int>(space_.live.size())))]);
  }
  /// The logarithm of the chance that a birth beside `base` makes the row and the class of `fresh`.
  [[nodiscard]] double log_birth(const Machine& machine, int fresh, int base) const {
    double sum = 0;
    for (int a = 0; a < space_.letters; ++a) {
      const int copy = machine.next[base][a] == base ? fresh : machine.next[base][a];
      sum += portable::log((machine.next[fresh][a] == copy ? 1 - other_target : 0) +
                           other_target / machine.targets(space_));
    }
    const double copied = machine.cls[fresh] == machine.cls[base] ? 1 - other_class : 0;
    return sum + portable::log(copied + other_class / static_cast<double>(space_.live.size()));
  }
  /// States that a single step of another state leads to; not the initial one.
  [[nodiscard]] const std::vector<Mortal>& mortals(const Machine& machine) {
    std::array<int, most_states + most_classes> ways{};
    std::array<Step, most_states + most_classes> way{};
    for (int q = 0; q < machine.states; ++q) {
      for (int a = 0; a < space_.letters; ++a) {
        const Target to = machine.next[q][a];
        if (to == q) continue;
        ++ways[to];
        way[to] = {q, a};
      }
    }
    mortals_.clear();
    for (int q = 1; q < machine.states; ++q) {
      if (ways[q] == 1) mortals_.push_back({q, way[q]});
    }
    return mortals_;
  }
  bool birth(Proposal& proposal) {
    Machine& raw = proposal.raw;
    if (raw.states == most_states) return false;
    const int state = below(raw.states), letter = below(space_.letters), base = raw.next[state][letter];
    if (is_end(base)) return false;
    const int steps = raw.states * space_.letters, before = raw.states;
    const int fresh = clone_state(space_, raw, base);
    for (int a = 0; a < space_.letters; ++a) {
      if (random_.chance(other_target)) raw.next[fresh][a] = any_target(raw);
    }
    if (random_.chance(other_class)) raw.cls[fresh] = any_class();
    const double there = log_birth(raw, fresh, base) - portable::log(steps);
    raw.next[state][letter] = static_cast<Target>(fresh);
    const auto& dying = mortals(raw);
    if (std::none_of(dying.begin(), dying.end(), [&](const Mortal& m) { return m.state == fresh; })) return false;
    const double back =
        -portable::log(2.0 * static_cast<double>(dying.size()) * before);  // deaths are half as frequent
    proposal.log_ratio = back - there;
    proposal.states = before + 1;
    return true;
  }
  bool death(Proposal& proposal) {
    Machine& raw = proposal.raw;
    const auto& dying = mortals(raw);
    if (dying.empty()) return false;
    const Mortal gone = dying[random_.below(dying.size())];
    const int rest = raw.states - 1;
    int base = below(rest);
    if (base >= gone.state) ++base;
    const double back = log_birth(raw, gone.state, base) - portable::log(rest * space_.letters);
    const double there = -portable::log(2.0 * static_cast<double>(dying.size()) * rest);
    raw.next[gone.in.state][gone.in.letter] = static_cast<Target>(base);
    proposal.log_ratio = back - there;
    proposal.states = rest;
    return true;
  }

  const Space& space_;
  Random& random_;
  Machine at_;
  std::vector<Mortal> mortals_;
};

}  // namespace

double sampled_share(const Space& space, const Excluded& excluded, Scorer& scorer, Search& search, Pool& pool,
                     Random& random, int steps) {
  const Machine best = pool.best();
  Chain chain(space, random, best);
  scorer.set_base(best);
  bool is_best = true;
  int counted = 0, there = 0;
  for (int i = 0; i < steps; ++i) {
    if (const auto proposal = chain.propose()) {
      Machine machine = proposal->raw;
      canonical(space, machine);
      if (machine.print != chain.at().print && machine.states == proposal->states) {
        search.score_change(proposal->raw, machine);
        const double gain = on_grid(machine.score - chain.at().score + proposal->log_ratio);
        if (gain >= 0 || random.unit() < portable::exp(gain)) {
          chain.move_to(machine);
          scorer.set_base(machine);
          is_best = machine.print == best.print || (!excluded.empty() && !differ(space, machine, best, excluded));
        }
      }
    }
    if (i < steps / skipped) continue;
    ++counted;
    there += is_best ? 1 : 0;
  }
  pool.sort();
  return counted == 0 ? 1 : static_cast<double>(there) / counted;
}

}  // namespace remap::posterior
