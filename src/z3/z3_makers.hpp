// What is made with Z3. It uses nothing else of the library, so it can be a part of its own (src/parts).
#pragma once

#include "learning/order/valuation.hpp"
#include "passive/exact.hpp"

namespace remap {

std::unique_ptr<Valuation> new_z3_valuation();
std::unique_ptr<passive::ExactSearch> new_z3_search(const passive::Data& data, std::size_t states, std::size_t values,
                                                    std::uint64_t solver_steps);

struct Z3Makers {
  MakeValuation valuation = nullptr;
  passive::MakeExactSearch search = nullptr;
};

}  // namespace remap

/// The border between the tool and its part remap_z3.
extern "C" [[gnu::visibility("default")]] void remap_z3(remap::Z3Makers& makers) noexcept;
