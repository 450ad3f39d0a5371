// Every answer has a random stream of its own, seeded by what it is about, so that neither batches nor resumed runs
// change what is said. Words are told apart by a 64-bit fingerprint of their letters; a collision would make two pairs
// err alike, no more.
#include "teachers/simulated/noise.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_math.hpp"
#include "learning/words/word_tree.hpp"

namespace remap {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return split_random(a, b).next(); }

}  // namespace

NoiseTeacher::NoiseTeacher(Teacher& teacher, Alphabet alphabet, const Outputs& outputs, NoiseOptions options)
    : teacher_(teacher), alphabet_(std::move(alphabet)), options_(options) {
  bool numbers = true;
  for (std::size_t v = 0; v < outputs.size(); ++v) numbers = numbers && outputs.number(make_id<Output>(v)).has_value();
  for (std::size_t v = 0; v < outputs.size(); ++v) {
    number_.push_back(numbers ? *outputs.number(make_id<Output>(v)) : static_cast<double>(v));
  }
}

std::uint64_t NoiseTeacher::fingerprint(const WordTree& words, WordId word) {
  if (words.identity() != tree_) {
    tree_ = words.identity();
    fingerprints_.clear();
  }
  if (fingerprints_.size() < words.size()) {
    fingerprints_.resize(std::max(words.size(), fingerprints_.size() * 2), 0);
    fingerprints_[index(empty_word)] = 1;
  }
  path_.clear();
  for (; fingerprints_[index(word)] == 0; word = words.parent(word)) path_.push_back(word);
  std::uint64_t print = fingerprints_[index(word)];
  for (std::size_t i = path_.size(); i-- > 0;) {
    for (Letter letter : words.tail(path_[i])) {
      // Letters that are not listed are numbered as they are met, in this run or an earlier one.
      print = mixed(print, (alphabet_.listed() ? index(letter) : alphabet_.set_of(letter)) + 1) | 1U;
    }
    fingerprints_[index(path_[i])] = print;
  }
  return print;
}

double NoiseTeacher::mistakes_now() const {
  if (options_.fatigue_questions <= 0) return options_.mistakes;
  const double tired = std::min(1.0, static_cast<double>(questions_) / options_.fatigue_questions);
  return options_.fatigue_first + (options_.fatigue_last - options_.fatigue_first) * tired;
}

Random NoiseTeacher::of_word(std::uint64_t fingerprint, std::uint64_t purpose) const {
  return split_random(mixed(options_.seed, purpose), fingerprint);
}

Output NoiseTeacher::perceived(Output value, std::uint64_t fingerprint) const {
  if (options_.misread <= 0 || number_.size() < 2) return value;
  Random random = of_word(fingerprint, 1);
  if (!random.chance(options_.misread)) return value;
  return make_id<Output>((index(value) + 1 + random.below(number_.size() - 1)) % number_.size());
}

bool NoiseTeacher::incomparable(std::uint64_t fingerprint) const {
  return options_.incomparable > 0 && of_word(fingerprint, 2).chance(options_.incomparable);
}

Preference NoiseTeacher::disturbed(const Asked& asked, Random& random) const {
  if (random.chance(options_.unsure)) return Preference::unsure;
  const double left = number_[index(asked.left)], right = number_[index(asked.right)];
  const double apart = std::abs(left - right);
  const bool neighbours = index(asked.left) + 1 == index(asked.right) || index(asked.right) + 1 == index(asked.left);
  Preference said = compared(left, right);
  if (apart < options_.tie_threshold || (neighbours && options_.near_ties > 0 && random.chance(options_.near_ties))) {
    said = Preference::equal;
  } else if (options_.temperature > 0 && apart > 0) {
    if (!random.chance(1 / (1 + portable::exp(-apart / options_.temperature)))) said = swapped(said);
  }
  if (random.chance(mistakes_now())) {
    // One of the two others: less, equal and greater are 0, 1 and 2.
    said = static_cast<Preference>((static_cast<unsigned>(said) + 1 + random.below(2)) % 3);
  }
  if (options_.longer > 0 && asked.longer != Preference::equal && random.chance(options_.longer)) said = asked.longer;
  if (options_.first > 0 && random.chance(options_.first)) said = asked.first;
  return said;
}

void NoiseTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  asked_.clear();
  for (const Comparison& comparison : comparisons) {
    asked_.push_back(comparison.left);
    asked_.push_back(comparison.right);
  }
  values_.resize(asked_.size());
  teacher_.value_teacher()->values({comparisons.words(), asked_}, values_);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const WordTree& words = comparisons.words();
    std::uint64_t first = fingerprint(words, comparisons[i].left);
    std::uint64_t second = fingerprint(words, comparisons[i].right);
    Asked asked{perceived(values_[2 * i], first), perceived(values_[2 * i + 1], second), Preference::equal,
                Preference::greater};
    if (options_.longer > 0) {
      asked.longer = compared(words.length(comparisons[i].left), words.length(comparisons[i].right));
    }
    const bool unsure = incomparable(first) || incomparable(second);
    const bool turned = first > second;
    if (turned) {
      std::swap(first, second);
      asked = {asked.right, asked.left, swapped(asked.longer), Preference::less};
    }
    const std::uint64_t pair = mixed(mixed(options_.seed, first), second);
    const std::uint64_t asking = options_.persistent ? 0 : askings_[pair]++;
    Random random = split_random(pair, asking);
    ++questions_;
    answers[i] = disturbed(asked, random);
    if (turned) answers[i] = swapped(answers[i]);
    if (unsure) answers[i] = Preference::unsure;
  }
}

}  // namespace remap
