#include "worlds/product.hpp"

#include <algorithm>
#include <memory>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

/// For each proposition of the machine its bit in the labels of the world.
std::vector<std::size_t> match_propositions(const World& world, const RewardMachine& machine) {
  std::vector<std::size_t> bits;
  for (const auto& proposition : machine.propositions) {
    const auto& objects = world.objects();
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const Object& object) { return object.proposition == proposition; });
    if (found == objects.end()) {
      std::string known;
      for (const auto& object : objects) known += (known.empty() ? "" : ", ") + object.proposition;
      throw InputError("the reward machine's proposition '" + proposition + "' is not an object of the " +
                       world.name() + " world, expected some of " + known);
    }
    bits.push_back(static_cast<std::size_t>(found - objects.begin()));
  }
  return bits;
}

PropositionSet translate(PropositionSet label, const std::vector<std::size_t>& bits) {
  PropositionSet set = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) set |= (label >> bits[i] & 1U) << i;
  return set;
}

}  // namespace

Product::Product(const World& world, const RewardMachine& machine)
    : cells_(world.cells()),
      machine_states_(machine.states),
      start_cell_(static_cast<std::uint32_t>(index(world.start()))),
      initial_(static_cast<std::uint32_t>(index(machine.initial))) {
  const auto bits = match_propositions(world, machine);
  std::vector<PropositionSet> sets;
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto set = translate(world.label(make_id<Cell>(i)), bits);
    const auto found = std::find(sets.begin(), sets.end(), set);
    label_.push_back(static_cast<std::uint32_t>(found - sets.begin()));
    if (found == sets.end()) sets.push_back(set);
    for (const Move move : all_moves) {
      next_cell_.push_back(static_cast<std::uint32_t>(index(world.next(make_id<Cell>(i), move))));
    }
  }

  const auto alphabet = Alphabet::of_sets(machine.propositions, sets);
  const MealyMachine mealy = to_mealy(machine, alphabet);
  for (std::size_t u = 0; u < machine_states_; ++u) terminal_.push_back(mealy.terminal(make_id<State>(u)));
  for (std::size_t letter = 0; letter < sets.size(); ++letter) {
    for (std::size_t u = 0; u < machine_states_; ++u) {
      const auto& [to, output] = mealy.step(make_id<State>(u), make_id<Letter>(letter));
      if (terminal_[u] || to == no_state) {
        machine_steps_.push_back({});
        continue;
      }
      const double reward = mealy.outputs().number(output).value_or(0);  // HALT; to_mealy has refused other words
      machine_steps_.push_back({terminal_[index(to)] ? ended : static_cast<std::uint32_t>(index(to)), reward});
    }
  }
}

}  // namespace remap
