// One trial: a machine learned once, or a policy learned once. A trial is a function of its setting and its seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/trials/play.hpp"
#include "experiments/trials/subject.hpp"
#include "worlds/crm.hpp"

namespace remap::experiments {

/// How machines are learned.
enum class Way : std::uint8_t {
  paper,     // table, quicksort, lowest guess; exact counterexamples depth first
  standard,  // the default of `remap learn`
  lstar,     // the paper's table filled with values instead of comparisons
};
std::string_view name_of(Way way);

/// Who answers equivalence questions.
enum class Asked : std::uint8_t { exact, geometric, guided };
std::string_view name_of(Asked asked);

struct LearningSetting {
  Way way = Way::paper;
  Asked asked = Asked::exact;
  bool operator==(const LearningSetting&) const = default;
};

/// Paths of phase diagrams are stored for this many trials of each kind.
inline constexpr std::uint64_t trials_with_path = 100;

struct LearningTrial {
  const Subject* subject = nullptr;
  std::uint64_t samples = 0;  // per equivalence question; 0 when exact
  std::uint64_t number = 0;   // from 0
};

struct LearningResult {
  std::uint64_t seed = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t values = 0;  // asked by L* only
  std::uint64_t equivalence_questions = 0;
  std::uint64_t unique_words = 0;
  std::uint64_t states = 0;
  std::uint64_t longest_counterexample = 0;
  bool exact = false;  // equivalent to the machine to be learned
  Score score;
  double disagreement = 0;  // probability that a geometric word (stop 0.2) has a different output
  std::string path;         // of the phase diagram, see `PhasePoint`; empty from trial `trials_with_path` on
  std::string play_key;     // of the machine as it is played; empty without a world
  std::string play_text;
};

LearningResult run_trial(const LearningSetting& setting, const LearningTrial& trial, std::uint64_t series_seed);

/// A point of a phase diagram. As text: `c` (closed), `s` (made consistent) or `e` (equivalence question), the known
/// values, a comma, the states; points are separated by blanks.
struct PhasePoint {
  char event = 'e';
  std::uint64_t known_values = 0;
  std::uint64_t states = 0;
  bool operator==(const PhasePoint&) const = default;
};
std::vector<PhasePoint> parse_path(std::string_view text);

struct PolicySetting {
  std::uint64_t office_steps = 200'000;
  std::uint64_t craft_steps = 2'000'000;
  [[nodiscard]] std::uint64_t steps(WorldName world) const;
};

struct PolicyTrial {
  const Subject* subject = nullptr;
  std::string play_key;
  std::string play_text;
  bool reference = false;  // a run of the true machine, with which learned ones are compared
  std::uint64_t number = 0;
};

struct PolicyResult {
  std::uint64_t seed = 0;
  double mean_reward = 0;   // per step under its own machine, over the last half of the steps, while learning
  double truth_reward = 0;  // per step of the final policy under the true machine: exact, same exploration
};

PolicyResult run_trial(const PolicySetting& setting, const PolicyTrial& trial, std::uint64_t series_seed);

}  // namespace remap::experiments
