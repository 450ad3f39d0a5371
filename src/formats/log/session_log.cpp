// Writing a session log. An answer is one short line, put together by hand from letters that were turned into JSON
// once, and a batch is one write; what it costs is measured by the throughput test of the process teacher.
#include "formats/log/session_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "formats/log/session_log_checkpoint.hpp"
#include "formats/log/session_log_reader.hpp"
#include "formats/machines/json.hpp"

namespace remap {

namespace {

constexpr std::size_t enough_to_write = std::size_t{1} << 20;

std::int64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

/// Copies answers into a book whose outputs are other ones.
class AnswerCopier {
 public:
  AnswerCopier(AnswerBook& into, const std::optional<Outputs>& from, const std::optional<Outputs>& to)
      : into_(into), from_(from), to_(to) {}

  /// `no_answer` for what cannot be said any more.
  AnswerId copy(const AnswerBook& book, AnswerId id) {
    const AnswerId made = copy_entry(book, id);
    if (made != no_answer) copied_.emplace(id, made);
    return made;
  }
  [[nodiscard]] AnswerId copied(AnswerId id) const {
    const auto found = copied_.find(id);
    return found != copied_.end() ? found->second : no_answer;
  }

 private:
  AnswerId copy_entry(const AnswerBook& book, AnswerId id) {
    if (from_ == to_) return into_.copy(book, id);
    const BookEntry& entry = book.at(id);
    const auto word = [&](WordId each) { return into_.words().insert(book.words().spell(each)); };
    switch (entry.kind) {
      case BookEntry::Kind::comparison: {
        const WordId left = word(entry.left);
        return into_.add_comparison(left, word(entry.right), entry.answer, entry.purpose);
      }
      case BookEntry::Kind::difference: {
        const WordId left = word(entry.left);
        return into_.add_difference(left, word(entry.right));
      }
      case BookEntry::Kind::value:
        return renamed(entry.value) == no_output ? no_answer : into_.add_value(word(entry.left), renamed(entry.value));
      case BookEntry::Kind::limits: {
        std::vector<Output> allowed;
        for (const Output output : book.allowed(id).members()) {
          if (renamed(output) == no_output) return no_answer;
          allowed.push_back(renamed(output));
        }
        return into_.add_limits(word(entry.left), OutputSet::only(into_.outputs(), allowed));
      }
      case BookEntry::Kind::acceptance:
        break;
    }
    return no_answer;
  }

  [[nodiscard]] Output renamed(Output output) const {
    return from_ && to_ ? to_->find(from_->name(output)) : no_output;
  }

