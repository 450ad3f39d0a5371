#include "remap/learning/z3.hpp"
#include "z3/z3_makers.hpp"

namespace remap {

void enable_z3() noexcept {
  set_z3_valuation(new_z3_valuation);
  passive::set_exact_search(new_z3_search);
}

}  // namespace remap
