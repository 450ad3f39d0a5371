// How a learning run is measured: processor time of one core, best of several runs, each case in a process of its own.
//
// The bare time is what it takes to answer the same questions with no learner around: a teacher who remembers nothing
// gets them in the same batches and in the same form as every teacher of this library does, as words of the learner's
// tree; it spells each word and runs it through the hidden machine from its first letter. Beside it stand two bounds.
// Arrays: all words lie ready, spelled beforehand, letter after letter in one array, and are only run. Remembering:
// `MachineTeacher` knows the state of every word met before, and so profits from what the learner has done. Equivalence
// questions are answered in each of them as in the run. The learning time is the time of the whole run, which has a
// `MachineTeacher`, less the time of that one.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "learning/session/session_engine.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap::bench {

struct Measured {
  std::uint64_t comparisons = 0;
  std::uint64_t equivalence_questions = 0;
  std::uint64_t letters = 0;  // of all words compared
  double learning = 0;        // seconds
  double bare = 0;            // seconds
  double arrays = 0;          // seconds, of running words that lie ready
  double remembering = 0;     // seconds, of the teacher who remembers states
  double peak = 0;            // MiB, of the run without the recording
  bool correct = false;

  [[nodiscard]] double total() const { return learning + remembering; }
  [[nodiscard]] double ratio() const { return learning / bare; }
  [[nodiscard]] double arrays_ratio() const { return learning / arrays; }
  [[nodiscard]] double remembering_ratio() const { return learning / remembering; }
};

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Best of `times`.
template <class Work>
double shortest(std::size_t times, Work&& work) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < times; ++i) {
    const double start = processor_seconds();
    work();
    best = std::min(best, processor_seconds() - start);
  }
  return best;
}

/// Spells every word and runs it from its first letter.
class BareTeacher final : public JudgingTeacher {
 public:
  BareTeacher(const std::shared_ptr<const MooreMachine>& machine, CounterexampleOrder order)
      : machine_(*machine), exact_(*machine, {order}) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    const auto value = [&](WordId word) {
      comparisons.words().spell(word, letters_);
      return machine_.output_after(letters_);
    };
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const Output left = value(comparisons[i].left);
      const Output right = value(comparisons[i].right);
      answers[i] = compared(left, right);
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }

 private:
  const MooreMachine& machine_;
  MachineTeacher exact_;
  Word letters_;
};

/// Keeps every question that passes through.
class Transcript final : public JudgingTeacher {
 public:
  explicit Transcript(Teacher& teacher) : teacher_(teacher) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    comparisons_.insert(comparisons_.end(), comparisons.begin(), comparisons.end());
    batches_.push_back({comparisons_.size(), hypotheses_.size()});
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    hypotheses_.push_back(question.machine.moore());
    return teacher_.equivalence(question);
  }

  /// Poses the same questions in the same order.
  void replay(const WordTree& words, Teacher& teacher) const {
    std::vector<Preference> answers;
    std::size_t from = 0;
    std::size_t hypothesis = 0;
    const auto catch_up = [&](std::size_t until) {
      for (; hypothesis < until; ++hypothesis) {
        teacher.equivalence({hypotheses_[hypothesis], {}, words, false, hypothesis + 1});
      }
    };
    for (const Batch& batch : batches_) {
      catch_up(batch.hypotheses);
      answers.resize(batch.end - from);
      teacher.compare({words, std::span(comparisons_).subspan(from, batch.end - from)}, answers);
      from = batch.end;
    }
    catch_up(hypotheses_.size());
  }

  [[nodiscard]] const std::vector<Comparison>& comparisons() const { return comparisons_; }
  [[nodiscard]] const std::vector<MooreMachine>& hypotheses() const { return hypotheses_; }

 private:
  struct Batch {
    std::size_t end;         // in comparisons_
    std::size_t hypotheses;  // how many equivalence questions came before
  };
  Teacher& teacher_;
  std::vector<Comparison> comparisons_;
  std::vector<Batch> batches_;
  std::vector<MooreMachine> hypotheses_;
};

/// The words of all comparisons, left and right in turn, spelled one after the other.
struct SpelledWords {
  std::vector<Letter> letters;
  std::vector<std::size_t> ends;

  SpelledWords(const WordTree& words, const std::vector<Comparison>& comparisons) {
    Word word;
    ends.reserve(2 * comparisons.size());
    for (const Comparison& comparison : comparisons) {
      for (WordId side : {comparison.left, comparison.right}) {
        words.spell(side, word);
        letters.insert(letters.end(), word.begin(), word.end());
        ends.push_back(letters.size());
      }
    }
  }
};

inline void answer_arrays(const MooreMachine& hidden, const SpelledWords& words, std::span<Preference> answers) {
  std::size_t begin = 0;
  const auto value = [&](std::size_t i) {
    const std::size_t from = std::exchange(begin, words.ends[i]);
    return hidden.output_after(std::span(words.letters).subspan(from, begin - from));
  };
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Output left = value(2 * i);
    const Output right = value(2 * i + 1);
    answers[i] = compared(left, right);
  }
}

inline Measured measure(const std::shared_ptr<const MooreMachine>& hidden, const SessionOptions& options,
                        CounterexampleOrder order, std::size_t times) {
  Measured result;
  const auto run = [&](Teacher& teacher) {
    auto session = std::make_unique<Session>(hidden->alphabet(), hidden->outputs(), options);
    drive(*session, teacher);
    return session;
  };
  const double whole = shortest(times, [&] {
    MachineTeacher teacher(*hidden, {order});
    run(teacher);
  });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak = static_cast<double>(usage.ru_maxrss) / 1024;

  MachineTeacher teacher(*hidden, {order});
  Transcript transcript(teacher);
  const auto session = run(transcript);
  result.remembering = shortest(times, [&] {
    MachineTeacher fresh(*hidden, {order});
    transcript.replay(session->engine().words(), fresh);
  });
  result.bare = shortest(times, [&] {
    BareTeacher fresh(hidden, order);
    transcript.replay(session->engine().words(), fresh);
  });
  const SpelledWords spelled(session->engine().words(), transcript.comparisons());
  result.letters = spelled.letters.size();
  std::vector<Preference> answers(transcript.comparisons().size());
  result.arrays = shortest(times, [&] {
    answer_arrays(*hidden, spelled, answers);
    MachineTeacher exact(*hidden, {order});
    for (const MooreMachine& hypothesis : transcript.hypotheses()) {
      exact.equivalence({hypothesis, {}, session->engine().words(), false, 1});
    }
  });
  result.learning = std::max(0.0, whole - result.remembering);
  result.comparisons = session->counts().comparisons;
  result.equivalence_questions = session->counts().equivalence_questions;
  result.correct = !find_counterexample(*hidden, session->machine());
  return result;
}

/// In a process of its own, so that neither memory nor caches of one case show in another.
inline Measured apart(const std::function<Measured()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const Measured measured = work();
    const bool written = write(ends[1], &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool complete = read(ends[0], &measured, sizeof measured) == static_cast<ssize_t>(sizeof measured);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!complete) throw std::runtime_error("a case did not come to its end");
  return measured;
}

}  // namespace remap::bench
