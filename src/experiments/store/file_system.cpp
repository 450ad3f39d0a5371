#include "experiments/store/file_system.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace remap::experiments {

namespace {

constexpr std::array<std::uint64_t, 15> network_types = {
    0x6969,      // NFS
    0x517b,      // SMB
    0xff534d42,  // CIFS
    0xfe534d42,  // SMB2
    0x0bd00bd0,  // Lustre
    0x47504653,  // GPFS (Spectrum Scale)
    0x19830326,  // BeeGFS
    0x00c36400,  // Ceph
    0x5346414f,  // AFS
    0x73757245,  // Coda
    0x01021997,  // 9P
    0xaad7aaea,  // PanFS
    0x7461636f,  // OCFS2
    0x01161970,  // GFS2
    0x65735546,  // FUSE: sshfs, GlusterFS and others
};

}  // namespace

bool is_network_file_system(std::uint64_t type) noexcept {
  return std::find(network_types.begin(), network_types.end(), type & 0xffffffffU) != network_types.end();
}

bool on_network_file_system(const std::filesystem::path& folder) noexcept {
  struct statfs found {};
  return statfs(folder.c_str(), &found) == 0 && is_network_file_system(static_cast<std::uint64_t>(found.f_type));
}

}  // namespace remap::experiments
