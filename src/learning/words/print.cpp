#include "learning/words/print.hpp"

namespace remap {

Print prints::large_power(std::size_t length) noexcept {
  Print result = powers[length % powers.size()];
  Print square = joined(powers.back(), {}, base);
  for (std::size_t left = length / powers.size(); left > 0; left /= 2) {
    if (left % 2 != 0) result = joined(result, {}, square);
    square = joined(square, {}, square);
  }
  return result;
}

// Long sequences four letters at a time: the products of a group do not wait for each other.
Print print_of(std::span<const Letter> letters, Print print) noexcept {
  const auto number = [&](std::size_t i) { return prints::Product{std::uint64_t{index(letters[i])} + 1}; };
  const auto group = [&](std::uint64_t before, const std::array<std::uint64_t, 5>& power) {
    const prints::Product sum = prints::Product{before} * power[4] + number(0) * power[3] + number(1) * power[2] +
                                number(2) * power[1] + number(3);
    const auto high = static_cast<std::uint64_t>(sum >> 61);
    return prints::times_plus(high, 1, static_cast<std::uint64_t>(sum) & prints::modulus);
  };
  static constexpr std::array<std::uint64_t, 5> of_a = {1, prints::powers[1].a, prints::powers[2].a,
                                                        prints::powers[3].a, prints::powers[4].a};
  static constexpr std::array<std::uint64_t, 5> of_b = {1, prints::powers[1].b, prints::powers[2].b,
                                                        prints::powers[3].b, prints::powers[4].b};
  for (; letters.size() >= 4; letters = letters.subspan(4)) print = {group(print.a, of_a), group(print.b, of_b)};
  for (Letter letter : letters) print = joined(print, letter);
  return print;
}

}  // namespace remap
