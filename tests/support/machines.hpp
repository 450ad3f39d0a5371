// Small random machines for property tests: arbitrary, so neither minimal nor fully reachable.
#pragma once

#include "remap/automata/random.hpp"

namespace remap::testing {

inline Alphabet letters(std::vector<std::string> names) { return Alphabet::plain(std::move(names)); }

inline Outputs outputs(std::vector<std::string> names) { return Outputs(std::move(names)); }

inline MooreMachine any_machine(Random& random, std::size_t most_states, std::size_t letter_count = 2,
                                std::size_t output_count = 2) {
  std::vector<std::string> names;
  for (std::size_t a = 0; a < letter_count; ++a) names.emplace_back(1, static_cast<char>('a' + a));
  const std::size_t states = 1 + random.below(most_states);
  std::vector<Output> output_of(states);
  for (Output& output : output_of) output = make_id<Output>(random.below(output_count));
  std::vector<State> next(states * letter_count);
  for (State& state : next) state = make_id<State>(random.below(states));
  return {letters(std::move(names)), Outputs::ranks(output_count), make_id<State>(random.below(states)),
          std::move(output_of), std::move(next)};
}

/// All words up to a length, shortest first, then in the order of letters.
inline std::vector<Word> words_up_to(std::size_t length, std::size_t letter_count) {
  std::vector<Word> words{{}};
  for (std::size_t i = 0; i < words.size() && words[i].size() < length; ++i) {
    for (std::size_t a = 0; a < letter_count; ++a) {
      Word longer = words[i];
      longer.push_back(make_id<Letter>(a));
      words.push_back(std::move(longer));
    }
  }
  return words;
}

}  // namespace remap::testing
