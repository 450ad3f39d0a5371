// Maps of worlds, as text and as pictures, with the way of an agent on them if there is one.
#pragma once

#include <span>
#include <string>

#include "worlds/world.hpp"

namespace remap {

/// One character per cell: `@` the start, `#` solid, `.` free, `*` free and on the way, otherwise the object's first
/// letter; walls as lines. Below it the legend.
std::string draw_text(const World& world, std::span<const Cell> way = {});

/// A complete SVG document. Cells of the way are joined by a line that grows darker with time and keeps to the right,
/// so that there and back again can be told apart.
std::string draw_svg(const World& world, std::span<const Cell> way = {});

}  // namespace remap
