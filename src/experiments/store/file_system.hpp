// On which file systems SQLite's write-ahead log works.
#pragma once

#include <cstdint>
#include <filesystem>

namespace remap::experiments {

/// The write-ahead log needs memory shared by all processes that open the file, which is impossible across a network:
/// true for the types (`f_type` of statfs) of network and cluster file systems, and of FUSE, which may hide one.
[[nodiscard]] bool is_network_file_system(std::uint64_t type) noexcept;

/// The same for the folder's file system; false if unknown.
[[nodiscard]] bool on_network_file_system(const std::filesystem::path& folder) noexcept;

}  // namespace remap::experiments
