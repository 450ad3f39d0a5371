// Runs whose answers may be wrong, are asked for again, or come from a log, and machines from comparisons alone.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "passive/passive.hpp"
#include "question_runs.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/machine.hpp"
#include "support/grid.hpp"
#include "support/one_event.hpp"
#include "teachers/careful/careful.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace remap::test::questions {
namespace {

constexpr std::uint64_t seeds = 2;  // of each line

struct Hidden {
  const char* name;
  Machine (*machine)();
};
constexpr Hidden plain{"plain", [] { return std::make_shared<const MooreMachine>(random_machine({7, 3, 3}, 5)); }};
constexpr Hidden sets{"sets", [] { return task("office/t1"); }};
constexpr Hidden single{"single", [] { return one_event_task("craft/t1"); }};
constexpr Hidden many{"many", [] { return family("collect:2,20"); }};

struct Named {
  const char* name;
  const char* model;
};
constexpr Named models[] = {{"independent", "independent:0.08"},
                            {"persistent", "persistent:0.05+longer:0.02"},
                            {"misread", "misread:0.02+near-ties:0.2+unsure:0.05"}};

/// Several people who answer in turn, each with errors of their own.
class InTurn final : public JudgingTeacher, private Annotators {
 public:
  InTurn(const MooreMachine& hidden, std::uint64_t seed) : exact_(hidden) {
    for (const double mistakes : {0.01, 0.05, 0.2}) {
      NoiseOptions noise;
      noise.mistakes = mistakes;
      noise.seed = seed++;
      people_.push_back(std::make_unique<NoiseTeacher>(exact_, hidden.alphabet(), hidden.outputs(), noise));
    }
  }
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    givers_.clear();
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const std::size_t who = next_++ % people_.size();
      people_[who]->compare({comparisons.words(), comparisons.pairs().subspan(i, 1)}, answers.subspan(i, 1));
      givers_.push_back(static_cast<std::uint16_t>(who));
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }
  [[nodiscard]] const Annotators* annotators() const noexcept override { return this; }
  [[nodiscard]] std::size_t at_once() const noexcept override { return 4; }
  [[nodiscard]] std::span<const std::uint16_t> givers() const noexcept override { return givers_; }

 private:
  MachineTeacher exact_;
  std::vector<std::unique_ptr<Teacher>> people_;
  std::vector<std::uint16_t> givers_;
  std::size_t next_ = 0;
};

/// Stops answering after a number of comparisons.
class Stopping final : public JudgingTeacher {
 public:
  Stopping(Teacher& teacher, std::size_t after) : teacher_(teacher), left_(after) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    if (left_ < comparisons.size()) throw Error("stopped");
    left_ -= comparisons.size();
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }

 private:
  Teacher& teacher_;
  std::size_t left_;
};

std::uint64_t rounded(double confidence) { return static_cast<std::uint64_t>(std::lround(confidence * 1e4)); }

void add_result(Total& total, const ErringResult& result) {
  total.note(rounded(result.confidence));
  total.note(result.machine.size());
  total.note(result.gave_up ? 1 : 0);
}

void learn_from_erring(Total& total, Teacher& teacher, const MooreMachine& hidden, SessionOptions session,
                       ErringOptions options) {
  HashingTeacher hashing(teacher, hidden.alphabet());
  session.seed = options.seed;
  session.pairs = false;
  if (options.verdicts == Verdicts::unasked) session.equivalence = Equivalence::order;
  options.confidence = 0.9;
  options.most_comparisons = 400;
  const auto make = [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); };
  const ErringResult result = remap::learn_from_erring(hashing, make, options);
  total.add(hashing);
  add_result(total, result);
}

