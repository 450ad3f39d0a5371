#include "runs/erring/erring_run.hpp"

#include <algorithm>

#include "remap/teachers/machine.hpp"
#include "runs/known/known_run.hpp"
#include "runs/method/person_settings.hpp"
#include "teachers/book/transcript.hpp"

namespace remap {

namespace {

/// The session of a method. Its limits are those of the run; where it asks for no verdicts, the run does the checking.
SessionOptions session_for(const Method& method, ErringOptions& options) {
  SessionOptions session = without_limits(method);
  session.pairs = SessionOptions::erring().pairs;
  options.most_comparisons = method.most_comparisons;
  options.most_seconds = method.most_seconds;
  options.most_states = method.most_states;
  if (method.equivalence == Equivalence::order_sampling) {
    options.verdicts = Verdicts::unasked;
    session.equivalence = Equivalence::order;
  }
  return session;
}

/// Numbers those who answer from 0, in the order in which their answers are first used.
class Numbering {
 public:
  explicit Numbering(const AnswerStamps& stamps) : stamps_(stamps) {}
  std::uint16_t number(AnswerId id) {
    const std::uint32_t giver = stamps_.giver(id);
    const auto found = std::find(givers_.begin(), givers_.end(), giver);
    const auto number = static_cast<std::size_t>(found - givers_.begin());
    if (number > UINT16_MAX) throw InputError("this session has answers of more than 65536 people");
    if (found == givers_.end()) givers_.push_back(giver);
    return static_cast<std::uint16_t>(number);
  }
  void name(std::vector<AnnotatorErrors>& annotators) const {
    for (std::size_t i = 0; i < std::min(annotators.size(), givers_.size()); ++i) {
      annotators[i].name = stamps_.name(givers_[i]);
    }
  }

 private:
  const AnswerStamps& stamps_;
  std::vector<std::uint32_t> givers_;
};

}  // namespace

KnownErringRun run_known_erring(const MooreMachine& hidden, const Method& method, TeacherModel model,
                                ErringOptions options) {
  options.seed = method.seed;
  options.stop = method.stop;
  model.noise.seed = split_random(method.seed, 3).next();
  model.overlooking.seed = split_random(method.seed, 4).next();
  MachineTeacher exact(hidden, MachineTeacherOptions{method.counterexample, method.feedback});
  NoiseTeacher noisy(exact, hidden.alphabet(), hidden.outputs(), model.noise);
  OverlookingTeacher teacher(noisy, hidden, model.overlooking);
  options.verdicts = model.overlooking.any() ? Verdicts::doubted : Verdicts::trusted;
  const SessionOptions session = session_for(method, options);
  KnownErringRun run{learn_from_erring(
      teacher, [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); }, options)};
  run.correct = is_correct(hidden, run.result.machine.moore(), order_alone(session.equivalence));
  return run;
}

RunResult finish_erring(const ErringParts& parts, RunTeacher& teacher, RunWatcher* watcher) {
  const Method& method = parts.method;
  ErringOptions options;
  options.error_rate = method.error_rate;
  options.confidence = method.confidence;
  options.stop = method.stop;
  options.seed = method.seed;
  options.longest = method.longest_test;
  if (method.teacher_errs == TeacherErrs::comparisons) options.verdicts = Verdicts::trusted;
  const SessionOptions session_options = session_for(method, options);
  for (std::uint64_t asked = 0;;) {
    Numbering annotators(parts.stamps);
    TranscriptTeacher recording(parts.book, parts.source, parts.keeper,
                                [&](AnswerId id) { return annotators.number(id); });
    recording.name_letters(parts.head.alphabet);
    recording.set_at_once(read_person(parts.head).at_once);
    options.on_annotators = [&](std::span<const AnnotatorErrors> errors) {
      std::vector<AnnotatorErrors> named(errors.begin(), errors.end());
      annotators.name(named);
      teacher.on_annotators(named);
    };
    if (teacher.is_person()) recording.ask_a_person();
    const auto make = [&] {
      auto session = std::make_unique<Session>(parts.head.alphabet, parts.head.outputs, session_options, watcher);
      if (watcher != nullptr) watcher->watch(*session);
      teacher.attend(*session, recording);
      return session;
    };
    try {
      ErringResult learned = learn_from_erring(recording, make, options);
      annotators.name(learned.annotators);
      for (DoubtfulAnswer& answer : learned.doubtful) {
        answer.number = index(recording.answered().at(answer.number - 1));
      }
      RunResult result{learned.machine, {}};
      result.asked = asked + recording.asked();
      result.counts.comparisons = learned.comparisons;
      result.counts.unsure = learned.unsure;
      result.counts.equivalence_questions = learned.equivalence_questions;
      result.counts.words = learned.words;
      result.counts.counterexample_lengths = learned.counterexample_lengths;
      result.classes = learned.classes;
      result.known_values = learned.known_values;
      result.limit = learned.limit;
      result.erring = std::move(learned);
      return result;
    } catch (const UndoRequest&) {
      asked += recording.asked();
      parts.correct({last_answer(parts.book), std::nullopt});
    }
  }
}

}  // namespace remap
