// Machines as pictures for people: parallel letters merged, formulas where the alphabet is propositional, HALT in grey.
#pragma once

#include <string>

#include "remap/formats/machine_file.hpp"

namespace remap {

/// Graphviz source of a picture. Not meant to be read back; see dot.hpp for that.
std::string picture_dot(const AnyMachine& machine);

/// Runs Graphviz and returns the picture as the bytes of an svg, pdf or png file. Throws InputError if Graphviz is
/// missing or fails.
std::string render_picture(const AnyMachine& machine, const std::string& type);

}  // namespace remap
