// How a learning run is measured: processor time of one core, best of several runs, each case in a process of its own.
//
// The bare time is what a fresh teacher takes to answer the recorded questions of the run, in the same batches, with no
// learner around. The learning time is the time of the whole run less the bare time. `MachineTeacher` profits from the
// learner's tree of words, since a state remembered for a prefix need not be computed again; so there is a second bare
// time, of a teacher who is given words as words and runs each from its first letter.
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
#include <vector>

#include "remap/learning/session.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap::bench {

struct Measured {
  std::uint64_t comparisons = 0;
  std::uint64_t equivalence_questions = 0;
  double learning = 0;  // seconds
  double bare = 0;      // seconds
  double plain = 0;     // seconds, of the teacher who runs every word
  double peak = 0;      // MiB, of the run without the recording
  bool correct = false;

  [[nodiscard]] double total() const { return learning + bare; }
  [[nodiscard]] double ratio() const { return learning / bare; }
  [[nodiscard]] double plain_ratio() const { return learning / plain; }
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

/// Runs every word from its first letter.
class PlainTeacher final : public Teacher {
 public:
  PlainTeacher(const std::shared_ptr<const MooreMachine>& machine, CounterexampleOrder order)
      : machine_(*machine), exact_(machine, {order}) {}

  void compare(const WordTree& words, std::span<const Comparison> comparisons, std::span<Preference> answers) override {
    const auto value = [&](WordId word) {
      words.spell(word, letters_);
      return machine_.output_after(letters_);
    };
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const Output left = value(comparisons[i].left);
      const Output right = value(comparisons[i].right);
      answers[i] = left == right ? Preference::equal : left < right ? Preference::less : Preference::greater;
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }

 private:
  const MooreMachine& machine_;
  MachineTeacher exact_;
  Word letters_;
};

/// Keeps every question that passes through.
class Transcript final : public Teacher {
 public:
  explicit Transcript(Teacher& teacher) : teacher_(teacher) {}

  void compare(const WordTree& words, std::span<const Comparison> comparisons, std::span<Preference> answers) override {
    comparisons_.insert(comparisons_.end(), comparisons.begin(), comparisons.end());
    batches_.push_back({comparisons_.size(), hypotheses_.size()});
    teacher_.compare(words, comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    hypotheses_.push_back(question.machine);
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
      teacher.compare(words, std::span(comparisons_).subspan(from, batch.end - from), answers);
      from = batch.end;
    }
    catch_up(hypotheses_.size());
  }

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

inline Measured measure(const std::shared_ptr<const MooreMachine>& hidden, const SessionOptions& options,
                        CounterexampleOrder order, std::size_t times) {
  Measured result;
  const auto run = [&](Teacher& teacher) {
    auto session = std::make_unique<Session>(hidden->alphabet_ptr(), hidden->outputs_ptr(), options);
    drive(*session, teacher);
    return session;
  };
  const double whole = shortest(times, [&] {
    MachineTeacher teacher(hidden, {order});
    run(teacher);
  });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak = static_cast<double>(usage.ru_maxrss) / 1024;

  MachineTeacher teacher(hidden, {order});
  Transcript transcript(teacher);
  const auto session = run(transcript);
  result.bare = shortest(times, [&] {
    MachineTeacher fresh(hidden, {order});
    transcript.replay(session->words(), fresh);
  });
  result.plain = shortest(times, [&] {
    PlainTeacher plain(hidden, order);
    transcript.replay(session->words(), plain);
  });
  result.learning = std::max(0.0, whole - result.bare);
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
