// The addresses of a study. A participant's link and the researcher's address have a token each:
//
//     GET  /TOKEN/                  the page; for the researcher, their own
//     GET  /TOKEN/api/state         what is asked now; at first, consent
//     POST /TOKEN/api/consent       {"hash"}: agrees to the text with this hash
//     POST /TOKEN/api/ACTION        as for a single session
//     GET  /TOKEN/api/study         for the researcher: progress, time and agreement
//     POST /TOKEN/api/add           {"count"}: more participants
//     GET  /TOKEN/answers.csv       all answers, also .jsonl
//     GET  /TOKEN/machine.json      together: the machine as a file, also .txt, .dot, .svg
#pragma once

#include <map>

#include "study/answers.hpp"
#include "study/participants.hpp"
#include "web/site.hpp"
#include "web/together_session.hpp"

namespace remap::web {

class StudySite final : public Website {
 public:
  /// `folder`: where to read the files of the page; empty: use those in the program.
  StudySite(StudyDescription study, Access access, std::filesystem::path folder = {});

  [[nodiscard]] HttpResponse check(const HttpRequest& request) const override;
  [[nodiscard]] HttpResponse handle(const HttpRequest& request) override;
  /// That of the researcher.
  [[nodiscard]] std::string address() const override { return link(participants_.researcher()); }

 private:
  [[nodiscard]] std::string link(const std::string& token) const;
  [[nodiscard]] HttpResponse for_participant(const Participant& participant, const HttpRequest& request,
                                             const std::string& path);
  [[nodiscard]] HttpResponse for_researcher(const HttpRequest& request, const std::string& path);
  [[nodiscard]] PageSession::Reply consent(const Participant& participant, const Json& body);
  [[nodiscard]] Json consent_state(const Participant& participant) const;
  [[nodiscard]] Json state(const Participant& participant);
  /// A state as this participant may see it; notes when their own session is done.
  [[nodiscard]] Json shown(const Participant& participant, Json state);
  void note_end(const Participant& participant, const Json& result);
  /// The session of a participant, opened or begun.
  [[nodiscard]] SessionPages& own(const std::string& id);
  [[nodiscard]] Json study_json();
  [[nodiscard]] std::vector<StudyAnswer> answers();

  StudyDescription study_;
  Access access_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;  // of what follows
  Participants participants_;
  std::map<std::string, std::unique_ptr<SessionPages>> sessions_;  // own
  struct Read {
    std::uintmax_t size = 0;
    std::vector<StudyAnswer> answers;
  };
  std::map<std::filesystem::path, Read> read_;  // logs, as they were read last
  std::unique_ptr<TogetherSession> together_;
  MachinePages machine_;
};

}  // namespace remap::web
