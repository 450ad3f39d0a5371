#include <algorithm>
#include <cmath>

#include "run.hpp"

namespace remap {

namespace belief {

namespace {

constexpr double mostly = 0.3;  // of neighbouring values: so many called equal make classes hard to tell apart

// Per word of the evidence, the rank of the output that a machine gives it among those that it has.
class Ranks {
 public:
  Ranks(const MooreMachine& machine, const WordTree& words) : machine_(machine), words_(words) {
    std::set<Output> met;
    for (std::size_t q = 0; q < machine.size(); ++q) met.insert(machine.output(make_id<State>(q)));
    used_.assign(met.begin(), met.end());
  }
  [[nodiscard]] int of(WordId word) const {
    const Output output = machine_.output_after(words_.spell(word));
    return static_cast<int>(std::lower_bound(used_.begin(), used_.end(), output) - used_.begin());
  }

 private:
  const MooreMachine& machine_;
  const WordTree& words_;
  std::vector<Output> used_;
};

// How well a machine explains all answers, in log odds; its transitions must pay for themselves.
double fit(const MooreMachine& machine, const Belief& belief) {
  const Ranks ranks(machine, belief.evidence().words());
  double sum = -static_cast<double>(Steps(machine).size()) * std::log(static_cast<double>(machine.size()));
  for (const Pair& pair : belief.evidence().pairs()) {
    if (pair.answers.empty() || misjudged(pair, belief)) continue;
    const int steps = ranks.of(pair.first) - ranks.of(pair.second);
    sum += std::log(likelihood(pair, belief.models())[static_cast<std::size_t>(distance(2 * steps))]);
  }
  return sum;
}

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

const Hypothesis& Run::likeliest() const {
  const Hypothesis* best = &hypotheses_.back();
  double most = fit(best->moore(), *belief_);
  for (const Hypothesis& machine : hypotheses_) {
    const double here = fit(machine.moore(), *belief_);
    if (here <= most) continue;
    most = here;
    best = &machine;
  }
  return *best;
}

// Neighbouring values of which the machine gives one where the other was said: where the teacher mostly calls such
// values equal, or insists on the other, comparisons cannot tell them apart.
std::vector<std::vector<Output>> Run::merged(const MooreMachine& machine) const {
  std::vector<std::vector<Output>> groups;
  if (order_alone(session_->options().equivalence)) return {};
  const bool calls_near_equal = belief_->rates().missed_near >= mostly;
  std::set<std::size_t> joined;  // a value that is not told from the one above it
  for (const auto& [word, votes] : votes_) {
    if (!calls_near_equal && !insists_on(word)) continue;
    const std::size_t given = index(machine.output_after(belief_->evidence().words().spell(word)));
    for (const auto& [said, count] : votes) {
      if (said + 1 == given || given + 1 == said) joined.insert(std::min(said, given));
    }
  }
  for (const std::size_t value : joined) {
    if (groups.empty() || index(groups.back().back()) != value) groups.push_back({make_id<Output>(value)});
    groups.back().push_back(make_id<Output>(value + 1));
  }
  return groups;
}

std::vector<AnnotatorErrors> Run::annotators() const {
  std::vector<AnnotatorErrors> all;
  for (std::size_t i = 0; i < belief_->models().size(); ++i) {
    const Reliability& reliability = belief_->reliabilities()[i];
    all.push_back(
        {"", reliability.answers, reliability.wrong, shown(belief_->models()[i].rates()), reliability.unreliable()});
  }
  return all;
}

ErringResult Run::result(bool gave_up) {
  if (gave_up) take(likeliest());
  ErringResult result(*machine_);
  const bool trusted = options_.verdicts == Verdicts::trusted;
  const Audit audit = this->audit(machine_->moore());
  const bool comparable = audit.ranks() == belief_->labels().size();
  if (trusted && !gave_up) {
    result.confidence = result.confidence_in_word = result.ten_more = 1;
  } else if (!trusted && comparable) {
    result.confidence = gave_up ? confidence_of(audit.confidence()) : confidence_;
    result.confidence_in_word =
        std::min(audit.confidence_in_word(options_.stop, options_.seed), confidence_in_words(0));
    result.ten_more = std::max(result.confidence, confidence_of(audit.confidence_after(10, options_.seed), 10));
  }
  result.errors = shown(belief_->rates());
  result.annotators = annotators();
  result.doubtful = doubtful_answers(*belief_);
  result.merged = merged(machine_->moore());
  result.comparisons = belief_->evidence().size();
  result.unsure = belief_->evidence().all_unsure();
  result.words = belief_->evidence().words_heard();
  result.classes = belief_->labels().size();
  std::set<Level> said;
  for (const Statement& statement : belief_->statements().all()) said.insert(belief_->labels().level(statement.word));
  result.known_values = said.size();
  result.counterexample_lengths = counterexample_lengths_;
  for (const auto& [word, times] : refused_) {
    if (insists_on(word)) result.insisted.push_back(belief_->evidence().words().spell(word));
  }
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
