// Two passes: first the raw lines, then, once the letters are known, their words.
#include "formats/data/comparison_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <set>
#include <sstream>
#include <variant>

#include "base/json/json_line.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/quoted_names.hpp"
#include "logic/letters/shown.hpp"

namespace remap {

namespace {

using Json = nlohmann::ordered_json;

/// A word as text, or as the names of its letters.
using RawWord = std::variant<std::string, std::vector<std::string>>;

struct RawRow {
  std::array<RawWord, 2> words;
  DataRow rest;
};

[[noreturn]] void fail(const std::string& file, std::size_t line, const std::string& what) {
  throw ParseError(what, {line, 1}, file);
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// The cells of the next record of CSV (RFC 4180), which is taken from the text; `number` becomes that of its last
/// line.
std::vector<std::string> next_record(std::string_view& text, const std::string& file, std::size_t& number) {
  const std::size_t first = ++number;
  const auto is = [&](std::size_t at, char c) { return at < text.size() && text[at] == c; };
  std::vector<std::string> cells;
  for (std::size_t at = 0;; ++at) {
    std::string& cell = cells.emplace_back();
    if (is(at, '"')) {
      for (++at; !is(at, '"') || is(at + 1, '"'); ++at) {
        if (at >= text.size()) fail(file, first, "a quoted cell is never closed");
        if (text[at] == '"') ++at;
        if (text[at] == '\n') ++number;
        cell += text[at];
      }
      if (is(++at, '\r')) ++at;
    } else {
      const std::size_t end = std::min(text.find_first_of(",\n", at), text.size());
      cell = text.substr(at, end - at);
      if (!is(end, ',') && cell.ends_with('\r')) cell.pop_back();
      at = end;
    }
    if (is(at, ',')) continue;
    if (at < text.size() && text[at] != '\n') fail(file, number, "expected a comma after a quoted cell");
    text.remove_prefix(std::min(at + 1, text.size()));
    return cells;
  }
}

Preference answer_of(const std::string& text, const std::string& file, std::size_t line) {
  const std::optional<Preference> answer = parse_answer(text);
  if (!answer) fail(file, line, fmt::format("the answer is '{}', expected a, b, equal or unsure", safe(text)));
  return *answer;
}

std::uint64_t count_of(std::string_view text, const std::string& file, std::size_t line) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0 || count > 1'000'000'000) {
    fail(file, line, fmt::format("the count is '{}', expected a whole number from 1 to 1000000000", safe(text)));
  }
  return count;
}

/// Milliseconds since 1970, or a time such as 2026-11-16T03:20:11Z.
std::int64_t time_of(const std::string& text, const std::string& file, std::size_t line) {
  std::int64_t milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  if (error == std::errc() && end == text.data() + text.size() && milliseconds >= 0) return milliseconds;
  for (const char* format : {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"}) {
    std::tm parts{};
    std::istringstream stream(text);
    stream >> std::get_time(&parts, format);
    if (stream.fail()) continue;
    std::string rest;
    std::getline(stream, rest);
    if (rest.ends_with('Z')) rest.pop_back();
    const std::optional<double> fraction = rest.empty()            ? 0
                                           : rest.starts_with('.') ? parse_number("0" + rest)
                                                                   : std::nullopt;
    if (fraction) return std::int64_t{timegm(&parts)} * 1000 + std::llround(*fraction * 1000);
  }
  fail(file, line,
       fmt::format("the time is '{}', expected milliseconds since 1970 or UTC such as 2026-11-16T03:20:11Z",
                   safe(text)));
}

struct RawData {
  std::vector<DataFile> files;
  std::vector<RawRow> rows;
  std::vector<LoggedSession> sessions;
};

/// What an export of a study calls the columns of a data set.
struct Alias {
  const char* exported;
  const char* name;
};
constexpr std::array<Alias, 4> aliases{{{"left", "a"}, {"right", "b"}, {"label", "answer"}, {"answered", "time"}}};
constexpr std::array<const char*, 5> other_exported{"task", "shown", "seconds", "session", "number"};

/// The answer that a label of an export means.
std::string answer_of_label(const std::string& label) { return label == "left" ? "a" : label == "right" ? "b" : label; }

/// Which column has what, of those that a data set knows.
class Columns {
 public:
  Columns(const std::vector<std::string>& header, const std::string& file)
      : exported_(std::find(header.begin(), header.end(), "label") != header.end()) {
    column_.fill(SIZE_MAX);
    for (std::size_t c = 0; c < header.size(); ++c) {
      if (exported_ && std::find(other_exported.begin(), other_exported.end(), header[c]) != other_exported.end())
        continue;
      const auto known = std::find(names.begin(), names.end(), name_of(header[c]));
      if (known == names.end() || (*known == retracted && !exported_)) {
        fail(file, 1, fmt::format("the column '{}' is not one of a, b, answer, count, worker, time", safe(header[c])));
      }
      std::size_t& at = column_[static_cast<std::size_t>(known - names.begin())];
      if (at != SIZE_MAX) fail(file, 1, fmt::format("the column '{}' occurs twice", safe(header[c])));
      at = c;
    }
    for (std::size_t n = 0; n < 3; ++n) {
      if (column_[n] == SIZE_MAX) fail(file, 1, fmt::format("there is no column '{}'", names[n]));
    }
  }
  [[nodiscard]] std::string cell(const std::vector<std::string>& cells, std::string_view name) const {
    const auto n = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    const std::string text = column_[n] == SIZE_MAX ? std::string() : cells[column_[n]];
    return exported_ && name == "answer" ? answer_of_label(text) : text;
  }

 private:
  static constexpr std::string_view retracted = "retracted";
  static constexpr std::array<std::string_view, 7> names{"a", "b", "answer", "count", "worker", "time", retracted};

  [[nodiscard]] std::string name_of(const std::string& column) const {
    const auto alias =
        std::find_if(aliases.begin(), aliases.end(), [&](const Alias& a) { return column == a.exported; });
    return exported_ && alias != aliases.end() ? alias->name : column;
  }

  bool exported_;
  std::array<std::size_t, names.size()> column_{};
};

void read_csv(std::string_view text, RawData& data) {
  const std::string& file = data.files.back().name;
  std::size_t number = 0;
  const std::vector<std::string> header = next_record(text, file, number);
  const Columns columns(header, file);
  while (!text.empty()) {
    const std::size_t line = number + 1;
    const std::vector<std::string> cells = next_record(text, file, number);
    if (cells == std::vector<std::string>{""}) continue;
    if (cells.size() != header.size()) {
      fail(file, line, fmt::format("{} cells, expected {} as in the first line", cells.size(), header.size()));
    }
    if (columns.cell(cells, "retracted") == "yes") continue;
    RawRow& row = data.rows.emplace_back(RawRow{{columns.cell(cells, "a"), columns.cell(cells, "b")}, {}});
    row.rest.answer = answer_of(columns.cell(cells, "answer"), file, line);
    if (const std::string count = columns.cell(cells, "count"); !count.empty()) {
      row.rest.count = count_of(count, file, line);
    }
    row.rest.stamp.by = columns.cell(cells, "worker");
    if (const std::string time = columns.cell(cells, "time"); !time.empty()) {
      row.rest.stamp.at = time_of(time, file, line);
    }
    row.rest.file = data.files.size() - 1;
    row.rest.place = line;
  }
}

RawWord raw_word(const Json& value, const char* key, const std::string& file, std::size_t line) {
  const auto found = value.find(key);
  if (found == value.end()) fail(file, line, fmt::format("there is no \"{}\"", key));
  if (found->is_string()) return found->get<std::string>();
  std::vector<std::string> names;
  if (!found->is_array()) fail(file, line, fmt::format("\"{}\" must be a list of letters or a text", key));
  for (const Json& name : *found) {
    if (!name.is_string()) fail(file, line, fmt::format("\"{}\" contains something that is not a name", key));
    names.push_back(name.get<std::string>());
  }
  return names;
}

/// A number or a text, as text; empty when it is not there.
std::string plain_text(const Json& value, const char* key) {
  const auto found = value.find(key);
  if (found == value.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

Json json_object(std::string_view line, const std::string& file, std::size_t number) {
  std::optional<Json> value = parse_json_line(line);
  if (!value || !value->is_object()) fail(file, number, "expected a JSON object");
  return *std::move(value);
}

/// With the names of a data set, if it comes from an export; false if such a line is no answer in force.
bool take_export(Json& value) {
  if (value.contains("verdict")) return false;
  if (!value.contains("label")) return true;
  if (value.value("retracted", Json(false)) == Json(true)) return false;
  for (const Alias& alias : aliases) {
    if (value.contains(alias.exported)) value[alias.name] = value[alias.exported];
  }
  value["answer"] = answer_of_label(plain_text(value, "answer"));
  return true;
}

RawRow raw_row(const Json& value, const std::string& file, std::size_t number) {
  RawRow row{{raw_word(value, "a", file, number), raw_word(value, "b", file, number)}, {}};
  row.rest.answer = answer_of(plain_text(value, "answer"), file, number);
  if (const std::string count = plain_text(value, "count"); !count.empty()) {
    row.rest.count = count_of(count, file, number);
  }
  row.rest.stamp.by = plain_text(value, "worker");
  if (const std::string time = plain_text(value, "time"); !time.empty()) {
    row.rest.stamp.at = time_of(time, file, number);
  }
  row.rest.place = number;
  return row;
}

void read_json_lines(std::string_view text, RawData& data) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    Json value = json_object(line, data.files.back().name, number);
    if (!take_export(value)) continue;
    data.rows.push_back(raw_row(value, data.files.back().name, number));
    data.rows.back().rest.file = data.files.size() - 1;
  }
}

void read_log(const std::string& file, RawData& data) {
  data.files.back().log = true;
  LoggedSession& session = data.sessions.emplace_back(read_session(file));
  const AnswerBook& book = session.book;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book.at(id);
    if (!entry.valid || entry.kind != BookEntry::Kind::comparison) continue;
    RawRow& row = data.rows.emplace_back();
    for (const std::size_t side : {0, 1}) {
      std::vector<std::string> names;
      for (const Letter letter : book.words().spell(side == 0 ? entry.left : entry.right)) {
        names.push_back(session.head.alphabet.name(letter));
      }
      row.words[side] = std::move(names);
    }
    row.rest.answer = entry.answer;
    row.rest.stamp = session.stamps.of(id);
    row.rest.file = data.files.size() - 1;
    row.rest.place = i;
  }
}

bool begins_session(std::string_view line) { return line.find("\"remap_session\"") != std::string_view::npos; }

void read_file(const std::string& file, RawData& data) {
  data.files.push_back({file});
  const std::string text = read_text_file(file);
  std::string_view rest = text;
  const std::string_view first = next_line(rest);
  if (begins_session(first)) {
    read_log(file, data);
  } else if (first.starts_with("{")) {
    read_json_lines(text, data);
  } else if (first.find(',') != std::string_view::npos) {
    read_csv(text, data);
  } else {
    throw InputError(fmt::format("{}: expected a session log, CSV with the columns a,b,answer, or JSON lines", file));
  }
}

/// The names in a word: separated by blanks, and quoted where they would be read otherwise.
std::vector<std::string> split_names(std::string_view text, const std::string& file, std::size_t line) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos;) {
    if (text[at] == '"') {
      std::optional<std::string> name = read_quoted(text, at);
      if (!name || name->empty()) fail(file, line, "a quoted name is empty or never closed");
      names.push_back(*std::move(name));
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    const std::string_view name = text.substr(at, end - at);
    if (name != empty_word_text) names.emplace_back(name);
    at = end;
  }
  return names;
}

