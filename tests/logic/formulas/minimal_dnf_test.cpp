#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <ctime>

#include "remap/automata/formula.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

struct Table {
  std::vector<PropositionSet> on;
  std::vector<PropositionSet> off;
};

bool fits(const Formula& formula, const Table& table) {
  for (const PropositionSet set : table.on) {
    if (!formula.holds(set)) return false;
  }
  for (const PropositionSet set : table.off) {
    if (formula.holds(set)) return false;
  }
  return true;
}

struct Size {
  std::size_t cubes = 0;
  std::size_t literals = 0;
  auto operator<=>(const Size&) const = default;
};

Size size_of(const std::vector<Cube>& cubes) {
  Size size{cubes.size(), 0};
  for (const Cube& cube : cubes) size.literals += std::popcount(cube.positive) + std::popcount(cube.negative);
  return size;
}

/// For every function of n propositions, as a bit mask, the smallest formula: all sets of cubes, fewest cubes first.
std::vector<Size> smallest_by_brute_force(std::size_t n) {
  const std::size_t sets = std::size_t{1} << n;
  std::vector<std::pair<unsigned, std::size_t>> cubes;
  for (PropositionSet positive = 0; positive < sets; ++positive) {
    for (PropositionSet negative = 0; negative < sets; ++negative) {
      if ((positive & negative) != 0) continue;
      unsigned mask = 0;
      for (PropositionSet s = 0; s < sets; ++s) mask |= Cube{positive, negative}.holds(s) ? 1U << s : 0U;
      cubes.emplace_back(mask, std::popcount(positive) + std::popcount(negative));
    }
  }
  constexpr std::size_t none = 1000;
  std::vector<Size> best(std::size_t{1} << sets, Size{none, none});
  best[0] = {};
  for (bool changed = true; changed;) {  // relax "add one cube" to a fixed point
    changed = false;
    for (std::size_t f = 0; f < best.size(); ++f) {
      if (best[f].cubes == none) continue;
      for (const auto& [mask, literals] : cubes) {
        const Size larger{best[f].cubes + 1, best[f].literals + literals};
        Size& target = best[f | mask];
        if (larger < target) target = larger, changed = true;
      }
    }
  }
  return best;
}

TEST(MinimalDnf, AllTablesOfUpToThreePropositions) {
  for (std::size_t n = 0; n <= 3; ++n) {
    const std::vector<Size> best = smallest_by_brute_force(n);
    for (std::size_t f = 0; f < best.size(); ++f) {
      Table table;
      for (PropositionSet s = 0; s < PropositionSet{1} << n; ++s)
        ((f >> s & 1) != 0 ? table.on : table.off).push_back(s);
      const Formula formula = minimal_dnf(table.on, table.off, n);
      ASSERT_TRUE(fits(formula, table)) << n << " " << f;
      ASSERT_EQ(size_of(formula.cubes()), best[f]) << n << " " << f;
    }
  }
}

RC_GTEST_PROP(MinimalDnf, WithSetsThatDoNotMatter, (std::uint64_t seed)) {
  static const std::vector<Size> best = smallest_by_brute_force(3);
  Random random(seed);
  Table table;
  std::size_t on = 0;
  std::size_t off = 0;
  for (PropositionSet s = 0; s < 8; ++s) {
    const auto kind = random.below(3);
    if (kind == 0) table.on.push_back(s), on |= std::size_t{1} << s;
    if (kind == 1) table.off.push_back(s), off |= std::size_t{1} << s;
  }
  Size expected{1000, 1000};
  for (std::size_t f = 0; f < best.size(); ++f) {
    if ((f & on) == on && (f & off) == 0) expected = std::min(expected, best[f]);
  }
  const Formula formula = minimal_dnf(table.on, table.off, 3);
  RC_ASSERT(fits(formula, table));
  RC_ASSERT(size_of(formula.cubes()) == expected);
}

TEST(MinimalDnf, FewestLiteralsAmongTheFewestCubes) {
  const std::vector<Size> best = smallest_by_brute_force(4);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Table table;
    std::size_t on = 0;
    std::size_t off = 0;
    for (PropositionSet s = 0; s < 16; ++s) {
      const auto kind = random.below(5);
      if (kind <= 1) table.on.push_back(s), on |= std::size_t{1} << s;
      if (kind == 2 || kind == 3) table.off.push_back(s), off |= std::size_t{1} << s;
    }
    Size expected{1000, 1000};
    for (std::size_t f = 0; f < best.size(); ++f) {
      if ((f & on) == on && (f & off) == 0) expected = std::min(expected, best[f]);
    }
    const Formula formula = minimal_dnf(table.on, table.off, 4);
    ASSERT_TRUE(fits(formula, table)) << seed;
    ASSERT_EQ(size_of(formula.cubes()), expected) << seed;
  }
}

TEST(MinimalDnf, TenPropositionsArePrompt) {
  for (const double density : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    for (const double known : {0.3, 0.7, 1.0}) {
      Random random(11);
      Table table;
      for (PropositionSet s = 0; s < 1024; ++s) {
        if (random.chance(known)) (random.chance(density) ? table.on : table.off).push_back(s);
      }
      const std::clock_t start = std::clock();  // processor time: the machine may be busy
      const Formula formula = minimal_dnf(table.on, table.off, 10);
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      EXPECT_TRUE(fits(formula, table));
      EXPECT_LT(seconds, 2.0) << density << " " << known;  // generous: sanitizers
      RecordProperty(fmt::format("ms_{}_{}", density, known), fmt::format("{:.1f}", seconds * 1e3));
    }
  }
}

TEST(MinimalDnf, ManyPropositionsOfWhichOneHolds) {
  Table table;
  for (int i = 0; i < 60; ++i) (i == 7 ? table.on : table.off).push_back(PropositionSet{1} << i);
  table.off.push_back(0);
  EXPECT_EQ(minimal_dnf(table.on, table.off, 60), (Formula({Cube{PropositionSet{1} << 7, 0}})));
}

TEST(MinimalDnf, Misuse) {
  const std::vector<PropositionSet> both{1};
  const std::vector<PropositionSet> beyond{4};
  EXPECT_THROW(minimal_dnf(both, both, 2), Misuse);
  EXPECT_THROW(minimal_dnf(beyond, both, 2), Misuse);
}

}  // namespace
}  // namespace remap
