// Prints, in one run, what learning costs: tasks and random machines with the paper's preset, large machines with the
// best one, and how often sampling falls short of its promise. See README.md in this folder.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <string_view>

#include "base/information.hpp"
#include "measure.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::bench {
namespace {

std::shared_ptr<const MooreMachine> share(MooreMachine machine) {
  return std::make_shared<const MooreMachine>(std::move(machine));
}

SessionOptions paper_preset() {
  SessionOptions options = SessionOptions::paper();
  options.learner = LearnerKind::table;
  options.ranker = RankerKind::quicksort;
  options.guess = Guess::lowest;
  return options;
}

SessionOptions tree_preset() {
  SessionOptions options = SessionOptions::paper();
  options.learner = LearnerKind::tree;
  options.ranker = RankerKind::search;
  options.guess = Guess::middle;
  return options;
}

void heading(std::string_view title) {
  fmt::print("\n{}\n{:<20} {:>12} {:>6} {:>12} {:>12} {:>6} {:>12} {:>6} {:>14} {:>6} {:>9}  {}\n", title, "source",
             "comparisons", "equiv.", "learning s", "bare s", "ratio", "arrays s", "ratio", "remembering s", "ratio",
             "peak MiB", "right");
  std::fflush(stdout);
}

void row(std::string_view name, const Measured& m) {
  fmt::print("{:<20} {:>12} {:>6} {:>12.6f} {:>12.6f} {:>6.2f} {:>12.6f} {:>6.2f} {:>14.6f} {:>6.2f} {:>9.0f}  {}\n",
             name, m.comparisons, m.equivalence_questions, m.learning, m.bare, m.ratio(), m.arrays, m.arrays_ratio(),
             m.remembering, m.remembering_ratio(), m.peak, m.correct ? "yes" : "NO");
  std::fflush(stdout);
}

void tasks_table() {
  heading("Tasks, paper's preset");
  Measured sum;
  sum.correct = true;
  for (const Task& task : tasks()) {
    const auto hidden = share(task_machine(task));
    const Measured m = apart([&] { return measure(hidden, paper_preset(), CounterexampleOrder::depth_first, 20); });
    row(task.name, m);
    sum.comparisons += m.comparisons;
    sum.equivalence_questions += m.equivalence_questions;
    sum.learning += m.learning;
    sum.bare += m.bare;
    sum.arrays += m.arrays;
    sum.remembering += m.remembering;
    sum.peak = std::max(sum.peak, m.peak);
    sum.correct = sum.correct && m.correct;
  }
  row("together", sum);
}

Measured random_case(RandomMachineShape shape, const SessionOptions& options, CounterexampleOrder order,
                     std::size_t times) {
  return apart([&] { return measure(share(random_machine(shape, 1)), options, order, times); });
}

std::string name_of(const RandomMachineShape& shape) {
  return fmt::format("random:{},{},{}", shape.states, shape.letters, shape.outputs);
}

void random_table() {
  heading("Random machines, paper's preset");
  for (const RandomMachineShape& shape : {RandomMachineShape{50, 5, 4}, {150, 5, 4}, {500, 5, 4}}) {
    row(name_of(shape), random_case(shape, paper_preset(), CounterexampleOrder::depth_first, 3));
  }
}

/// The slope of log(time) over log(states), by least squares.
double exponent(const std::vector<std::pair<double, double>>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [states, seconds] : points) {
    const double a = std::log(states);
    const double b = std::log(seconds);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  const auto n = static_cast<double>(points.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

void scale_table() {
  heading("Large random machines, tree and search");
  for (const RandomMachineShape& shape : {RandomMachineShape{5000, 5, 4}, {5000, 20, 8}, {100'000, 10, 4}}) {
    const Measured m = random_case(shape, tree_preset(), CounterexampleOrder::shortest, shape.states > 50'000 ? 1 : 3);
    row(name_of(shape), m);
    fmt::print("{:<20} {:.2f} times the information floor\n", "",
               static_cast<double>(m.comparisons) / information_floor(shape.states, shape.letters, shape.outputs));
  }
  heading("Growth with the number of states, tree and search");
  std::vector<std::pair<double, double>> whole, learning, bare, comparisons, letters;
  for (std::size_t states : {1'000, 3'000, 10'000, 30'000, 100'000}) {
    const RandomMachineShape shape{states, 5, 4};
    const Measured m = random_case(shape, tree_preset(), CounterexampleOrder::shortest, states > 10'000 ? 3 : 10);
    row(name_of(shape), m);
    whole.emplace_back(static_cast<double>(states), m.total());
    learning.emplace_back(static_cast<double>(states), m.learning);
    bare.emplace_back(static_cast<double>(states), m.bare);
    comparisons.emplace_back(static_cast<double>(states), static_cast<double>(m.comparisons));
    letters.emplace_back(static_cast<double>(states), static_cast<double>(m.letters));
  }
  fmt::print(
      "time of the whole run grows like states^{:.2f}, learning alone like states^{:.2f}, bare time like "
      "states^{:.2f}\n",
      exponent(whole), exponent(learning), exponent(bare));
  fmt::print("comparisons grow like states^{:.2f}, the letters of the words compared like states^{:.2f}\n",
             exponent(comparisons), exponent(letters));
}

void pac_table() {
  constexpr std::uint64_t seeds = 200;
  fmt::print(
      "\nSampled equivalence, {} seeds per task: runs with a true error above epsilon, and runs not exactly right\n",
      seeds);
  fmt::print("{:<12} {:>8} {:>8} {:>10} {:>12} {:>12}\n", "task", "epsilon", "delta", "above", "share", "inexact");
  for (const auto& [epsilon, delta] : {std::pair{0.1, 0.1}, {0.05, 0.05}, {0.02, 0.2}}) {
    for (const Task& task : tasks()) {
      const auto hidden = share(task_machine(task));
      std::uint64_t above = 0;
      std::uint64_t inexact = 0;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SamplingTeacher teacher(*hidden, {{0, epsilon, delta}, 0.2, FeedbackStrength::value, seed});
        SessionOptions options = paper_preset();
        options.seed = seed;
        const double error =
            disagreement(*hidden, learn(teacher, hidden->alphabet(), hidden->outputs(), options).machine.moore(), 0.2);
        above += error > epsilon ? 1 : 0;
        inexact += error > 0 ? 1 : 0;
      }
      fmt::print("{:<12} {:>8} {:>8} {:>10} {:>11.1f}% {:>12}\n", task.name, epsilon, delta, above,
                 100 * static_cast<double>(above) / seeds, inexact);
    }
  }
}

/// What a look at a random place costs when the next place is only known after it, by how much memory there is to look
/// at: the growth of a run that outgrows the caches cannot be understood without it.
void memory_table() {
  fmt::print("\nTrips to memory on this computer\n{:>8} {:>16}\n", "MiB", "ns per look");
  for (std::size_t size : {1, 8, 64, 256}) {
    LargeVector<std::uint32_t> next((size << 20) / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = static_cast<std::uint32_t>(i);
    Random random(1);
    for (std::size_t i = next.size() - 1; i > 0; --i) std::swap(next[i], next[random.below(i)]);  // one cycle
    constexpr std::size_t looks = 2'000'000;
    std::uint32_t at = 0;
    const double seconds = shortest(3, [&] {
      for (std::size_t i = 0; i < looks; ++i) at = next[at];
    });
    if (at >= next.size()) throw std::runtime_error("left the cycle");  // and the looks are not left out
    fmt::print("{:>8} {:>16.1f}\n", size, 1e9 * seconds / looks);
  }
}

struct Part {
  std::string_view name;
  void (*print)();
};
constexpr Part parts[] = {{"tasks", tasks_table},
                          {"random", random_table},
                          {"memory", memory_table},
                          {"scale", scale_table},
                          {"pac", pac_table}};

}  // namespace
}  // namespace remap::bench

int main(int count, char** arguments) {
  using remap::bench::parts;
  for (int i = 1; i < count; ++i) {
    if (std::none_of(std::begin(parts), std::end(parts), [&](const auto& p) { return p.name == arguments[i]; })) {
      fmt::print(stderr, "unknown part '{}', expected tasks, random, memory, scale or pac\n", arguments[i]);
      return 2;
    }
  }
  for (const auto& part : parts) {
    bool wanted = count == 1;
    for (int i = 1; i < count; ++i) wanted = wanted || part.name == arguments[i];
    if (wanted) part.print();
  }
}
