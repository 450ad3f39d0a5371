#include "parts/part.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

namespace fs = std::filesystem;

/// In the build folder a part is beside the tool. A search path of the linker (RPATH) would do as well, but every
/// library is looked for there whenever the tool starts.
fs::path path_of(const std::string& file) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* folder : {".", REMAP_PARTS_FOLDER}) {
    fs::path path = program.parent_path() / folder / file;
    if (!program.empty() && fs::exists(path, error)) return path;
  }
  return file;
}

}  // namespace

void* find_in_part(const char* part, const char* function) {
  const fs::path path = path_of(fmt::format("{}.so", part));
  void* const loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: what it made is in use
  void* const found = loaded == nullptr ? nullptr : ::dlsym(loaded, function);
  if (found == nullptr) {
    throw InputError(
        fmt::format("a part of remap cannot be loaded ({}); install remap again, with all its files and "
                    "the libraries that it needs",
                    ::dlerror()));
  }
  return found;
}

}  // namespace remap
