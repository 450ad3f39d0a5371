#include "cli/trust.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "formats/text/text_file.hpp"
#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

namespace fs = std::filesystem;

/// Empty if there is no such folder, or if the number is not valid.
fs::path file_of(const std::string& number) {
  if (number.size() != 32 || number.find_first_not_of("0123456789abcdef") != std::string::npos) return {};
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return fs::path(state) / "remap/begun" / number;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return fs::path(home) / ".local/state/remap/begun" / number;
}

}  // namespace

std::string new_session_number() {
  std::array<std::uint8_t, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error("no random numbers are available");
  }
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool begun_here(const std::string& number, const std::string& command) {
  const fs::path file = file_of(number);
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error)) return false;
  try {
    return read_text_file(file) == command;
  } catch (const InputError&) {
    return false;
  }
}

void remember_begun(const std::string& number, const std::string& command) {
  const fs::path file = file_of(number);
  if (file.empty()) return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return;
  try {
    write_text_file(file, command);
  } catch (const InputError&) {  // it is asked for later
  }
}

void forget_begun(const std::string& number) {
  std::error_code error;
  if (const fs::path file = file_of(number); !file.empty()) fs::remove(file, error);
}

}  // namespace remap::cli
