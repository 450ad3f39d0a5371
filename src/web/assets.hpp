// The files of the page, embedded in the program.
#pragma once

#include <span>
#include <string_view>

namespace remap::web {

struct Asset {
  std::string_view name;
  std::string_view bytes;
};

/// Generated from src/web/page at build time.
std::span<const Asset> assets();

/// The media type of a file by its name; empty if unknown.
std::string_view media_type(std::string_view name);

}  // namespace remap::web
