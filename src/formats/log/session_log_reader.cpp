#include "formats/log/session_log_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "base/json/json_line.hpp"
#include "formats/log/session_log_checkpoint.hpp"
#include "formats/log/session_log_comparison.hpp"
#include "formats/machines/json.hpp"

namespace remap {

namespace {

using Json = nlohmann::ordered_json;

constexpr int latest_version = 2;

std::string shortened(std::string_view line) {
  constexpr std::size_t shown = 80;
  return line.size() <= shown ? std::string(line) : std::string(line.substr(0, shown)) + "…";
}

class LogReader {
 public:
  LogReader(const std::string& file, const RecordReader& read, std::vector<LostLine>* lost,
            const LogCheckpoint* checkpoint = nullptr)
      : file_(file), read_(read), lost_(lost), checkpoint_(checkpoint) {}

  SessionHead head(std::string_view text) { return read_first(text); }

  LoggedSession read(std::string_view text) {
    whole_ = text;
    const std::size_t whole = text.rfind('\n') == std::string_view::npos ? 0 : text.rfind('\n') + 1;
    const std::size_t torn = text.size() - whole;
    LoggedSession session{read_first(text), AnswerBook(0), torn};
    text = text.substr(0, text.size() - torn);
    alphabet_ = &session.head.alphabet;
    comparisons_.emplace(*alphabet_);
    outputs_ = session.head.outputs ? &*session.head.outputs : nullptr;
    AnswerBook book(outputs_ != nullptr ? outputs_->size() : 0);
    if (checkpoint_ != nullptr) {
      restore(*checkpoint_, book);
      text = whole_.substr(checkpoint_->bytes, whole - checkpoint_->bytes);
    }
    while (!text.empty()) {
      const std::string_view line = next_line(text);
      try {
        read_record(line, book);
      } catch (const ParseError& error) {
        if (lost_ == nullptr) throw;
        lost_->push_back({line_, error.sentence()});
      }
    }
    session.book = std::move(book);
    session.version = version_;
    session.stamps = std::move(stamps_);
    session.sums = sums_;
    session.stems = stems_;
    session.lines = std::move(lines_);
    session.lines.count = line_;
    session.last_at = last_at_;
    if (checkpoint_ != nullptr) session.checkpointed = checkpoint_->lines.answers.size();
    return session;
  }

 private:
  /// The first line; when lines may be damaged, its copy if need be.
  SessionHead read_first(std::string_view& text) {
    if (text.find('\n') == std::string_view::npos) {
      throw InputError(
          fmt::format("{}: this is not a session log: its first line is missing; remove it and start over", file_));
    }
    const std::string_view line = next_line(text);
    if (lost_ == nullptr || text.find('\n') == std::string_view::npos) return read_head(line);
    try {
      return read_head(line);
    } catch (const ParseError& error) {
      std::string_view rest = text;
      const std::string_view copy = next_line(rest);
      if (!copy.starts_with("{\"remap_session\":") || sums_.check(copy) == LineSums::Found::changed) throw;
      lost_->push_back({1, error.sentence()});
      text = rest;
      return read_sound_head(copy);
    }
  }

  std::string_view next_line(std::string_view& text) {
    ++line_;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
  }

  [[noreturn]] void fail(std::string_view line, const std::string& what) const {
    throw ParseError(fmt::format("{}: {}", what, shortened(line)), {line_, 1}, file_);
  }

  [[noreturn]] void fail_damaged(std::string_view line, const char* what) const {
    fail(line, lost_ != nullptr
                   ? what
                   : fmt::format("{}; 'remap log {} --salvage OUT' recovers the intact part", what, file_));
  }

  Json parse(std::string_view line) const {
    if (line.size() > longest_log_line) fail(line, fmt::format("a line of more than {} MiB", longest_log_line >> 20));
    std::optional<Json> value = parse_json_line(line);
    if (!value) fail(line, fmt::format("lists or objects are nested more than {} deep", deepest_json));
    if (!value->is_object()) fail(line, "expected a JSON object");
    return *std::move(value);
  }

