#include "experiments/trials/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "experiments/trials/identity.hpp"
#include "learning/session/session_engine.hpp"
#include "remap/automata/error.hpp"
#include "remap/teachers/learn.hpp"
#include "worlds/planning.hpp"

namespace remap::experiments {

namespace {

SessionOptions session_options(Way way, std::uint64_t seed) {
  SessionOptions options = way == Way::lstar      ? SessionOptions::lstar()
                           : way == Way::standard ? SessionOptions()
                                                  : SessionOptions::paper();
  options.seed = seed;
  return options;
}

std::unique_ptr<Teacher> make_teacher(const LearningSetting& setting, const LearningTrial& trial, std::uint64_t seed) {
  SamplingOptions sampling;
  sampling.size.fixed = trial.samples;
  sampling.seed = seed;
  switch (setting.asked) {
    case Asked::geometric:
      return std::make_unique<SamplingTeacher>(*trial.subject->machine, sampling);
    case Asked::guided:
      if (!trial.subject->paths) throw Misuse("run_trial", trial.subject->name + " has no formulas to be guided by");
      return std::make_unique<GuidedTeacher>(*trial.subject->machine, trial.subject->paths, sampling);
    case Asked::exact:
      break;
  }
  MachineTeacherOptions exact;
  if (setting.way != Way::standard) exact.order = CounterexampleOrder::depth_first;
  return std::make_unique<MachineTeacher>(*trial.subject->machine, exact);
}

/// Writes down the events of a phase diagram.
class PhaseWatcher final : public SessionWatcher {
 public:
  void on_step(LearnerStep step, std::size_t states) override {
    if (step == LearnerStep::closed) note('c', states);
    if (step == LearnerStep::made_consistent) note('s', states);
  }
  void on_hypothesis(const Hypothesis& machine) override { note('e', machine.size()); }

  const Session* session = nullptr;
  std::string path;

 private:
  void note(char event, std::size_t states) {
    const std::size_t known = session == nullptr ? 0 : session->engine().classes().known_values();
    path += fmt::format("{}{}{},{}", path.empty() ? "" : " ", event, known, states);
  }
};

}  // namespace

std::string_view name_of(Way way) { return way == Way::paper ? "paper" : way == Way::standard ? "standard" : "lstar"; }

std::string_view name_of(Asked asked) {
  return asked == Asked::exact ? "exact" : asked == Asked::geometric ? "geometric" : "guided";
}

LearningResult run_trial(const LearningSetting& setting, const LearningTrial& trial, std::uint64_t series_seed) {
  const Subject& subject = *trial.subject;
  LearningResult result;
  result.seed = derive_seed(series_seed, subject.print, {trial.samples, trial.number});
  const std::unique_ptr<Teacher> teacher = make_teacher(setting, trial, derive_seed(result.seed, "teacher"));
  PhaseWatcher watcher;
  Session session(subject.machine->alphabet(), subject.machine->outputs(),
                  session_options(setting.way, derive_seed(result.seed, "session")),
                  trial.number < trials_with_path ? &watcher : nullptr);
  watcher.session = &session;
  drive(session, *teacher);

  const SessionCounts& counts = session.counts();
  result.comparisons = counts.comparisons;
  result.values = counts.values;
  result.equivalence_questions = counts.equivalence_questions;
  result.unique_words = session.engine().classes().words();
  result.states = session.machine().size();
  for (const std::size_t length : counts.counterexample_lengths) {
    result.longest_counterexample = std::max<std::uint64_t>(result.longest_counterexample, length);
  }
  result.exact = !find_counterexample(*subject.machine, session.machine());
  if (result.exact) {
    result.score.tested = result.score.right = subject.examination->words();
  } else {
    result.score = subject.examination->examine(session.machine(), derive_seed(result.seed, "examination"));
    result.disagreement = disagreement(*subject.machine, session.machine(), 0.2);
  }
  result.path = std::move(watcher.path);
  if (subject.world != nullptr) {
    result.play_text = play_machine(session.machine()).text;
    result.play_key = fingerprint(result.play_text);
  }
  return result;
}

std::vector<PhasePoint> parse_path(std::string_view text) {
  std::vector<PhasePoint> path;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    PhasePoint& point = path.emplace_back();
    point.event = *at;
    const auto known = std::from_chars(at + 1, end, point.known_values);
    if (known.ec != std::errc() || known.ptr == end) throw Misuse("parse_path", "a point is incomplete");
    const auto states = std::from_chars(known.ptr + 1, end, point.states);
    if (states.ec != std::errc()) throw Misuse("parse_path", "a point is incomplete");
    at = states.ptr + 1;
  }
  return path;
}

std::uint64_t PolicySetting::steps(WorldName world) const {
  return world == WorldName::office ? office_steps : craft_steps;
}

PolicyResult run_trial(const PolicySetting& setting, const PolicyTrial& trial, std::uint64_t series_seed) {
  const World& world = *trial.subject->world;
  const Product own(world, parse_play_text(trial.play_text));
  const Product truth(world, play_machine(*trial.subject->machine).machine);
  PolicyResult result;
  result.seed =
      derive_seed(series_seed, trial.subject->print + trial.play_key, {trial.reference ? 1U : 0U, trial.number});
  CrmOptions options;
  options.steps = setting.steps(trial.subject->task->world);
  options.seed = result.seed;
  const CrmResult learned = crm(own, options);
  result.mean_reward = learned.mean_reward;
  result.truth_reward = evaluate(own, learned.policy, truth).reward_per_step;
  return result;
}

}  // namespace remap::experiments