  AnswerBook& into_;
  const std::optional<Outputs>& from_;
  const std::optional<Outputs>& to_;
  std::unordered_map<AnswerId, AnswerId> copied_;
};

/// A second name for a file that is about to be replaced: FILE.1, or the next number that is free.
void keep_under_another_name(const std::filesystem::path& path) {
  for (std::size_t i = 1;; ++i) {
    std::filesystem::path other = path;
    other += fmt::format(".{}", i);
    if (std::filesystem::exists(other)) continue;
    if (::link(path.c_str(), other.c_str()) == 0) return;
    if (errno != EEXIST) fail_at(path, fmt::format("the old log cannot be kept next to it ({})", std::strerror(errno)));
  }
}

}  // namespace

std::string setting(const Settings& settings, std::string_view name) {
  for (const auto& [each, value] : settings) {
    if (each == name) return value;
  }
  return {};
}

namespace {

LoggedSession read_text(const std::string& text, const std::filesystem::path& path) {
  if (const auto checkpoint = read_checkpoint(path, text)) {
    try {
      return parse_from(*checkpoint, text, path.string());
    } catch (const Error&) {  // the log alone will say what is wrong, if anything is
    }
  }
  return parse_session(text, path.string());
}

}  // namespace

LoggedSession read_session(const std::filesystem::path& path) {
  const Descriptor file(open_regular(path, O_RDONLY, "this session cannot be read"));
  return read_text(read_all(path, file.get()), path);
}

SessionLog SessionLog::create(const std::filesystem::path& path, const SessionHead& head, Durability durability) {
  LoggedSession fresh{head, AnswerBook(0)};
  const std::string first = head_lines(head, now(), fresh.sums);
  fresh.lines.count = 2;
  NewFile file(path);
  lock(path, file.get());
  SessionLog log(path, file.release(), 0, fresh, durability);
  log.file_.append(first);
  file.take_name();
  return log;
}

SessionLog SessionLog::open(const std::filesystem::path& path, Durability durability,
                            std::unique_ptr<LoggedSession>& logged) {
  Descriptor file(open_regular(path, O_RDWR | O_APPEND, "this session cannot be continued"));
  lock(path, file.get());
  const std::string text = read_all(path, file.get());
  logged = std::make_unique<LoggedSession>(read_text(text, path));
  const std::size_t whole = text.size() - logged->torn;
  return {path, std::move(file), whole, *logged, durability};
}

RewrittenSession rewrite_session(const std::filesystem::path& from, const std::filesystem::path& to, bool damaged) {
  const Descriptor file(open_regular(from, O_RDONLY, "this session cannot be read"));
  const std::string text = read_all(from, file.get());
  RewrittenSession result;
  LoggedSession fresh{read_head(text, from.string(), damaged), AnswerBook(0)};
  const std::string first = head_lines(fresh.head, 0, fresh.sums);
  NewFile made(to);
  SessionLog log(to, made.release(), 0, fresh, Durability::batched);
  log.buffer_ = first;
  const RecordReader read = [&](const AnswerBook& book, const Record& record) {
    if (!record.retracts) {
      log.append(book, record.id, record.id, record.stamp);
    } else {
      log.append_retraction(record.id, record.answer ? answer_name(*record.answer) : "", record.stamp);
    }
    if (log.buffer_.size() > enough_to_write) log.write_buffer();
  };
  const LoggedSession logged = parse_session(text, from.string(), read, damaged ? &result.lost : nullptr);
  log.write_buffer();
  log.sync();
  made.take_name();
  result.answers = logged.book.size();
  result.torn = logged.torn;
  return result;
}

RewrittenSession compact_session(const std::filesystem::path& from, const std::filesystem::path& to,
                                 const std::optional<std::string>& without) {
  const LoggedSession logged = read_session(from);
  LoggedSession fresh{logged.head, AnswerBook(0)};
  const std::string first = head_lines(fresh.head, 0, fresh.sums);
  NewFile made(to);
  SessionLog log(to, made.release(), 0, fresh, Durability::batched);
  log.buffer_ = first;
  RewrittenSession result;
  result.torn = logged.torn;
  for (std::size_t i = 1; i <= logged.book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = logged.book.at(id);
    const Stamp stamp = logged.stamps.of(id);
    if (!entry.valid || stamp.by == without) {
      ++result.left_out;
      continue;
    }
    const AnswerId number = make_id<AnswerId>(++result.answers);
    log.append(logged.book, id, number, stamp);
    // It was corrected, and is not to be confirmed again.
    if (entry.changed_at != no_answer) log.append_retraction(number, answer_name(entry.answer), stamp);
    if (log.buffer_.size() > enough_to_write) log.write_buffer();
  }
  log.write_buffer();
  log.sync();
  made.take_name();
  return result;
}

void replace_head(const std::filesystem::path& path, const SessionHead& head) {
  const Descriptor file(open_regular(path, O_RDONLY, "this session cannot be read"));
  lock(path, file.get());
  const std::string text = read_all(path, file.get());
  const SessionHead before = read_head(text, path.string(), false);
  LoggedSession fresh{head, AnswerBook(head.outputs ? head.outputs->size() : 0)};
  const std::string first = head_lines(head, 0, fresh.sums);
  std::filesystem::path made_path = path;
  made_path += ".new";
  std::filesystem::remove(made_path);  // left by a run that was killed
  NewFile made(made_path);
  SessionLog log(made_path, made.release(), 0, fresh, Durability::batched);
  log.buffer_ = first;
  AnswerCopier copier(fresh.book, before.outputs, head.outputs);
  const RecordReader read = [&](const AnswerBook& book, const Record& record) {
    const AnswerId id = record.retracts ? copier.copied(record.id) : copier.copy(book, record.id);
    if (id == no_answer) return;
    if (!record.retracts) {
      log.append(fresh.book, id, id, record.stamp);
    } else {
      log.append_retraction(id, record.answer ? answer_name(*record.answer) : "", record.stamp);
    }
  };
  parse_session(text, path.string(), read);
  log.write_buffer();
  log.sync();
  made.take_name();
  keep_under_another_name(path);
  if (::rename(made_path.c_str(), path.c_str()) != 0) {
    fail_at(path, fmt::format("this session cannot be replaced ({})", std::strerror(errno)));
  }
  remove_checkpoint(path);
}

SessionLog::SessionLog(std::filesystem::path path, Descriptor file, std::size_t size, const LoggedSession& logged,
                       Durability durability)
    : path_(path),
      file_(std::move(path), std::move(file), size, "this session"),
      durability_(durability),
      outputs_(logged.head.outputs),
      alphabet_(logged.head.alphabet) {
  continue_after(logged);
}

void SessionLog::continue_after(const LoggedSession& logged) {
  version_ = logged.version;
  sums_ = logged.sums;
  stamps_ = logged.stamps;
  last_at_ = logged.last_at;
  stems_ = logged.stems.continued();
  lines_ = logged.lines;
  checkpointed_ = logged.checkpointed;
}

void SessionLog::set_giver(std::string name) {
  if (name.size() > 200) throw InputError("a name may have at most 200 bytes");
  json_string(name);  // refuses what cannot be written
  giver_ = std::move(name);
}

void SessionLog::begin_storing() {
  if (storing_) {
    continue_after(read_text(file_.read(), path_));
    buffer_.clear();
  }
  storing_ = true;
}

void SessionLog::end_storing(bool durable) {
  if (durable) {
    file_.append(buffer_);
    synced_ = std::chrono::steady_clock::now();
  } else {
    file_.write(buffer_);
  }
  buffer_.clear();
  storing_ = false;
}

void SessionLog::sync() {
  file_.sync();
  synced_ = std::chrono::steady_clock::now();
}

const std::string& SessionLog::letter_text(Letter letter) {
  if (index(letter) >= letters_.size()) letters_.resize(index(letter) + 1);
  std::string& text = letters_[index(letter)];
  if (text.empty()) text = json_string(alphabet_.name(letter));
  return text;
}

void SessionLog::append_stem(std::span<const Letter> word) {
  const std::size_t number = stems_.add(word);
  for (int copy = 0; copy < 2; ++copy) {
    const std::size_t begin = buffer_.size();
    fmt::format_to(std::back_inserter(buffer_), "{{\"stem\":{},\"letters\":[", number);
    for (const Letter letter : word) {
      buffer_ += letter_text(letter);
      buffer_ += ',';
    }
    buffer_.back() = ']';
    close_line(begin, {});
    note_other(begin, false);
  }
}

void SessionLog::prepare_word(std::size_t side, const WordTree& words, WordId word) {
  words.spell(word, spelled_[side]);
  parts_[side] = {{}, spelled_[side], {}};
  if (version_ == 1) return;
  parts_[side] = stems_.split(spelled_[side]);
  if (!Stems::worth_a_stem(parts_[side], spelled_[side].size())) return;
  append_stem(spelled_[side]);
  parts_[side] = stems_.split(spelled_[side]);
}

void SessionLog::append_word(std::size_t side) {
  const Stems::Parts& parts = parts_[side];
  const auto append_stretch = [&](const Stems::Stretch& stretch) {
    if (stretch.length == 0) return;
    fmt::format_to(std::back_inserter(buffer_), "[{},{},{}],", stretch.stem, stretch.from, stretch.length);
  };
  buffer_ += '[';
  append_stretch(parts.begin);
  for (const Letter letter : parts.middle) {
    buffer_ += letter_text(letter);
    buffer_ += ',';
  }
  append_stretch(parts.end);
  if (buffer_.back() == ',') buffer_.pop_back();
  buffer_ += ']';
}

Stamp SessionLog::stamp() { return {now(), giver_, std::exchange(shown_, 0)}; }

void SessionLog::close_line(std::size_t begin, const Stamp& stamp) {
  if (buffer_.size() - begin > longest_log_line - 1000) {
    buffer_.resize(begin);
    fail_at(path_, fmt::format("an answer of more than {} MiB cannot be stored", longest_log_line >> 20));
  }
  if (version_ > 1) {
    if (!stamp.by.empty()) buffer_ += ",\"by\":" + json_string(stamp.by);
    if (stamp.shown != 0) fmt::format_to(std::back_inserter(buffer_), ",\"shown\":{}", stamp.shown);
    if (stamp.at != 0 && stamp.at != last_at_) fmt::format_to(std::back_inserter(buffer_), ",\"at\":{}", stamp.at);
    if (stamp.at != 0) last_at_ = stamp.at;
    sums_.close(buffer_, begin);
  } else {
    buffer_ += '}';
  }
  buffer_ += '\n';
  ++lines_.count;
}

void SessionLog::append(const AnswerBook& book, AnswerId id, AnswerId number, const Stamp& stamp) {
  const BookEntry& entry = book.at(id);
  const bool plain = entry.kind == BookEntry::Kind::comparison && stamp.by.empty() && stamp.shown == 0;
  const WordTree& words = book.words();
  if (entry.kind != BookEntry::Kind::acceptance) prepare_word(0, words, entry.left);
  if (entry.kind == BookEntry::Kind::comparison || entry.kind == BookEntry::Kind::difference) {
    prepare_word(1, words, entry.right);
  }
  const std::size_t begin = buffer_.size();
  buffer_ += "{\"id\":";
  buffer_ += fmt::format_int(index(number)).c_str();
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      buffer_ += ",\"a\":";
      append_word(0);
      buffer_ += ",\"b\":";
      append_word(1);
      buffer_ += ",\"answer\":\"";
      buffer_ += answer_name(entry.answer);
      buffer_ += '"';
      if (entry.purpose != Purpose::question) {
        buffer_ += fmt::format(",\"again\":\"{}\"", name_of(entry.purpose));
      }
      break;
    case BookEntry::Kind::value:
      buffer_ += ",\"word\":";
      append_word(0);
      buffer_ += fmt::format(",\"output\":{}", json_string(outputs_->name(entry.value)));
      break;
    case BookEntry::Kind::limits: {
      buffer_ += ",\"counterexample\":";
      append_word(0);
      const char* separator = ",\"among\":[";
      for (const Output output : book.allowed(id).members()) {
        buffer_ += separator + json_string(outputs_->name(output));
        separator = ",";
      }
      buffer_ += book.allowed(id).size() == 0 ? ",\"among\":[]" : "]";
      break;
    }
    case BookEntry::Kind::difference:
      buffer_ += ",\"counterexample\":";
      append_word(0);
      buffer_ += ",\"differs_from\":";
      append_word(1);
      break;
    case BookEntry::Kind::acceptance:
      buffer_ += ",\"accept\":true,\"machine\":";
      buffer_ += nlohmann::ordered_json::parse(write_json(book.accepted(id))).dump();
      break;
  }
  close_line(begin, stamp);
  if (plain) {
    lines_.answers.push_back(PackedAnswer{entry.answer, entry.purpose}.pack());
  } else {
    note_other(begin, true);
  }
}

