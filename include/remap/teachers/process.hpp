// A teacher that is another program: JSON lines on its standard input and output, as docs/protocol.md says.
//
// The program is started by the shell when the teacher is made and ended, with everything it started, when the teacher
// goes. Whatever it does wrong (dies, keeps silent, writes something else than answers) is thrown as `TeacherFailure`,
// with the offending line.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "remap/automata/error.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// A teacher outside this program failed; the answers given so far stand.
class TeacherFailure : public InputError {
 public:
  using InputError::InputError;
};

/// A teacher outside this program answers no more, on purpose: its budget is used up, say. `what()` is its sentence.
class TeacherStopped : public Error {
 public:
  using Error::Error;
};

struct ProcessTeacherOptions {
  std::string command;
  /// How long the program may take until there is an answer to another of its questions; zero: for ever.
  std::chrono::milliseconds patience{0};
  /// A machine as one line of JSON.
  std::function<std::string(const MooreMachine&)> machine_text;
  /// Called when the program has been silent for a moment, before waiting on.
  std::function<void()> on_wait = [] {};
};

/// A teacher whose answers to a batch come bit by bit.
class StreamingTeacher {
 public:
  /// Called with the positions of a batch whose answers have come, lowest first; each position once.
  using Arrival = std::function<void(std::span<const std::size_t> positions)>;
  virtual ~StreamingTeacher() = default;
  virtual void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) = 0;
};

class ProcessTeacher final : public Teacher, public StreamingTeacher {
 public:
  /// Starts the program and greets it. `outputs` may be null.
  ProcessTeacher(ProcessTeacherOptions options, Alphabet alphabet, std::optional<Outputs> outputs);
  ~ProcessTeacher() override;
  ProcessTeacher(const ProcessTeacher&) = delete;
  ProcessTeacher& operator=(const ProcessTeacher&) = delete;

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  /// What the greeting said: whether it answers equivalence questions.
  [[nodiscard]] bool judges() const noexcept override { return judges_; }
  /// Likewise: whether its answers may be wrong; false when it says nothing about it.
  [[nodiscard]] bool errs() const noexcept { return errs_; }
  /// Tells the program that the run is over.
  void done(const MooreMachine& machine);

 private:
  class Channel;

  void append_word(std::string& text, std::span<const Letter> word) const;

  ProcessTeacherOptions options_;
  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  std::vector<std::string> letters_;  // as JSON strings
  std::unique_ptr<Channel> channel_;
  bool judges_ = false;
  bool errs_ = false;
  std::uint64_t next_id_ = 1;
  std::string buffer_;
  Word word_;
};

}  // namespace remap
