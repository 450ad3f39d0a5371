// What a program that teaches writes, line by line, as docs/protocol.md says. Whatever is wrong with a line is thrown
// as `TeacherFailure`, with the line.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remap/teachers/process.hpp"

namespace remap {

/// A line as it may be shown: control characters escaped, long ones cut.
std::string shown(std::string_view line);

/// What the program says of itself first.
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

  /// The positions that this line answers, lowest first; lives until the next call.
  std::span<const std::size_t> read(std::string_view line);

 private:
  std::uint64_t first_;
  std::span<Preference> answers_;
  std::vector<bool> answered_;
  std::vector<std::size_t> arrived_;
};

/// The answer to equivalence question `id` about a machine.
EquivalenceAnswer read_verdict(std::string_view line, std::uint64_t id, const MooreMachine& machine);

}  // namespace remap
