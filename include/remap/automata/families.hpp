// Families of machines for benchmarking learners, by name: `collect:4`, `lock:12,3`. Each is minimal and canonical.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "remap/automata/moore.hpp"

namespace remap {

struct Family {
  std::string_view name;
  std::string_view parameters;  // as shown in help texts: "K", "STATES,PROPOSITIONS[,SEED]"
  std::string_view help;
};

/// All families, in the order in which they are listed.
std::span<const Family> families();

/// The machine of a specification `NAME:NUMBER,…`; empty if no family has that name. Throws InputError if numbers are
/// missing, superfluous or out of range.
std::optional<MooreMachine> family_machine(std::string_view specification);

}  // namespace remap
