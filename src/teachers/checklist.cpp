#include "remap/teachers/checklist.hpp"

#include <algorithm>

#include "remap/automata/random.hpp"

namespace remap {

std::vector<Word> checklist(const MooreMachine& machine, std::size_t limit) {
  std::vector<Word> way(machine.size());
  std::vector<bool> reached(machine.size(), false);
  std::vector<State> queue{machine.initial()};
  reached[index(machine.initial())] = true;
  std::vector<Word> words;
  for (std::size_t at = 0; at < queue.size() && words.size() < limit; ++at) {
    const State from = queue[at];
    for (std::size_t a = 0; a < machine.letters(); ++a) {
      const Letter letter = make_id<Letter>(a);
      const State to = machine.next(from, letter);
      Word word = way[index(from)];
      word.push_back(letter);
      if (!reached[index(to)]) {
        reached[index(to)] = true;
        queue.push_back(to);
        way[index(to)] = std::move(word);
      } else if (words.size() < limit) {
        words.push_back(std::move(word));
      }
    }
  }
  return words;
}

TransitionWords::TransitionWords(const MooreMachine& machine, std::size_t longer, std::uint64_t seed)
    : letters_(machine.letters()) {
  std::vector<bool> reached(machine.size(), false);
  reached[index(machine.initial())] = true;
  states_.push_back({0, no_letter, machine.initial()});
  for (std::size_t at = 0; at < states_.size(); ++at) {
    for (std::size_t a = 0; a < letters_; ++a) {
      const State to = machine.next(states_[at].state, make_id<Letter>(a));
      if (reached[index(to)]) continue;
      reached[index(to)] = true;
      states_.push_back({at, make_id<Letter>(a), to});
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

Word TransitionWords::word(std::size_t position) const {
  Word word;
  if (position == 0) return word;
  if (position >= transitions()) return longer_.at(position - transitions());
  word.push_back(make_id<Letter>((position - 1) % letters_));
  for (std::size_t at = (position - 1) / letters_; at != 0; at = states_[at].from) word.push_back(states_[at].by);
  std::reverse(word.begin(), word.end());
  return word;
}

}  // namespace remap
