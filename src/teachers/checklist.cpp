#include "remap/teachers/checklist.hpp"

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

}  // namespace remap
