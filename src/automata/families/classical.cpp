// Machines with opaque letters that are the classical hard or easy cases of automata learning.
#include <algorithm>

#include "automata/families/makers.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"

namespace remap::family_makers {

namespace {

MooreMachine build(Alphabet alphabet, std::vector<std::string> outputs, std::size_t states,
                   const std::function<std::size_t(std::size_t, std::size_t)>& next,
                   const std::function<std::size_t(std::size_t)>& output) {
  const Alphabet letters = std::move(alphabet);
  std::vector<Output> output_of;
  std::vector<State> steps;
  for (std::size_t q = 0; q < states; ++q) {
    output_of.push_back(make_id<Output>(output(q)));
    for (std::size_t a = 0; a < letters.size(); ++a) steps.push_back(make_id<State>(next(q, a)));
  }
  return minimise(MooreMachine(letters, Outputs(std::move(outputs)), State{0}, std::move(output_of), std::move(steps)));
}

}  // namespace

MooreMachine chain(const Numbers& n) {
  return build(
      Alphabet::plain({"go", "stay"}), {"0", "1"}, n[0],
      [&](std::size_t q, std::size_t a) { return a == 0 ? std::min(q + 1, n[0] - 1) : q; },
      [&](std::size_t q) -> std::size_t { return q + 1 == n[0] ? 1 : 0; });
}

MooreMachine lock(const Numbers& n) {
  Random random(n[2]);
  std::vector<std::size_t> key;
  for (std::size_t i = 0; i < n[0]; ++i) key.push_back(random.below(n[1]));
  return build(
      Alphabet::plain(named("d", n[1])), {"0", "1"}, n[0] + 1,
      [&](std::size_t q, std::size_t a) -> std::size_t { return q == n[0]     ? q
                                                                : a == key[q] ? q + 1
                                                                              : 0; },
      [&](std::size_t q) -> std::size_t { return q == n[0] ? 1 : 0; });
}

MooreMachine counter(const Numbers& n) {
  return build(
      Alphabet::plain({"up", "down", "reset"}), {"0", "1"}, n[0],
      [&](std::size_t q, std::size_t a) -> std::size_t {
        return a == 2 ? 0 : a == 0 ? (q + 1) % n[0] : (q + n[0] - 1) % n[0];
      },
      [&](std::size_t q) -> std::size_t { return q + 1 == n[0] ? 1 : 0; });
}

// Every letter permutes the states: no two words ever merge.
MooreMachine permutation(const Numbers& n) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Random random = split_random(n[1], attempt);
    std::vector<std::vector<std::size_t>> image(3, std::vector<std::size_t>(n[0]));
    for (auto& of : image) {
      for (std::size_t q = 0; q < n[0]; ++q) of[q] = q;
      for (std::size_t q = n[0]; q > 1; --q) std::swap(of[q - 1], of[random.below(q)]);
    }
    std::vector<std::size_t> output;
    for (std::size_t q = 0; q < n[0]; ++q) output.push_back(random.below(2));
    MooreMachine machine = build(
        Alphabet::plain({"a", "b", "c"}), {"0", "1"}, n[0], [&](std::size_t q, std::size_t a) { return image[a][q]; },
        [&](std::size_t q) { return output[q]; });
    if (machine.size() == n[0] || attempt >= 1000) return machine;
  }
}

// A walk on a grid from one corner; the far corner is worth 2, its row 1.
MooreMachine grid(const Numbers& n) {
  const std::size_t w = n[0];
  const std::size_t h = n[1];
  return build(
      Alphabet::plain({"up", "right", "down", "left"}), {"0", "1", "2"}, w * h,
      [&](std::size_t q, std::size_t a) {
        std::size_t x = q % w;
        std::size_t y = q / w;
        if (a == 0 && y + 1 < h) ++y;
        if (a == 1 && x + 1 < w) ++x;
        if (a == 2 && y > 0) --y;
        if (a == 3 && x > 0) --x;
        return y * w + x;
      },
      [&](std::size_t q) -> std::size_t { return q / w + 1 < h   ? 0
                                                 : q % w + 1 < w ? 1
                                                                 : 2; });
}

}  // namespace remap::family_makers
