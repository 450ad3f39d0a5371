// Minato ("Fast generation of irredundant sum-of-products forms from binary decision diagrams", 1992), after Morreale
// (1970). A diagram with three leaves says where a formula must hold, must not hold, or may do either. By its first
// proposition x: cubes with !x cover what must hold without x and must not hold with it, cubes with x the reverse, and
// what neither covers is covered by cubes without x. Each diagram is treated once, so the cost depends on the diagrams
// and on the cubes, not on the number of propositions. A diagram can be small and have no small formula, as parity
// does: such a formula is refused.
#include "automata/machines/isop.hpp"

#include <algorithm>
#include <map>

#include "automata/machines/guard_formulas.hpp"

namespace remap {
namespace {

constexpr State must_not{0}, must{1}, may{2};

class Sums {
 public:
  explicit Sums(Guards::Builder& builder) : builder_(builder) {}

  const std::vector<Cube>& of(Guards::Diagram diagram) {
    if (const auto found = done_.find(diagram); found != done_.end()) return found->second;
    std::vector<Cube> cubes;
    const std::vector<State> leaves = builder_.leaves(diagram);
    if (std::binary_search(leaves.begin(), leaves.end(), must)) {
      cubes = leaves.front() == must_not ? split(diagram) : std::vector<Cube>(1);
    }
    Formula::check_size(cubes.size());
    return done_.emplace(diagram, std::move(cubes)).first->second;
  }

 private:
  std::vector<Cube> split(Guards::Diagram diagram) {
    const std::size_t first = *builder_.asks(diagram);
    const PropositionSet bit = PropositionSet{1} << first;
    const Guards::Diagram low = builder_.where(diagram, first, false), high = builder_.where(diagram, first, true);
    const std::vector<Cube>& without = of(only_here(low, high));
    const std::vector<Cube>& with = of(only_here(high, low));
    const Guards::Diagram rest = builder_.combine(uncovered(low, without), uncovered(high, with), [](State a, State b) {
      if (a == must_not || b == must_not) return must_not;
      return a == must || b == must ? must : may;
    });
    std::vector<Cube> cubes = of(rest);
    for (const Cube& cube : without) cubes.push_back({cube.positive, cube.negative | bit});
    for (const Cube& cube : with) cubes.push_back({cube.positive | bit, cube.negative});
    return cubes;
  }

  /// What must hold here and must not hold there.
  Guards::Diagram only_here(Guards::Diagram here, Guards::Diagram there) {
    return builder_.combine(here, there, [](State a, State b) { return a == must && b != must_not ? may : a; });
  }

  Guards::Diagram uncovered(Guards::Diagram diagram, const std::vector<Cube>& cubes) {
    const Guards::Diagram covered = assign(builder_, builder_.leaf(must_not), Formula(cubes), must);
    return builder_.combine(diagram, covered, [](State a, State b) { return a == must && b == must ? may : a; });
  }

  Guards::Builder& builder_;
  std::map<Guards::Diagram, std::vector<Cube>> done_;
};

}  // namespace

Formula irredundant_formula(Guards::Builder& builder, Guards::Diagram diagram, State target) {
  const Guards::Diagram wanted = builder.combine(diagram, builder.leaf(must_not),
                                                 [target](State at, State) { return at == target ? must : must_not; });
  return Formula(Sums(builder).of(wanted));
}

}  // namespace remap
