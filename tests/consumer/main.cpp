#include <algorithm>
#include <iostream>
#include <remap/remap.hpp>

int main() {
  using namespace remap;
  const Letter a{0};  // letters are numbered in the order of their names
  const auto risky = [&](const Word& word) { return std::search_n(word.begin(), word.end(), 2, a) != word.end(); };
  const Learned learned = learn({"a", "b"}, {"safe", "risky"}, [&](const Word& left, const Word& right) {
    return compared(risky(left), risky(right));
  });
  std::cout << learned.machine.size() << " states, " << learned.counts.comparisons << " comparisons\n";
}
