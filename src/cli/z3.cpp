#ifdef REMAP_HAS_Z3
#include "cli/z3.hpp"

#include "parts/part.hpp"
#include "z3/z3_makers.hpp"

namespace remap::cli {

namespace {

const Z3Makers& z3_makers() {
  static const Z3Makers all = [] {
    Z3Makers makers;
    function_of_part<decltype(remap_z3)>("remap_z3", "remap_z3")(makers);
    return makers;
  }();
  return all;
}

}  // namespace

void offer_z3() noexcept {
  set_z3_valuation([] { return z3_makers().valuation(); });
  passive::set_exact_search([](const passive::Data& data, std::size_t states, std::size_t values, std::uint64_t steps) {
    return z3_makers().search(data, states, values, steps);
  });
}

}  // namespace remap::cli
#endif
