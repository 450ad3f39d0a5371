#include "experiments/trials/identity.hpp"

#include "base/checksum.hpp"

namespace remap::experiments {

std::uint64_t derive_seed(std::uint64_t seed, std::string_view name, std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t value = mixed(seed + 0x9e3779b97f4a7c15U) ^ checksum(name);
  for (const std::uint64_t number : numbers) value = mixed(value + 0x9e3779b97f4a7c15U) ^ number;
  return mixed(value + 0x9e3779b97f4a7c15U) >> 1;
}

}  // namespace remap::experiments
