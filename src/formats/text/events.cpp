#include "formats/text/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/text/text_file.hpp"
#include "logic/letters/numbers.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::string_view without_blanks(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

std::vector<PropositionSet> sets_in(const std::string& file, const std::vector<std::string>& propositions) {
  const Alphabet known = Alphabet::of_sets(propositions, {0});
  const std::string text = read_text_file(file);
  std::string_view rest = text;
  std::vector<PropositionSet> sets;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(without_blanks(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    const auto set = known.set_named(line);
    if (!set) {
      throw InputError(
          fmt::format("{}:{}: '{}' is not a set of the propositions {}", file, number, line, joined(propositions)));
    }
    if (std::find(sets.begin(), sets.end(), *set) != sets.end()) {
      throw InputError(fmt::format("{}:{}: '{}' is listed twice", file, number, line));
    }
    sets.push_back(*set);
  }
  if (sets.empty())
    throw InputError(fmt::format("{}: this file has no set of propositions, expected one per line", file));
  return sets;
}

}  // namespace

Alphabet letters_of_events(std::vector<std::string> propositions, const std::string& events,
                           const std::string& option) {
  constexpr std::string_view at_most = "at-most:";
  if (events == "any") return Alphabet::power_set(std::move(propositions));
  if (events == "one") return Alphabet::at_most_one(std::move(propositions));
  if (events.starts_with(at_most)) {
    const std::string_view most = std::string_view(events).substr(at_most.size());
    return Alphabet::at_most(std::move(propositions), parse_whole(option + " at-most:M: M", most, 1, 64));
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(events, ignored)) {
    throw InputError(
        fmt::format("{} cannot be '{}', expected any, one, at-most:M, or a file with a set per line", option, events));
  }
  std::vector<PropositionSet> sets = sets_in(events, propositions);
  return Alphabet::of_sets(std::move(propositions), std::move(sets));
}

}  // namespace remap
