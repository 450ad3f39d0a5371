#include "base/json/json_line.hpp"

#include <algorithm>

namespace remap {

std::size_t json_depth(std::string_view line) noexcept {
  std::size_t depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::optional<nlohmann::ordered_json> parse_json_line(std::string_view line) {
  if (json_depth(line) > deepest_json) return std::nullopt;
  return nlohmann::ordered_json::parse(line, nullptr, false);
}

}  // namespace remap
