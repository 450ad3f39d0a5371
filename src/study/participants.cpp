#include "study/participants.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "automata/shown.hpp"
#include "formats/text_file.hpp"

namespace remap {

namespace {

using Json = nlohmann::json;

constexpr std::size_t pseudonym_length = 5;

Descriptor open_or_make(const std::filesystem::path& path) {
  Descriptor made(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (made.get() < 0) fail_at(path, fmt::format("the list of participants cannot be used ({})", std::strerror(errno)));
  return made;
}

void write_all(const std::filesystem::path& path, int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_at(path, fmt::format("the list of participants cannot be written ({})", std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fdatasync(file) != 0 && errno != EINVAL && errno != EROFS) {
    fail_at(path, fmt::format("the list of participants cannot be flushed to disk ({})", std::strerror(errno)));
  }
}

std::string member(const Json& line, const char* key) {
  return line.contains(key) && line[key].is_string() ? line[key].get<std::string>() : "";
}

}  // namespace

std::int64_t study_time() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

Participants::Participants(const StudyDescription& study, std::string (*random_token)())
    : path_(study.folder / "participants.jsonl"), file_(open_or_make(path_)), random_token_(random_token) {
  lock(path_, file_.get());
  read(read_all(path_, file_.get()));
  if (researcher_.empty()) {
    researcher_ = random_token_();
    append({{"researcher", researcher_}});
  }
  for (const Participant& each : all_) {
    if (!each.consent.empty() && each.consent != study.consent_hash) {
      fail_at(study.folder / "consent.txt",
              fmt::format("participant {} agreed to another text; begin a new study in another folder", safe(each.id)));
    }
  }
  if (all_.size() < study.participants) add(study.participants - all_.size());
}

void Participants::read(const std::string& text) {
  std::size_t begin = 0, number = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    ++number;
    const Json line = Json::parse(text.substr(begin, end - begin), nullptr, false);
    if (!line.is_object()) fail_at(path_, fmt::format("line {}: expected a JSON object", number));
    if (line.contains("researcher")) researcher_ = member(line, "researcher");
    const std::string id = member(line, "participant");
    if (id.empty()) continue;
    const std::int64_t at = line.contains("at") && line["at"].is_number() ? line["at"].get<std::int64_t>() : 0;
    if (line.contains("token")) all_.push_back({id, member(line, "token"), "", at});
    Participant& participant = find(id);
    if (line.contains("consent")) {
      participant.consent = member(line, "consent");
      participant.consented = at;
    }
    if (line.contains("finished")) {
      participant.result = line["finished"];
      participant.finished = at;
    }
  }
  // A last line without its end was being written when the program was killed: nobody has acted on it.
  if (begin < text.size() && ::ftruncate(file_.get(), static_cast<off_t>(begin)) != 0) {
    fail_at(path_, fmt::format("its truncated last line cannot be removed ({})", std::strerror(errno)));
  }
}

void Participants::append(Json line) {
  line["at"] = study_time();
  write_all(path_, file_.get(), line.dump() + "\n");
}

void Participants::add(std::size_t count) {
  std::string lines;
  const std::int64_t now = study_time();
  for (; count > 0; --count) {
    Participant made{"", random_token_(), "", now};
    do {
      made.id = "p-" + random_token_().substr(0, pseudonym_length);
    } while (std::ranges::find(all_, made.id, &Participant::id) != all_.end());
    lines += Json({{"participant", made.id}, {"token", made.token}, {"at", now}}).dump() + "\n";
    all_.push_back(std::move(made));
  }
  write_all(path_, file_.get(), lines);
}

Participant& Participants::find(const std::string& id) {
  const auto found = std::ranges::find(all_, id, &Participant::id);
  if (found == all_.end()) {
    throw InputError(fmt::format("{}: there is no participant '{}'", path_.string(), shortened(safe(id), 40)));
  }
  return *found;
}

const Participant* Participants::by_token(const std::string& token) const {
  const auto found = std::ranges::find(all_, token, &Participant::token);
  return found == all_.end() ? nullptr : &*found;
}

void Participants::consent(const std::string& id, const std::string& hash) {
  Participant& participant = find(id);
  append({{"participant", id}, {"consent", hash}});
  participant.consent = hash;
  participant.consented = study_time();
}

void Participants::finish(const std::string& id, Json result) {
  Participant& participant = find(id);
  append({{"participant", id}, {"finished", result}});
  participant.result = std::move(result);
  participant.finished = study_time();
}

void Participants::remove(const std::string& id) {
  static_cast<void>(find(id));
  const std::string text = read_text_file(path_);
  std::string kept;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    if (member(Json::parse(line, nullptr, false), "participant") != id) kept += line + "\n";
  }
  std::filesystem::path made = path_;
  made += ".new";
  std::filesystem::remove(made);
  Descriptor file = open_or_make(made);
  lock(made, file.get());
  write_all(made, file.get(), kept);
  std::filesystem::rename(made, path_);
  file_ = std::move(file);
  std::erase_if(all_, [&](const Participant& each) { return each.id == id; });
}

}  // namespace remap
