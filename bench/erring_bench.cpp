// Learning from teachers who err: how many runs end right, what they ask, and whether the stated confidence is honest.
//
//     erring_bench [key=value …]       keys and defaults: see `Setting`; lists are joined by ;
//
// One line per error model. Comparisons are means over seeds, summed over sources. With `csv=1`, one line per run
// instead.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace {

using namespace remap;

constexpr const char* study =
    "office/t1;office/t2;office/t3;office/t4;craft/t1;craft/t5;craft/t7;craft/t10;random:8,3,3;random:20,4,4";
constexpr const char* others =
    "craft/t2;craft/t3;craft/t4;craft/t6;craft/t8;craft/t9;random:5,2,2;random:10,5,4;random:15,3,5;random:12,2,6";
constexpr const char* models =
    "exact;independent:0.01;independent:0.05;independent:0.1;independent:0.2;persistent:0.05;persistent:0.1;"
    "bradley-terry:0.5;bradley-terry:1;near-ties:0.3;fatigue:0.01,0.2,200;longer:0.1;first:0.1;"
    "unsure:0.1+independent:0.05";

struct Setting {
  std::string sources = study, models = ::models;
  std::uint64_t first = 1, last = 40;
  std::string verdicts = "trusted";
  double confidence = 0.99;
  std::size_t at_once = 1;  // comparisons asked together
  double cost = 0;          // of an equivalence question, in comparisons; 0: the default
  bool csv = false, each = false;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ';') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Tasks have at most one event at a time; `any:TASK` has any set of them. `random:N,K,M[,SEED]`, families.
MooreMachine source(const std::string& name) {
  if (name.starts_with("random:")) {
    unsigned states = 0, letters = 0, outputs = 0, seed = 1;
    if (std::sscanf(name.c_str(), "random:%u,%u,%u,%u", &states, &letters, &outputs, &seed) < 3) throw InputError(name);
    return random_machine({states, letters, outputs}, seed);
  }
  const bool any = name.starts_with("any:");
  if (!any && name.find(':') != std::string::npos) return *family_machine(name);
  const Task* task = find_task(any ? name.substr(4) : name);
  if (task == nullptr) throw InputError("no task " + name);
  const MooreMachine machine = task_machine(*task);
  if (any) return machine;
  return minimise(restrict_letters(machine, Alphabet::at_most_one(machine.alphabet().propositions())));
}

// Right up to the names of values.
bool same_order(const MooreMachine& a, const MooreMachine& b) {
  const auto ranks = [](const MooreMachine& machine) {
    std::vector<Output> used, rank;
    for (std::size_t q = 0; q < machine.size(); ++q) used.push_back(machine.output(make_id<State>(q)));
    const std::vector<Output> all = used;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const Output output : all) {
      rank.push_back(
          make_id<Output>(static_cast<std::size_t>(std::lower_bound(used.begin(), used.end(), output) - used.begin())));
    }
    return rank;
  };
  return !find_counterexample(a, ranks(a), b, ranks(b), CounterexampleOrder::shortest);
}

// Takes several comparisons at once, and counts how often it was asked.
class TakesBatches final : public JudgingTeacher {
 public:
  TakesBatches(Teacher& teacher, std::size_t at_once) : teacher_(teacher), at_once_(at_once) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    ++rounds_;
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }
  [[nodiscard]] std::size_t at_once() const noexcept override { return at_once_; }
  [[nodiscard]] std::uint64_t rounds() const noexcept { return rounds_; }

 private:
  Teacher& teacher_;
  std::size_t at_once_;
  std::uint64_t rounds_ = 0;
};

struct Row {
  double confidence;
  bool right;
};

