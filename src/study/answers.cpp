#include "study/answers.hpp"

#include <algorithm>

#include "formats/log/session_log.hpp"

namespace remap {

std::vector<std::filesystem::path> study_sessions(const StudyDescription& study) {
  std::vector<std::filesystem::path> files;
  if (study.mode == StudyMode::together) {
    if (std::filesystem::exists(study.session(""))) files.push_back(study.session(""));
    return files;
  }
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(study.folder / "sessions", none)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<StudyAnswer> study_answers(const std::filesystem::path& session) {
  const LoggedSession logged = read_session(session);
  const AnswerBook& book = logged.book;
  std::vector<StudyAnswer> answers;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book.at(id);
    if (!entry.was_said()) continue;
    StudyAnswer answer;
    answer.session = session.stem().string();
    answer.number = i;
    answer.stamp = logged.stamps.of(id);
    answer.retracted = !entry.valid;
    if (entry.kind == BookEntry::Kind::acceptance) {
      answer.kind = StudyAnswer::Kind::acceptance;
      answer.states = book.accepted(id).size();
    } else {
      answer.first = book.words().spell(entry.left);
      if (entry.right != no_word) answer.second = book.words().spell(entry.right);
      answer.answer = entry.answer;
      if (entry.kind != BookEntry::Kind::comparison) answer.kind = StudyAnswer::Kind::counterexample;
      if (entry.kind == BookEntry::Kind::value) answer.values = {entry.value};
      if (entry.kind == BookEntry::Kind::limits) answer.values = book.allowed(id).members();
    }
    const auto later = [](const Word& a, const Word& b) { return a.size() != b.size() ? a.size() > b.size() : a > b; };
    if (answer.kind == StudyAnswer::Kind::comparison && later(answer.first, answer.second)) {
      std::swap(answer.first, answer.second);
      answer.answer = swapped(answer.answer);
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace remap
