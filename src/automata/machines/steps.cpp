#include "automata/machines/steps.hpp"

#include <algorithm>

#include "logic/guards/guards.hpp"

namespace remap {

Steps::Steps(const MooreMachine& machine) : machine_(machine), states_(machine.size()) {
  first_.push_back(0);
  for (std::size_t q = 0; q < states_; ++q) {
    collect(make_id<State>(q));
    first_.push_back(static_cast<Index>(groups_.size()));
  }
}

void Steps::collect(State state) {
  const Alphabet& alphabet = machine_.alphabet();
  if (machine_.guards() != nullptr) return collect_unlisted(state);
  if (alphabet.propositional()) return collect_listed(state);
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    const Letter letter = make_id<Letter>(a);
    groups_.push_back(
        {static_cast<Index>(index(state)), static_cast<Index>(index(machine_.next(state, letter))), letter, 0});
  }
}

// A proposition splits a group if it holds in some of its sets, but not in all.
void Steps::collect_listed(State state) {
  constexpr Index none = static_cast<Index>(-1);
  const std::vector<PropositionSet>& sets = machine_.alphabet().sets();
  const std::span<const State> row = machine_.row(state);
  std::vector<Index> group_to(states_, none);
  std::vector<PropositionSet> always;
  const std::size_t begin = groups_.size();
  for (std::size_t a = 0; a < row.size(); ++a) {
    Index& group = group_to[index(row[a])];
    if (group == none) {
      group = static_cast<Index>(groups_.size() - begin);
      groups_.push_back({static_cast<Index>(index(state)), static_cast<Index>(index(row[a])), make_id<Letter>(a), 0});
      always.push_back(~PropositionSet{0});
    }
    groups_[begin + group].splitting |= sets[a];
    always[group] &= sets[a];
  }
  for (std::size_t g = 0; g < always.size(); ++g) groups_[begin + g].splitting &= ~always[g];
}

void Steps::collect_unlisted(State state) {
  const Guards& guards = *machine_.guards();
  const Alphabet& alphabet = machine_.alphabet();
  for (const Guards::Arrival& arrival : guards.arrivals(state)) {
    PropositionSet splitting = 0;
    for (std::size_t p = 0; p < alphabet.propositions().size(); ++p) {
      const PropositionSet bit = PropositionSet{1} << p;
      const bool splits =
          guards.letter_to(state, arrival.to, 0, bit) && guards.letter_to(state, arrival.to, ~PropositionSet{0}, bit);
      splitting |= splits ? bit : 0;
    }
    groups_.push_back({static_cast<Index>(index(state)), static_cast<Index>(index(arrival.to)),
                       alphabet.letter_of(arrival.letter), splitting});
  }
}

Steps::Index Steps::column(Letter letter) const {
  if (column_of_.size() <= index(letter)) column_of_.resize(index(letter) + 1, 0);
  Index& column = column_of_[index(letter)];
  if (column != 0) return column - 1;
  const bool sets = machine_.alphabet().propositional();
  for (std::size_t q = 0; q < states_; ++q) {
    std::size_t place = index(letter);
    if (sets) {
      const auto to = static_cast<Index>(index(machine_.next(make_id<State>(q), letter)));
      const std::span<const Group> own = groups(q);
      const auto leads_there = [&](const Group& group) { return group.to == to; };
      place = static_cast<std::size_t>(std::find_if(own.begin(), own.end(), leads_there) - own.begin());
    }
    cells_.push_back(first_[q] + static_cast<Index>(place));
  }
  sets_.push_back(sets ? machine_.alphabet().set_of(letter) : 0);
  column = static_cast<Index>(sets_.size());
  return column - 1;
}

Letter Steps::some_letter(Index group, SetPart part, Random& random) const {
  const Alphabet& alphabet = machine_.alphabet();
  const Group& wanted = groups_[group];
  if (!alphabet.propositional()) return wanted.smallest;
  const State from = make_id<State>(wanted.from), to = make_id<State>(wanted.to);
  if (machine_.guards() != nullptr) {
    const PropositionSet bit = part.proposition == SetPart::all ? 0 : PropositionSet{1} << part.proposition;
    PropositionSet like = random.next() >> (64 - alphabet.propositions().size());
    like = part.holds ? like | bit : like & ~bit;
    return alphabet.letter_of(*machine_.guards()->letter_to(from, to, like, bit));
  }
  const std::span<const State> row = machine_.row(from);
  std::size_t at = random.below(row.size());
  while (row[at] != to || !part.has(alphabet.sets()[at])) at = (at + 1) % row.size();
  return make_id<Letter>(at);
}

}  // namespace remap
