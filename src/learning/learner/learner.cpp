#include "learning/learner/learner.hpp"

#include "logic/guards/guards.hpp"

namespace remap {

void Grounds::clear() noexcept {
  growth.clear();
  sifted.clear();
  disagreements.clear();
}

void Grounds::append(const Grounds& more) {
  growth.insert(growth.end(), more.growth.begin(), more.growth.end());
  sifted.insert(sifted.end(), more.sifted.begin(), more.sifted.end());
  disagreements.insert(disagreements.end(), more.disagreements.begin(), more.disagreements.end());
}

State Shape::step(State from, Letter letter, const Alphabet& alphabet) const {
  if (guards != nullptr) return guards->step(from, alphabet.set_of(letter));
  return next[index(from) * alphabet.size() + index(letter)];
}

ClassId Shape::predict(std::span<const Letter> word, const Alphabet& alphabet) const {
  State state{0};
  if (word.empty() || !is_mealy()) {
    for (Letter letter : word) state = step(state, letter, alphabet);
    return class_of[index(state)];
  }
  for (Letter letter : word.first(word.size() - 1)) state = step(state, letter, alphabet);
  return class_of_step[index(state) * alphabet.size() + index(word.back())];
}

}  // namespace remap
