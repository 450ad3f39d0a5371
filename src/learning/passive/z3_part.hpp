// Called by `enable_z3`.
#pragma once

namespace remap::passive {

void enable_exact_search() noexcept;

}  // namespace remap::passive
