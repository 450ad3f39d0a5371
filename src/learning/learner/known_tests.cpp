#include "learning/learner/known_tests.hpp"

#include <algorithm>

namespace remap {

void KnownTests::add(const Word& left, const Word& right, Preference answer) {
  known_.push_back({{words_.insert(left), words_.insert(right)}, answer});
  sorted_ = false;
}

std::span<const ComparisonAnswer> KnownTests::comparisons() {
  if (!sorted_) {
    const auto length = [&](const ComparisonAnswer& known) {
      return words_.length(known.question.left) + words_.length(known.question.right);
    };
    std::stable_sort(known_.begin(), known_.end(),
                     [&](const ComparisonAnswer& a, const ComparisonAnswer& b) { return length(a) < length(b); });
    sorted_ = true;
  }
  return known_;
}

void KnownTests::start(const Shape& shape) {
  static_cast<void>(comparisons());
  shape_ = shape;
  at_ = 0;
  doubtful_.clear();
  counterexample_ = no_word;
  running_ = true;
}

ClassId KnownTests::predict(WordId word) {
  words_.spell(word, spelled_);
  return shape_.predict(spelled_, alphabet_);
}

bool KnownTests::as_predicted(const ComparisonAnswer& known) {
  const std::size_t left = classes_.rank(predict(known.question.left));
  const std::size_t right = classes_.rank(predict(known.question.right));
  return compared(left, right) == known.answer;
}

void KnownTests::look_for_a_doubt() {
  for (; at_ < known_.size() && doubtful_.empty(); ++at_) {
    if (as_predicted(known_[at_])) continue;
    auto [left, right] = known_[at_].question;
    if (words_.length(left) < words_.length(right)) std::swap(left, right);
    doubtful_ = {right, left};
  }
}

std::span<const Inquiry> KnownTests::advance() {
  inquiries_.clear();
  while (running_) {
    if (doubtful_.empty()) look_for_a_doubt();
    if (doubtful_.empty()) {
      running_ = false;
      break;
    }
    const WordId word = doubtful_.back();
    const ClassId found = classes_.class_of(word), predicted = predict(word);
    if (found == no_class) {
      inquiries_.push_back({word, Context{}, predicted});
      break;
    }
    doubtful_.pop_back();
    if (found == predicted) continue;
    counterexample_ = word;
    running_ = false;
  }
  return inquiries_;
}

}  // namespace remap
