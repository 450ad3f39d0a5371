#include <fmt/format.h>

#include <algorithm>

#include "automata/algorithms/corrected.hpp"
#include "base/portable_math.hpp"
#include "learning/questions/sample_size.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"
#include "teachers/erring/run.hpp"

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

// Its transitions must pay for themselves. Whoever accepted another machine overlooked each line that differs.
double Run::fit(const MooreMachine& machine) const {
  const WordTree& words = belief_->evidence().words();
  const Ranks ranks(machine, words);
  double sum = -static_cast<double>(Steps(machine).size()) * portable::log(static_cast<double>(machine.size()));
  for (const Pair& pair : belief_->evidence().pairs()) {
    if (pair.answers.empty() || misjudged(pair, *belief_)) continue;
    const int steps = ranks.of(pair.first) - ranks.of(pair.second);
    sum += portable::log(likelihood(pair, belief_->models())[static_cast<std::size_t>(distance(2 * steps))]);
  }
  for (const Acceptance& acceptance : accepted_) {
    const auto overlooked = std::count_if(acceptance.lines.begin(), acceptance.lines.end(), [&](const Word& line) {
      return machine.output_after(line) != acceptance.machine.output_after(line);
    });
    sum += static_cast<double>(overlooked) * portable::log(AuditOptions{}.overlooked);
  }
  const double wrong = belief_->options().value_error;
  for (const Statement& statement : belief_->statements().all()) {
    if (wrong <= 0 || index(machine.output_after(words.spell(statement.word))) == statement.value) continue;
    sum += static_cast<double>(statement.votes) * portable::log(wrong / (1 - wrong));
  }
  return sum;
}

// What a trusted verdict refutes is the result only if there is nothing else.
const Hypothesis& Run::likeliest() const {
  const auto rate = [&](const Hypothesis& machine) {
    return std::pair(!refuted(machine.moore()), fit(machine.moore()));
  };
  const Hypothesis* best = &hypotheses_.back();
  auto most = rate(*best);
  const auto consider = [&](const Hypothesis& machine) {
    const auto here = rate(machine);
    if (here <= most) return;
    most = here;
    best = &machine;
  };
  for (const Hypothesis& machine : hypotheses_) consider(machine);
  for (const Acceptance& acceptance : accepted_) consider(acceptance.machine);
  return *best;
}

Hypothesis Run::as_remarked(const Hypothesis& machine) const {
  std::vector<std::pair<Word, Output>> said;
  for (const Remark& remark : remarks_) {
    const Word word = belief_->evidence().words().spell(remark.word);
    if (!excludes(remark.feedback, machine.output_after(word))) continue;
    std::size_t output = 0;
    while (output + 1 < machine.outputs().size() && excludes(remark.feedback, make_id<Output>(output))) ++output;
    said.emplace_back(word, make_id<Output>(output));
  }
  if (options_.verdicts != Verdicts::trusted || said.empty()) return machine;
  const MooreMachine result = corrected(machine.moore(), said);
  if (machine.mealy() == nullptr) return result;
  return {to_mealy(result), result.output(result.initial())};
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
  std::vector<std::vector<Output>> joined = merged(machine_->moore());
  if (gave_up && joined.empty()) {  // otherwise the merged values say what is wrong
    take(as_remarked(*machine_));
    for (auto last = rejected_.rbegin(); joined.empty() && last != rejected_.rend(); ++last) joined = merged(*last);
  }
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
  result.merged = std::move(joined);
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
  if (gave_up) result.limit = limit_;
  return result;
}

}  // namespace belief

void ErringOptions::check() const {
  const auto within = [](const char* name, double value, double most) {
    if (value > 0 && value < most) return;
    throw Misuse("ErringOptions", fmt::format("{} is {}, expected a number above 0 and below {}", name, value, most));
  };
  within("error_rate", error_rate, 0.5);
  within("confidence", confidence, 1);
  check_stop(stop);
}

ErringResult learn_from_erring(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make,
                               const ErringOptions& options) {
  return belief::Run(teacher, make, options).run();
}

ErringResult learn_from_erring(Teacher& teacher, const Alphabet& alphabet, const std::optional<Outputs>& outputs,
                               const ErringOptions& options, const SessionOptions& session) {
  ErringOptions chosen = options;
  SessionOptions each = session;
  if (!teacher.judges()) chosen.verdicts = Verdicts::unasked;
  if (chosen.verdicts == Verdicts::unasked || !outputs) each.equivalence = Equivalence::order;
  each.seed = options.seed;
  return learn_from_erring(
      teacher, [&] { return std::make_unique<Session>(alphabet, outputs, each); }, chosen);
}

}  // namespace remap
