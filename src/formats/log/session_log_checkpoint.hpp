// A checkpoint: what the lines of a session log say up to some place, so that a long log is not read from its
// beginning.
//
// It is a file beside the log, FILE.checkpoint, in binary, written now and then while the log grows. It names the
// length of the part of the log it stands for, and a checksum of that part; nothing is in it that is not in the log. So
// a checkpoint that is missing, damaged, of another log or of another version only costs time, and failing to write one
// only costs the next start time. Comparisons are stored as numbers of words; all other lines are few and are read from
// the log itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "formats/log/session_log.hpp"

namespace remap {

struct LogCheckpoint {
  std::uint64_t bytes = 0;  // of the log that it stands for
  std::uint64_t sum = 0;    // of those bytes
  LineSums sums;
  std::int64_t last_at = 0;
  LogLines lines;
  WordTree::Image words;
  std::vector<WordId> lefts, rights;  // per answer; any word where `lines` has the answer as another line
  /// From the answer after so many on, answers were given at that time.
  struct Time {
    std::uint64_t answers;
    std::int64_t at;
  };
  std::vector<Time> times;
  std::vector<std::uint64_t> stems;  // numbers of those used, the latest last
};

std::filesystem::path checkpoint_path(const std::filesystem::path& log);

/// The checkpoint beside a log with this text; empty if there is none that belongs to it.
std::optional<LogCheckpoint> read_checkpoint(const std::filesystem::path& log, std::string_view text);

/// Writes `checkpoint` for the log of which this is an open descriptor, up to `checkpoint.bytes`. Says nothing if that
/// fails.
void write_checkpoint(const std::filesystem::path& log, int file, LogCheckpoint checkpoint) noexcept;

/// For logs that are replaced.
void remove_checkpoint(const std::filesystem::path& log) noexcept;

}  // namespace remap
