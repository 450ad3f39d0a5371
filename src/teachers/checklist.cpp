#include "teachers/checklist.hpp"

#include <algorithm>

#include "remap/automata/random.hpp"

namespace remap {

std::vector<Word> checklist(const MooreMachine& machine, std::size_t limit) {
  if (machine.guards() != nullptr) return {};  // a word per transition needs a list of letters
  const TransitionWords all(machine, 0, 0);
  std::vector<Word> words;
  for (std::size_t position = 0; position < all.size() && words.size() < limit; ++position) {
    if (!all.leads_on(position)) words.push_back(all.word(position));
  }
  return words;
}

TransitionWords::TransitionWords(const MooreMachine& machine, std::size_t longer, std::uint64_t seed)
    : letters_(machine.letters()) {
  std::vector<bool> reached(machine.size(), false);
  reached[index(machine.initial())] = true;
  std::vector<State> states{machine.initial()};
  for (std::size_t at = 0; at < states.size(); ++at) {
    for (std::size_t a = 0; a < letters_; ++a) {
      const State to = machine.next(states[at], make_id<Letter>(a));
      if (reached[index(to)]) continue;
      reached[index(to)] = true;
      states.push_back(to);
      ways_.push_back(1 + at * letters_ + a);
    }
  }
  const std::size_t shortest = word(transitions() - 1).size() + 1;
  Random random(seed);
  for (std::size_t repeats = 0; longer_.size() < longer;) {
    Word drawn(shortest + random.below(shortest + 2 + repeats));
    for (Letter& letter : drawn) letter = make_id<Letter>(random.below(letters_));
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
  for (std::size_t at = position; at != 0; at = ways_[(at - 1) / letters_]) {
    word.push_back(make_id<Letter>((at - 1) % letters_));
  }
  std::reverse(word.begin(), word.end());
  return word;
}

}  // namespace remap
