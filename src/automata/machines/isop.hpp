// Irredundant sums of products: small formulas of diagrams that depend on too many propositions for minimal ones.
#pragma once

#include "logic/guards/guards.hpp"
#include "remap/automata/formula.hpp"

namespace remap {

/// A formula that holds exactly where the diagram leads to `target`. No cube of it can be left out. Throws InputError
/// if it would have more than `Formula::most_cubes` cubes.
Formula irredundant_formula(Guards::Builder& builder, Guards::Diagram diagram, State target);

}  // namespace remap
