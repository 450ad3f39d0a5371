// The program that lays out and draws graphs.
#pragma once

#include <string>

namespace remap {

/// The picture of a graph as the bytes of a file of that type (svg, pdf, png). Throws InputError when graphviz is
/// missing or refuses.
std::string run_graphviz(const std::string& source, const std::string& type);

}  // namespace remap
