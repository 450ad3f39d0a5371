#include "posterior/search/search.hpp"

#include <array>
#include <limits>

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {
constexpr std::size_t remembered = std::size_t{1} << 13;
constexpr int chain_length = 12;  // of a walk, from one start
constexpr std::array walk_heats{1.0, 2.0, 5.0};
constexpr std::size_t ladder = 8, ladders = 2;
constexpr int between_swaps = 30;
constexpr double ladder_step = 1.45;
constexpr int beginning_effort = 3;
}  // namespace

Search::Search(const Space& space, const Numbers& numbers, const Evidence& evidence, Scorer& scorer, Pool& pool,
               Random& random)
    : space_(space),
      numbers_(numbers),
      evidence_(evidence),
      scorer_(scorer),
      pool_(pool),
      random_(random),
      changes_(space, evidence, scorer, random) {
  forget_scores();
}

void Search::forget_scores() { scores_.assign(remembered, {0, 0}); }

void Search::score_change(const Machine& raw, Machine& machine) {
  Scored& known = scores_[machine.print % remembered];
  if (known.print != machine.print) {
    known = {machine.print, on_grid(scorer_.log_prior(machine) + scorer_.change_likelihood(raw))};
  }
  machine.score = known.score;
  pool_.consider(machine);
}

/// One proposal from the scorer's base.
void Search::step(Machine& at, double heat) {
  Machine raw = at;
  changes_.propose(raw);
  Machine machine = raw;
  canonical(space_, machine);
  if (machine.print == at.print) return;
  score_change(raw, machine);
  if (machine.score < at.score && random_.unit() >= portable::exp((machine.score - at.score) / heat)) return;
  at = machine;
  scorer_.set_base(at);
}

/// A machine of the pool, nearly in proportion to its weight: the best of a few, with Gumbel noise.
const Machine& Search::drawn(double heat) {
  std::size_t best = 0;
  double top = std::numeric_limits<double>::lowest();
  const int entrants = heat < 4 ? 8 : 6;
  for (int i = 0; i < entrants; ++i) {
    const auto entrant = static_cast<std::size_t>(random_.below(pool_.size()));
    const double noise = -portable::log(-portable::log(random_.unit() + 1e-12));
    const double score = on_grid(pool_[entrant].score / heat + noise);
    if (score <= top) continue;
    top = score;
    best = entrant;
  }
  return pool_[best];
}

void Search::walk(int proposals) {
  while (proposals > 0) {
    const double heat = walk_heats[random_.below(walk_heats.size())];
    Machine at = drawn(heat);
    scorer_.set_base(at);
    for (int i = 0; i < chain_length && proposals > 0; ++i, --proposals) step(at, heat);
  }
  pool_.sort();
}

void Search::temper(int steps) {
  if (chains_.empty()) chains_.assign(ladder * ladders, pool_.best());
  for (Machine& machine : chains_) scorer_.rate(machine);
  std::array<double, ladder> heats{};
  for (std::size_t i = 0; i < ladder; ++i) heats[i] = i == 0 ? 1 : heats[i - 1] * ladder_step;
  for (int done = 0; done < steps; done += between_swaps) {
    for (std::size_t i = 0; i < chains_.size(); ++i) {
      scorer_.set_base(chains_[i]);
      for (int j = 0; j < between_swaps; ++j) step(chains_[i], heats[i % ladder]);
    }
    for (std::size_t i = 0; i + 1 < chains_.size(); ++i) {
      if (i % ladder == ladder - 1) continue;
      const double gain =
          (chains_[i + 1].score - chains_[i].score) * (1 / heats[i % ladder] - 1 / heats[i % ladder + 1]);
      if (gain >= 0 || random_.unit() < portable::exp(gain)) std::swap(chains_[i], chains_[i + 1]);
    }
  }
  pool_.sort();
}

void Search::look_around() {
  constexpr int most_rounds = 30;
  for (int round = 0; round < most_rounds; ++round) {
    const Machine from = pool_.best();
    scorer_.set_base(from);
    const auto give = [&](const Machine& raw) {
      Machine machine = raw;
      canonical(space_, machine);
      if (machine.print != from.print) score_change(raw, machine);
    };
    const auto each_target = [&](Machine& machine, Target& cell) {
      const Target old = cell;
      for (int number = 0; number < machine.targets(space_); ++number) {
        cell = machine.target(space_, number);
        if (cell != old) give(machine);
      }
      cell = old;
    };
    const auto each_class = [&](Machine& machine, int state) {
      const std::uint8_t old = machine.cls[state];
      for (int cls = 0; cls < machine.classes; ++cls) {
        machine.cls[state] = static_cast<std::uint8_t>(cls);
        if (cls != old && space_.goes_on(cls)) give(machine);
      }
      machine.cls[state] = old;
    };
    Machine machine = from;
    for (int q = 0; q < from.states; ++q) {
      each_class(machine, q);
      for (int a = 0; a < space_.letters; ++a) {
        each_target(machine, machine.next[q][a]);
        if (from.states == most_states) continue;
        Machine split = from;
        const Target to = from.next[q][a];
        const int fresh = clone_state(space_, split, is_end(to) ? q : to);
        split.next[q][a] = static_cast<Target>(fresh);
        for (int b = 0; b < space_.letters; ++b) each_target(split, split.next[fresh][b]);
        each_class(split, fresh);
      }
    }
    for (int q = 1; q < from.states; ++q) {
      for (int number = 0; number < from.targets(space_); ++number) {
        if (number == q) continue;
        Machine merged = from;
        redirect(space_, merged, q, from.target(space_, number));
        give(merged);
      }
    }
    pool_.sort();
    looked_around_ = from.print;
    answered_then_ = evidence_.answered();
    if (pool_.best().print == from.print) return;
  }
}

void Search::improve(int times) {
  temper(times * static_cast<int>(numbers_.temper));
  walk(times * static_cast<int>(numbers_.walk));
  for (int i = 0; i < static_cast<int>(numbers_.grafts); ++i) graft();
  const bool is_due =
      static_cast<double>(evidence_.answered()) >= static_cast<double>(answered_then_) + numbers_.refresh;
  constexpr double likely_enough = 0.1;
  if (is_due ||
      (pool_.best().print != looked_around_ && pool_.share_of_best(space_, evidence_.excluded()) > likely_enough)) {
    look_around();
  }
}

}  // namespace remap::posterior
