#include "cli/given_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

template <class Ignored>
void refuse(const CLI::App& command, std::string_view why, const Ignored& ignored) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || !ignored(option->get_name())) continue;
    throw InputError(fmt::format("{} has no effect {}", option->get_name(), why));
  }
}

bool contains(OptionNames names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void refuse_others(const CLI::App& command, OptionNames used, std::string_view why) {
  refuse(command, why, [&](std::string_view name) { return !contains(used, name); });
}

void refuse_these(const CLI::App& command, OptionNames ignored, std::string_view why) {
  refuse(command, why, [&](std::string_view name) { return contains(ignored, name); });
}

}  // namespace remap::cli
