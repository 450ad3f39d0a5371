// Minimisation by partition refinement (Hopcroft, "An n log n algorithm for minimizing states in a finite automaton",
// 1971).
//
// States start in one block per output. A block taken from the worklist splits every block whose states disagree on
// whether a letter leads into it; of the two parts the smaller is put on the worklist, so a state's incoming
// transitions are looked at at most log n times per letter. Blocks are ranges of one permuted array of states (as in
// Valmari's formulation): marking a state swaps it to the front of its block, splitting moves a boundary. The worklist
// holds whole blocks; a block is copied before use, because it may split itself. O(n k log n) time, O(n k) memory.
#include "remap/automata/equivalence.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>

#include "logic/guards/guards.hpp"

namespace remap {
namespace {

using Index = std::uint32_t;

/// For each letter and state, the states that lead there: one flat list with offsets.
class Predecessors {
 public:
  explicit Predecessors(const MooreMachine& machine)
      : states_(machine.size()), offset_(machine.size() * machine.letters() + 1), from_(offset_.size() - 1) {
    for_each(machine, [this](std::size_t place, std::size_t) { ++offset_[place + 1]; });
    std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
    std::vector<Index> fill(offset_.begin(), offset_.end() - 1);
    for_each(machine, [&](std::size_t place, std::size_t q) { from_[fill[place]++] = static_cast<Index>(q); });
  }
  [[nodiscard]] std::span<const Index> of(std::size_t state, std::size_t letter) const noexcept {
    const std::size_t place = letter * states_ + state;
    return std::span(from_).subspan(offset_[place], offset_[place + 1] - offset_[place]);
  }

 private:
  template <class Visit>
  void for_each(const MooreMachine& machine, Visit visit) {
    for (std::size_t q = 0; q < states_; ++q) {
      for (std::size_t a = 0; a < machine.letters(); ++a) {
        visit(a * states_ + index(machine.next(make_id<State>(q), make_id<Letter>(a))), q);
      }
    }
  }

  std::size_t states_;
  std::vector<Index> offset_;
  std::vector<Index> from_;
};

struct Block {
  Index begin = 0;
  Index end = 0;
  Index marked = 0;  // this many states at the front are marked
};

class Partition {
 public:
  explicit Partition(const MooreMachine& machine)
      : members_(machine.size()), place_(machine.size()), block_of_(machine.size()) {
    std::vector<Index> boundary(machine.outputs().size() + 1);
    for (std::size_t q = 0; q < machine.size(); ++q) ++boundary[index(machine.output(make_id<State>(q))) + 1];
    std::partial_sum(boundary.begin(), boundary.end(), boundary.begin());
    std::vector<Index> block_of_output(machine.outputs().size());
    for (std::size_t output = 0; output + 1 < boundary.size(); ++output) {
      block_of_output[output] = static_cast<Index>(blocks_.size());
      if (boundary[output] < boundary[output + 1]) blocks_.push_back({boundary[output], boundary[output + 1], 0});
    }
    for (std::size_t q = 0; q < machine.size(); ++q) {
      const std::size_t output = index(machine.output(make_id<State>(q)));
      put(static_cast<Index>(q), boundary[output]++);
      block_of_[q] = block_of_output[output];
    }
    for (Index b = 0; b < blocks_.size(); ++b) waiting_.push_back(b);
  }

