// Lines of a session log as JSON values, and back; see session_log.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "formats/session_log.hpp"

namespace remap {

/// How long a word may be that is written by stretches of stems, in letters.
inline constexpr std::size_t longest_logged_word = std::size_t{1} << 24;

/// An answer, or a correction of one.
struct Record {
  bool retracts = false;
  AnswerId id = no_answer;
  std::optional<Preference> answer = std::nullopt;  // of a correction: none when it takes the answer back
  Stamp stamp = {};
};
/// Called with each record, when the book has it.
using RecordReader = std::function<void(const AnswerBook& book, const Record& record)>;

/// Reads a whole log; complaints name `file` and the line. With `lost`, lines that are not sound are left out and told
/// there, and answers are numbered without them.
LoggedSession parse_session(std::string_view text, const std::string& file, const RecordReader& read = {},
                            std::vector<LostLine>* lost = nullptr);

/// What the first line says; with `damaged` also when only the second line, its copy, is sound.
SessionHead read_head(std::string_view text, const std::string& file, bool damaged);

/// The first line and its copy. `at`: as in `Stamp`. Throws InputError for names that are not UTF-8.
std::string head_lines(const SessionHead& head, std::int64_t at, LineSums& sums);

/// A name as a JSON string. Throws InputError when it is not UTF-8.
std::string json_string(const std::string& name);

}  // namespace remap
