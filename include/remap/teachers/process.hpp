// A teacher that is another program: JSON lines on its standard input and output, as described in docs/protocol.md.
//
// The shell starts the program when the teacher is constructed; it is terminated, with all its children, when the
// teacher is destroyed. Any failure (the program dies, does not answer, or writes anything but answers) throws
// `TeacherFailure` with the offending line.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "remap/automata/error.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// An external teacher failed; the answers given so far are kept.
class TeacherFailure : public InputError {
 public:
  using InputError::InputError;
};

/// An external teacher declines to answer further, for instance because its budget is spent. `what()` is its
/// explanation.
class TeacherStopped : public Error {
 public:
  using Error::Error;
};

struct ProcessTeacherOptions {
  std::string command;
  /// How long the program may take until its next answer; zero: no limit.
  std::chrono::milliseconds patience{0};
  /// A machine as one line of JSON.
  std::function<std::string(const Hypothesis&)> machine_text;
  /// Called when the program has been silent for a moment, before waiting further.
  std::function<void()> on_wait = [] {};
};

/// A teacher whose answers to a batch arrive piecemeal.
class StreamingTeacher {
 public:
  /// Called with the positions of a batch whose answers have arrived, lowest first; each position once.
  using Arrival = std::function<void(std::span<const std::size_t> positions)>;
  virtual ~StreamingTeacher() = default;
  virtual void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) = 0;
};

class ProcessTeacher final : public Teacher, public StreamingTeacher, public ValueTeacher {
 public:
  /// Starts the program and exchanges greetings. `outputs` may be null.
  ProcessTeacher(ProcessTeacherOptions options, Alphabet alphabet, std::optional<Outputs> outputs);
  ~ProcessTeacher() override;
  ProcessTeacher(const ProcessTeacher&) = delete;
  ProcessTeacher& operator=(const ProcessTeacher&) = delete;

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;
  /// Null unless the program gives values, according to its greeting.
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return gives_values_ ? this : nullptr; }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return gives_prefixes_; }
  /// Whether the program answers equivalence questions, according to its greeting.
  [[nodiscard]] bool judges() const noexcept override { return judges_; }
  /// Whether its answers may be wrong, according to its greeting; false if not stated.
  [[nodiscard]] bool errs() const noexcept { return errs_; }
  /// According to its greeting; one if not stated.
  [[nodiscard]] std::size_t at_once() const noexcept override { return batch_; }
  /// Tells the program that the run is over.
  void done(const Hypothesis& machine);

 private:
  class Channel;

  [[nodiscard]] const std::string& letter_text(Letter letter) const;
  void append_word(std::string& text, std::span<const Letter> word) const;

  ProcessTeacherOptions options_;
  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  mutable std::vector<std::string> letters_;  // as JSON strings, once needed
  std::unique_ptr<Channel> channel_;
  bool judges_ = false;
  bool errs_ = false;
  std::size_t batch_ = 1;
  bool gives_values_ = false;
  bool gives_prefixes_ = false;
  std::uint64_t next_id_ = 1;
  std::string buffer_;
  Word word_;
};

}  // namespace remap
