// The files of the page, which are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace remap::web {

struct Asset {
  std::string_view name;
  std::string_view bytes;
};

/// Made from src/web/page when the program is built.
std::span<const Asset> assets();

/// The media type of a file by its name; empty when it is unknown.
std::string_view media_type(std::string_view name);

}  // namespace remap::web
