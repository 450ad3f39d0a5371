// Minimal formulas that do not overlap others.
#pragma once

#include "remap/automata/formula.hpp"

namespace remap {

/// As `minimal_dnf`, among the formulas that no set satisfies together with `apart`. That one must hold on no set of
/// `on`.
Formula minimal_dnf_apart(std::span<const PropositionSet> on, std::span<const PropositionSet> off, const Formula& apart,
                          std::size_t propositions);

}  // namespace remap