  void check_sums(std::string_view line) {
    const bool after_damage = std::exchange(after_damage_, false);
    switch (sums_.check(line)) {
      case LineSums::Found::sound:
        return;
      case LineSums::Found::changed:
        after_damage_ = true;
        fail_damaged(line, "this line has changed since it was written: its checksum is wrong");
      case LineSums::Found::out_of_row:
        if (lost_ == nullptr)
          fail_damaged(line, "this line does not follow the one before it: some are missing or moved");
        if (!after_damage) lost_->push_back({line_ - 1, "lines are missing or moved after this one"});
    }
  }

  static Alphabet read_alphabet(const Json& head) {
    if (!head.contains("propositions")) return Alphabet::plain(head.at("letters").get<std::vector<std::string>>());
    if (!head.contains("sets")) return Alphabet::unlisted(head.at("propositions").get<std::vector<std::string>>());
    return Alphabet::of_sets(head.at("propositions").get<std::vector<std::string>>(),
                             head.at("sets").get<std::vector<PropositionSet>>());
  }

  SessionHead read_head(std::string_view line) {
    const Json value = parse(line);
    if (!value.contains("remap_session") || !value["remap_session"].is_number_integer()) {
      fail(line, "this is not a session log: its first line has no \"remap_session\"");
    }
    if (value["remap_session"] != 1 && value["remap_session"] != latest_version) {
      throw InputError(
          fmt::format("{}: this log has format {}, but this program ({}) knows formats up to {}; use a later one",
                      file_, value["remap_session"].dump(), REMAP_VERSION, latest_version));
    }
    version_ = value["remap_session"].get<int>();
    if (version_ == 1 && value.contains("sum")) fail(line, "a log of format 1 has no checksums");
    if (version_ > 1 && sums_.check(line) != LineSums::Found::sound) {
      fail_damaged(line, "this line has changed since it was written: its checksum is wrong");
    }
    return read_sound_head(line);
  }

  SessionHead read_sound_head(std::string_view line) {
    const Json value = parse(line);
    if (value.contains("at") && value["at"].is_number_integer()) last_at_ = value["at"].get<std::int64_t>();
    try {
      SessionHead head{value.at("version").get<std::string>(), read_alphabet(value)};
      if (!value.at("outputs").is_null()) {
        head.outputs = Outputs(value.at("outputs").get<std::vector<std::string>>());
      }
      for (const auto& [name, text] : value.at("settings").items()) head.settings.emplace_back(name, text);
      for (const auto& [name, text] : value.at("teacher").items()) head.teacher.emplace_back(name, text);
      return head;
    } catch (const Json::exception& error) {
      fail(line, fmt::format("the first line of this log is incomplete ({})", error.what()));
    } catch (const InputError& error) {
      fail(line, error.what());
    }
  }

