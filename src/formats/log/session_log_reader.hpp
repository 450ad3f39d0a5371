// Lines of a session log as JSON values, and back; see session_log.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "formats/log/session_log.hpp"

namespace remap {

/// The maximum length, in letters, of a word encoded by stems.
inline constexpr std::size_t longest_logged_word = std::size_t{1} << 24;

/// An answer, or a correction of one.
struct Record {
  bool retracts = false;
  AnswerId id = no_answer;
  std::optional<Preference> answer = std::nullopt;  // of a correction: empty if it retracts the answer
  Stamp stamp = {};
};
/// Called with each record once it is in the book.
using RecordReader = std::function<void(const AnswerBook& book, const Record& record)>;

/// Reads a whole log; errors name `file` and the line. With `lost`, damaged lines are omitted and listed there, and
/// answers are numbered without them.
LoggedSession parse_session(std::string_view text, const std::string& file, const RecordReader& read = {},
                            std::vector<LostLine>* lost = nullptr);

struct LogCheckpoint;
/// The same, taking over what the checkpoint says. It must belong to this text; throws ParseError if it cannot.
LoggedSession parse_from(const LogCheckpoint& checkpoint, std::string_view text, const std::string& file);

/// The contents of the first line; with `damaged` also if only its copy, the second line, is intact.
SessionHead read_head(std::string_view text, const std::string& file, bool damaged);

/// The first line and its copy. `at`: as in `Stamp`. Throws InputError for names that are not UTF-8.
std::string head_lines(const SessionHead& head, std::int64_t at, LineSums& sums);

/// A name as a JSON string. Throws InputError if it is not UTF-8.
std::string json_string(const std::string& name);

}  // namespace remap
