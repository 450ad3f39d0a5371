// Z3 for the sessions of the tool.
#pragma once

namespace remap::cli {

/// What `enable_z3` does, but Z3 is loaded only when it is used.
void offer_z3() noexcept;

}  // namespace remap::cli
