#include "learning/learner/order_sampling.hpp"

#include <algorithm>

#include "learning/tuning/tuning.hpp"

namespace remap {

OrderSampling::OrderSampling(SampleSize size, double stop, std::uint64_t seed, const Alphabet& alphabet,
                             WordTree& words, const Classes& classes, bool pairs)
    : size_(size), stop_(stop), random_(seed), alphabet_(alphabet), words_(words), classes_(classes), pairs_(pairs) {
  size.check();
  check_stop(stop);
}

OrderSampling::Draw OrderSampling::predicted(WordId word) const {
  Word letters;
  words_.spell(word, letters);
  return {word, shape_.predict(letters, alphabet_)};
}

OrderSampling::Draw OrderSampling::draw() {
  Word letters;
  sample_word(random_, stop_, alphabet_, letters);
  return {words_.insert(letters), shape_.predict(letters, alphabet_)};
}

// Words drawn before are looked at first. Twins that were equal, but have no class, are looked at only if the shape now
// tells them apart.
void OrderSampling::start(const Shape& shape) {
  shape_ = shape;
  draws_.clear();
  counterexample_ = no_word;
  for (const WordId word : drawn_) {
    if (classes_.class_of(word) == predicted(word).predicted) continue;
    counterexample_ = word;
    return;
  }
  for (const Comparison& twins : equal_) {
    const Draw left = predicted(twins.left), right = predicted(twins.right);
    if (left.predicted != right.predicted) draws_.insert(draws_.end(), {left, right});
  }
  running_ = true;
  left_ = size_.for_question(++questions_);
  alone_ = pairs_ ? words_alone(size_, questions_) : left_;
}

std::span<const Inquiry> OrderSampling::advance() {
  inquiries_.clear();
  while (running_) {
    look_at_twins();
    look_at_draws();
    if (!inquiries_.empty()) return inquiries_;
    running_ = left_ > 0 && counterexample_ == no_word;
    if (!running_) break;
    draw_more();
    look_at_draws();
    if (!inquiries_.empty()) return inquiries_;
  }
  return {};
}

void OrderSampling::look_at_twins() {
  for (const Comparison& twins : twins_) {
    if (classes_.class_of(twins.left) == no_class && classes_.equal(twins.left, twins.right)) {
      equal_.push_back(twins);
    } else {
      draws_.insert(draws_.end(), {predicted(twins.left), predicted(twins.right)});
    }
  }
  twins_.clear();
}

// Asks for the classes that are missing. A word that is wrong ends the test when all others that were drawn with it
// have a class, so that what was answered about them is known to later tests.
void OrderSampling::look_at_draws() {
  std::size_t kept = 0;
  for (const Draw& draw : draws_) {
    const ClassId id = classes_.class_of(draw.word);
    if (id != no_class) {
      drawn_.push_back(draw.word);
      if (id != draw.predicted && counterexample_ == no_word) counterexample_ = draw.word;
      continue;
    }
    const auto same = [&](const Draw& other) { return other.word == draw.word; };
    if (std::any_of(draws_.begin(), draws_.begin() + static_cast<std::ptrdiff_t>(kept), same)) continue;
    inquiries_.push_back({draw.word, Context{}, draw.predicted});
    draws_[kept++] = draw;
  }
  draws_.resize(kept);
}

void OrderSampling::draw_more() {
  for (std::size_t drawn = 0; left_ > 0 && drawn < tuning::sampled_at_once; ++drawn) {
    const Draw first = draw();
    --left_;
    if (alone_ > 0) {
      --alone_;
      draws_.push_back(first);
      continue;
    }
    const Draw second = draw();
    --left_;
    ++drawn;
    const auto is_new = [&](const Draw& each) { return classes_.class_of(each.word) == no_class; };
    if (first.predicted == second.predicted && is_new(first) && is_new(second) && first.word != second.word) {
      twins_.push_back({first.word, second.word});
      inquiries_.push_back({first.word, Context{}, first.predicted, no_class, false, second.word});
    } else {
      draws_.insert(draws_.end(), {first, second});
    }
  }
}

}  // namespace remap
