// The optional part remap::z3 (find_package(remap COMPONENTS z3)): values found by Z3.
#pragma once

namespace remap {

/// Makes all sessions of this program accept `ValuationKind::z3`. May be called at any time, from any thread.
void enable_z3() noexcept;

}  // namespace remap