  void append_stretch(std::string_view line, const Json& stretch, Word& word) const {
    const bool numbers =
        version_ > 1 && stretch.is_array() && stretch.size() == 3 &&
        std::all_of(stretch.begin(), stretch.end(), [](const Json& n) { return n.is_number_unsigned(); });
    if (!numbers) fail(line, fmt::format("{} is not a letter of this session", stretch.dump()));
    const Word* found = stems_.use(stretch[0].get<std::uint64_t>());
    if (found == nullptr) fail(line, fmt::format("a word refers to stem {}, which is missing", stretch[0].dump()));
    const Word& stem = *found;
    const auto from = stretch[1].get<std::uint64_t>(), length = stretch[2].get<std::uint64_t>();
    if (from > stem.size() || length > stem.size() - from) {
      fail(line, fmt::format("stem {} is not that long", stretch[0].dump()));
    }
    if (word.size() + length > longest_logged_word) {
      fail(line, fmt::format("a word of more than {} letters", longest_logged_word));
    }
    const auto begin = stem.begin() + static_cast<std::ptrdiff_t>(from);
    word.insert(word.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
  }

  Word spelled_word(std::string_view line, const Json& letters) const {
    if (!letters.is_array()) fail(line, "expected a list of letters");
    Word result;
    for (const Json& name : letters) {
      if (!name.is_string()) {
        append_stretch(line, name, result);
        continue;
      }
      result.push_back(alphabet_->find(name.get_ref<const std::string&>()));
      if (result.back() == no_letter) fail(line, fmt::format("{} is not a letter of this session", name.dump()));
    }
    return result;
  }

  WordId word(std::string_view line, const Json& letters, AnswerBook& book) const {
    return book.words().insert(spelled_word(line, letters));
  }

  void read_stem(std::string_view line, const Json& value) {
    if (!value["stem"].is_number_unsigned() || !value.contains("letters"))
      fail(line, "expected a stem and its letters");
    stems_.add(value["stem"].get<std::uint64_t>(), spelled_word(line, value["letters"]));
  }

  Output output(std::string_view line, const Json& name) const {
    const Output found = name.is_string() && outputs_ != nullptr ? outputs_->find(name.get<std::string>()) : no_output;
    if (found == no_output) fail(line, fmt::format("{} is not an output of this session", name.dump()));
    return found;
  }

  Preference preference(std::string_view line, const Json& name) const {
    const auto answer = name.is_string() ? parse_answer(name.get_ref<const std::string&>()) : std::nullopt;
    if (!answer) fail(line, "expected the answer \"a\", \"b\", \"equal\" or \"unsure\"");
    return *answer;
  }

  Stamp stamp(std::string_view line, const Json& value) {
    Stamp result;
    if (value.contains("at")) {
      if (!value["at"].is_number_integer()) fail(line, "\"at\" is not a number of milliseconds");
      last_at_ = value["at"].get<std::int64_t>();
    }
    result.at = last_at_;
    if (value.contains("shown")) {
      if (!value["shown"].is_number_integer()) fail(line, "\"shown\" is not a number of milliseconds");
      result.shown = value["shown"].get<std::int64_t>();
    }
    if (value.contains("by")) {
      if (!value["by"].is_string()) fail(line, "\"by\" is not a name");
      result.by = value["by"].get<std::string>();
    }
    return result;
  }

  void read_correction(std::string_view line, const Json& value, AnswerBook& book) {
    const Json& number = value["retract"];
    const AnswerId id = number.is_number_unsigned() ? booked(book, number.get<std::uint64_t>()) : no_answer;
    if (id == no_answer) {
      fail(line, fmt::format("there is no answer {}, expected a number from 1 to {}", number.dump(), book.size()));
    }
    Record record{true, id, std::nullopt, stamp(line, value)};
    if (value.contains("answer")) record.answer = preference(line, value["answer"]);
    try {
      if (record.answer) {
        book.change(record.id, *record.answer);
      } else {
        book.retract(record.id);
      }
    } catch (const InputError& error) {
      fail(line, error.what());
    }
    if (read_) read_(book, record);
  }

  /// The answer of the book that has this number in the file; `no_answer` when there is none.
  [[nodiscard]] AnswerId booked(const AnswerBook& book, std::uint64_t number) const {
    if (lost_ == nullptr) return number > 0 && number <= book.size() ? make_id<AnswerId>(number) : no_answer;
    const auto found = booked_.find(number);
    return found == booked_.end() ? no_answer : found->second;
  }

  void read_record(std::string_view line, AnswerBook& book) {
    if (version_ > 1) {
      check_sums(line);
      if (comparisons_->read(line, stems_, comparison_)) return add_comparison(line, book);
    }
    const auto offset = static_cast<std::uint64_t>(line.data() - whole_.data());
    const OtherLine other{book.size(), offset, line.size(), line_};
    read_other(line, book);
    lines_.add(other, book.size());
  }

  /// What the lines before a checkpoint say.
  void restore(const LogCheckpoint& checkpoint, AnswerBook& book) {
    const auto refuse = [] { throw ParseError("this checkpoint does not belong to this log", {}, ""); };
    if (!alphabet_->listed()) refuse();
    const auto is_letter = [&](Letter letter) { return index(letter) < alphabet_->size(); };
    const auto& words = checkpoint.words;
    if (!std::all_of(words.letters.begin(), words.letters.end(), is_letter)) refuse();
    if (!book.words().restore(words)) refuse();
    const std::size_t count = book.words().size();
    auto other = checkpoint.lines.others.begin();
    auto time = checkpoint.times.begin();
    std::int64_t at = 0;
    for (;;) {
      for (; other != checkpoint.lines.others.end() && other->answers == book.size(); ++other) {
        line_ = other->number;
        if (other->begin > checkpoint.bytes || other->length > checkpoint.bytes - other->begin) refuse();
        read_other(whole_.substr(other->begin, other->length), book);
        lines_.add(*other, book.size());
      }
      if (book.size() >= checkpoint.lines.answers.size()) break;
      const std::size_t i = book.size();
      const std::uint8_t packed = checkpoint.lines.answers[i];
      if (packed >= PackedAnswer::count || index(checkpoint.lefts[i]) >= count || index(checkpoint.rights[i]) >= count)
        refuse();
      for (; time != checkpoint.times.end() && time->answers <= i; ++time) at = time->at;
      last_at_ = at;
      const PackedAnswer answer = PackedAnswer::unpack(packed);
      constexpr std::size_t ahead = 16;
      if (i + ahead < checkpoint.lefts.size()) book.prefetch(checkpoint.lefts[i + ahead], checkpoint.rights[i + ahead]);
      book.add_comparison(checkpoint.lefts[i], checkpoint.rights[i], answer.answer, answer.purpose);
      lines_.answers.push_back(packed);
      stamps_.add({at, ""});
    }
    if (other != checkpoint.lines.others.end() || book.words().size() != count) refuse();
    stems_.use_all(checkpoint.stems);
    line_ = checkpoint.lines.count;
    last_at_ = checkpoint.last_at;
    sums_ = checkpoint.sums;
  }

  /// Any line but a comparison as this program writes it.
  void read_other(std::string_view line, AnswerBook& book) {
    const Json value = parse(line);
    if (version_ > 1 && value.contains("remap_session")) return;  // the copy of the first line
    if (version_ > 1 && value.contains("stem")) return read_stem(line, value);
    if (value.contains("retract")) return read_correction(line, value, book);
    if (!value.contains("id") || !value["id"].is_number_unsigned()) fail_number(line, book);
    const auto number = value["id"].get<std::uint64_t>();
    check_number(line, number, book);
    const Stamp given = stamp(line, value);
    read_answer(line, value, book);
    end_answer(number, given, book);
  }

  [[noreturn]] void fail_number(std::string_view line, const AnswerBook& book) const {
    fail(line, fmt::format("expected answer {}", book.size() + 1));
  }

  void check_number(std::string_view line, std::uint64_t number, const AnswerBook& book) const {
    if (lost_ == nullptr ? number != book.size() + 1 : booked_.contains(number)) fail_number(line, book);
  }

  void add_comparison(std::string_view line, AnswerBook& book) {
    check_number(line, comparison_.id, book);
    if (comparison_.at) last_at_ = *comparison_.at;
    const WordId left = book.words().insert(comparison_.a, comparison_.end_of_a);
    const WordId right = book.words().insert(comparison_.b, comparison_.end_of_b);
    book.add_comparison(left, right, comparison_.answer, comparison_.purpose);
    lines_.answers.push_back(PackedAnswer{comparison_.answer, comparison_.purpose}.pack());
    end_answer(comparison_.id, {last_at_, ""}, book);
  }

  /// The latest answer of the book has this number in the file.
  void end_answer(std::uint64_t number, const Stamp& given, const AnswerBook& book) {
    const AnswerId id = make_id<AnswerId>(book.size());
    if (lost_ != nullptr) booked_.emplace(number, id);
    stamps_.add(given);
    if (read_) read_(book, {false, id, std::nullopt, given});
  }

  void read_answer(std::string_view line, const Json& value, AnswerBook& book) {
    if (value.contains("a") && value.contains("b") && value.contains("answer")) {
      Purpose purpose = Purpose::question;
      if (value.contains("again")) {
        const Json& again = value["again"];
        const std::optional<Purpose> said = again.is_string() ? parse_purpose(again.get<std::string>()) : std::nullopt;
        if (!said || said == Purpose::question) fail(line, "\"again\" is unknown");
        purpose = *said;
      }
      const WordId left = word(line, value["a"], book);
      book.add_comparison(left, word(line, value["b"], book), preference(line, value["answer"]), purpose);
    } else if (value.contains("word") && value.contains("output")) {
      book.add_value(word(line, value["word"], book), output(line, value["output"]));
    } else if (value.contains("counterexample") && value.contains("among") && value["among"].is_array()) {
      std::vector<Output> allowed;
      for (const Json& name : value["among"]) allowed.push_back(output(line, name));
      book.add_limits(word(line, value["counterexample"], book), OutputSet::only(book.outputs(), allowed));
    } else if (value.contains("counterexample") && value.contains("differs_from")) {
      const WordId left = word(line, value["counterexample"], book);
      book.add_difference(left, word(line, value["differs_from"], book));
    } else if (value.contains("accept") && value.contains("machine")) {
      try {
        book.add_acceptance(as_moore(read_json(value["machine"].dump())));
      } catch (const InputError& error) {
        fail(line, error.what());
      }
    } else {
      fail(line, "this kind of record is unknown; a later version may know it");
    }
  }

  const std::string& file_;
  const RecordReader& read_;
  std::vector<LostLine>* lost_;      // null: complain
  const LogCheckpoint* checkpoint_;  // may be null
  std::string_view whole_;
  LogLines lines_;
  std::size_t line_ = 0;
  int version_ = latest_version;
  LineSums sums_;
  std::optional<ComparisonReader> comparisons_;
  LoggedComparison comparison_;                         // scratch
  std::unordered_map<std::uint64_t, AnswerId> booked_;  // by its number in the file; only when lines may be lost
  ReadStems stems_;
  AnswerStamps stamps_;
  std::int64_t last_at_ = 0;
  bool after_damage_ = false;  // the line before was not sound
  const Alphabet* alphabet_ = nullptr;
  const Outputs* outputs_ = nullptr;
};

Json object(const Settings& settings) {
  Json result = Json::object();
  for (const auto& [name, value] : settings) result[name] = value;
  return result;
}

}  // namespace

LoggedSession parse_session(std::string_view text, const std::string& file, const RecordReader& read,
                            std::vector<LostLine>* lost) {
  return LogReader(file, read, lost).read(text);
}

LoggedSession parse_from(const LogCheckpoint& checkpoint, std::string_view text, const std::string& file) {
  const RecordReader none;
  return LogReader(file, none, nullptr, &checkpoint).read(text);
}

SessionHead read_head(std::string_view text, const std::string& file, bool damaged) {
  std::vector<LostLine> lost;
  const RecordReader none;
  return LogReader(file, none, damaged ? &lost : nullptr).head(text);
}

std::string head_lines(const SessionHead& head, std::int64_t at, LineSums& sums) {
  Json value;
  value["remap_session"] = latest_version;
  value["version"] = head.version;
  if (head.alphabet.propositional()) {
    value["propositions"] = head.alphabet.propositions();
    if (head.alphabet.listed()) value["sets"] = head.alphabet.sets();
  } else {
    value["letters"] = head.alphabet.names();
  }
  value["outputs"] = head.outputs ? Json(head.outputs->names()) : Json(nullptr);
  value["settings"] = object(head.settings);
  value["teacher"] = object(head.teacher);
  if (at != 0) value["at"] = at;
  try {
    std::string object = value.dump();
    object.pop_back();  // the closing brace
    std::string lines;
    for (int copy = 0; copy < 2; ++copy) {
      const std::size_t begin = lines.size();
      lines += object;
      sums.close(lines, begin);
      lines += '\n';
    }
    return lines;
  } catch (const Json::exception&) {
    throw InputError("a name or option is not UTF-8 and cannot be written to a session log");
  }
}

std::string json_string(const std::string& name) {
  try {
    return Json(name).dump();
  } catch (const Json::exception&) {
    throw InputError(fmt::format("the name '{}' is not UTF-8 and cannot be written as JSON", name));
  }
}

std::string_view answer_name(Preference answer) {
  switch (answer) {
    case Preference::greater:
      return "a";
    case Preference::less:
      return "b";
    case Preference::equal:
      return "equal";
    case Preference::unsure:
      break;
  }
  return "unsure";
}

std::optional<Preference> parse_answer(std::string_view text) {
  for (const auto answer : {Preference::greater, Preference::less, Preference::equal, Preference::unsure}) {
    if (answer_name(answer) == text) return answer;
  }
  return std::nullopt;
}

}  // namespace remap
