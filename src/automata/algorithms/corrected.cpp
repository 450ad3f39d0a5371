// Before the states of the machine come those of a tree with a state for each word that one of the given words begins
// with. Where a word leaves the tree, it goes on in the machine.
#include "automata/algorithms/corrected.hpp"

#include <algorithm>
#include <map>

#include "automata/machines/guard_formulas.hpp"
#include "remap/automata/equivalence.hpp"

namespace remap {

namespace {

struct Node {
  State like;  // where the machine is
  Output output;
  std::map<Letter, std::size_t> next;
};

std::vector<Node> tree_of(const MooreMachine& machine, std::span<const std::pair<Word, Output>> words) {
  std::vector<Node> nodes{{machine.initial(), machine.output(machine.initial()), {}}};
  for (const auto& [word, output] : words) {
    std::size_t at = 0;
    for (const Letter letter : word) {
      const auto [place, fresh] = nodes[at].next.try_emplace(letter, nodes.size());
      const std::size_t to = place->second;
      if (fresh) {
        const State like = machine.next(nodes[at].like, letter);
        nodes.push_back({like, machine.output(like), {}});
      }
      at = to;
    }
    nodes[at].output = output;
  }
  return nodes;
}

}  // namespace

MooreMachine corrected(const MooreMachine& machine, std::span<const std::pair<Word, Output>> words) {
  const std::vector<Node> nodes = tree_of(machine, words);
  const Alphabet& alphabet = machine.alphabet();
  std::vector<Output> output_of;
  for (const Node& node : nodes) output_of.push_back(node.output);
  std::vector<State> moved;  // per state of the machine
  for (std::size_t q = 0; q < machine.size(); ++q) {
    moved.push_back(make_id<State>(output_of.size()));
    output_of.push_back(machine.output(make_id<State>(q)));
  }
  if (machine.guards() == nullptr) {
    std::vector<State> next;
    const auto add_row = [&](State like) {
      for (const State to : machine.row(like)) next.push_back(moved[index(to)]);
    };
    for (const Node& node : nodes) {
      const std::size_t begin = next.size();
      add_row(node.like);
      for (const auto& [letter, to] : node.next) next[begin + index(letter)] = make_id<State>(to);
    }
    for (std::size_t q = 0; q < machine.size(); ++q) add_row(make_id<State>(q));
    return minimise({alphabet, machine.outputs(), State{0}, std::move(output_of), std::move(next)});
  }
  const Guards& guards = *machine.guards();
  const PropositionSet all = ~PropositionSet{0} >> (64 - alphabet.propositions().size());
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  for (const Node& node : nodes) {
    diagrams.push_back(builder.copy(guards, guards.of(node.like), moved));
    for (const auto& [letter, to] : node.next) {
      const PropositionSet set = alphabet.set_of(letter);
      diagrams.back() = assign(builder, diagrams.back(), Formula({{set, all & ~set}}), make_id<State>(to));
    }
  }
  for (std::size_t q = 0; q < machine.size(); ++q) {
    diagrams.push_back(builder.copy(guards, guards.of(make_id<State>(q)), moved));
  }
  return minimise({alphabet, machine.outputs(), State{0}, std::move(output_of),
                   std::make_shared<const Guards>(builder.build(diagrams))});
}

}  // namespace remap
