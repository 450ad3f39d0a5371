#include "remap/automata/error.hpp"

namespace remap {
namespace {

std::string place(TextPosition position, const std::string& file) {
  if (position.line == 0) return file.empty() ? "" : file + ": ";
  const std::string line = std::to_string(position.line);
  const std::string column = std::to_string(position.column);
  return file.empty() ? "line " + line + ", column " + column + ": " : file + ":" + line + ":" + column + ": ";
}

}  // namespace

ParseError::ParseError(std::string sentence, TextPosition position, const std::string& file)
    : InputError(place(position, file) + sentence), sentence_(std::move(sentence)), position_(position) {}

}  // namespace remap
