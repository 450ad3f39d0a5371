// The smallest disjunctive normal form of a truth table with don't-cares, in the two steps of Quine and McCluskey: all
// prime implicants, then a cheapest cover of the sets that must hold.
//
// Primes are not merged from pairs of sets, which costs 3^n whatever the table. The primes around a set m are the
// smallest selections of m's literals that keep every forbidden set o out, that is, the minimal hitting sets of the
// differences m ^ o; they are multiplied out one difference after the other. A cube is kept out by the literals that it
// and m disagree on. So the cost depends on the sets that are
// given, not on the number of propositions: sixty propositions of which one holds at a time are no trouble. Up to 10
// propositions there are at most 252 primes around a set and all are found; beyond, the smallest 256 selections are
// kept at each step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "logic/formulas/cover.hpp"
#include "logic/formulas/minimal_dnf.hpp"

namespace remap {
namespace {

constexpr std::size_t most_primes_around_a_set = 256;

/// Those that contain no other, smallest first.
void keep_minimal(std::vector<PropositionSet>& sets) {
  std::array<std::uint32_t, 66> place{};
  for (const PropositionSet set : sets) ++place[static_cast<std::size_t>(std::popcount(set)) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<PropositionSet> by_size(sets.size());
  for (const PropositionSet set : sets) by_size[place[static_cast<std::size_t>(std::popcount(set))]++] = set;
  sets.clear();
  for (const PropositionSet set : by_size) {
    if (std::none_of(sets.begin(), sets.end(), [set](PropositionSet k) { return (k & set) == k; })) sets.push_back(set);
  }
}

std::vector<PropositionSet> hitting_sets(const std::vector<PropositionSet>& differences) {
  std::vector<PropositionSet> hitting{0};
  std::vector<PropositionSet> extended;
  for (const PropositionSet difference : differences) {
    extended.clear();
    for (const PropositionSet set : hitting) {
      if ((set & difference) != 0) {
        extended.push_back(set);
        continue;
      }
      for (PropositionSet rest = difference; rest != 0; rest &= rest - 1)
        extended.push_back(set | (rest & (~rest + 1)));
    }
    keep_minimal(extended);
    if (extended.size() > most_primes_around_a_set) extended.resize(most_primes_around_a_set);
    hitting.swap(extended);
  }
  return hitting;
}

std::vector<Cube> primes_around(PropositionSet set, std::span<const PropositionSet> off, const Formula& apart) {
  std::vector<PropositionSet> differences;
  for (const PropositionSet other : off) differences.push_back(set ^ other);
  for (const Cube& cube : apart.cubes()) differences.push_back((cube.positive & ~set) | (cube.negative & set));
  keep_minimal(differences);
  std::vector<Cube> primes;
  for (const PropositionSet literals : hitting_sets(differences)) primes.push_back({literals & set, literals & ~set});
  return primes;
}

std::vector<PropositionSet> sorted(std::span<const PropositionSet> sets) {
  std::vector<PropositionSet> copy(sets.begin(), sets.end());
  std::sort(copy.begin(), copy.end());
  copy.erase(std::unique(copy.begin(), copy.end()), copy.end());
  return copy;
}

/// If all sets are given, those propositions of which it makes no difference whether they hold; otherwise none.
PropositionSet idle_among(const std::vector<PropositionSet>& on, const std::vector<PropositionSet>& off,
                          std::size_t propositions) {
  PropositionSet idle = 0;
  if (propositions >= 32 || on.size() + off.size() != std::size_t{1} << propositions) return idle;
  for (std::size_t p = 0; p < propositions; ++p) {
    const PropositionSet bit = PropositionSet{1} << p;
    const auto stays = [&](PropositionSet set) { return std::binary_search(on.begin(), on.end(), set ^ bit); };
    if (std::all_of(on.begin(), on.end(), stays)) idle |= bit;
  }
  return idle;
}

void check(const std::vector<PropositionSet>& on, const std::vector<PropositionSet>& off, const Formula& apart,
           std::size_t propositions) {
  std::vector<PropositionSet> both;
  std::set_intersection(on.begin(), on.end(), off.begin(), off.end(), std::back_inserter(both));
  if (!both.empty()) throw Misuse("minimal_dnf", fmt::format("set {:#x} must both hold and not hold", both.front()));
  if (std::any_of(on.begin(), on.end(), [&](PropositionSet set) { return apart.holds(set); })) {
    throw Misuse("minimal_dnf_apart", "the other formula holds on a set that must hold");
  }
  for (const auto* sets : {&on, &off}) {
    if (propositions < 64 && !sets->empty() && sets->back() >> propositions != 0) {
      throw Misuse("minimal_dnf", fmt::format("set {:#x} is beyond {} propositions", sets->back(), propositions));
    }
  }
}

}  // namespace

Formula minimal_dnf(std::span<const PropositionSet> on, std::span<const PropositionSet> off, std::size_t propositions) {
  return minimal_dnf_apart(on, off, {}, propositions);
}

Formula minimal_dnf_apart(std::span<const PropositionSet> on_sets, std::span<const PropositionSet> off_sets,
                          const Formula& apart, std::size_t propositions) {
  std::vector<PropositionSet> on = sorted(on_sets);
  std::vector<PropositionSet> off = sorted(off_sets);
  check(on, off, apart, propositions);
  if (on.empty()) return {};
  const PropositionSet idle = idle_among(on, off, propositions);
  for (auto* sets : {&on, &off}) std::erase_if(*sets, [&](PropositionSet set) { return (set & idle) != 0; });

  std::vector<Cube> primes;
  for (const PropositionSet set : on) {
    const std::vector<Cube> around = primes_around(set, off, apart);
    primes.insert(primes.end(), around.begin(), around.end());
  }
  std::sort(primes.begin(), primes.end());
  primes.erase(std::unique(primes.begin(), primes.end()), primes.end());

  constexpr std::uint32_t one_cube = 1U << 24;  // outweighs all literals together
  std::vector<CoverColumn> columns(primes.size());
  for (std::size_t c = 0; c < primes.size(); ++c) {
    const int literals = std::popcount(primes[c].positive) + std::popcount(primes[c].negative);
    columns[c].cost = one_cube + static_cast<std::uint32_t>(literals);
    for (std::size_t r = 0; r < on.size(); ++r) {
      if (primes[c].holds(on[r])) columns[c].rows.push_back(static_cast<std::uint32_t>(r));
    }
  }
  std::vector<Cube> cubes;
  for (const std::size_t c : cheapest_cover(on.size(), columns)) cubes.push_back(primes[c]);
  return Formula(std::move(cubes));
}

}  // namespace remap
