#include "automata/algorithms/corrected.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

TEST(Corrected, OnlyTheseWordsHaveOtherOutputs) {
  for (const MooreMachine& machine :
       {random_machine({6, 3, 3}, 1), *family_machine("collect:2,4"), *family_machine("collect:2,20")}) {
    Random random(7);
    std::vector<std::pair<Word, Output>> words;
    for (std::size_t i = 0; i < 4; ++i) {
      Word word;
      sample_word(random, 0.3, machine.alphabet(), word);
      const auto same = [&](const auto& each) { return each.first == word; };
      if (std::any_of(words.begin(), words.end(), same)) continue;
      words.emplace_back(word, make_id<Output>((index(machine.output_after(word)) + 1) % machine.outputs().size()));
    }
    const MooreMachine result = corrected(machine, words);
    for (const auto& [word, output] : words) EXPECT_EQ(result.output_after(word), output);
    for (std::size_t i = 0; i < 500; ++i) {
      Word word = words[i % words.size()].first;  // and words that begin with those
      if (i % 2 == 0) word.clear();
      Word more;
      sample_word(random, 0.3, machine.alphabet(), more);
      word.insert(word.end(), more.begin(), more.end());
      const auto same = [&](const auto& each) { return each.first == word; };
      if (std::any_of(words.begin(), words.end(), same)) continue;
      EXPECT_EQ(result.output_after(word), machine.output_after(word));
    }
    EXPECT_EQ(corrected(machine, {}), minimise(machine));
  }
}

}  // namespace
}  // namespace remap
