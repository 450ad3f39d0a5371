#include "base/information.hpp"

#include <algorithm>

#include "base/portable_math.hpp"
#include "remap/automata/error.hpp"

namespace remap {

double information_floor(std::size_t states, std::size_t letters, std::size_t outputs) {
  if (states == 0 || letters == 0 || outputs == 0) {
    throw Misuse("information_floor", "a machine has at least one state, one letter and one output");
  }
  const auto n = static_cast<double>(states);
  double renamings = 0;  // ln (n-1)!, summed rather than taken from lgamma, which is not safe to call from threads
  for (std::size_t i = 2; i < states; ++i) renamings += portable::log(static_cast<double>(i));
  const double machines =
      n * static_cast<double>(letters) * portable::log(n) + n * portable::log(static_cast<double>(outputs)) - renamings;
  return std::max(0.0, machines / portable::log(3.0));
}

}  // namespace remap
