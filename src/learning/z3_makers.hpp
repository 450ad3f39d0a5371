// What is made with Z3. It uses nothing else of the library, so that it can be linked or loaded alone.
#pragma once

#include "learning/passive/exact.hpp"
#include "learning/valuation.hpp"

namespace remap {

std::unique_ptr<Valuation> new_z3_valuation();
std::unique_ptr<passive::ExactSearch> new_z3_search(const passive::Data& data, std::size_t states, std::size_t values,
                                                    std::uint64_t solver_steps);

}  // namespace remap
