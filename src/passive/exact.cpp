#include "passive/exact.hpp"

#include <atomic>

namespace remap::passive {

namespace {
std::atomic<MakeExactSearch> maker = nullptr;
}

void set_exact_search(MakeExactSearch make) noexcept { maker = make; }

bool has_exact_search() noexcept { return maker.load() != nullptr; }

std::unique_ptr<ExactSearch> make_exact_search(const Data& data, std::size_t states, std::size_t values,
                                               std::uint64_t solver_steps) {
  const MakeExactSearch make = maker.load();
  if (make == nullptr) throw InputError("an exact search needs Z3, which this build does not have");
  return make(data, states, values, solver_steps);
}

}  // namespace remap::passive
