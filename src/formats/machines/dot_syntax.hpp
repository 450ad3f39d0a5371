// The syntax of DOT: nodes, edges and the few attributes that machines use.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/error.hpp"

namespace remap {

/// An attribute's value as in DOT: in quoted strings `\"` has been replaced by a quote; all other backslashes are kept.
struct DotValue {
  std::string text;
  TextPosition position;
  bool html = false;
};

/// The attributes of a node or an edge that mean something to a machine.
struct DotAttributes {
  std::optional<DotValue> label, shape, peripheries;
};

struct DotNode {
  std::string id;
  TextPosition position;  // where it is first mentioned
  DotAttributes attributes;
};

struct DotEdge {
  std::size_t from = 0, to = 0;  // positions in `nodes`
  TextPosition position;
  DotAttributes attributes;
};

struct DotGraph {
  std::map<std::string, DotValue> attributes;
  std::vector<DotNode> nodes;  // in the order of first mention
  std::vector<DotEdge> edges;
};

/// Reads one directed graph. Throws ParseError.
DotGraph parse_dot_graph(std::string_view text);

}  // namespace remap