/// The letters of the logs, or else the names that occur.
Alphabet letters_of(RawData& data) {
  if (!data.sessions.empty()) {
    for (const LoggedSession& session : data.sessions) {
      if (session.head.alphabet == data.sessions.front().head.alphabet) continue;
      throw InputError("the session logs have different letters, which cannot be mixed");
    }
    return data.sessions.front().head.alphabet;
  }
  std::set<std::string> names;
  for (RawRow& row : data.rows) {
    for (RawWord& word : row.words) {
      if (const auto* text = std::get_if<std::string>(&word))
        word = split_names(*text, data.files[row.rest.file].name, row.rest.place);
      for (const std::string& name : std::get<std::vector<std::string>>(word)) names.insert(name);
    }
  }
  if (names.empty()) throw InputError("the data has no letters: give them with --letters or --propositions");
  return Alphabet::plain({names.begin(), names.end()});
}

Word word_of(const Alphabet& alphabet, const RawWord& raw, const std::string& file, std::size_t line) {
  if (const auto* text = std::get_if<std::string>(&raw)) {
    try {
      return parse_word(alphabet, *text);
    } catch (const InputError& error) {
      fail(file, line, error.what());
    }
  }
  Word word;
  for (const std::string& name : std::get<std::vector<std::string>>(raw)) {
    const Letter letter = alphabet.find(name);
    if (letter == no_letter) fail(file, line, fmt::format("there is no letter '{}'", safe(name)));
    word.push_back(letter);
  }
  return word;
}

