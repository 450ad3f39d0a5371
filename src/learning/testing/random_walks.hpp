// Tests that run through the shape at random, over rarely crossed transitions: the best there is where the machine is
// random, too, since one test checks many transitions.
#pragma once

#include "learning/refining/refiner.hpp"

namespace remap {

class RandomWalks {
 public:
  /// Both must outlive the walks. `longest`: the most letters that the word of a test may have.
  RandomWalks(Refiner& refiner, Random& random, std::size_t longest)
      : refiner_(refiner), random_(random), longest_(longest) {}

  /// Adds tests. They start short and grow with the number of tests that have agreed. Fewer are added where words
  /// are known already, or access words leave no room below the longest word.
  void add(std::size_t count, std::size_t agreements);

 private:
  [[nodiscard]] std::size_t room_after(State start) const;

  Refiner& refiner_;
  Random& random_;
  std::size_t longest_;
};

}  // namespace remap