  void refine(const Predecessors& predecessors, std::size_t letters) {
    std::vector<Index> splitter;
    while (!waiting_.empty() && blocks_.size() < members_.size()) {  // a block of one state cannot split
      const Block block = blocks_[waiting_.back()];
      waiting_.pop_back();
      splitter.assign(members_.begin() + block.begin, members_.begin() + block.end);
      for (std::size_t a = 0; a < letters; ++a) {
        for (const Index to : splitter) {
          for (const Index from : predecessors.of(to, a)) mark(from);
        }
        for (const Index b : touched_) split(b);
        touched_.clear();
      }
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return blocks_.size(); }
  [[nodiscard]] State block_of(State state) const noexcept { return make_id<State>(block_of_[index(state)]); }
  [[nodiscard]] State member_of(std::size_t block) const noexcept {
    return make_id<State>(members_[blocks_[block].begin]);
  }

 private:
  void put(Index state, Index place) noexcept {
    members_[place] = state;
    place_[state] = place;
  }
  void mark(Index state) {
    Block& block = blocks_[block_of_[state]];
    const Index border = block.begin + block.marked;
    if (place_[state] < border) return;
    if (block.marked++ == 0) touched_.push_back(block_of_[state]);
    const Index other = members_[border];
    put(other, place_[state]);
    put(state, border);
  }
  void split(Index b) {
    Block& block = blocks_[b];
    const Index border = block.begin + block.marked;
    block.marked = 0;
    if (border == block.end) return;
    // The smaller part becomes the new block and waits; the larger keeps its number, and so waits if it did.
    const bool front_is_smaller = border - block.begin <= block.end - border;
    const Block part = front_is_smaller ? Block{block.begin, border, 0} : Block{border, block.end, 0};
    (front_is_smaller ? block.begin : block.end) = border;
    const Index number = static_cast<Index>(blocks_.size());
    blocks_.push_back(part);
    for (Index i = part.begin; i < part.end; ++i) block_of_[members_[i]] = number;
    waiting_.push_back(number);
  }

  std::vector<Index> members_;   // the states, block by block
  std::vector<Index> place_;     // where a state stands in members_
  std::vector<Index> block_of_;  // the block of a state
  std::vector<Block> blocks_;
  std::vector<Index> waiting_;
  std::vector<Index> touched_;
};

}  // namespace

namespace {

// Moore's refinement: states stay together if they have the same output and the same diagram over blocks. At most n
// rounds over all diagrams; there is no list of letters to go backwards by.
MooreMachine minimise_guarded(const MooreMachine& reachable) {
  const Guards& guards = *reachable.guards();
  std::vector<State> block;
  for (std::size_t q = 0; q < reachable.size(); ++q) {
    block.push_back(make_id<State>(index(reachable.output(make_id<State>(q)))));
  }
  std::vector<State> first;  // per block: a state
  for (std::size_t before = 0;; before = first.size()) {
    Guards::Builder builder;
    std::map<std::pair<State, Guards::Diagram>, State> number;
    std::vector<State> refined;
    first.clear();
    for (std::size_t q = 0; q < reachable.size(); ++q) {
      const State state = make_id<State>(q);
      const Guards::Diagram diagram = builder.copy(guards, guards.of(state), block);
      const auto [found, added] = number.try_emplace({block[q], diagram}, make_id<State>(number.size()));
      if (added) first.push_back(state);
      refined.push_back(found->second);
    }
    block = std::move(refined);
    if (first.size() == before) break;
  }
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  std::vector<Output> output_of;
  for (const State state : first) {
    diagrams.push_back(builder.copy(guards, guards.of(state), block));
    output_of.push_back(reachable.output(state));
  }
  return canonical({reachable.alphabet(), reachable.outputs(), block[index(reachable.initial())], std::move(output_of),
                    std::make_shared<const Guards>(builder.build(diagrams))});
}

}  // namespace

namespace {

/// Whether the outputs of a state and of those that its letters lead to already tell all states apart, as is common
/// where there are many letters. States with equal hashes are taken to be alike.
bool differ_within_a_letter(const MooreMachine& machine) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(machine.size());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    std::uint64_t hash = index(machine.output(make_id<State>(q)));
    for (const State to : machine.row(make_id<State>(q))) {
      hash = std::rotl((hash ^ index(machine.output(to))) * 0x9e3779b97f4a7c15ULL, 29);
    }
    hashes.push_back(hash);
  }
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end();
}

}  // namespace

MooreMachine minimise(const MooreMachine& machine) {
  MooreMachine reachable = canonical(machine);
  if (reachable.guards() != nullptr) return minimise_guarded(reachable);
  if (differ_within_a_letter(reachable)) return reachable;
  Partition partition(reachable);
  partition.refine(Predecessors(reachable), reachable.letters());
  if (partition.size() == reachable.size()) return reachable;
  std::vector<Output> output_of;
  std::vector<State> next;
  output_of.reserve(partition.size());
  next.reserve(partition.size() * reachable.letters());
  for (std::size_t b = 0; b < partition.size(); ++b) {
    output_of.push_back(reachable.output(partition.member_of(b)));
    for (const State to : reachable.row(partition.member_of(b))) next.push_back(partition.block_of(to));
  }
  return canonical({machine.alphabet(), machine.outputs(), partition.block_of(reachable.initial()),
                    std::move(output_of), std::move(next)});
}

namespace {

/// A Moore machine that tells the states of a Mealy machine apart: the output of a state is the number of its row of
/// outputs, and missing steps lead to one more state.
MooreMachine with_rows_as_outputs(const MealyMachine& machine) {
  const std::size_t letters = machine.alphabet().size();
  std::map<std::vector<Output>, Output> number;
  std::vector<Output> output_of;
  std::vector<State> next;
  const auto add = [&](std::vector<Output> row, Output ending) {
    row.push_back(ending);
    const auto place = number.try_emplace(std::move(row), make_id<Output>(number.size())).first;
    output_of.push_back(place->second);
  };
  const State missing = make_id<State>(machine.size());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    std::vector<Output> row(letters, no_output);
    const bool terminal = machine.terminal(make_id<State>(q));
    for (std::size_t a = 0; a < letters; ++a) {
      const MealyMachine::Step& step = machine.step(make_id<State>(q), make_id<Letter>(a));
      const bool there = !terminal && step.to != no_state;
      if (there) row[a] = step.output;
      next.push_back(there ? step.to : missing);
    }
    add(std::move(row), terminal ? Output{1} : Output{0});
  }
  next.insert(next.end(), letters, missing);
  add(std::vector<Output>(letters, no_output), Output{2});
  return {machine.alphabet(), Outputs::ranks(number.size()), machine.initial(), std::move(output_of), std::move(next)};
}

