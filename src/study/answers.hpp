// Every answer of a study, from the logs in its folder.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "formats/log/answer_stamps.hpp"
#include "study/description.hpp"

namespace remap {

struct StudyAnswer {
  enum class Kind : std::uint8_t { comparison, acceptance, counterexample };
  Kind kind = Kind::comparison;
  std::string session;  // the name of its file
  std::size_t number = 0;
  Stamp stamp;
  bool retracted = false;
  /// Of a comparison: the shorter one first, then by the order of letters, whatever was shown where; of a
  /// counterexample: `first`.
  Word first, second;
  Preference answer = Preference::unsure;  // the first against the second
  std::vector<Output> values = {};         // of a counterexample: those that are possible
  std::size_t states = 0;                  // of a machine that was accepted

  /// From the question to the answer; 0 if not known.
  [[nodiscard]] double seconds() const noexcept {
    return stamp.shown > 0 && stamp.at > stamp.shown ? static_cast<double>(stamp.at - stamp.shown) / 1000 : 0;
  }
};

/// The logs of a study that exist, by name.
std::vector<std::filesystem::path> study_sessions(const StudyDescription& study);
/// All answers of one log. Throws InputError if it cannot be read.
std::vector<StudyAnswer> study_answers(const std::filesystem::path& session);

}  // namespace remap
