// Which comparisons tell most. Machines that answer alike so far form a block; a question splits each block by the
// answers of its machines. The best one leaves the fewest pairs together, of those the one with the shortest words.
#include <algorithm>
#include <map>

#include "passive/passive.hpp"

namespace remap::passive {

namespace {

constexpr std::size_t most_words = 160;

/// The shortest words, in shortlex order.
std::vector<Word> short_words(std::size_t letters) {
  std::vector<Word> words = {{}};
  for (std::size_t at = 0; at < words.size() && words.size() < most_words; ++at) {
    for (std::size_t a = 0; a < letters && words.size() < most_words; ++a) {
      words.push_back(words[at]);
      words.back().push_back(make_id<Letter>(a));
    }
  }
  return words;
}

}  // namespace

std::vector<OpenQuestion> best_questions(std::span<const MooreMachine> machines, std::size_t count) {
  std::vector<OpenQuestion> questions;
  if (machines.size() < 2) return questions;
  const std::vector<Word> words = short_words(machines.front().letters());
  std::vector<std::vector<Output>> value;  // per word, per machine
  for (const Word& word : words) {
    std::vector<Output>& row = value.emplace_back();
    for (const MooreMachine& machine : machines) row.push_back(machine.output_after(word));
  }
  std::vector<std::size_t> block(machines.size(), 0);
  std::size_t blocks = 1;
  const auto pairs_together = [&](std::size_t left, std::size_t right) {
    std::vector<std::size_t> size(blocks * 3, 0);
    for (std::size_t m = 0; m < machines.size(); ++m) {
      ++size[block[m] * 3 + static_cast<std::size_t>(compared(value[left][m], value[right][m]))];
    }
    std::size_t together = 0;
    for (const std::size_t each : size) together += each * each;
    return together;
  };
  while (questions.size() < count && blocks < machines.size()) {
    std::size_t best = pairs_together(0, 0), left = 0, right = 0;  // a word and itself: nothing is split
    for (std::size_t b = 1; b < words.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const std::size_t together = pairs_together(b, a);
        if (together >= best) continue;
        best = together;
        left = b;
        right = a;
      }
    }
    if (left == right) break;
    OpenQuestion& question = questions.emplace_back(OpenQuestion{words[left], words[right], {}});
    std::map<std::size_t, std::size_t> number;
    for (std::size_t m = 0; m < machines.size(); ++m) {
      const auto answer = static_cast<std::size_t>(compared(value[left][m], value[right][m]));
      ++question.votes[answer];
      block[m] = number.try_emplace(block[m] * 3 + answer, number.size()).first->second;
    }
    blocks = number.size();
  }
  return questions;
}

}  // namespace remap::passive
