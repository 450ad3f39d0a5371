// Which file systems SQLite's write-ahead log works on.
#pragma once

#include <cstdint>
#include <filesystem>

namespace remap::experiments {

/// The write-ahead log needs memory that all who open the file share, which computers do not across a network: true for
/// the types (`f_type` of statfs) of network and cluster file systems, and of FUSE, behind which there may be one.
[[nodiscard]] bool is_network_file_system(std::uint64_t type) noexcept;

/// Of the folder's file system; false when it cannot be told.
[[nodiscard]] bool on_network_file_system(const std::filesystem::path& folder) noexcept;

}  // namespace remap::experiments