/// The same with diagrams: a row of outputs is a diagram over them.
MooreMachine with_diagrams_as_outputs(const MealyMachine& machine) {
  const Guards& guards = *machine.guards();
  const State missing = make_id<State>(machine.size());
  const std::size_t no_value = machine.outputs().size();
  std::vector<State> to, value;
  for (const MealyMachine::Step& step : machine.steps()) {
    to.push_back(step.to == no_state ? missing : step.to);
    value.push_back(make_id<State>(step.to == no_state ? no_value : index(step.output)));
  }
  Guards::Builder rows, builder;
  std::map<std::pair<Guards::Diagram, Output>, Output> number;
  std::vector<Output> output_of;
  std::vector<Guards::Diagram> diagrams;
  for (std::size_t q = 0; q <= machine.size(); ++q) {
    const State state = make_id<State>(q);
    const bool terminal = state != missing && machine.terminal(state);
    const bool empty = state == missing || terminal;
    const Guards::Diagram row =
        empty ? rows.leaf(make_id<State>(no_value)) : rows.copy(guards, guards.of(state), value);
    const Output ending = state == missing ? Output{2} : terminal ? Output{1} : Output{0};
    output_of.push_back(number.try_emplace({row, ending}, make_id<Output>(number.size())).first->second);
    diagrams.push_back(empty ? builder.leaf(missing) : builder.copy(guards, guards.of(state), to));
  }
  return {machine.alphabet(), Outputs::ranks(number.size()), machine.initial(), std::move(output_of),
          std::make_shared<const Guards>(builder.build(diagrams))};
}

/// Numbers the states of a machine and of its minimal form as they are met, walking both breadth first: the first state
/// met represents all equivalent ones.
class Walk {
 public:
  explicit Walk(const MooreMachine& smallest) : number_(smallest.size(), no_state) {}
  State meet(State state, State merged) {
    if (number_[index(merged)] == no_state) {
      number_[index(merged)] = make_id<State>(order.size());
      order.emplace_back(state, merged);
    }
    return number_[index(merged)];
  }
  std::vector<std::pair<State, State>> order;  // of the machine and of its minimal form

 private:
  std::vector<State> number_;
};

MealyMachine minimise_guarded(const MealyMachine& machine) {
  const MooreMachine rows = with_diagrams_as_outputs(machine);
  const MooreMachine smallest = minimise(rows);
  const State missing = make_id<State>(machine.size());
  Walk walk(smallest);
  std::vector<State> becomes(machine.size(), no_state);
  becomes[index(machine.initial())] = walk.meet(machine.initial(), smallest.initial());
  for (std::size_t i = 0; i < walk.order.size(); ++i) {
    const auto [state, merged] = walk.order[i];
    for (const Guards::Joint& each : Guards::joint(*rows.guards(), state, *smallest.guards(), merged)) {
      if (each.a != missing) becomes[index(each.a)] = walk.meet(each.a, each.b);
    }
  }
  std::vector<MealyMachine::Step> steps;
  for (MealyMachine::Step step : machine.steps()) {
    if (step.to != no_state) step.to = becomes[index(step.to)];
    steps.push_back(step);
  }
  steps.push_back({});
  Guards::Builder builder;
  std::vector<bool> terminal;
  std::vector<Guards::Diagram> diagrams;
  for (const auto& [state, merged] : walk.order) {
    terminal.push_back(machine.terminal(state));
    diagrams.push_back(terminal.back() ? builder.leaf(make_id<State>(steps.size() - 1))
                                       : builder.copy(*machine.guards(), machine.guards()->of(state), {}));
  }
  return {machine.alphabet(),  machine.outputs(), State{0},
          std::move(terminal), std::move(steps),  builder.build(diagrams)};
}

}  // namespace

MealyMachine minimise(const MealyMachine& machine) {
  if (machine.guards() != nullptr) return minimise_guarded(machine);
  const MooreMachine rows = with_rows_as_outputs(machine);
  const MooreMachine smallest = minimise(rows);
  Walk walk(smallest);
  walk.meet(machine.initial(), smallest.initial());
  std::vector<bool> terminal;
  std::vector<MealyMachine::Step> steps;
  for (std::size_t i = 0; i < walk.order.size(); ++i) {
    const auto [state, merged] = walk.order[i];
    terminal.push_back(machine.terminal(state));
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      MealyMachine::Step step = machine.step(state, make_id<Letter>(a));
      if (terminal.back()) step = {};
      if (step.to != no_state) step.to = walk.meet(step.to, smallest.next(merged, make_id<Letter>(a)));
      steps.push_back(step);
    }
  }
  return {machine.alphabet(), machine.outputs(), State{0}, std::move(terminal), std::move(steps)};
}

bool is_minimal(const MooreMachine& machine) { return minimise(machine).size() == machine.size(); }

}  // namespace remap