void run_model(const Setting& setting, const std::string& name) {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t right = 0, runs = 0, gave_up = 0, named = 0;
  std::uint64_t worst = 0, asked = 0;
  double sum = 0, equivalences = 0, rounds = 0;
  std::vector<Row> rows;
  std::string per_source;
  for (const std::string& source_name : split(setting.sources)) {
    const MooreMachine hidden = source(source_name);
    double comparisons = 0;
    for (std::uint64_t seed = setting.first; seed <= setting.last; ++seed) {
      TeacherModel model = parse_teacher_model(name);
      model.noise.seed = split_random(seed, 3).next();
      model.overlooking.seed = split_random(seed, 4).next();
      MachineTeacher exact(hidden);
      NoiseTeacher noisy(exact, hidden.alphabet(), hidden.outputs(), model.noise);
      OverlookingTeacher overlooking(noisy, hidden, model.overlooking);
      TakesBatches teacher(overlooking, setting.at_once);
      ErringOptions options;
      options.confidence = setting.confidence;
      options.verdicts = setting.verdicts == "trusted"   ? Verdicts::trusted
                         : setting.verdicts == "unasked" ? Verdicts::unasked
                                                         : Verdicts::doubted;
      options.seed = seed;
      SessionOptions session = preset_method(Preset::best, hidden.alphabet(), TeacherErrs::on);
      session.equivalence_cost = setting.cost;
      if (options.verdicts == Verdicts::unasked) session.equivalence = Equivalence::order;
      session.seed = seed;
      const auto make = [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); };
      const auto started = std::chrono::steady_clock::now();
      const ErringResult result = learn_from_erring(teacher, make, options);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      const bool good = (options.verdicts == Verdicts::unasked) ? same_order(hidden, result.machine.moore())
                                                                : !find_counterexample(hidden, result.machine.moore());
      ++runs;
      right += good ? 1 : 0;
      gave_up += result.gave_up ? 1 : 0;
      named += result.gave_up && !result.merged.empty() ? 1 : 0;
      comparisons += static_cast<double>(result.comparisons);
      rounds += static_cast<double>(teacher.rounds());
      equivalences += static_cast<double>(result.equivalence_questions);
      asked += result.comparisons;
      worst = std::max(worst, result.comparisons);
      rows.push_back({result.confidence, good});
      if (setting.csv) {
        fmt::print("{};{};{};{};{};{};{:.5f};{:.5f};{:.3f};{};{};{:.4f}\n", source_name, name, seed, result.comparisons,
                   result.equivalence_questions, good, result.confidence, result.confidence_in_word, seconds,
                   result.restarts, result.gave_up, result.errors.overall);
      }
    }
    const double mean = comparisons / static_cast<double>(setting.last - setting.first + 1);
    sum += mean;
    per_source += fmt::format(" {} {:.0f}", source_name, mean);
  }
  if (setting.csv) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::string calibration;
  for (const auto& [low, high] : {std::pair{0.0, 0.9}, {0.9, 0.95}, {0.95, 0.99}, {0.99, 2.0}}) {
    const auto inside = [&](const Row& row) { return row.confidence >= low && row.confidence < high; };
    const auto good = [&](const Row& row) { return inside(row) && row.right; };
    calibration += fmt::format(" {}/{}", std::count_if(rows.begin(), rows.end(), good),
                               std::count_if(rows.begin(), rows.end(), inside));
  }
  fmt::print(
      "{:<46} right {}/{}  comparisons {:.0f}  rounds {:.0f}  worst {}  equivalence {:.1f}  gave up {}, {} of them "
      "with merged values  "
      "right by confidence <90, 90, 95, 99:{}  {:.2f} ms per comparison\n",
      name, right, runs, sum, rounds / static_cast<double>(setting.last - setting.first + 1), worst,
      equivalences / static_cast<double>(runs), gave_up, named, calibration,
      1000 * seconds / static_cast<double>(std::max<std::uint64_t>(1, asked)));
  if (setting.each) fmt::print(" {}\n", per_source);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Setting setting;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string key = argument.substr(0, equals),
                      value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (key == "sources") {
      setting.sources = value == "study" ? study : value == "others" ? others : value;
    } else if (key == "models") {
      setting.models = value;
    } else if (key == "first") {
      setting.first = std::strtoull(value.c_str(), nullptr, 10);
    } else if (key == "last") {
      setting.last = std::strtoull(value.c_str(), nullptr, 10);
    } else if (key == "verdicts" && (value == "trusted" || value == "doubted" || value == "unasked")) {
      setting.verdicts = value;
    } else if (key == "confidence") {
      setting.confidence = std::strtod(value.c_str(), nullptr);
    } else if (key == "at_once") {
      setting.at_once = std::strtoull(value.c_str(), nullptr, 10);
    } else if (key == "cost") {
      setting.cost = std::strtod(value.c_str(), nullptr);
    } else if (key == "csv") {
      setting.csv = value != "0";
    } else if (key == "each") {
      setting.each = value != "0";
    } else {
      fmt::print(stderr, "erring_bench: '{}' is not known; the first lines of bench/erring_bench.cpp tell more\n",
                 argument);
      return 2;
    }
  }
  for (const std::string& name : split(setting.models)) run_model(setting, name);
}
