#include "teachers/checklist.hpp"

#include <algorithm>

#include "logic/guards/guards.hpp"
#include "remap/automata/random.hpp"

namespace remap {

std::vector<Word> checklist(const Hypothesis& machine, std::size_t limit) {
  const TransitionWords all(machine, 0, 0);
  std::vector<Word> words;
  for (std::size_t position = 0; position < all.size() && words.size() < limit; ++position) {
    if (!all.leads_on(position)) words.push_back(all.word(position));
  }
  return words;
}

TransitionWords::TransitionWords(const Hypothesis& machine, std::size_t longer, std::uint64_t seed) {
  if (const MealyMachine* mealy = machine.mealy()) {
    collect(mealy->size(), mealy->initial(), [&](State from, const auto& meet) {
      for (std::size_t letter = 0; letter < mealy->alphabet().size(); ++letter) {
        const State to = mealy->step(from, make_id<Letter>(letter)).to;
        meet(to == no_state ? from : to);  // after the end
      }
    });
  } else if (const MooreMachine& moore = machine.moore(); moore.guards() == nullptr) {
    collect(moore.size(), moore.initial(), [&](State from, const auto& meet) {
      for (const State to : moore.row(from)) meet(to);
    });
  } else {
    collect(moore.size(), moore.initial(), [&](State from, const auto& meet) {
      for (const Guards::Arrival& arrival : moore.guards()->arrivals(from)) {
        letters_.push_back(moore.alphabet().letter_of(arrival.letter));
        meet(arrival.to);
      }
    });
  }
  draw(machine.alphabet(), longer, seed);
}

template <class Each>
void TransitionWords::collect(std::size_t states, State initial, const Each& each) {
  std::vector<bool> reached(states, false);
  reached[index(initial)] = true;
  std::vector<State> order{initial};
  for (std::size_t at = 0; at < order.size(); ++at) {
    std::size_t position = begin_.back();
    each(order[at], [&](State to) {
      const std::size_t here = position++;
      if (reached[index(to)]) return;
      reached[index(to)] = true;
      order.push_back(to);
      ways_.push_back(here);
    });
    begin_.push_back(position);
  }
}

void TransitionWords::draw(const Alphabet& alphabet, std::size_t longer, std::uint64_t seed) {
  const std::size_t shortest = word(transitions() - 1).size() + 1;
  std::vector<Letter> pool = alphabet.simple_letters();
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
