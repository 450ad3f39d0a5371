#include <algorithm>

#include "run.hpp"

namespace remap {

namespace belief {

namespace {

constexpr double mostly = 0.3;  // of neighbouring values: so many called equal make classes hard to tell apart

TeacherErrors shown(const ErrorRates& rates) {
  TeacherErrors errors;
  errors.overall = rates.overall;
  errors.told_apart = rates.told_apart;
  errors.missed_near = rates.missed_near;
  errors.missed_far = rates.missed_far;
  errors.reversed_near = rates.reversed_near;
  errors.reversed_far = rates.reversed_far;
  errors.to_longer = rates.to_longer;
  errors.to_first = rates.to_first;
  errors.persistence = rates.persistence;
  return errors;
}

std::vector<DoubtfulAnswer> doubtful_answers(const Belief& belief) {
  std::vector<DoubtfulAnswer> result;
  const Labels& labels = belief.labels();
  const WordTree& words = belief.evidence().words();
  for (const Pair& pair : belief.evidence().pairs()) {
    if (!labels.labelled(pair.first) || !labels.labelled(pair.second)) continue;
    const Preference likely = compared(labels.rank(pair.first), labels.rank(pair.second));
    for (const Said& said : pair.answers) {
      if (said.answer == likely) continue;
      const double chance = belief.chance_wrong(pair, said);
      if (chance <= 0.5) continue;
      DoubtfulAnswer doubtful{said.number, words.spell(pair.first), words.spell(pair.second), said.answer, likely,
                              chance};
      if (!said.first_shown) {
        std::swap(doubtful.left, doubtful.right);
        doubtful.answer = swapped(doubtful.answer);
        doubtful.likely = swapped(doubtful.likely);
      }
      result.push_back(std::move(doubtful));
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const DoubtfulAnswer& a, const DoubtfulAnswer& b) {
    return a.chance != b.chance ? a.chance > b.chance : a.number < b.number;
  });
  return result;
}

}  // namespace

ErringResult Run::result(bool gave_up) {
  ErringResult result(*machine_);
  const Audit audit = this->audit(*machine_);
  const bool comparable = audit.ranks() == belief_->labels().size();
  if (options_.verdicts == Verdicts::trusted && !gave_up) {
    result.confidence = result.confidence_in_word = result.ten_more = 1;
  } else if (options_.verdicts != Verdicts::trusted && comparable) {
    result.confidence = gave_up ? audit.confidence() : confidence_;
    result.confidence_in_word = audit.confidence_in_word(options_.stop, options_.seed);
    result.ten_more = std::max(result.confidence, audit.confidence_after(10, options_.seed));
  }
  result.errors = shown(belief_->models().front().rates());
  result.doubtful = doubtful_answers(*belief_);
  // Values said of words that ended in one class.
  std::map<Level, std::set<Output>> said;
  for (const auto& [word, votes] : votes_) {
    if (!belief_->labels().labelled(word)) continue;
    for (const auto& [value, count] : votes) said[belief_->labels().level(word)].insert(make_id<Output>(value));
  }
  for (const auto& [level, values] : said) {
    if (values.size() > 1 && result.errors.missed_near > mostly)
      result.merged.emplace_back(values.begin(), values.end());
  }
  result.comparisons = belief_->evidence().size();
  result.equivalence_questions = equivalence_questions_;
  result.restarts = restarts_;
  result.gave_up = gave_up;
  return result;
}

}  // namespace belief

ErringResult learn_from_erring(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make,
                               const ErringOptions& options) {
  return belief::Run(teacher, make, options).run();
}

}  // namespace remap
