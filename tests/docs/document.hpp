// Fenced blocks of a Markdown document, and running those that show commands with their output.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace remap::test {

struct Block {
  std::string language;  // what follows the opening fence
  std::size_t line = 0;  // of the opening fence, from 1
  std::vector<std::string> lines;
};

std::vector<Block> fenced_blocks(std::string_view markdown);

/// A command of a `console` block (a line that begins with "$ ") and the output shown below it.
struct Example {
  std::string command;
  std::size_t line = 0;
  std::vector<std::string> output;
};

std::vector<Example> examples(const Block& console);

/// Whether an output is the one shown. `…` in a line stands for any text there; a line `…` for any number of lines.
bool matches(const std::vector<std::string>& shown, const std::vector<std::string>& actual);

/// The output to show from now on: the actual one, with those lines kept as they were shown that still match.
std::vector<std::string> refreshed(const std::vector<std::string>& shown, const std::vector<std::string>& actual);

/// Runs a command in a folder; standard output and standard error, line by line.
std::vector<std::string> run_in(const std::filesystem::path& folder, const std::string& command);

std::string read_text(const std::filesystem::path& file);
std::string join(const std::vector<std::string>& lines);

}  // namespace remap::test
