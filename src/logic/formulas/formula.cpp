// Formulas as sets of cubes. Conjunction multiplies out, negation multiplies the negated cubes (De Morgan); after each
// product, cubes that another one contains are dropped, so small formulas stay small. The worst case is exponential, as
// it is for any disjunctive normal form: a product beyond `most_cubes` is refused instead of waited for.
#include "remap/automata/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace remap {
namespace {

bool contains(const Cube& larger, const Cube& smaller) {
  return (larger.positive & smaller.positive) == larger.positive &&
         (larger.negative & smaller.negative) == larger.negative;
}

int literals(const Cube& cube) { return std::popcount(cube.positive) + std::popcount(cube.negative); }

std::vector<Cube> without_contained(std::vector<Cube> cubes) {
  std::stable_sort(cubes.begin(), cubes.end(), [](const Cube& a, const Cube& b) { return literals(a) < literals(b); });
  std::vector<Cube> kept;
  for (const Cube& cube : cubes) {
    if (std::none_of(kept.begin(), kept.end(), [&](const Cube& k) { return contains(k, cube); })) kept.push_back(cube);
  }
  return kept;
}

std::vector<Cube> product(const std::vector<Cube>& a, const std::vector<Cube>& b) {
  Formula::check_size(a.size() * b.size());
  std::vector<Cube> cubes;
  for (const Cube& x : a) {
    for (const Cube& y : b) {
      const Cube both{x.positive | y.positive, x.negative | y.negative};
      if ((both.positive & both.negative) == 0) cubes.push_back(both);
    }
  }
  return without_contained(std::move(cubes));
}

std::vector<Cube> negated_literals(const Cube& cube) {
  std::vector<Cube> cubes;
  for (PropositionSet rest = cube.positive; rest != 0; rest &= rest - 1) cubes.push_back({0, rest & (~rest + 1)});
  for (PropositionSet rest = cube.negative; rest != 0; rest &= rest - 1) cubes.push_back({rest & (~rest + 1), 0});
  return cubes;
}

}  // namespace

Formula::Formula(std::vector<Cube> cubes) : cubes_(std::move(cubes)) {
  std::erase_if(cubes_, [](const Cube& cube) { return (cube.positive & cube.negative) != 0; });
  std::sort(cubes_.begin(), cubes_.end());
  cubes_.erase(std::unique(cubes_.begin(), cubes_.end()), cubes_.end());
  if (!cubes_.empty() && cubes_.front() == Cube{}) cubes_.resize(1);
}

void Formula::check_size(std::size_t cubes) {
  if (cubes <= most_cubes) return;
  throw InputError(
      fmt::format("a formula has more than {} cubes as a disjunctive normal form, expected a smaller one", most_cubes));
}

bool Formula::holds(PropositionSet set) const noexcept {
  return std::any_of(cubes_.begin(), cubes_.end(), [set](const Cube& cube) { return cube.holds(set); });
}

bool Formula::overlaps(const Formula& other) const noexcept {
  for (const Cube& x : cubes_) {
    for (const Cube& y : other.cubes_) {
      if (((x.positive | y.positive) & (x.negative | y.negative)) == 0) return true;
    }
  }
  return false;
}

std::string Formula::text(std::span<const std::string> propositions) const {
  if (cubes_.empty()) return "False";
  std::string text;
  for (const Cube& cube : cubes_) {
    if (cube == Cube{}) return "True";
    if (propositions.size() < 64 && (cube.positive | cube.negative) >> propositions.size() != 0) {
      throw Misuse("Formula::text", fmt::format("a formula beyond the {} propositions given", propositions.size()));
    }
    if (!text.empty()) text += '|';
    bool first = true;
    for (std::size_t i = 0; i < propositions.size(); ++i) {
      const PropositionSet bit = PropositionSet{1} << i;
      if (((cube.positive | cube.negative) & bit) == 0) continue;
      if (!first) text += '&';
      if ((cube.negative & bit) != 0) text += '!';
      text += propositions[i];
      first = false;
    }
  }
  return text;
}

Formula Formula::operator&(const Formula& other) const { return Formula(product(cubes_, other.cubes_)); }

Formula Formula::operator|(const Formula& other) const {
  std::vector<Cube> cubes = cubes_;
  cubes.insert(cubes.end(), other.cubes_.begin(), other.cubes_.end());
  return Formula(std::move(cubes));
}

Formula Formula::operator!() const {
  std::vector<Cube> cubes{Cube{}};
  for (const Cube& cube : cubes_) cubes = product(cubes, negated_literals(cube));
  return Formula(std::move(cubes));
}

}  // namespace remap
