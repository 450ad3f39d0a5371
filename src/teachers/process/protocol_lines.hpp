// Parses what a teacher program writes, line by line, as described in docs/protocol.md. Anything wrong with a line
// throws `TeacherFailure` with the line.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remap/teachers/process.hpp"

namespace remap {

/// A line made safe to show: control characters escaped, long lines truncated.
std::string shown(std::string_view line);

/// The program's greeting.
struct Greeting {
  bool judges;                            // it answers equivalence questions
  bool errs = false;                      // its answers may be wrong
  std::size_t batch = 1;                  // then: how many comparisons are asked together
  bool values = false, prefixes = false;  // it gives values, and those of all prefixes in one answer
};
Greeting read_greeting(std::string_view line);

/// Reads the answers to a batch of comparisons, which may come in any order and over several lines.
class BatchReader {
 public:
  /// `first`: the number of the first comparison. Answers go to `answers`.
  BatchReader(std::uint64_t first, std::span<Preference> answers)
      : first_(first), answers_(answers), answered_(answers.size(), false) {}

  /// The positions that this line answers, lowest first; valid until the next call.
  std::span<const std::size_t> read(std::string_view line);

 private:
  std::uint64_t first_;
  std::span<Preference> answers_;
  std::vector<bool> answered_;
  std::vector<std::size_t> arrived_;
};

/// Reads the answers to a batch of questions for values, likewise.
class ValueReader {
 public:
  /// `first`: the number of the first question. Values go to `answers`, one question after the other.
  ValueReader(std::uint64_t first, const Outputs& outputs, std::span<Output> answers)
      : first_(first), outputs_(outputs), answers_(answers) {}

  /// One more question: so many values in a list, or 0 for a value that is not in a list.
  void expect(std::size_t listed);
  /// How many questions this line answers.
  std::size_t read(std::string_view line);

 private:
  struct Question {
    std::size_t begin, listed;
    bool answered = false;
  };
  std::uint64_t first_;
  const Outputs& outputs_;
  std::span<Output> answers_;
  std::vector<Question> questions_;
  std::size_t end_ = 0;
};

/// The answer to equivalence question `id` about a machine.
EquivalenceAnswer read_verdict(std::string_view line, std::uint64_t id, const Hypothesis& machine, bool errs = false);

}  // namespace remap
