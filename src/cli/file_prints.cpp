#include "cli/file_prints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "automata/machines/fingerprint.hpp"
#include "formats/log/session_log.hpp"
#include "formats/text/text_file.hpp"

namespace remap::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 24;  // whose content is looked at

bool is_small_file(const std::string& name) {
  std::error_code error;
  return fs::is_regular_file(name, error) && fs::file_size(name, error) <= largest_file && !error;
}

}  // namespace

std::string file_in_command(const std::string& command) {
  // What ends a word for the shell, as far as it matters here; a name with blanks is not found, and not looked at.
  constexpr std::string_view ends = " \t\n\"';|&<>()";
  for (std::size_t at = 0; at < command.size();) {
    const std::size_t end = std::min(command.find_first_of(ends, at), command.size());
    std::string word = command.substr(at, end - at);
    if (!word.empty() && is_small_file(word)) return word;
    at = end + 1;
  }
  return "";
}

void add_file_print(Settings& teacher, const std::string& file) {
  if (file.empty()) return;
  teacher.emplace_back("files", nlohmann::ordered_json{{file, fingerprint(read_text_file(file))}}.dump());
}

void check_file_prints(const Settings& teacher) {
  const std::string text = setting(teacher, "files");
  if (text.empty()) return;
  const auto prints = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!prints.is_object()) throw InputError("the first line of the session does not say which files it depends on");
  for (const auto& [file, print] : prints.items()) {
    if (!is_small_file(file) || print == fingerprint(read_text_file(file))) continue;
    throw InputError(fmt::format(
        "the file '{}' has changed since this session began; resuming would mix the answers of two teachers; "
        "--despite-changes resumes anyway",
        file));
  }
}

}  // namespace remap::cli
