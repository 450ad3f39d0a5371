#include "cli/name_list.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "remap/automata/error.hpp"

namespace remap::cli {

std::vector<std::string> parse_names(const char* option, const std::string& text) {
  if (!text.starts_with('[')) {
    std::vector<std::string> result;
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      result.push_back(text.substr(from, comma - from));
      from = comma + 1;
    }
    return result;
  }
  try {
    return nlohmann::json::parse(text).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is not a JSON list of names: '{}'", option, text));
  }
}

std::vector<std::string> parse_letters(const std::string& text) {
  if (text.starts_with('[') || text.find(',') != std::string::npos) return parse_names("--letters", text);
  std::vector<std::string> letters;
  for (const char c : text) {
    const bool continued = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // of a character in UTF-8
    if (continued && !letters.empty()) {
      letters.back() += c;
    } else {
      letters.emplace_back(1, c);
    }
  }
  return letters;
}

}  // namespace remap::cli
