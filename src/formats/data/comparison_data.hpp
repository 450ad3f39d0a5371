// Comparisons that exist before a run: session logs, CSV and JSON lines. docs/data.md describes the files.
//
//     a,b,answer,count,worker,time          CSV: the first line names the columns, the last three are optional
//     {"a":["x","y"],"b":[],"answer":"a"}   JSON lines: "count", "worker" and "time" are optional, too
//     what `remap study export` writes      either kind; retracted answers and checks of machines are skipped
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/log/session_log.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

/// One line: what one or more people said about two words.
struct DataRow {
  Word left, right;
  Preference answer = Preference::unsure;
  std::uint64_t count = 1;  // how many gave this answer
  Stamp stamp = {};         // who and when, as far as known
  std::size_t file = 0;
  std::size_t place = 0;  // line, or number of the answer in a session log
};

struct DataFile {
  std::string name;
  bool log = false;  // a session log
};

struct ComparisonData {
  Alphabet alphabet;
  std::optional<Outputs> outputs = std::nullopt;  // those of the session logs, if there are any and all agree
  std::vector<DataFile> files = {};
  std::vector<DataRow> rows = {};            // in order, file by file; of logs, the answers in force
  std::vector<LoggedSession> sessions = {};  // the logs among the files, for what else they contain
  /// "data.csv:12", or "run.jsonl, answer 12".
  [[nodiscard]] std::string place(const DataRow& row) const;
};

/// Reads all files. The first line of each determines its kind. Without an alphabet the letters are those of the
/// session logs, or else the names that occur, in alphabetical order: there, words of CSV are names separated by
/// blanks, quoted if necessary. Throws InputError or ParseError with file and line.
ComparisonData read_comparison_data(const std::vector<std::string>& files, const std::optional<Alphabet>& alphabet);

/// Whether a file begins as a session log; false if it cannot be read.
bool is_session_log(const std::string& file);

/// One JSON line; errors name `file` and the number of the line.
DataRow parse_comparison_line(std::string_view line, const Alphabet& alphabet, const std::string& file,
                              std::size_t number);

/// A word as a data set has it: names separated by blanks, quoted if they would be read otherwise.
std::string names_text(const Alphabet& alphabet, const Word& word);
/// A cell of CSV, quoted if necessary.
std::string csv_cell(const std::string& text);

/// Appends comparisons to a CSV or JSON lines file, which is replaced as a whole. Throws InputError if a worker is
/// named and the CSV has no such column.
void append_comparisons(const std::string& file, std::span<const DataRow> rows, const Alphabet& alphabet);

}  // namespace remap