std::string csv_row(const std::vector<std::string>& header, const DataRow& row, const Alphabet& alphabet) {
  std::string text;
  for (const std::string& name : header) {
    std::string cell;
    if (name == "a") cell = names_text(alphabet, row.left);
    if (name == "b") cell = names_text(alphabet, row.right);
    if (name == "answer") cell = answer_name(row.answer);
    if (name == "worker") cell = row.stamp.by;
    text += (text.empty() ? "" : ",") + csv_cell(cell);
  }
  return text + '\n';
}

std::string json_row(const DataRow& row, const Alphabet& alphabet) {
  const auto names = [&](const Word& word) {
    Json list = Json::array();
    for (const Letter letter : word) list.push_back(alphabet.name(letter));
    return list;
  };
  Json json{{"a", names(row.left)}, {"b", names(row.right)}, {"answer", answer_name(row.answer)}};
  if (!row.stamp.by.empty()) json["worker"] = row.stamp.by;
  return json.dump() + '\n';
}

}  // namespace

std::string csv_cell(const std::string& text) {
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string names_text(const Alphabet& alphabet, const Word& word) {
  std::string text;
  for (const Letter letter : word) {
    if (!text.empty()) text += ' ';
    text += in_quotes_if_needed(alphabet.name(letter));
  }
  return text;
}

std::string ComparisonData::place(const DataRow& row) const {
  const DataFile& file = files[row.file];
  return file.log ? fmt::format("{}, answer {}", file.name, row.place) : fmt::format("{}:{}", file.name, row.place);
}

bool is_session_log(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) && begins_session(line);
}

