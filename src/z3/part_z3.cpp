#include "z3/z3_makers.hpp"

void remap_z3(remap::Z3Makers& makers) noexcept { makers = {remap::new_z3_valuation, remap::new_z3_search}; }
