// A grid world for the small maps of the page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "remap/automata/alphabet.hpp"

namespace remap::web {

/// Cells, walls and objects of a world, and per letter of the alphabet which objects the agent goes to. Throws
/// InputError if there is no such world.
nlohmann::json world_json(const std::string& world, const Alphabet& alphabet);

}  // namespace remap::web
