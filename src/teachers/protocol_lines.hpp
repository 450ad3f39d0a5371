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
  bool judges;        // it answers equivalence questions
  bool errs = false;  // its answers may be wrong
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

/// The answer to equivalence question `id` about a machine.
EquivalenceAnswer read_verdict(std::string_view line, std::uint64_t id, const Hypothesis& machine);

}  // namespace remap
