// The description of a study: study.json and consent.txt in its folder (docs/study.md).
#pragma once

#include <filesystem>
#include <string>

#include "remap/formats/session_head.hpp"
#include "runs/method/person_settings.hpp"

namespace remap {

enum class StudyMode : std::uint8_t {
  own,       // every participant has a session of their own
  together,  // all answer the same session
};

struct StudyDescription {
  std::filesystem::path folder;
  std::string title;
  StudyMode mode = StudyMode::own;
  std::string consent;              // the text
  std::string consent_hash;         // its SHA-256
  std::size_t participants = 10;    // links made at the start
  std::int64_t lease_seconds = 60;  // together: after that a question is given to someone else
  bool show_machine = false;        // participants see the machine so far
  SessionHead head;                 // of a session, without the participant

  /// Of the participant's own session, or of the one that all answer.
  [[nodiscard]] std::filesystem::path session(const std::string& participant) const;
  /// The first line of a session; `participant` is empty if all answer it.
  [[nodiscard]] SessionHead session_head(const std::string& participant) const;
};

/// Throws InputError with the file and what was expected.
StudyDescription read_study(const std::filesystem::path& folder);

}  // namespace remap