ComparisonData read_comparison_data(const std::vector<std::string>& files, const std::optional<Alphabet>& alphabet) {
  RawData raw;
  for (const std::string& file : files) read_file(file, raw);
  ComparisonData data{alphabet ? *alphabet : letters_of(raw)};
  data.files = std::move(raw.files);
  data.sessions = std::move(raw.sessions);
  data.rows.reserve(raw.rows.size());
  for (RawRow& row : raw.rows) {
    const std::string& file = data.files[row.rest.file].name;
    DataRow& made = data.rows.emplace_back(std::move(row.rest));
    made.left = word_of(data.alphabet, row.words[0], file, made.place);
    made.right = word_of(data.alphabet, row.words[1], file, made.place);
  }
  for (const LoggedSession& session : data.sessions) {
    if (&session == &data.sessions.front()) {
      data.outputs = session.head.outputs;
    } else if (data.outputs != session.head.outputs) {
      data.outputs.reset();
    }
  }
  return data;
}

DataRow parse_comparison_line(std::string_view line, const Alphabet& alphabet, const std::string& file,
                              std::size_t number) {
  RawRow raw = raw_row(json_object(line, file, number), file, number);
  DataRow row = std::move(raw.rest);
  row.left = word_of(alphabet, raw.words[0], file, number);
  row.right = word_of(alphabet, raw.words[1], file, number);
  return row;
}

void append_comparisons(const std::string& file, std::span<const DataRow> rows, const Alphabet& alphabet) {
  std::string text = read_text_file(file);
  if (!text.empty() && text.back() != '\n') text += '\n';
  if (text.starts_with("{")) {
    for (const DataRow& row : rows) text += json_row(row, alphabet);
  } else {
    std::string_view rest = text;
    std::size_t line = 0;
    const std::vector<std::string> header = next_record(rest, file, line);
    if (std::find(header.begin(), header.end(), "answer") == header.end()) {
      throw InputError(fmt::format("{}: an export of a study cannot be continued; there is no column 'answer'", file));
    }
    const bool workers = std::find(header.begin(), header.end(), "worker") != header.end();
    std::string added;
    for (const DataRow& row : rows) {
      if (!row.stamp.by.empty() && !workers) {
        throw InputError(fmt::format("{}: there is no column 'worker' for who answered", file));
      }
      added += csv_row(header, row, alphabet);
    }
    text += added;
  }
  write_text_file(file, text);
}

}  // namespace remap
