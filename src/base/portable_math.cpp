// Powers of two are split off, and series take what is left, as in every C library; they are a little longer than
// minimax polynomials, but their constants are plain. Some 10 ns each: exp decides how fast runs of teachers who err
// are, so the two halves of its series, of even and odd powers, do not wait for each other.
#include "base/portable_math.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace remap::portable {

namespace {
// ln 2 in two parts; small multiples of the first are exact.
constexpr double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
constexpr double half_ln_2pi = 0x1.d67f1c864beb5p-1;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_exp = 709.78, smallest_exp = -708.39;
constexpr double most_squared = 1U << 31;  // larger whole exponents are treated as any others
constexpr int mantissa_bits = 52, bias = 1023;

/// Of a power that a normal number can have.
double power_of_two(int power) noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(bias + power) << mantissa_bits);
}

/// From ½ to 1; what it was multiplied by is taken from `power`.
double fraction_of(double x, int& power) noexcept {
  constexpr int lift = 54;  // makes the smallest numbers normal
  if (x < std::numeric_limits<double>::min()) {
    x *= power_of_two(lift);
    power -= lift;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  power += static_cast<int>(bits >> mantissa_bits) - (bias - 1);
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << mantissa_bits) - 1;
  return std::bit_cast<double>((bits & mantissa) | static_cast<std::uint64_t>(bias - 1) << mantissa_bits);
}

constexpr double one_by_factorial(int n) { return n < 2 ? 1 : one_by_factorial(n - 1) / n; }
}  // namespace

// ln m = 2 artanh((m - 1) / (m + 1)), with m from √½ to √2.
double log(double x) noexcept {
  if (!(x > 0 && x < infinity)) return x == 0 ? -infinity : x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
  int power = 0;
  double m = fraction_of(x, power);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --power;
  }
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int i = 21; i >= 3; i -= 2) sum = (sum + 1.0 / i) * square;
  const auto twos = static_cast<double>(power);
  return twos * ln2_high + (2 * s + (2 * s * sum + twos * ln2_low));
}

double exp(double x) noexcept {
  if (!(x < largest_exp)) return x + infinity;
  if (x < smallest_exp) return 0;
  const double twos = std::floor(x / (ln2_high + ln2_low) + 0.5);
  const double left = (x - twos * ln2_high) - twos * ln2_low;
  const double square = left * left;
  double even = one_by_factorial(14), odd = one_by_factorial(13);
  even = even * square + one_by_factorial(12);
  odd = odd * square + one_by_factorial(11);
  even = even * square + one_by_factorial(10);
  odd = odd * square + one_by_factorial(9);
  even = even * square + one_by_factorial(8);
  odd = odd * square + one_by_factorial(7);
  even = even * square + one_by_factorial(6);
  odd = odd * square + one_by_factorial(5);
  even = even * square + one_by_factorial(4);
  odd = odd * square + one_by_factorial(3);
  even = even * square + one_by_factorial(2);
  const double result = 1 + (left + square * (even + left * odd));
  const auto power = static_cast<int>(twos);  // twice, because the largest are beyond a normal power
  return result * power_of_two(power / 2) * power_of_two(power - power / 2);
}

double pow(double base, double exponent) noexcept {
  if (std::floor(exponent) != exponent || std::abs(exponent) > most_squared) return exp(exponent * log(base));
  double result = 1;
  for (auto left = static_cast<std::uint64_t>(std::abs(exponent)); left != 0; left >>= 1) {
    if ((left & 1) != 0) result *= base;
    base *= base;
  }
  return exponent < 0 ? 1 / result : result;
}

// Stirling's series, beyond 16.
double log_gamma(double x) noexcept {
  double product = 1;
  for (; x < 16; ++x) product *= x;
  const double inverse = 1 / x, square = inverse * inverse;
  const double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
  return (x - 0.5) * log(x) - x + half_ln_2pi + series - log(product);
}

}  // namespace remap::portable
