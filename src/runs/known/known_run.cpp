#include "runs/known/known_run.hpp"

#include <chrono>
#include <set>

#include "base/information.hpp"
#include "learning/session/session_engine.hpp"
#include "learning/table/table.hpp"
#include "remap/teachers/learn.hpp"
#include "teachers/counting.hpp"

namespace remap {

namespace {

/// Tells a watcher of each batch, so that it need not wait for the learner's next step.
class WatchedTeacher final : public Teacher, public ValueTeacher {
 public:
  WatchedTeacher(Teacher& teacher, RunWatcher& watcher) : teacher_(teacher), watcher_(watcher) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    teacher_.compare(comparisons, answers);
    watcher_.on_answers();
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    teacher_.value_teacher()->values(asked, answers);
    watcher_.on_answers();
  }

  ValueTeacher* value_teacher() noexcept override { return this; }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return teacher_.value_teacher()->gives_prefixes(); }

 private:
  Teacher& teacher_;
  RunWatcher& watcher_;
};

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

}  // namespace

bool is_correct(const MooreMachine& hidden, const MooreMachine& learned, bool by_order) {
  if (!by_order) return !find_counterexample(hidden, learned);
  return !find_counterexample(hidden, ranks(hidden), learned, ranks(learned), CounterexampleOrder::shortest);
}

Care care_of(const Method& method) {
  Care care;
  care.confirm = method.confirm;
  care.recheck = method.recheck;
  care.seed = method.seed;
  return care;
}

std::unique_ptr<Teacher> make_teacher(const MooreMachine& hidden, const Method& method) {
  if (method.equivalence == Equivalence::sampling) {
    // A stream of its own: the words tested do not depend on how many random numbers the ranker used.
    const std::uint64_t seed = split_random(method.seed, 1).next();
    return std::make_unique<SamplingTeacher>(hidden,
                                             SamplingOptions{method.samples, method.stop, method.feedback, seed});
  }
  return std::make_unique<MachineTeacher>(hidden, MachineTeacherOptions{method.counterexample, method.feedback});
}

namespace {

using Clock = std::chrono::steady_clock;

KnownRun finished_run(const MooreMachine& hidden, const Method& method, const Session& session, Clock::time_point start,
                      double teacher_seconds) {
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  KnownRun run{method, session.hypothesis(), session.counts()};
  run.classes = session.engine().classes().size();
  run.known_values = session.engine().classes().known_values();
  run.limit = session.limit();
  if (const auto* table = dynamic_cast<const TableLearner*>(&session.engine().learner()); table != nullptr) {
    const std::size_t prefixes = table->prefixes().size();
    run.table = TableSize{prefixes, table->suffixes().size(), prefixes * hidden.letters()};
  }
  run.correct = is_correct(hidden, run.machine.moore(), order_alone(method.equivalence));
  run.seconds = elapsed.count();
  run.teacher_seconds = teacher_seconds;
  return run;
}

/// A run whose answers are kept in a book, so that they can be asked again.
KnownRun run_carefully(const MooreMachine& hidden, const Method& method, RunWatcher* watcher, NoiseOptions noise) {
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, method);
  noise.seed = split_random(method.seed, 3).next();
  NoiseTeacher noisy(*teacher, hidden.alphabet(), hidden.outputs(), noise);
  CountingTeacher counting(noise.any() ? static_cast<Teacher&>(noisy) : *teacher);
  AnswerBook book(hidden.outputs().size());
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return counting; }, nullptr, method.absorbing);
  Care care = care_of(method);
  care.settle = Settle::vote;
  if (noise.any()) {
    const double floor = information_floor(hidden.size(), hidden.letters(), hidden.outputs().size());
    care.most_answers = 10'000 + static_cast<std::uint64_t>(100 * floor);
  }
  CareCounts counts;
  const Clock::time_point start = Clock::now();
  const auto make = [&] {
    auto made = std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), method, watcher);
    if (watcher != nullptr) watcher->watch(*made);
    return made;
  };
  const auto stuck = [&](const Error& error) {
    StuckRun run(error.what());
    run.comparisons = counting.comparisons();
    run.equivalence_questions = counting.equivalence_questions();
    run.contradictions = counts.contradictions;
    run.confirmations = book.asked(Purpose::confirmation);
    run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return run;
  };
  std::unique_ptr<Session> session;
  try {
    session = drive_carefully(recording, care, make, &counts);
  } catch (const Contradiction& error) {
    throw stuck(error);
  } catch (const Unsettled& error) {
    throw stuck(error);
  } catch (const GaveUp& error) {
    throw stuck(error);
  }
  KnownRun run = finished_run(hidden, method, *session, start, counting.seconds());
  run.counts.comparisons = counting.comparisons();
  run.counts.equivalence_questions = counting.equivalence_questions();
  run.contradictions = counts.contradictions;
  run.confirmations = book.asked(Purpose::confirmation);
  run.agreement = book.self_agreement();
  return run;
}

}  // namespace

KnownRun run_known(const MooreMachine& hidden, const Method& method, RunWatcher* watcher, const NoiseOptions& noise) {
  if (method.confirm != Confirm::off || method.recheck > 0 || noise.any()) {
    return run_carefully(hidden, method, watcher, noise);
  }
  const std::unique_ptr<Teacher> teacher = make_teacher(hidden, method);
  CountingTeacher counting(*teacher);
  const Clock::time_point start = Clock::now();
  Session session(hidden.alphabet(), hidden.outputs(), method, watcher);
  if (watcher != nullptr) {
    watcher->watch(session);
    WatchedTeacher watched(counting, *watcher);
    drive(session, watched);
  } else {
    drive(session, counting);
  }
  return finished_run(hidden, method, session, start, counting.seconds());
}

}  // namespace remap
