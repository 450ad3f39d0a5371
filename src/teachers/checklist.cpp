#include "teachers/checklist.hpp"

#include <algorithm>

#include "automata/guards.hpp"
#include "remap/automata/random.hpp"

namespace remap {

std::vector<Word> checklist(const MooreMachine& machine, std::size_t limit) {
  const TransitionWords all(machine, 0, 0);
  std::vector<Word> words;
  for (std::size_t position = 0; position < all.size() && words.size() < limit; ++position) {
    if (!all.leads_on(position)) words.push_back(all.word(position));
  }
  return words;
}

TransitionWords::TransitionWords(const MooreMachine& machine, std::size_t longer, std::uint64_t seed) {
  std::vector<bool> reached(machine.size(), false);
  reached[index(machine.initial())] = true;
  std::vector<State> states{machine.initial()};
  const auto meet = [&](State to, std::size_t position) {
    if (reached[index(to)]) return;
    reached[index(to)] = true;
    states.push_back(to);
    ways_.push_back(position);
  };
  for (std::size_t at = 0; at < states.size(); ++at) {
    std::size_t position = begin_.back();
    if (machine.guards() == nullptr) {
      for (const State to : machine.row(states[at])) meet(to, position++);
    } else {
      for (const Guards::Arrival& arrival : machine.guards()->arrivals(states[at])) {
        letters_.push_back(machine.alphabet().letter_of(arrival.letter));
        meet(arrival.to, position++);
      }
    }
    begin_.push_back(position);
  }
  const std::size_t shortest = word(transitions() - 1).size() + 1;
  std::vector<Letter> pool = machine.alphabet().simple_letters();
  pool.insert(pool.end(), letters_.begin(), letters_.end());
  Random random(seed);
  for (std::size_t repeats = 0; longer_.size() < longer;) {
    Word drawn(shortest + random.below(shortest + 2 + repeats));
    for (Letter& letter : drawn) letter = pool[random.below(pool.size())];
    if (std::find(longer_.begin(), longer_.end(), drawn) == longer_.end()) {
      longer_.push_back(std::move(drawn));
    } else {
      ++repeats;  // with few letters only longer words are new
    }
  }
}

bool TransitionWords::leads_on(std::size_t position) const {
  return std::binary_search(ways_.begin(), ways_.end(), position);
}

Word TransitionWords::word(std::size_t position) const {
  if (position >= transitions()) return longer_.at(position - transitions());
  Word word;
  for (std::size_t at = position; at != 0;) {
    const auto state =
        static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), at) - begin_.begin()) - 1;
    word.push_back(letters_.empty() ? make_id<Letter>(at - begin_[state]) : letters_[at - 1]);
    at = ways_[state];
  }
  std::reverse(word.begin(), word.end());
  return word;
}

}  // namespace remap
