// Whole files, read and written at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace remap {

/// Throws InputError when there is no such file, it is a directory, or it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

/// Writes a file as a whole or not at all: what was there before stays until the new file is complete. Throws
/// InputError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace remap
