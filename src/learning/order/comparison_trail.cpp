#include "learning/order/comparison_trail.hpp"

#include <algorithm>

namespace remap {

namespace {

constexpr unsigned code_shift = 2, step_shift = 8;
constexpr unsigned spelled = 255;              // instead of a step
constexpr std::size_t most_units = 1 + 2 + 2;  // of an entry
constexpr std::size_t at_once = 512;           // entries

}  // namespace

// There is room before codes are given, so that what was stored is what they are read from. A word may lose its code to
// another one that is looked up at the same place or comes much later; that only costs bytes.
void ComparisonTrail::add(std::span<const Comparison> questions, std::span<const Preference> answers) {
  std::array<Unit, at_once * most_units> buffer;
  for (std::size_t begin = 0; begin < answers.size(); begin += at_once) {
    units_.make_room(buffer.size());
    Unit* to = buffer.data();
    WordId last = left_;
    const std::size_t end = std::min(answers.size(), begin + at_once);
    std::size_t unsure = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (answers[i] == Preference::unsure) [[unlikely]] {
        ++unsure;
        continue;
      }
      const auto [left, right] = questions[i];
      std::uint8_t& code = code_[place_of(right)];
      std::size_t step = index(left) - index(last);  // a number below wraps around to a large one
      if (right_[code] != right || step >= spelled) [[unlikely]] {
        step = spelled;
        code = static_cast<std::uint8_t>(given_++ % codes);
        right_[code] = right;
      }
      *to++ = static_cast<Unit>(static_cast<unsigned>(answers[i]) | unsigned{code} << code_shift |
                                static_cast<unsigned>(step) << step_shift);
      if (step == spelled) [[unlikely]] {
        for (const WordId word : {left, right}) {
          *to++ = static_cast<Unit>(index(word));
          *to++ = static_cast<Unit>(index(word) >> 16);
        }
      }
      last = left;
    }
    size_ += end - begin - unsure;
    units_.append({buffer.data(), to});
    left_ = last;
  }
}

WordId ComparisonTrail::Iterator::read_word() {
  const std::uint32_t low = *next_++;
  return WordId{low | std::uint32_t{*next_++} << 16};
}

void ComparisonTrail::Iterator::read() {
  if (next_ == end_) return;
  const unsigned first = *next_++;
  const unsigned step = first >> step_shift;
  WordId& right = right_[first >> code_shift & (codes - 1)];
  if (step == spelled) {
    left_ = read_word();
    right = read_word();
  } else {
    left_ = make_id<WordId>(index(left_) + step);
  }
  entry_ = {{left_, right}, static_cast<Preference>(first & 3)};
}

}  // namespace remap