Total from_model(const Hidden& of, std::string_view name, Verdicts verdicts, std::size_t longest) {
  const Machine hidden = of.machine();
  Total total;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    TeacherModel model = parse_teacher_model(name);
    model.noise.seed = seed;
    if (verdicts == Verdicts::doubted) model.overlooking = {0.1, 0.1, seed};
    MachineTeacher exact(*hidden);
    NoiseTeacher noisy(exact, hidden->alphabet(), hidden->outputs(), model.noise);
    OverlookingTeacher teacher(noisy, *hidden, model.overlooking);
    ErringOptions options;
    options.seed = seed;
    options.verdicts = verdicts;
    options.longest = longest;
    learn_from_erring(total, teacher, *hidden, {}, options);
  }
  return total;
}

void add_erring(std::vector<Case>& cases) {
  constexpr std::pair<const char*, Verdicts> verdicts[] = {
      {"trusted", Verdicts::trusted}, {"doubted", Verdicts::doubted}, {"unasked", Verdicts::unasked}};
  for (const Hidden& hidden : {plain, sets, single, many}) {
    for (const auto& [verdict_name, verdict] : verdicts) {
      for (const Named& model : models) {
        cases.push_back({fmt::format("erring/{}/{}/{}", model.name, verdict_name, hidden.name),
                         [=, verdict = verdict] { return from_model(hidden, model.model, verdict, no_limit); }});
      }
      cases.push_back({fmt::format("erring/short/{}/{}", verdict_name, hidden.name),
                       [=, verdict = verdict] { return from_model(hidden, models[0].model, verdict, 30); }});
      cases.push_back({fmt::format("erring/people/{}/{}", verdict_name, hidden.name), [=, verdict = verdict] {
                         const Machine machine = hidden.machine();
                         InTurn teacher(*machine, 1);
                         ErringOptions options;
                         options.verdicts = verdict;
                         Total total;
                         learn_from_erring(total, teacher, *machine, {}, options);
                         return total;
                       }});
    }
  }
}

Total learn_carefully(const Hidden& of, std::string_view name, LearnerKind learner, const Care& chosen) {
  const Machine hidden = of.machine();
  Total total;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    NoiseOptions noise = parse_teacher_model(name).noise;
    noise.seed = seed;
    Care care = chosen;
    care.seed = seed;
    care.most_answers = 2000;
    MachineTeacher exact(*hidden);
    NoiseTeacher noisy(exact, hidden->alphabet(), hidden->outputs(), noise);
    HashingTeacher hashing(noisy, hidden->alphabet());
    AnswerBook book(hidden->outputs().size());
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return hashing; }, nullptr);
    SessionOptions options;
    options.learner = learner;
    options.seed = seed;
    CareCounts counts;
    try {
      drive_carefully(
          recording, care, [&] { return std::make_unique<Session>(hidden->alphabet(), hidden->outputs(), options); },
          &counts);
    } catch (const Error& error) {
      total.note(error.what());  // answers that do not suffice, or cannot all hold
    }
    total.add(hashing);
    total.note(counts.restarts);
    total.note(counts.contradictions);
  }
  return total;
}

void add_careful(std::vector<Case>& cases) {
  struct Carefulness {
    const char* name;
    Care care;
  };
  const Carefulness all[] = {{"ask", {Confirm::off, 0, Settle::ask, 0, 1}},
                             {"vote", {Confirm::off, 0.1, Settle::vote, 0, 1}},
                             {"growth", {Confirm::growth, 0, Settle::vote, 0, 1}},
                             {"all", {Confirm::all, 0.1, Settle::vote, 0, 1}}};
  for (const Hidden& hidden : {plain, sets, many}) {
    for (const Carefulness& each : all) {
      for (const Named& model : {Named{"mistakes", "independent:0.04"}, Named{"unsure", "unsure:0.15"},
                                 Named{"incomparable", "incomparable:0.05"}}) {
        const LearnerKind learner = hidden.name == sets.name ? LearnerKind::tree : LearnerKind::best;
        cases.push_back({fmt::format("careful/{}/{}/{}", each.name, model.name, hidden.name),
                         [=] { return learn_carefully(hidden, model.model, learner, each.care); }});
      }
    }
  }
}

