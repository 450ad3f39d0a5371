#include "formats/text/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "formats/text/file_limits.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {
namespace {

using Numbered = std::pair<double, std::string>;

PropositionSet set_from_name(const std::string& name, const std::unordered_map<std::string, std::size_t>& position_of) {
  if (name.size() < 2 || name.front() != '{' || name.back() != '}') {
    throw InputError(fmt::format("the letter '{}' is not a set of propositions, expected one such as {{a,b}}", name));
  }
  PropositionSet set = 0;
  for (std::size_t begin = 1; begin < name.size() - 1;) {
    const std::size_t end = std::min(name.find(',', begin), name.size() - 1);
    const std::string proposition = name.substr(begin, end - begin);
    const auto found = position_of.find(proposition);
    if (found == position_of.end()) {
      throw InputError(fmt::format("the letter '{}' names the unknown proposition '{}'", name, proposition));
    }
    set |= PropositionSet{1} << found->second;
    begin = end + 1;
  }
  return set;
}

std::vector<std::string> take_names(std::vector<Numbered>& numbers) {
  std::ranges::stable_sort(numbers, {}, &Numbered::first);
  std::vector<std::string> names;
  names.reserve(numbers.size());
  for (Numbered& number : numbers) names.push_back(std::move(number.second));
  return names;
}

}  // namespace

Alphabet alphabet_from_names(std::vector<std::string> letters, std::optional<std::vector<std::string>> propositions) {
  if (!propositions) return Alphabet::plain(std::move(letters));
  if (propositions->size() > max_propositions) {
    throw InputError(
        fmt::format("{} propositions are too many, expected at most {}", propositions->size(), max_propositions));
  }
  std::unordered_map<std::string, std::size_t> position_of;
  for (std::size_t i = 0; i < propositions->size(); ++i) position_of.emplace((*propositions)[i], i);
  std::vector<PropositionSet> sets;
  sets.reserve(letters.size());
  for (const std::string& letter : letters) sets.push_back(set_from_name(letter, position_of));
  return Alphabet::of_sets(*std::move(propositions), std::move(sets));
}

void sort_letter_names(std::vector<std::string>& names) {
  std::vector<Numbered> numbers;
  std::vector<std::string> words;
  std::ranges::sort(names);
  for (std::string& name : names) {
    if (const auto number = parse_number(name)) {
      numbers.emplace_back(*number, std::move(name));
    } else {
      words.push_back(std::move(name));
    }
  }
  names = take_names(numbers);
  std::ranges::move(words, std::back_inserter(names));
}

std::vector<std::string> ordered_outputs(const std::vector<std::string>& names) {
  std::vector<Numbered> numbers;
  std::vector<std::string> words;
  std::unordered_set<std::string_view> seen_names;
  std::unordered_set<double> seen_numbers;
  bool halt = false;
  for (const std::string& name : names) {
    if (!seen_names.insert(name).second) continue;
    if (name == halt_name) {
      halt = true;
    } else if (const auto number = parse_number(name)) {
      if (seen_numbers.insert(*number).second) numbers.emplace_back(*number, name);
    } else {
      words.push_back(name);
    }
  }
  std::vector<std::string> result;
  if (halt) result.emplace_back(halt_name);
  std::ranges::move(take_names(numbers), std::back_inserter(result));
  std::ranges::move(words, std::back_inserter(result));
  return result;
}

void check_propositions(const std::vector<std::string>& names) {
  if (names.size() > max_propositions) {
    throw InputError(fmt::format("{} propositions are too many, expected at most {}", names.size(), max_propositions));
  }
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!is_proposition_name(name)) {
      throw InputError(
          fmt::format("the proposition '{}' cannot stand in a formula, expected a name of letters, digits and "
                      "underscores with no digit first, other than True and False",
                      name));
    }
    if (!seen.insert(name).second) throw InputError(fmt::format("the proposition '{}' occurs twice", name));
  }
}

void check_writable(const RewardMachine& machine) {
  const auto check_state = [&](State state) {
    if (index(state) < machine.states) return;
    throw Misuse("write", fmt::format("state {} in a reward machine of {} states", index(state), machine.states));
  };
  check_state(machine.initial);
  std::ranges::for_each(machine.terminal, check_state);
  for (const RewardTransition& transition : machine.transitions) {
    check_state(transition.from);
    check_state(transition.to);
    if (transition.reward.empty()) {
      throw InputError(fmt::format("the transition from state {} to state {} has no reward", index(transition.from),
                                   index(transition.to)));
    }
  }
  check_propositions(machine.propositions);
}

}  // namespace remap
