#include "cli/method.hpp"

#include <chrono>
#include <set>
#include <tuple>

#include "remap/automata/information.hpp"
#include "remap/learning/table.hpp"
#include "remap/teachers/counting.hpp"
#include "remap/teachers/learn.hpp"

namespace remap::cli {

namespace {

/// Tells a watcher of each batch, so that it need not wait for the learner's next step.
class WatchedTeacher final : public Teacher {
 public:
  WatchedTeacher(Teacher& teacher, RunWatcher& watcher) : teacher_(teacher), watcher_(watcher) {}

  void compare(const WordTree& words, std::span<const Comparison> comparisons, std::span<Preference> answers) override {
    teacher_.compare(words, comparisons, answers);
    watcher_.on_answers();
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }
  void values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) override {
    teacher_.values(words, asked, answers);
    watcher_.on_answers();
  }

 private:
  Teacher& teacher_;
  RunWatcher& watcher_;
};

LearnerKind learner_kind(LearnerChoice choice) {
  switch (choice) {
    case LearnerChoice::tour:
      return LearnerKind::tour;
    case LearnerChoice::tree:
      return LearnerKind::tree;
    case LearnerChoice::table:
    case LearnerChoice::lstar:
      break;
  }
  return LearnerKind::table;
}

/// Per state, the position of its output among those that some word has.
std::vector<Output> ranks(const MooreMachine& machine) {
  const MooreMachine reachable = canonical(machine);
  std::set<Output> met;
  for (std::size_t q = 0; q < reachable.size(); ++q) met.insert(reachable.output(make_id<State>(q)));
  std::vector<Output> result;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const auto below = std::distance(met.begin(), met.lower_bound(machine.output(make_id<State>(q))));
    result.push_back(make_id<Output>(static_cast<std::size_t>(below)));
  }
  return result;
}

bool is_correct(const MooreMachine& hidden, const MooreMachine& learned, bool by_order) {
  if (!by_order) return !find_counterexample(hidden, learned);
  return !find_counterexample(hidden, ranks(hidden), learned, ranks(learned), CounterexampleOrder::shortest);
}

}  // namespace

std::unique_ptr<Teacher> make_teacher(const MooreMachine& hidden, const Method& method) {
  if (method.equivalence == EquivalenceChoice::sampling) {
    // A stream of its own: the words tested do not depend on how many random numbers the ranker used.
    const std::uint64_t seed = split_random(method.seed, 1).next();
    return std::make_unique<SamplingTeacher>(hidden,
                                             SamplingOptions{method.samples, method.stop, method.feedback, seed});
  }
  return std::make_unique<MachineTeacher>(hidden, MachineTeacherOptions{method.counterexample, method.feedback});
}

SessionOptions session_options(const Method& method) {
  SessionOptions options;
  options.learner = learner_kind(method.learner);
  options.effort = method.effort;
  options.ranker = method.learner == LearnerChoice::lstar ? RankerKind::membership : method.ranker;
  options.valuation = method.valuation;
  options.guess = method.guess;
  options.by_order = order_alone(method.equivalence);
  options.by_comparisons = method.equivalence == EquivalenceChoice::order_sampling;
  options.samples = method.samples;
  options.stop = method.stop;
  options.absorbing = method.absorbing;
  options.seed = method.seed;
  return options;
}

std::string_view Method::ranker_name() const {
  return learner == LearnerChoice::lstar ? "membership" : name_of(ranker);
}

Method preset_method(Preset preset, const Alphabet& alphabet) {
  Method method;
  if (!alphabet.propositional()) method.learner = LearnerChoice::tree;
  if (preset == Preset::paper) {
    method.learner = LearnerChoice::table;
    method.ranker = RankerKind::quicksort;
    method.counterexample = CounterexampleOrder::depth_first;
    method.guess = Guess::lowest;
  }
  return method;
}

