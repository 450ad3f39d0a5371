// Runs Graphviz.
#pragma once

#include <string>

namespace remap {

/// The picture of a graph as the bytes of a file of that type (svg, pdf, png). Throws InputError if Graphviz is missing
/// or fails.
std::string run_graphviz(const std::string& source, const std::string& type);

}  // namespace remap
