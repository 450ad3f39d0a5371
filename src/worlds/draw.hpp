// Maps of worlds, as text and as pictures, with the path of an agent, if there is one.
#pragma once

#include <span>
#include <string>

#include "worlds/world.hpp"

namespace remap {

/// One character per cell: `@` the start, `#` solid, `.` free, `*` free and on the path, otherwise the object's first
/// letter; walls as lines. A legend follows.
std::string draw_text(const World& world, std::span<const Cell> way = {});

/// A complete SVG document. The cells of the path are joined by a line that darkens with time and keeps to the right,
/// so that the two directions can be told apart.
std::string draw_svg(const World& world, std::span<const Cell> way = {});

}  // namespace remap