/// A run that is stopped again and again, and continued from its log.
Total resume(const Hidden& of, const AskedSettings& asked, const char* model) {
  const Machine hidden = of.machine();
  const std::filesystem::path log =
      std::filesystem::temp_directory_path() / fmt::format("remap_questions_{}.jsonl", getpid());
  std::filesystem::remove(log);
  NoiseOptions noise = parse_teacher_model(model).noise;
  noise.persistent = true;  // so that it is of no account when a run was stopped
  MachineTeacher exact(*hidden);
  NoiseTeacher noisy(exact, hidden->alphabet(), hidden->outputs(), noise);
  HashingTeacher hashing(noisy, hidden->alphabet());
  SessionHead head{"test", hidden->alphabet(), hidden->outputs()};
  head.settings = write_method(make_method(asked, hidden->alphabet(), hidden->outputs()), hidden->outputs());
  DurableRun::create(log, head);
  Total total;
  for (std::size_t after = 5;; after *= 2) {
    Stopping stopping(hashing, after);
    DurableRun run = DurableRun::open(log);
    try {
      const RunResult result = run.finish(stopping);
      if (result.erring) add_result(total, *result.erring);
      total.note(result.machine.size());
      break;
    } catch (const Error& error) {
      if (std::string_view(error.what()) != "stopped") throw;
    }
  }
  total.add(hashing);
  const DurableRun read = DurableRun::read(log);
  for (std::size_t i = 1; i <= read.answers(); ++i) total.note(read.answer_text(make_id<AnswerId>(i)));
  std::filesystem::remove(log);
  return total;
}

void add_resumed(std::vector<Case>& cases) {
  for (const Hidden& hidden : {plain, sets, single, many}) {
    cases.push_back({fmt::format("resumed/exact/{}", hidden.name), [=] { return resume(hidden, {}, "exact"); }});
    cases.push_back({fmt::format("resumed/erring/{}", hidden.name), [=] {
                       return resume(hidden, {{"teacher-errs", "on"}, {"confidence", "0.8"}}, "persistent:0.03");
                     }});
  }
}

/// What the states of a machine are, and what the data leaves open.
Total learn_from_data(const Machine& hidden, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<passive::KnownComparison> known(count);
  for (passive::KnownComparison& each : known) {
    sample_word(random, 0.2, hidden->alphabet(), each.left);
    sample_word(random, 0.2, hidden->alphabet(), each.right);
    each.answer = compared(hidden->output_after(each.left), hidden->output_after(each.right));
  }
  passive::Options options;
  options.solver_steps = 0;  // what a solver finds is its own
  const passive::Result result = passive::learn(hidden->alphabet(), hidden->outputs(), known, options);
  Total total;
  total.note(result.machine.size());
  for (std::size_t q = 0; q < result.machine.size(); ++q) {
    total.note(index(result.machine.output(make_id<State>(q))));
    for (const State to : result.machine.row(make_id<State>(q))) total.note(index(to));
  }
  for (const passive::OpenQuestion& question : result.questions) {
    for (const Word& word : {question.left, question.right}) {
      total.note(word.size());
      for (const Letter letter : word) total.note(index(letter));
    }
  }
  return total;
}

void add_passive(std::vector<Case>& cases) {
  for (std::uint64_t i = 1; i <= 6; ++i) {
    for (const std::size_t count : {20, 200}) {
      cases.push_back(
          {fmt::format("passive/grid:{}/{}", i, count), [=] { return learn_from_data(grid_machine(i, 8), count, i); }});
    }
  }
}

}  // namespace

void add_runs(std::vector<Case>& cases) {
  add_erring(cases);
  add_careful(cases);
  add_resumed(cases);
  add_passive(cases);
}

std::map<std::string, std::string> read_lines(const std::string& path) {
  std::map<std::string, std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t space = line.find(' ');
    lines[line.substr(0, space)] = line.substr(space + 1);
  }
  return lines;
}

}  // namespace remap::test::questions
