// Machines from people who may err, and from data: how much is asked, how often the machine found is exactly right, and
// whether the stated probability is honest.
//
//     posterior_bench FAMILY [key=value …]
//
//     FAMILY     tasks, held-out, random (3 to 6 states), large (8 to 12 states): a person is asked until the posterior
//                states the goal; data: random pairs of words of the tasks as plain machines, all at once
//     seeds=3    first=1 only=NAME each=1 (a line for each run)
//     wrong=0    share of wrong answers, the same for the same question; near=0: of neighbours taken for each other
//     ask=both   or piles, comparisons
//     most=500   questions of a run
//     needless=1 an event that changes nothing in each example
//     told=1     nobody errs, and the learner is told so
//     pairs=2000 longest=8: of data
//     NAME=VALUE any number of posterior/numbers.cpp
//
// Minutes and questions are sums over the machines of a family, means over seeds. "Search failed" counts runs in which
// the truth scores better than the best machine found by more than 2 nats; the other wrong ones are the prior's.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "people_machines.hpp"
#include "posterior/posterior.hpp"
#include "posterior/seconds.hpp"
#include "remap/automata/error.hpp"

namespace {

using namespace remap;
using namespace remap::posterior;
using bench::Subject;

constexpr double lost = 2;  // nats

struct Setting {
  std::string family = "tasks", only, ask = "both";
  std::uint64_t seeds = 3, first = 1;
  bool each = false, needless = false, told = false;
  double wrong = 0, near = 0;
  std::size_t most = 500, pairs = 2000, longest = 8;
  Options options;
};

struct Run {
  bool right = false, gave_up = false;
  std::size_t questions = 0, events = 0;
  double seconds = 0, stated = 0, cpu = 0, slowest = 0, lead = 0;
  int states = 0;
  std::uint64_t scored = 0;
  Rates rates;
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::size_t at(Output cls) { return index(cls); }
Output output(int cls) { return make_id<Output>(static_cast<std::size_t>(cls)); }

/// Says the same whenever the same is asked.
class Person {
 public:
  Person(const Subject& subject, const Setting& setting, std::uint64_t seed)
      : subject_(subject), setting_(setting), seed_(seed) {}

  [[nodiscard]] Statement answer(const Question& question) const {
    if (!question.beside) return Placement{question.word, output(placed(question.word))};
    return Comparison{question.word, question.example, compared(question.word, static_cast<int>(at(*question.beside)))};
  }
  /// One of the shortest words of a class; the empty one if there is none.
  [[nodiscard]] Word example(int cls, Random& random) const {
    const Machine& truth = subject_.truth;
    std::vector<std::pair<Word, int>> level{{Word(), 0}};
    std::vector<bool> seen(most_states, false);
    for (std::size_t length = 0; length < most_states; ++length) {
      std::vector<std::pair<Word, int>> next;
      std::vector<Word> found;
      for (const auto& [word, q] : level) seen[static_cast<std::size_t>(q)] = true;
      for (const auto& [word, q] : level) {
        for (int a = 0; a < subject_.space.letters; ++a) {
          const int to = truth.next[q][a];
          Word longer = word;
          longer.push_back(make_id<Letter>(static_cast<std::size_t>(a)));
          if (truth.cls[to] == cls) {
            found.push_back(longer);
          } else if (!is_end(to) && !seen[static_cast<std::size_t>(to)]) {
            next.emplace_back(longer, to);
          }
        }
      }
      if (!found.empty()) return with_needless(found[random.below(found.size())], random);
      level = std::move(next);
    }
    return {};
  }

