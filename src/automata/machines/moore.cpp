#include "remap/automata/moore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "logic/guards/guards.hpp"
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
    for (const Guards::Arrival& arrival : guards.arrivals(order[i])) {
      State& numbered = number[index(arrival.to)];
      if (numbered != no_state) continue;
      numbered = make_id<State>(order.size());
      order.push_back(arrival.to);
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
  order.reserve(machine.size());
  next.reserve(machine.size() * machine.letters());
  output_of.reserve(machine.size());
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

MooreMachine with_outputs(const MooreMachine& machine, Outputs outputs, std::vector<Output> output_of) {
  if (machine.guards() != nullptr) {
    return {machine.alphabet(), std::move(outputs), machine.initial(), std::move(output_of), machine.guards()};
  }
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const auto row = machine.row(make_id<State>(q));
    next.insert(next.end(), row.begin(), row.end());
  }
  return {machine.alphabet(), std::move(outputs), machine.initial(), std::move(output_of), std::move(next)};
}

MooreMachine constant_machine(Alphabet alphabet, Outputs outputs, Output output) {
  if (alphabet.listed()) {
    const std::size_t letters = alphabet.size();
    return {std::move(alphabet), std::move(outputs), State{0}, {output}, std::vector<State>(letters, State{0})};
  }
  Guards::Builder builder;
  const std::vector<Guards::Diagram> stays{builder.leaf(State{0})};
  return {std::move(alphabet),
          std::move(outputs),
          State{0},
          {output},
          std::make_shared<const Guards>(builder.build(stays))};
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

/// If no letters are listed: the same diagrams over the propositions of the alphabet. Those that it lacks never hold.
MooreMachine guarded_over(const MooreMachine& machine, Alphabet alphabet) {
  const std::vector<std::string>& own = machine.alphabet().propositions();
  const std::vector<std::string>& wanted = alphabet.propositions();
  for (const std::string& name : wanted) {
    if (std::find(own.begin(), own.end(), name) != own.end()) continue;
    throw InputError(fmt::format("proposition '{}' is not among those of the machine", name));
  }
  Guards::Builder from, builder;
  std::map<Guards::Diagram, Guards::Diagram> done;
  const std::function<Guards::Diagram(Guards::Diagram)> made = [&](Guards::Diagram at) {
    if (const auto found = done.find(at); found != done.end()) return found->second;
    Guards::Diagram result = 0;
    if (const auto asked = from.asks(at)) {
      const auto place = std::find(wanted.begin(), wanted.end(), own[*asked]);
      result = made(from.where(at, *asked, false));
      if (place != wanted.end()) {
        const auto proposition = static_cast<std::size_t>(place - wanted.begin());
        result = builder.choose(proposition, result, made(from.where(at, *asked, true)));
      }
    } else {
      result = builder.leaf(from.leaves(at).front());
    }
    done.emplace(at, result);
    return result;
  };
  std::vector<Guards::Diagram> diagrams;
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State state = make_id<State>(q);
    output_of.push_back(machine.output(state));
    diagrams.push_back(made(from.copy(*machine.guards(), machine.guards()->of(state), {})));
  }
  return {std::move(alphabet), machine.outputs(), machine.initial(), std::move(output_of),
          std::make_shared<const Guards>(builder.build(diagrams))};
}

}  // namespace

MooreMachine restrict_letters(const MooreMachine& machine, Alphabet alphabet) {
  const Alphabet& wide = machine.alphabet();
  if (!wide.listed() && !alphabet.listed()) return guarded_over(machine, std::move(alphabet));
  const bool by_set = wide.propositional() && alphabet.propositional();
  const auto bits = by_set ? proposition_bits(alphabet, wide) : std::vector<PropositionSet>{};
  std::vector<Letter> old_letters;
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const Letter letter = make_id<Letter>(i);
    old_letters.push_back(by_set ? counterpart(alphabet.set_of(letter), bits, wide) : wide.find(alphabet.name(letter)));
    if (old_letters.back() == no_letter) {
      throw InputError(fmt::format("letter '{}' is not among the letters of the machine", alphabet.name(letter)));
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
