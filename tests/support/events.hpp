// The letters of a machine read as sets of propositions.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <memory>

#include "remap/automata/moore.hpp"

namespace remap::test {

enum class Events : std::uint8_t { plain, any, one };

/// The same machine with its letters read as sets of propositions, numbered as they come, or as single propositions:
/// sets that mean nothing.
inline std::shared_ptr<const MooreMachine> read_as(Events kind, const std::shared_ptr<const MooreMachine>& machine) {
  if (kind == Events::plain) return machine;
  const std::size_t letters = machine->letters();
  const std::size_t names = kind == Events::any ? static_cast<std::size_t>(std::bit_width(letters)) : letters;
  std::vector<std::string> propositions;
  for (std::size_t p = 0; p < names; ++p) propositions.push_back(fmt::format("p{}", p));
  std::vector<PropositionSet> sets;
  for (std::size_t a = 0; a < letters; ++a) {
    sets.push_back(kind == Events::any ? PropositionSet{a} : PropositionSet{1} << a >> 1);
  }
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine->size(); ++q) {
    output_of.push_back(machine->output(make_id<State>(q)));
    for (State to : machine->row(make_id<State>(q))) next.push_back(to);
  }
  return std::make_shared<const MooreMachine>(Alphabet::of_sets(std::move(propositions), std::move(sets)),
                                              machine->outputs(), machine->initial(), std::move(output_of),
                                              std::move(next));
}

}  // namespace remap::test
