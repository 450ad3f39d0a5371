// How far a study is, for its researcher: progress, time and agreement, from the logs.
#pragma once

#include <map>
#include <string>

#include "study/answers.hpp"

namespace remap {

struct ParticipantSummary {
  std::size_t answers = 0;  // comparisons in force, unsure ones included
  std::size_t unsure = 0;
  std::size_t checks = 0;     // machines accepted or found wrong
  double median_seconds = 0;  // per comparison
  double minutes = 0;         // spent answering; a pause counts as five minutes
  std::int64_t last = 0;      // milliseconds since 1970, UTC; 0: never
};

/// Of all pairs of people who compared the same two sequences, and were not unsure: how many agree.
struct Agreement {
  std::size_t pairs = 0;
  std::size_t agreeing = 0;
};

struct StudySummary {
  std::map<std::string, ParticipantSummary> participants;  // by pseudonym
  Agreement agreement;
  std::size_t answers = 0;
};

StudySummary summarise(const std::vector<StudyAnswer>& answers);

}  // namespace remap