 private:
  [[nodiscard]] Random dice(const Word& word, std::uint64_t salt) const {
    std::uint64_t hash = salt;
    for (const Letter letter : word) hash = (hash ^ (index(letter) + 1)) * 0x100000001B3ULL;
    return split_random(seed_, hash);
  }
  [[nodiscard]] int placed(const Word& word) const {
    const int truth = subject_.truth.class_of(word), classes = subject_.space.classes;
    Random random = dice(word, 1);
    if (random.chance(setting_.near) && classes > 1) {
      if (truth == 0) return 1;
      if (truth + 1 == classes) return truth - 1;
      return random.chance(0.5) ? truth + 1 : truth - 1;
    }
    if (!random.chance(setting_.wrong)) return truth;
    return (truth + 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(classes - 1)))) % classes;
  }
  [[nodiscard]] Order compared(const Word& word, int cls) const {
    const int truth = subject_.truth.class_of(word);
    int order = truth < cls ? 0 : truth == cls ? 1 : 2;
    Random random = dice(word, 2 + static_cast<std::uint64_t>(cls));
    if (std::abs(truth - cls) == 1 && random.chance(setting_.near)) order = 1;
    if (random.chance(setting_.wrong)) order = (order + 1 + static_cast<int>(random.below(2))) % 3;
    return static_cast<Order>(order);
  }
  [[nodiscard]] Word with_needless(Word word, Random& random) const {
    if (!setting_.needless) return word;
    std::vector<std::pair<long, Letter>> idle;
    int q = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      for (int a = 0; a < subject_.space.letters; ++a) {
        if (subject_.truth.next[q][a] == q) {
          idle.emplace_back(static_cast<long>(i), make_id<Letter>(static_cast<std::size_t>(a)));
        }
      }
      q = subject_.truth.next[q][index(word[i])];
    }
    if (idle.empty()) return word;
    const auto [place, letter] = idle[random.below(idle.size())];
    word.insert(word.begin() + place, letter);
    return word;
  }

  const Subject& subject_;
  const Setting& setting_;
  std::uint64_t seed_;
};

void finish(Run& run, const Posterior& posterior, const Subject& subject, double start) {
  run.cpu = processor_seconds() - start;
  run.right = posterior.best().print == subject.truth.print;
  run.states = posterior.best().states;
  run.scored = posterior.scored();
  run.stated = run.gave_up ? 0 : posterior.exactly_right();
  run.rates = posterior.rates({});
  run.lead = posterior.score(subject.truth) - posterior.best().score;
}

Run live(const Subject& subject, const Setting& setting, std::uint64_t seed) {
  Run run;
  Options options = setting.options;
  options.seed = seed;
  Posterior posterior(subject.space, options);
  const Person person(subject, setting, seed);
  Random random = split_random(seed, 5);
  const int idle = subject.truth.cls[0];
  run.seconds = seconds_a_placement;
  posterior.add(Value{{}, output(idle)});
  for (int cls = 0; cls < subject.space.classes; ++cls) {
    const Word word = cls == idle ? Word() : person.example(cls, random);
    if (word.empty()) continue;
    run.seconds += seconds_to_enter(word);
    posterior.add(Example{word, output(cls)});
  }
  const Forms forms{setting.ask != "comparisons", setting.ask != "piles"};
  const double start = processor_seconds();
  double before = start;
  posterior.think();
  while (posterior.exactly_right() < options.numbers.goal) {
    const auto questions = run.questions < setting.most ? posterior.next(1, {}, forms) : std::vector<Question>();
    if (questions.empty()) {
      run.gave_up = true;
      break;
    }
    ++run.questions;
    run.seconds += questions[0].seconds;
    run.events += questions[0].word.size();
    posterior.add(person.answer(questions[0]));
    posterior.think();
    const double now = processor_seconds();
    run.slowest = std::max(run.slowest, now - before);
    before = now;
  }
  finish(run, posterior, subject, start);
  return run;
}

Run data(const Subject& subject, const Setting& setting, std::uint64_t seed) {
  Run run;
  Options options = setting.options;
  options.prior = PriorName::plain;
  options.seed = seed;
  Posterior posterior(subject.space, options);
  Random random = split_random(seed, 13);
  const auto word = [&] {
    Word made(1 + random.below(setting.longest));
    for (Letter& letter : made) {
      letter = make_id<Letter>(random.below(static_cast<std::uint64_t>(subject.space.letters)));
    }
    return made;
  };
  for (std::size_t i = 0; i < setting.pairs; ++i) {
    const Word a = word(), b = word();
    const int apart = subject.truth.class_of(a) - subject.truth.class_of(b);
    int said = apart < 0 ? 0 : apart == 0 ? 1 : 2;
    if (random.chance(setting.wrong)) said = (said + 1 + static_cast<int>(random.below(2))) % 3;
    posterior.add(Comparison{a, b, static_cast<Order>(said)});
  }
  const double start = processor_seconds();
  posterior.think();
  finish(run, posterior, subject, start);
  return run;
}

