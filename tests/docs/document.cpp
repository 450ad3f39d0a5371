#include "docs/document.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace remap::test {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

constexpr std::string_view ellipsis = "…";

bool line_matches(std::string_view shown, std::string_view actual) {
  const std::size_t at = shown.find(ellipsis);
  if (at == std::string_view::npos) return shown == actual;
  if (!actual.starts_with(shown.substr(0, at))) return false;
  const std::string_view rest = shown.substr(at + ellipsis.size());
  for (std::size_t from = at; from <= actual.size(); ++from) {
    if (line_matches(rest, actual.substr(from))) return true;
  }
  return false;
}

bool matches_from(const std::vector<std::string>& shown, std::size_t i, const std::vector<std::string>& actual,
                  std::size_t j) {
  if (i == shown.size()) return j == actual.size();
  if (shown[i] == ellipsis) {
    for (std::size_t from = j; from <= actual.size(); ++from) {
      if (matches_from(shown, i + 1, actual, from)) return true;
    }
    return false;
  }
  return j < actual.size() && line_matches(shown[i], actual[j]) && matches_from(shown, i + 1, actual, j + 1);
}

}  // namespace

std::vector<Block> fenced_blocks(std::string_view markdown) {
  std::vector<Block> blocks;
  bool inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(markdown)) {
    ++number;
    if (line.starts_with("```")) {
      if (!inside) blocks.push_back({line.substr(3), number, {}});
      inside = !inside;
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  if (inside) throw std::runtime_error("the block of line " + std::to_string(blocks.back().line) + " has no end");
  return blocks;
}

std::vector<Example> examples(const Block& console) {
  std::vector<Example> result;
  std::size_t number = console.line;
  for (const std::string& line : console.lines) {
    ++number;
    if (line.starts_with("$ ")) {
      result.push_back({line.substr(2), number, {}});
    } else if (result.empty()) {
      throw std::runtime_error("line " + std::to_string(number) + ": a console block begins with \"$ COMMAND\"");
    } else {
      result.back().output.push_back(line);
    }
  }
  return result;
}

bool matches(const std::vector<std::string>& shown, const std::vector<std::string>& actual) {
  return matches_from(shown, 0, actual, 0);
}

std::vector<std::string> refreshed(const std::vector<std::string>& shown, const std::vector<std::string>& actual) {
  std::vector<std::string> result;
  for (const std::string& line : actual) {
    const auto kept = std::find_if(shown.begin(), shown.end(),
                                   [&](const std::string& old) { return old != ellipsis && line_matches(old, line); });
    result.push_back(kept == shown.end() ? line : *kept);
  }
  return result;
}

std::vector<std::string> run_in(const std::filesystem::path& folder, const std::string& command) {
  const std::string whole = "cd '" + folder.string() + "' && { " + command + "\n} 2>&1";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(whole.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot start a shell");
  std::string output;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe.get())) output.append(buffer, got);
  return lines_of(output);
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

}  // namespace remap::test
