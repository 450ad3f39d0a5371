// The table of generated machines, and how their specifications are read.
#include "remap/automata/families.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "automata/families/makers.hpp"
#include "remap/automata/error.hpp"

namespace remap {

std::vector<std::string> family_makers::named(std::string_view prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", prefix, i));
  return names;
}

namespace {

struct Maker {
  Family family;
  std::size_t least, most;           // how many numbers
  std::array<std::uint64_t, 4> low;  // the range of each
  std::array<std::uint64_t, 4> high;
  std::array<std::uint64_t, 4> missing;  // what is taken for a number left out
  MooreMachine (*make)(const family_makers::Numbers&);
};

constexpr std::uint64_t any_seed = ~std::uint64_t{0};

const std::array makers = {
    Maker{{"collect", "K[,PROPOSITIONS]", "K objects in any order, then delivery; other propositions are idle"},
          1,
          2,
          {1, 0},
          {10, 64},
          {},
          family_makers::collect},
    Maker{{"relevant", "STATES,PROPOSITIONS[,SEED]", "two propositions matter per state, random targets"},
          2,
          3,
          {2, 2, 0},
          {100000, 64, any_seed},
          {0, 0, 1},
          family_makers::relevant},
    Maker{{"guards", "STATES,PROPOSITIONS[,SEED]", "one to three matter per state, in two to four cubes"},
          2,
          3,
          {2, 1, 0},
          {100000, 64, any_seed},
          {0, 0, 1},
          family_makers::guards},
    Maker{{"conjunction", "LITERALS,STEPS,PROPOSITIONS[,SEED]", "each step needs a conjunction of literals"},
          3,
          4,
          {1, 1, 1, 0},
          {16, 1000, 64, any_seed},
          {0, 0, 0, 1},
          family_makers::conjunction},
    Maker{{"parity", "LITERALS,STEPS,PROPOSITIONS[,SEED]", "each step needs an odd number of propositions"},
          3,
          4,
          {1, 1, 1, 0},
          {16, 1000, 64, any_seed},
          {0, 0, 0, 1},
          family_makers::parity},
    Maker{{"priority", "EVENTS,PROPOSITIONS[,SEED]", "of the events that come together, the first counts"},
          2,
          3,
          {1, 1, 0},
          {16, 64, any_seed},
          {0, 0, 1},
          family_makers::priority},
    Maker{{"unstructured", "STATES,PROPOSITIONS[,SEED]", "propositions without meaning: random targets"},
          2,
          3,
          {3, 1, 0},
          {100000, 12, any_seed},
          {0, 0, 1},
          family_makers::unstructured},
    Maker{{"chain", "STATES", "one letter advances, the other waits; 1 at the end"},
          1,
          1,
          {2, 0, 0},
          {1000000, 0, 0},
          {},
          family_makers::chain},
    Maker{{"lock", "DIGITS,LETTERS[,SEED]", "combination lock: a wrong digit starts over"},
          2,
          3,
          {1, 2, 0},
          {1000000, 1000, any_seed},
          {0, 0, 1},
          family_makers::lock},
    Maker{{"counter", "STATES", "up, down, reset, modulo STATES; 1 at the top"},
          1,
          1,
          {2, 0, 0},
          {1000000, 0, 0},
          {},
          family_makers::counter},
    Maker{{"permutation", "STATES[,SEED]", "three random permutations of the states"},
          1,
          2,
          {2, 0, 0},
          {1000000, any_seed, 0},
          {0, 1, 0},
          family_makers::permutation},
    Maker{{"grid", "WIDTH,HEIGHT", "a walk on a grid; the far row and corner are worth more"},
          2,
          2,
          {2, 2, 0},
          {1000, 1000, 0},
          {},
          family_makers::grid},
    Maker{{"protocol", "STATES,LETTERS,OUTPUTS[,SEED]", "set-up, counters and a sink; STATES as a Mealy machine"},
          3,
          4,
          {8, 3, 3, 0},
          {100000, 1000, 1000, any_seed},
          {0, 0, 0, 1},
          family_makers::protocol},
    Maker{{"controller", "STATES,LETTERS,OUTPUTS[,SEED]", "jobs of 24 ticks, many letters alike; likewise"},
          3,
          4,
          {48, 3, 3, 0},
          {100000, 1000, 1000, any_seed},
          {0, 0, 0, 1},
          family_makers::controller},
};

}  // namespace

std::span<const Family> families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> list;
    for (const Maker& maker : makers) list.push_back(maker.family);
    return list;
  }();
  return all;
}

std::optional<MooreMachine> family_machine(std::string_view specification) {
  const std::size_t colon = specification.find(':');
  for (const Maker& maker : makers) {
    if (specification.substr(0, colon) != maker.family.name || colon == std::string_view::npos) continue;
    const auto fail = [&](const std::string& what) {
      throw InputError(
          fmt::format("'{}': {}; expected {}:{}", specification, what, maker.family.name, maker.family.parameters));
    };
    family_makers::Numbers numbers;
    std::string_view rest = specification.substr(colon + 1);
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      const std::string_view part = rest.substr(0, comma);
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
      if (error != std::errc() || end != part.data() + part.size())
        fail(fmt::format("'{}' is not a whole number", part));
      numbers.push_back(number);
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
    }
    if (numbers.size() < maker.least) fail("too few numbers");
    if (numbers.size() > maker.most) fail("too many numbers");
    for (std::size_t i = numbers.size(); i < maker.most; ++i) numbers.push_back(maker.missing[i]);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] < maker.low[i] || numbers[i] > maker.high[i]) {
        fail(fmt::format("{} is out of range, {} to {}", numbers[i], maker.low[i], maker.high[i]));
      }
    }
    return maker.make(numbers);
  }
  return std::nullopt;
}

}  // namespace remap
