#include "learning/order_sampling.hpp"

#include <algorithm>

namespace remap {

namespace {
constexpr std::size_t chunk = 8;  // words asked about side by side; the first wrong one ends the test
}

OrderSampling::OrderSampling(SampleSize size, double stop, std::uint64_t seed, const Alphabet& alphabet,
                             WordTree& words, const Classes& classes)
    : size_(size), stop_(stop), random_(seed), alphabet_(alphabet), words_(words), classes_(classes) {
  size.check();
  check_stop(stop);
}

void OrderSampling::start(const Shape& shape) {
  shape_ = shape;
  draws_.clear();
  counterexample_ = no_word;
  Word letters;
  for (WordId word : drawn_) {
    words_.spell(word, letters);
    if (classes_.class_of(word) == shape_.predict(letters, alphabet_)) continue;
    counterexample_ = word;
    return;
  }
  running_ = true;
  left_ = size_.for_question(++questions_);
}

std::span<const Inquiry> OrderSampling::advance() {
  inquiries_.clear();
  Word letters;
  while (running_) {
    for (const Draw& draw : draws_) {
      if (classes_.class_of(draw.word) == draw.predicted) continue;
      counterexample_ = draw.word;
      running_ = false;
      return {};
    }
    draws_.clear();
    if (left_ == 0) {
      running_ = false;
      return {};
    }
    for (; left_ > 0 && draws_.size() < chunk; --left_) {
      sample_word(random_, stop_, alphabet_, letters);
      const WordId word = words_.insert(letters);
      const ClassId predicted = shape_.predict(letters, alphabet_);
      const bool again = std::any_of(draws_.begin(), draws_.end(), [&](const Draw& d) { return d.word == word; });
      draws_.push_back({word, predicted});
      if (again || classes_.class_of(word) != no_class) continue;
      drawn_.push_back(word);
      inquiries_.push_back({word, Context{}, predicted});
    }
    if (!inquiries_.empty()) return inquiries_;
  }
  return {};
}

}  // namespace remap
