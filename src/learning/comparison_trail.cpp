#include "learning/comparison_trail.hpp"

#include <algorithm>

namespace remap {

namespace {

constexpr unsigned spelled_right = 3;          // instead of one of the last three
constexpr unsigned spelled_left = 15;          // instead of how much larger its number is than the one before
constexpr unsigned goes_on = 0x80;             // another byte of the number follows
constexpr std::size_t most_bytes = 1 + 5 + 5;  // of an entry
constexpr std::size_t at_once = 512;           // entries

// Seven bits a byte, the lowest first.
std::uint8_t* write_number(std::uint8_t* to, std::uint64_t number) noexcept {
  for (; number >= goes_on; number >>= 7) *to++ = static_cast<std::uint8_t>(number | goes_on);
  *to++ = static_cast<std::uint8_t>(number);
  return to;
}

}  // namespace

// Most comparisons of a batch have the right word of the one before. One that is among the last three comes to the
// front; any other one pushes out the last.
inline void ComparisonTrail::Before::update(const Comparison& comparison) noexcept {
  left = comparison.left;
  if (comparison.right == rights[0]) return;
  if (comparison.right != rights[1]) rights[2] = rights[1];
  rights[1] = rights[0];
  rights[0] = comparison.right;
}

std::uint64_t ComparisonTrail::Iterator::read_number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *next_++;
    number |= std::uint64_t{byte & (goes_on - 1)} << shift;
    if (byte < goes_on) return number;
  }
}

// Into a buffer first, and with what the next entry refers to in registers: a byte written might be any other data.
// What cannot be stored is not counted.
void ComparisonTrail::add(std::span<const Comparison> questions, std::span<const Preference> answers) {
  std::array<std::uint8_t, at_once * most_bytes> buffer;
  Before before = before_;
  for (std::size_t begin = 0; begin < answers.size(); begin += at_once) {
    std::uint8_t* to = buffer.data();
    std::size_t added = 0;
    for (std::size_t i = begin; i < std::min(answers.size(), begin + at_once); ++i) {
      if (answers[i] == Preference::unsure) continue;
      const auto [left, right] = questions[i];
      const auto& rights = before.rights;
      const unsigned known = right == rights[0] ? 0 : right == rights[1] ? 1 : right == rights[2] ? 2 : spelled_right;
      const std::size_t further = index(left) - index(before.left);  // a number below wraps around to a large one
      const unsigned step = further < spelled_left ? static_cast<unsigned>(further) : spelled_left;
      *to++ = static_cast<std::uint8_t>(static_cast<unsigned>(answers[i]) | known << 2 | step << 4);
      if (step == spelled_left) to = write_number(to, index(left));
      if (known == spelled_right) to = write_number(to, index(right));
      before.update(questions[i]);
      ++added;
    }
    bytes_.append({buffer.data(), to});
    size_ += added;
    before_ = before;
  }
}

void ComparisonTrail::Iterator::read() {
  if (next_ == end_) return;
  const unsigned first = *next_++;
  const unsigned known = first >> 2 & 3, step = first >> 4;
  entry_.answer = static_cast<Preference>(first & 3);
  entry_.question.left = make_id<WordId>(step == spelled_left ? read_number() : index(before_.left) + step);
  entry_.question.right = known == spelled_right ? make_id<WordId>(read_number()) : before_.rights[known];
  before_.update(entry_.question);
}

}  // namespace remap
