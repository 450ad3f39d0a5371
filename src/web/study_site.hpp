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

namespace remap::web {

class StudySite final : public Website {
 public:
  /// `folder`: where to read the files of the page; empty: use those in the program. `most_open`: sessions of
  /// participants that are open while nobody uses them; the one that was used last is closed last.
  StudySite(StudyDescription study, Access access, std::filesystem::path folder, std::size_t most_open,
            FailureReport report);

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
  [[nodiscard]] PageSession::Reply state(const Participant& participant);
  /// A reply as this participant may see it; notes when they are told that the session is done.
  [[nodiscard]] HttpResponse shown(const Participant& participant, PageSession::Reply reply);
  void note_end(const Participant& participant, const Json& state);
  /// How a session of one participant, or of all, is answered.
  [[nodiscard]] PageOptions options_for(const std::string& who) const;
  /// The session that a participant answers, opened or begun.
  [[nodiscard]] std::shared_ptr<SessionPages> own(const std::string& id);
  void close_one();
  [[nodiscard]] Json study_json();
  /// The answers that can be read, and per log that cannot, why.
  [[nodiscard]] std::vector<StudyAnswer> answers(std::map<std::string, std::string>& unreadable);

  StudyDescription study_;
  Access access_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;  // of what follows
  Participants participants_;
  struct Open {
    std::shared_ptr<SessionPages> pages;
    std::uint64_t used = 0;  // when; later is larger
  };
  std::map<std::string, Open> sessions_;  // own
  std::uint64_t clock_ = 0;
  std::size_t most_open_;
  struct Read {
    std::uintmax_t size = 0;
    std::vector<StudyAnswer> answers;
  };
  std::map<std::filesystem::path, Read> read_;  // logs, as they were read last
  std::unique_ptr<PageSession> together_;
  MachinePages machine_;
};

}  // namespace remap::web
