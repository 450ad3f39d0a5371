// Who takes part in a study: pseudonyms, links and consent, in participants.jsonl of its folder.
//
// A line is appended, and on disk, before anybody acts on it. The file holds the secret parts of the links, so only its
// owner can read it; it holds no names and no addresses of people.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "formats/log/session_log_file.hpp"
#include "study/description.hpp"

namespace remap {

struct Participant {
  std::string id;                                         // a pseudonym: "p-7kqmx"
  std::string token;                                      // the secret part of the link
  std::string consent = {};                               // the hash of the text agreed to; empty: not yet
  std::int64_t invited = 0, consented = 0, finished = 0;  // milliseconds since 1970, UTC; 0: not yet
  nlohmann::json result = nullptr;                        // of a session of their own
};

class Participants {
 public:
  /// Opens or begins the file, and makes as many participants as the study has. `random_token` gives secrets. Throws
  /// InputError if another process uses the study, or if somebody agreed to another text than that of the study.
  Participants(const StudyDescription& study, std::string (*random_token)());

  [[nodiscard]] const std::string& researcher() const noexcept { return researcher_; }
  [[nodiscard]] const std::vector<Participant>& all() const noexcept { return all_; }
  /// Null if there is none.
  [[nodiscard]] const Participant* by_token(const std::string& token) const;
  void add(std::size_t count);
  void consent(const std::string& id, const std::string& hash);
  void finish(const std::string& id, nlohmann::json result);
  /// They go on, having changed an answer.
  void reopen(const std::string& id);
  /// Removes every line about a participant.
  void remove(const std::string& id);

 private:
  /// Reads what the file holds.
  [[nodiscard]] AppendFile open();
  void read(const std::string& text);
  void append(nlohmann::json line);
  [[nodiscard]] Participant& find(const std::string& id);

  std::filesystem::path path_;
  std::string researcher_;
  std::vector<Participant> all_;
  AppendFile file_;  // holds these
  std::string (*random_token_)();
};

/// Milliseconds since 1970, UTC.
std::int64_t study_time();

}  // namespace remap