std::vector<Subject> subjects(const std::string& family, std::uint64_t seed) {
  if (family == "tasks") return bench::task_subjects();
  if (family == "held-out") return bench::held_out();
  if (family == "random") {
    return bench::random_subjects({{3, 3}, {3, 4}, {4, 3}, {4, 4}, {5, 3}, {5, 4}, {6, 4}}, seed);
  }
  if (family == "large") return bench::random_subjects({{8, 4}, {10, 4}, {12, 5}}, seed);
  if (family != "data") throw InputError("the family '" + family + "' is not known");
  std::vector<Subject> all;
  for (const Task& task : tasks()) all.push_back(bench::plain_task(task));
  return all;
}

Setting read(int argc, char** argv) {
  Setting s;
  if (argc > 1) s.family = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string text = argv[i], key = text.substr(0, text.find('='));
    const std::string value = text.find('=') == std::string::npos ? "1" : text.substr(text.find('=') + 1);
    const double number = std::strtod(value.c_str(), nullptr);
    const auto whole = static_cast<std::size_t>(number);
    if (key == "seeds")
      s.seeds = whole;
    else if (key == "first")
      s.first = whole;
    else if (key == "only")
      s.only = value;
    else if (key == "ask")
      s.ask = value;
    else if (key == "each")
      s.each = whole > 0;
    else if (key == "needless")
      s.needless = whole > 0;
    else if (key == "told")
      s.options.errors = whole == 0;
    else if (key == "wrong")
      s.wrong = number;
    else if (key == "near")
      s.near = number;
    else if (key == "most")
      s.most = whole;
    else if (key == "pairs")
      s.pairs = whole;
    else if (key == "longest-pair")
      s.longest = whole;
    else if (key == "prior")
      s.options.prior = value == "plain" ? PriorName::plain : PriorName::person;
    else
      set_number(s.options.numbers, key, number);
  }
  return s;
}

int measure(const Setting& setting) {
  double minutes = 0, questions = 0, events = 0, cpu = 0, slowest = 0;
  std::size_t runs = 0, right = 0, gave_up = 0, sure = 0, sure_and_right = 0, failed = 0;
  const double goal = setting.options.numbers.goal;
  for (std::uint64_t seed = setting.first; seed < setting.first + setting.seeds; ++seed) {
    for (const Subject& subject : subjects(setting.family, seed)) {
      if (!setting.only.empty() && subject.name != setting.only) continue;
      const Run run = setting.family == "data" ? data(subject, setting, seed) : live(subject, setting, seed);
      ++runs;
      minutes += run.seconds / 60;
      questions += static_cast<double>(run.questions);
      events += static_cast<double>(run.events);
      cpu += run.cpu;
      slowest = std::max(slowest, run.slowest);
      right += run.right ? 1 : 0;
      gave_up += run.gave_up ? 1 : 0;
      failed += run.lead > lost ? 1 : 0;
      if (run.stated >= goal) {
        ++sure;
        sure_and_right += run.right ? 1 : 0;
      }
      if (setting.each) {
        fmt::print(
            "{:14} seed {}: {:3} questions {:5.1f} min, {:2} of {:2} states, stated {:.3f} {}{}, truth {:+.1f}, "
            "wrong {:.3f} near {:.2f}, {:.2f} s, {} scored\n",
            subject.name, seed, run.questions, run.seconds / 60, run.states, subject.truth.states, run.stated,
            run.right ? "right" : "WRONG", run.gave_up ? " gave up" : "", run.lead, run.rates.wrong, run.rates.near,
            run.cpu, run.scored);
        std::fflush(stdout);
      }
    }
  }
  const auto seeds = static_cast<double>(setting.seeds);
  fmt::print(
      "{}: {:.1f} minutes, {:.0f} questions of {:.1f} events, right {}/{}, {} of {} that state {}, gave up {}, "
      "search failed {}",
      setting.family, minutes / seeds, questions / seeds, events / std::max(1.0, questions), right, runs,
      sure_and_right, sure, goal, gave_up, failed);
  if (setting.family == "data") {
    fmt::print(", {:.2f} s each\n", cpu / static_cast<double>(runs));
  } else {
    fmt::print(", {:.1f} ms a question, slowest {:.0f} ms\n", 1000 * cpu / std::max(1.0, questions), 1000 * slowest);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return measure(read(argc, argv));
  } catch (const Error& error) {
    fmt::print(stderr, "posterior_bench: {}\n", error.what());
    return 2;
  }
}