bool same_method(const Method& a, const Method& b) {
  const auto choices_of = [](const Method& m) {
    return std::tuple(m.learner, m.ranker_name(), m.equivalence, m.valuation, m.guess, m.absorbing, m.confirm,
                      m.recheck, m.seed);
  };
  if (choices_of(a) != choices_of(b)) return false;
  if (a.learner == LearnerChoice::tour && a.effort != b.effort) return false;
  if (!order_alone(a.equivalence) && a.feedback != b.feedback) return false;
  if (!samples_words(a.equivalence)) return a.counterexample == b.counterexample;
  return std::tuple(a.samples.fixed, a.samples.epsilon, a.samples.delta, a.stop) ==
         std::tuple(b.samples.fixed, b.samples.epsilon, b.samples.delta, b.stop);
}

Care care_of(const Method& method) {
  Care care;
  care.confirm = method.confirm;
  care.recheck = method.recheck;
  care.seed = method.seed;
  return care;
}

namespace {

using Clock = std::chrono::steady_clock;

Run finished_run(const MooreMachine& hidden, const Method& method, const Session& session, Clock::time_point start,
                 double teacher_seconds) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  Run run{method, session.machine(), session.counts()};
  run.unique_words = session.classes().words();
  run.classes = session.classes().size();
  run.known_values = session.classes().known_values();
  if (const auto* table = dynamic_cast<const TableLearner*>(&session.learner()); table != nullptr) {
    const std::size_t prefixes = table->prefixes().size();
    run.table = TableSize{prefixes, table->suffixes().size(), prefixes * hidden.letters()};
  }
  run.correct = is_correct(hidden, run.machine, order_alone(method.equivalence));
  run.seconds = elapsed.count();
  run.teacher_seconds = teacher_seconds;
  return run;
}

/// A run whose answers are kept in a book, so that they can be asked again.
Run run_carefully(const MooreMachine& hidden, const Method& method, RunWatcher* watcher) {
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, method);
  NoiseOptions noise = method.noise;
  noise.seed = split_random(method.seed, 3).next();
  NoiseTeacher noisy(*teacher, hidden.outputs(), noise);
  CountingTeacher counting(noise.any() ? static_cast<Teacher&>(noisy) : *teacher);
  AnswerBook book(hidden.outputs().size());
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return counting; }, nullptr, method.absorbing);
  Care care = care_of(method);
  care.settle = true;
  if (method.noise.any()) {
    const double floor = information_floor(hidden.size(), hidden.letters(), hidden.outputs().size());
    care.most_answers = 10'000 + static_cast<std::uint64_t>(100 * floor);
  }
  CareCounts counts;
  const Clock::time_point start = Clock::now();
  const auto session = drive_carefully(
      recording, care,
      [&] {
        auto made = std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session_options(method), watcher);
        if (watcher != nullptr) watcher->watch(*made);
        return made;
      },
      &counts);
  Run run = finished_run(hidden, method, *session, start, counting.seconds());
  run.counts.comparisons = counting.comparisons();
  run.counts.equivalence_questions = counting.equivalence_questions();
  run.contradictions = counts.contradictions;
  run.confirmations = book.asked(Purpose::confirmation);
  run.agreement = book.self_agreement();
  return run;
}

}  // namespace

Run run_method(const MooreMachine& hidden, const Method& method, RunWatcher* watcher) {
  if (method.confirm != Confirm::off || method.recheck > 0 || method.noise.any()) {
    return run_carefully(hidden, method, watcher);
  }
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, method);
  CountingTeacher counting(*teacher);
  const Clock::time_point start = Clock::now();
  Session session(hidden.alphabet(), hidden.outputs(), session_options(method), watcher);
  if (watcher != nullptr) {
    watcher->watch(session);
    WatchedTeacher watched(counting, *watcher);
    drive(session, watched);
  } else {
    drive(session, counting);
  }
  return finished_run(hidden, method, session, start, counting.seconds());
}

}  // namespace remap::cli