void SessionLog::note_other(std::size_t begin, bool answer) {
  const std::size_t answers = lines_.answers.size();
  lines_.add({answers, file_.size() + begin, buffer_.size() - begin - 1, lines_.count}, answers + (answer ? 1 : 0));
}

void SessionLog::append_retraction(AnswerId id, std::string_view answer, const Stamp& stamp) {
  const std::size_t begin = buffer_.size();
  fmt::format_to(std::back_inserter(buffer_), "{{\"retract\":{}", index(id));
  if (!answer.empty()) fmt::format_to(std::back_inserter(buffer_), ",\"answer\":\"{}\"", answer);
  close_line(begin, stamp);
  note_other(begin, false);
}

void SessionLog::write_buffer() {
  file_.write(buffer_);
  buffer_.clear();
}

void SessionLog::keep(const AnswerBook& book, AnswerId first) {
  begin_storing();
  const Stamp now = this->stamp();
  for (std::size_t id = index(first); id <= book.size(); ++id) {
    const Stamp stamp = book.at(make_id<AnswerId>(id)).was_said() ? now : Stamp{.at = now.at};
    append(book, make_id<AnswerId>(id), make_id<AnswerId>(id), stamp);
    stamps_.add(stamp);
  }
  end_storing(durability_ == Durability::each || std::chrono::steady_clock::now() - synced_ >= longest_unsynced);
  if (book.size() >= checkpointed_ + std::max(interval_, checkpointed_ / 4)) checkpoint(book);
}

