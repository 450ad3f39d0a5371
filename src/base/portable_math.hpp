// Elementary functions that give the same bits on every machine.
//
// Those of the C library differ in the last digit from one library to another, and within one by processor. Questions
// are chosen by sums of such numbers, so they would differ as well. These use only additions, multiplications,
// divisions and powers of two, which IEEE 754 determines; the library is compiled without joining products and sums
// (CMakeLists.txt). They are right to a few units in the last place.
#pragma once

#include <cfloat>

namespace remap::portable {

static_assert(FLT_EVAL_METHOD == 0, "doubles must be computed as doubles");

/// Minus infinity for 0.
[[nodiscard]] double log(double x) noexcept;
/// 0 if the result is below the normal numbers, infinity if it is above them.
[[nodiscard]] double exp(double x) noexcept;
/// Of positive numbers; for whole exponents of any.
[[nodiscard]] double pow(double base, double exponent) noexcept;
/// The logarithm of the gamma function, for positive numbers.
[[nodiscard]] double log_gamma(double x) noexcept;

}  // namespace remap::portable
