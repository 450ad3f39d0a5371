// Seeds that depend on content alone, so that the order of trials and the number of workers do not matter.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "automata/machines/fingerprint.hpp"

namespace remap::experiments {

/// A seed for a part of a series: every argument changes it. Below 2^63, so that a database can hold it.
std::uint64_t derive_seed(std::uint64_t seed, std::string_view name, std::initializer_list<std::uint64_t> numbers = {});

}  // namespace remap::experiments
