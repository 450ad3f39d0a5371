// Two ways to examine a learned machine. The paper's test set has up to 22 million words, but words of a path repeat
// each other: each is stored and run once, with a count. Members of a class are drawn exactly: with the probability
// that a state reaches the class in l letters (one backward sweep per length), the length and then each letter can be
// drawn on condition of membership, without rejection.
#include "experiments/trials/examination.hpp"

#include <algorithm>

#include "remap/teachers/machine.hpp"

namespace remap::experiments {

namespace {
constexpr double stop = 0.2;
}

TestSet::TestSet(std::shared_ptr<const MooreMachine> truth, std::shared_ptr<const FormulaPaths> paths,
                 std::uint64_t samples, std::uint64_t seed, std::uint64_t most_words)
    : truth_(std::move(truth)), paths_(std::move(paths)), samples_(samples), path_samples_(samples), seed_(seed) {
  if (!paths_) return;
  const std::uint64_t per_sample = paths_->total_length() * truth_->letters();
  if (per_sample > 0) path_samples_ = std::min(samples, std::max<std::uint64_t>(1, most_words / per_sample));
}

std::uint64_t TestSet::words() const {
  return samples_ + (paths_ ? paths_->total_length() * truth_->letters() * path_samples_ : 0);
}

void TestSet::draw() const {
  Random random(seed_);
  Word word;
  const auto count = [&] {
    const std::size_t node = index(words_.insert(word));
    if (node >= times_.size()) times_.resize(words_.size(), 0);
    ++times_[node];
  };
  for (std::size_t path = 0; paths_ && path < paths_->size(); ++path) {
    const std::uint64_t words = paths_->length(path) * truth_->letters() * path_samples_;
    for (std::uint64_t i = 0; i < words; ++i) {
      paths_->draw(path, random, word);
      count();
    }
  }
  for (std::uint64_t i = 0; i < samples_; ++i) {
    sample_word(random, stop, truth_->letters(), word);
    count();
  }
  times_.resize(words_.size(), 0);
  output_ = outputs_of(*truth_);
}

std::vector<Output> TestSet::outputs_of(const MooreMachine& machine) const {
  std::vector<State> state(words_.size(), machine.initial());
  std::vector<Output> output(words_.size());
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const WordId word = make_id<WordId>(w);  // after its parent
    if (word != empty_word) state[w] = machine.run(state[index(words_.parent(word))], words_.tail(word));
    output[w] = machine.output(state[w]);
  }
  return output;
}

Score TestSet::examine(const MooreMachine& learned, std::uint64_t) const {
  std::call_once(once_, [this] { draw(); });
  Score score;
  const std::vector<Output> said = outputs_of(learned);
  for (std::size_t w = 0; w < said.size(); ++w) {
    score.tested += times_[w];
    if (said[w] == output_[w]) score.right += times_[w];
  }
  return score;
}

ClassMembers::ClassMembers(std::shared_ptr<const MooreMachine> truth, std::uint64_t per_class)
    : truth_(std::move(truth)), per_class_(per_class) {
  const std::size_t states = truth_->size();
  for (std::size_t v = 0; v < truth_->outputs().size(); ++v) {
    Class found{.output = make_id<Output>(v), .chance = {}, .length = {}};
    std::vector<double>& now = found.chance.emplace_back(states, 0.0);
    for (std::size_t q = 0; q < states; ++q) now[q] = truth_->output(make_id<State>(q)) == found.output ? 1.0 : 0.0;
    double sum = 0, weight = stop;
    for (std::size_t l = 1; l <= longest; ++l, weight *= 1 - stop) {
      std::vector<double> next(states, 0.0);
      for (std::size_t q = 0; q < states; ++q) {
        for (const State to : truth_->row(make_id<State>(q))) next[q] += found.chance.back()[index(to)];
        next[q] /= static_cast<double>(truth_->letters());
      }
      found.chance.push_back(std::move(next));
      sum += weight * found.chance.back()[index(truth_->initial())];
      found.length.push_back(sum);
    }
    if (sum > 0) classes_.push_back(std::move(found));
  }
}

void ClassMembers::draw(std::size_t class_number, Random& random, Word& into) const {
  const Class& drawn = classes_[class_number];
  into.clear();
  const double at = random.unit() * drawn.length.back();
  auto length = static_cast<std::size_t>(std::upper_bound(drawn.length.begin(), drawn.length.end(), at) -
                                         drawn.length.begin() + 1);
  State state = truth_->initial();
  for (length = std::min(length, longest); length > 0; --length) {
    const std::span<const State> row = truth_->row(state);
    const std::vector<double>& chance = drawn.chance[length - 1];
    double total = 0;
    for (const State to : row) total += chance[index(to)];
    double left = random.unit() * total;
    std::size_t chosen = row.size();
    for (std::size_t a = 0; a < row.size() && left >= 0; ++a) {
      if (chance[index(row[a])] <= 0) continue;
      chosen = a;
      left -= chance[index(row[a])];
    }
    into.push_back(make_id<Letter>(chosen));
    state = row[chosen];
  }
}

Score ClassMembers::examine(const MooreMachine& learned, std::uint64_t seed) const {
  Random random(seed);
  Score score;
  Word word;
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    for (std::uint64_t i = 0; i < per_class_; ++i, ++score.tested) {
      draw(c, random, word);
      if (learned.output_after(word) == classes_[c].output) ++score.right;
    }
  }
  return score;
}

}  // namespace remap::experiments
