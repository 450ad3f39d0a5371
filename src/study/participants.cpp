#include "study/participants.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "formats/text/text_file.hpp"
#include "logic/letters/shown.hpp"

namespace remap {

namespace {

using Json = nlohmann::json;

constexpr std::size_t pseudonym_length = 5;

Descriptor open_or_make(const std::filesystem::path& path) {
  Descriptor made(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (made.get() < 0) fail_at(path, fmt::format("the list of participants cannot be used ({})", std::strerror(errno)));
  return made;
}

AppendFile whole_lines(const std::filesystem::path& path, Descriptor file, std::string_view text) {
  return {path, std::move(file), text.rfind('\n') + 1, "the list of participants"};
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
    : path_(study.folder / "participants.jsonl"), file_(open()), random_token_(random_token) {
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

AppendFile Participants::open() {
  Descriptor file = open_or_make(path_);
  lock(path_, file.get());
  const std::string text = read_all(path_, file.get());
  read(text);
  return whole_lines(path_, std::move(file), text);
}

void Participants::read(const std::string& text) {
  std::size_t begin = 0, number = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
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
    if (line.contains("reopened")) {
      participant.result = nullptr;
      participant.finished = 0;
    }
  }
}

void Participants::append(Json line) {
  line["at"] = study_time();
  file_.append(line.dump() + "\n");
}

void Participants::add(std::size_t count) {
  std::string lines;
  std::vector<Participant> with_them = all_;
  const std::int64_t now = study_time();
  for (; count > 0; --count) {
    Participant made{"", random_token_(), "", now};
    do {
      made.id = "p-" + random_token_().substr(0, pseudonym_length);
    } while (std::ranges::find(with_them, made.id, &Participant::id) != with_them.end());
    lines += Json({{"participant", made.id}, {"token", made.token}, {"at", now}}).dump() + "\n";
    with_them.push_back(std::move(made));
  }
  file_.append(lines);
  all_ = std::move(with_them);
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

void Participants::reopen(const std::string& id) {
  Participant& participant = find(id);
  append({{"participant", id}, {"reopened", true}});
  participant.result = nullptr;
  participant.finished = 0;
}

void Participants::remove(const std::string& id) {
  static_cast<void>(find(id));
  const std::string text = read_text_file(path_);
  std::string kept;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    if (member(Json::parse(line, nullptr, false), "participant") != id) kept += line + "\n";
  }
  std::filesystem::path made = path_;
  made += ".new";
  std::filesystem::remove(made);
  Descriptor file = open_or_make(made);
  lock(made, file.get());
  AppendFile without = whole_lines(path_, std::move(file), "");
  without.append(kept);
  std::filesystem::rename(made, path_);
  file_ = std::move(without);
  std::erase_if(all_, [&](const Participant& each) { return each.id == id; });
}

}  // namespace remap
