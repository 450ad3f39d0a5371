#include "study/forget.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "formats/log/session_log_checkpoint.hpp"
#include "logic/letters/shown.hpp"
#include "study/answers.hpp"
#include "study/participants.hpp"

namespace remap {

namespace {

namespace fs = std::filesystem;

/// A log and what was kept of it when its first line was replaced.
std::vector<fs::path> with_old_ones(const fs::path& log) {
  std::vector<fs::path> files;
  if (fs::exists(log)) files.push_back(log);
  for (std::size_t i = 1;; ++i) {
    fs::path old = log;
    old += fmt::format(".{}", i);
    if (!fs::exists(old)) return files;
    files.push_back(std::move(old));
  }
}

std::size_t answers_of(const fs::path& log, const std::string& id) {
  std::size_t count = 0;
  for (const StudyAnswer& answer : study_answers(log)) count += answer.stamp.by == id ? 1 : 0;
  return count;
}

void rewrite_without(const fs::path& log, const std::string& id) {
  const Descriptor file = open_regular(log, O_RDONLY, "this session cannot be read");
  lock(log, file.get());
  fs::path made = log;
  made += ".new";
  fs::remove(made);  // left by a program that was killed
  compact_session(log, made, id);
  remove_checkpoint(log);
  fs::rename(made, log);
}

[[noreturn]] std::string no_tokens() {
  throw InputError("the list of participants is incomplete: it does not begin with the researcher");
}

}  // namespace

Forgotten forget_participant(const StudyDescription& study, const std::string& id) {
  if (!fs::exists(study.folder / "participants.jsonl")) {
    fail_at(study.folder, "this study has not begun: there are no participants");
  }
  StudyDescription as_it_is = study;
  as_it_is.participants = 0;
  Participants participants(as_it_is, no_tokens);
  const auto known = [&] {
    for (const Participant& each : participants.all()) {
      if (each.id == id) return true;
    }
    return false;
  };
  if (!known()) fail_at(study.folder, fmt::format("there is no participant '{}'", shortened(safe(id), 40)));
  Forgotten result;
  const std::vector<fs::path> logs = with_old_ones(study.session(id));
  if (!logs.empty()) result.answers = answers_of(logs.front(), id);
  for (const fs::path& log : logs) {
    if (study.mode == StudyMode::own) {
      fs::remove(log);
    } else {
      rewrite_without(log, id);
    }
  }
  participants.remove(id);
  return result;
}

}  // namespace remap
