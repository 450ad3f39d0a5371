#include "study/summary.hpp"

#include <algorithm>

namespace remap {

namespace {

constexpr double longest_pause = 300;  // seconds

double median(std::vector<double>& numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

}  // namespace

StudySummary summarise(const std::vector<StudyAnswer>& answers) {
  StudySummary summary;
  std::map<std::string, std::vector<double>> seconds;
  std::map<std::pair<Word, Word>, std::map<std::string, Preference>> said;  // the latest of each person
  for (const StudyAnswer& answer : answers) {
    ParticipantSummary& participant = summary.participants[answer.stamp.by];
    participant.last = std::max(participant.last, answer.stamp.at);
    if (answer.seconds() > 0) participant.minutes += std::min(answer.seconds(), longest_pause) / 60;
    if (answer.retracted) continue;
    if (answer.kind != StudyAnswer::Kind::comparison) {
      ++participant.checks;
      continue;
    }
    ++participant.answers;
    ++summary.answers;
    if (answer.seconds() > 0) seconds[answer.stamp.by].push_back(answer.seconds());
    if (answer.answer == Preference::unsure) {
      ++participant.unsure;
    } else {
      said[{answer.first, answer.second}][answer.stamp.by] = answer.answer;
    }
  }
  for (auto& [id, numbers] : seconds) summary.participants[id].median_seconds = median(numbers);
  for (const auto& [words, people] : said) {
    for (auto one = people.begin(); one != people.end(); ++one) {
      for (auto other = std::next(one); other != people.end(); ++other) {
        ++summary.agreement.pairs;
        if (one->second == other->second) ++summary.agreement.agreeing;
      }
    }
  }
  return summary;
}

}  // namespace remap
