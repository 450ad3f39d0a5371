#include "remap/automata/moore.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "automata/guards.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {
[[noreturn]] void refuse(const std::string& what) { throw Misuse("MooreMachine", what); }
}  // namespace

MooreMachine::MooreMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<Output> output_of,
                           std::vector<State> next)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      letters_(alphabet_.size()),
      initial_(initial),
      output_of_(std::move(output_of)),
      next_(std::move(next)) {
  check_states();
  if (next_.size() != size() * letters_) {
    refuse(fmt::format("{} successors for {} states and {} letters", next_.size(), size(), letters_));
  }
  for (const State state : next_) {
    if (index(state) >= size()) refuse(fmt::format("successor {} of {} states", index(state), size()));
  }
}

MooreMachine::MooreMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<Output> output_of,
                           std::shared_ptr<const Guards> guards)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      letters_(0),
      initial_(initial),
      output_of_(std::move(output_of)),
      guards_(std::move(guards)) {
  check_states();
  if (alphabet_.listed()) refuse("diagrams for letters that are listed");
  if (guards_ == nullptr || guards_->states() != size()) refuse("a diagram is needed for each state");
  for (std::size_t q = 0; q < size(); ++q) {
    for (const State to : guards_->successors(make_id<State>(q))) {
      if (index(to) >= size()) refuse(fmt::format("successor {} of {} states", index(to), size()));
    }
  }
}

void MooreMachine::check_states() const {
  if (size() == 0) refuse("a machine needs at least one state");
  if (index(initial_) >= size()) refuse(fmt::format("initial state {} of {} states", index(initial_), size()));
  for (const Output output : output_of_) {
    if (index(output) >= outputs_.size()) refuse(fmt::format("output {} of {}", index(output), outputs_.size()));
  }
}

State MooreMachine::guarded(State state, Letter letter) const noexcept {
  return guards_->step(state, alphabet_.set_of(letter));
}

bool MooreMachine::same_guards(const MooreMachine& other) const {
  return guards_ == other.guards_ || (guards_ != nullptr && other.guards_ != nullptr && *guards_ == *other.guards_);
}

State MooreMachine::run(State from, std::span<const Letter> word) const noexcept {
  for (const Letter letter : word) from = next(from, letter);
  return from;
}

namespace {

// States are numbered by the smallest letters that lead to them, as if all letters were gone through.
MooreMachine canonical_guarded(const MooreMachine& machine) {
  const Guards& guards = *machine.guards();
  std::vector<State> number(machine.size(), no_state);
  std::vector<State> order{machine.initial()};
  std::vector<Output> output_of;
  number[index(machine.initial())] = State{0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    output_of.push_back(machine.output(order[i]));
    for (const GuardedEdge& edge : guards.edges(order[i])) {
      State& numbered = number[index(edge.to)];
      if (numbered != no_state) continue;
      numbered = make_id<State>(order.size());
      order.push_back(edge.to);
    }
  }
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  for (const State state : order) diagrams.push_back(builder.copy(guards, guards.of(state), number));
  return {machine.alphabet(), machine.outputs(), State{0}, std::move(output_of),
          std::make_shared<const Guards>(builder.build(diagrams))};
}

}  // namespace

MooreMachine canonical(const MooreMachine& machine) {
  if (machine.guards() != nullptr) return canonical_guarded(machine);
  std::vector<State> number(machine.size(), no_state);
  std::vector<State> order{machine.initial()};
  std::vector<State> next;
  std::vector<Output> output_of;
  number[index(machine.initial())] = State{0};
  for (std::size_t i = 0; i < order.size(); ++i) {
    output_of.push_back(machine.output(order[i]));
    for (const State to : machine.row(order[i])) {
      State& numbered = number[index(to)];
      if (numbered == no_state) {
        numbered = make_id<State>(order.size());
        order.push_back(to);
      }
      next.push_back(numbered);
    }
  }
  return {machine.alphabet(), machine.outputs(), State{0}, std::move(output_of), std::move(next)};
}

bool isomorphic(const MooreMachine& a, const MooreMachine& b) { return canonical(a) == canonical(b); }

namespace {

/// For each proposition of `narrow` its bit in `wide`, 0 when `wide` does not have it.
std::vector<PropositionSet> proposition_bits(const Alphabet& narrow, const Alphabet& wide) {
  std::vector<PropositionSet> bits;
  for (const std::string& name : narrow.propositions()) {
    const auto place = std::find(wide.propositions().begin(), wide.propositions().end(), name);
    bits.push_back(place == wide.propositions().end() ? 0 : PropositionSet{1} << (place - wide.propositions().begin()));
  }
  return bits;
}

/// The letter of `wide` in which the same propositions hold, `no_letter` when there is none.
Letter counterpart(PropositionSet set, std::span<const PropositionSet> bits, const Alphabet& wide) {
  PropositionSet translated = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if ((set >> i & 1) == 0) continue;
    if (bits[i] == 0) return no_letter;
    translated |= bits[i];
  }
  return wide.letter_of(translated);
}

}  // namespace

MooreMachine restrict_letters(const MooreMachine& machine, Alphabet alphabet) {
  const Alphabet& wide = machine.alphabet();
  const bool by_set = wide.propositional() && alphabet.propositional();
  const auto bits = by_set ? proposition_bits(alphabet, wide) : std::vector<PropositionSet>{};
  std::vector<Letter> old_letters;
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const Letter letter = make_id<Letter>(i);
    old_letters.push_back(by_set ? counterpart(alphabet.set_of(letter), bits, wide) : wide.find(alphabet.name(letter)));
    if (old_letters.back() == no_letter) {
      throw InputError(
          fmt::format("letter '{}' is not among the {} letters of the machine", alphabet.name(letter), wide.size()));
    }
  }
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    output_of.push_back(machine.output(make_id<State>(q)));
    for (const Letter letter : old_letters) next.push_back(machine.next(make_id<State>(q), letter));
  }
  return {std::move(alphabet), machine.outputs(), machine.initial(), std::move(output_of), std::move(next)};
}

}  // namespace remap