void SessionLog::checkpoint(const AnswerBook& book) {
  // Letters that are not listed have other numbers in another process.
  if (version_ == 1 || !alphabet_.listed() || book.size() < checkpointed_ + interval_) return;
  LogCheckpoint checkpoint;
  checkpoint.bytes = file_.size();
  checkpoint.sums = sums_;
  checkpoint.last_at = last_at_;
  checkpoint.lines = lines_;
  checkpoint.words = book.words().image();
  std::int64_t at = 0;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    const bool compared = entry.kind == BookEntry::Kind::comparison;
    checkpoint.lefts.push_back(compared ? entry.left : empty_word);
    checkpoint.rights.push_back(compared ? entry.right : empty_word);
    const std::int64_t given = stamps_.of(make_id<AnswerId>(i)).at;
    if (given != at) checkpoint.times.push_back({i - 1, at = given});
  }
  checkpoint.stems = stems_.used();
  write_checkpoint(path_, file_.get(), std::move(checkpoint));
  checkpointed_ = book.size();
}

void SessionLog::retract(AnswerId id) {
  begin_storing();
  append_retraction(id, "", stamp());
  end_storing(true);
}

void SessionLog::change(AnswerId id, Preference answer) {
  begin_storing();
  append_retraction(id, answer_name(answer), stamp());
  end_storing(true);
}

}  // namespace remap
