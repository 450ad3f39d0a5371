// Whether the machine is right. Where verdicts are doubted, the machine is tested by comparisons before the teacher
// sees it, so that people see few wrong ones, and afterwards until the target is reached. A counterexample is evidence
// like any other: its word is asked about, and if the machine is right there as far as comparisons tell, the
// counterexample was wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "learning/words/answer_check.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"
#include "teachers/checklist.hpp"
#include "teachers/erring/run.hpp"

namespace remap::belief {

namespace {

constexpr double before_showing = 0.3;  // the confidence at which a machine is shown
constexpr std::uint64_t most_refusals = 50;
constexpr std::uint64_t insistence = 40;  // so often the same counterexample is refused; each time it counts more
constexpr std::size_t most_audits = 200;
constexpr std::size_t most_lines = 300;             // that somebody reads who accepts a machine, and the longer words
constexpr std::size_t most_last_verdicts = 8;       // once nothing else can be asked
constexpr std::size_t most_answers_per_round = 50;  // then the audit starts over, with the errors learned so far

}  // namespace

const Run::Acceptance* Run::accepted(const MooreMachine& machine) const {
  const auto same = [&](const Acceptance& acceptance) { return acceptance.machine.moore() == machine; };
  const auto at = std::find_if(accepted_.begin(), accepted_.end(), same);
  return at == accepted_.end() ? nullptr : &*at;
}

bool Run::agrees(const EquivalenceQuestion& question, const Word& word, WordId booked_word) {
  const WordId representative = booked(question.same_class(word));
  return belief_->counted_level(booked_word) == belief_->counted_level(representative);
}

std::optional<EquivalenceAnswer> Run::recall(const EquivalenceQuestion& question) {
  for (Remark& remark : remarks_) {
    if (remark.given) continue;
    const Word word = belief_->evidence().words().spell(remark.word);
    const bool wrong = question.by_order
                           ? belief_->labels().labelled(remark.word) && !agrees(question, word, remark.word)
                           : excludes(remark.feedback, question.machine.output_after(word));
    if (!wrong) continue;
    remark.given = true;
    return EquivalenceAnswer::wrong(word, remark.feedback);
  }
  return std::nullopt;
}

// What is known already refutes a machine without a question, and after a restart by the same words as before, so that
// the session grows as it did and few words are new.
std::optional<EquivalenceAnswer> Run::known_otherwise(const EquivalenceQuestion& question) {
  const Labels& labels = belief_->labels();
  const WordTree& words = belief_->evidence().words();
  std::vector<WordId> wrong;
  Word word;
  const auto differs = [&](WordId at) {
    words.spell(at, word);
    return belief_->counted_level(at) != belief_->counted_level(booked(question.same_class(word)));
  };
  for (std::size_t w = 0; w < words.size(); ++w) {
    const WordId at = make_id<WordId>(w);
    const bool settled = labels.labelled(at) && belief_->used(at);
    if (settled && !recalled_.contains(at) && differs(at)) wrong.push_back(at);
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [&](WordId a, WordId b) { return belief_->evidence().length(a) < belief_->evidence().length(b); });
  for (const WordId at : wrong) {
    words.spell(at, word);
    const WordId like = booked(question.same_class(word));
    belief_->expect(at, {like, no_word, {}});
    if (!refuted_by(at, belief_->counted_level(like))) continue;
    recalled_.insert(at);
    return EquivalenceAnswer::wrong(word);
  }
  return std::nullopt;
}

// A level without a class in the session: each of its words is a counterexample.
std::optional<EquivalenceAnswer> Run::missing_level() {
  const Labels& labels = belief_->labels();
  std::set<Level> met;
  for (std::size_t rank = 0; rank < session_->engine().classes().size(); ++rank) {
    const ClassId id = session_->engine().classes().at_rank(rank);
    met.insert(belief_->counted_level(booked(session_->engine().classes().representative(id))));
  }
  for (const Level level : std::vector<Level>(labels.order())) {
    if (met.contains(level)) continue;
    std::vector<WordId> members = labels.members(level);
    std::erase_if(members, [&](WordId word) { return belief_->replaced_by(word) != no_word; });
    if (members.empty()) continue;
    const WordId word = *std::min_element(members.begin(), members.end(), [&](WordId a, WordId b) {
      return belief_->evidence().length(a) < belief_->evidence().length(b);
    });
    inquirer_->settle(word, inquirer_->enough_to_grow());
    check_current();
    if (met.contains(labels.level(word))) return missing_level();
    return EquivalenceAnswer::wrong(belief_->evidence().words().spell(word));
  }
  return std::nullopt;
}

EquivalenceAnswer Run::verdict(const EquivalenceQuestion& question) {
  ++equivalence_questions_;
  EquivalenceAnswer said = teacher_.equivalence(question);
  check_verdict("Teacher::equivalence", question, said);
  if (said.counterexample) {
    counterexample_lengths_.push_back(said.counterexample->size());
    if (options_.verdicts == Verdicts::trusted) rejected_.push_back(question.machine.moore());
    return said;
  }
  const TransitionWords lines(question.machine, TransitionWords::shown_longer, question.number);
  accepted_.push_back({question.machine, {}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < most_lines || i >= lines.transitions()) accepted_.back().lines.push_back(lines.word(i));
  }
  if (options_.verdicts == Verdicts::trusted) confidence_ = 1;
  return said;
}

// Comparisons are no longer asked, so a machine is shown however little is known of it. After a few, or where a limit
// of the user's is met, it must do, right or not.
EquivalenceAnswer Run::last_word(const EquivalenceQuestion& question) {
  if (options_.verdicts == Verdicts::unasked || limit_ != Limit::none) return EquivalenceAnswer::accepted();
  if (auto known = recall(question)) return *std::move(known);
  if (last_verdicts_ == most_last_verdicts || accepted(question.machine.moore()) != nullptr)
    return EquivalenceAnswer::accepted();
  ++last_verdicts_;
  EquivalenceAnswer said = verdict(question);
  if (!said.counterexample) return said;
  return options_.verdicts == Verdicts::trusted ? hear_trusted(question, std::move(said))
                                                : hear(question, std::move(said));
}

void Run::show_likeliest() {
  for (; last_verdicts_ < most_last_verdicts; ++last_verdicts_) {
    const Hypothesis machine = likeliest();
    if (accepted(machine.moore()) != nullptr || refuted(machine.moore())) return;
    std::vector<WordId> representative(machine.outputs().size(), no_word);
    const Evidence& evidence = belief_->evidence();
    for (std::size_t w = 0; w < evidence.words().size(); ++w) {
      const WordId word = make_id<WordId>(w);
      WordId& of_class = representative[index(machine.output_after(evidence.words().spell(word)))];
      if (of_class == no_word || evidence.length(word) < evidence.length(of_class)) of_class = word;
    }
    const bool by_order = order_alone(session_->options().equivalence);
    const EquivalenceQuestion question{machine, representative, evidence.words(), by_order, equivalence_questions_ + 1};
    const EquivalenceAnswer said = verdict(question);
    if (!said.counterexample) return;
    const WordId word = belief_->insert(*said.counterexample);
    if (by_order || said.feedback.kind == Feedback::Kind::none) return;
    remarks_.push_back({word, said.feedback});
    if (said.feedback.kind != Feedback::Kind::value) continue;
    const std::size_t value = index(said.feedback.outputs.front());
    belief_->state(word, value, ++votes_[word][value]);
  }
}

bool Run::refuted(const MooreMachine& machine) const {
  if (std::find(rejected_.begin(), rejected_.end(), machine) != rejected_.end()) return true;
  if (options_.verdicts != Verdicts::trusted) return false;
  return std::any_of(remarks_.begin(), remarks_.end(), [&](const Remark& remark) {
    return excludes(remark.feedback, machine.output_after(belief_->evidence().words().spell(remark.word)));
  });
}

EquivalenceAnswer Run::judge() {
  const EquivalenceQuestion question = session_->equivalence_question();
  const MooreMachine& machine = question.machine.moore();
  if (closed_) return last_word(question);
  restore_by(question);
  const bool trusted = options_.verdicts == Verdicts::trusted;
  for (;;) {
    if (auto known = recall(question)) return *std::move(known);
    if (!trusted) {
      if (auto found = missing_level()) return *std::move(found);
      if (auto found = known_otherwise(question)) return *std::move(found);
      if (options_.verdicts == Verdicts::unasked) {
        if (auto word = explore(machine)) return EquivalenceAnswer::wrong(*std::move(word));
      }
      const bool decided = options_.verdicts == Verdicts::unasked || accepted(machine) != nullptr;
      if (auto word = examine(machine, decided ? options_.confidence : std::min(before_showing, options_.confidence))) {
        return EquivalenceAnswer::wrong(*std::move(word));
      }
      if (decided) return EquivalenceAnswer::accepted();
    } else if (accepted(machine) != nullptr) {
      return EquivalenceAnswer::accepted();
    }
    EquivalenceAnswer said = verdict(question);
    if (!said.counterexample) {
      if (!trusted) continue;
      return EquivalenceAnswer::accepted();
    }
    if (trusted) return hear_trusted(question, std::move(said));
    const WordId word = belief_->insert(*said.counterexample);
    EquivalenceAnswer heard = hear(question, std::move(said));
    if (heard.counterexample) return heard;
    ++refused_[word];
    if (insists_on(word) || refusals() > most_refusals) {
      close();
      return EquivalenceAnswer::accepted();
    }
  }
}

bool Run::insists_on(WordId word) const {
  const auto found = refused_.find(word);
  return found != refused_.end() && found->second >= insistence;
}

std::uint64_t Run::refusals() const {
  std::uint64_t sum = 0;
  for (const auto& [word, times] : refused_) sum += times;
  return sum;
}

bool Run::insists() const {
  return std::any_of(refused_.begin(), refused_.end(), [&](const auto& each) { return insists_on(each.first); });
}

// Where the teacher and comparisons do not agree about a word, either may be right.
double Run::confidence_of(double audited, std::size_t tests) const {
  const double known = std::min({audited * confidence_in_sample(), confidence_in_words(2 * tests), confidence_left()});
  return insists() ? known / 2 : known;
}

// Words about which nothing but unsure was said may be of any class: most words must be others. An output that was
// declared is rather met after words that nobody asked about than after none, unless somebody accepted the machine.
double Run::confidence_left() const {
  const Evidence& evidence = belief_->evidence();
  const auto heard = static_cast<double>(evidence.words_heard()), asked = static_cast<double>(evidence.words_asked());
  const double sure = asked > 0 ? std::min(1.0, 2 * heard / asked) : 1;
  const bool all_met = !session_->outputs() || belief_->labels().size() >= session_->outputs()->size();
  return all_met || accepted(machine_->moore()) != nullptr ? sure : std::min(sure, 0.5);
}

EquivalenceAnswer Run::hear_trusted(const EquivalenceQuestion& question, EquivalenceAnswer said) {
  const Output own = question.machine.output_after(*said.counterexample);
  if (!question.by_order && said.feedback.kind != Feedback::Kind::none && !excludes(said.feedback, own)) {
    throw InputError(fmt::format("'{}' is not a counterexample, the machine itself gives it the output {}",
                                 shown_word(question.machine.alphabet(), *said.counterexample),
                                 question.machine.outputs().name(own)));
  }
  const WordId word = belief_->insert(*said.counterexample);
  belief_->replace(word, no_word);
  Feedback feedback = said.feedback;
  if (feedback.kind == Feedback::Kind::none && !question.by_order) {
    feedback = {Feedback::Kind::not_value, {question.machine.output_after(*said.counterexample)}};
  }
  remarks_.push_back({word, feedback, true});
  if (feedback.kind == Feedback::Kind::value && !question.by_order) {
    belief_->state(word, index(feedback.outputs.front()));
    ++votes_[word][index(feedback.outputs.front())];
  }
  const auto look_at = [&](WordId at) {
    if (belief_->labels().labelled(at) && inquirer_->doubtful(at)) inquirer_->settle_again(at, inquirer_->enough());
  };
  look_at(word);
  // What was said of one word bounds all levels.
  const std::vector<Statement> statements = belief_->statements().all();
  for (const Statement& statement : statements) look_at(statement.word);
  return said;
}

// No counterexample: this one was refused.
EquivalenceAnswer Run::hear(const EquivalenceQuestion& question, EquivalenceAnswer said) {
  const Labels& labels = belief_->labels();
  const WordId word = belief_->insert(*said.counterexample);
  const bool has_value = said.feedback.kind == Feedback::Kind::value && !question.by_order;
  const Output output = question.machine.output_after(*said.counterexample);
  std::size_t value = 0;
  if (has_value) {  // what was said most often of this word counts
    value = index(said.feedback.outputs.front());
    std::map<std::size_t, std::size_t>& votes = votes_[word];
    ++votes[value];
    for (const auto& [other, count] : votes) {
      if (count > votes[value]) value = other;
    }
    forget_remark(word);
    belief_->state(word, value, votes[value]);
  }
  if (labels.labelled(word)) {
    belief_->set_error(word, 1);
  } else {
    belief_->expect(word, {});
  }
  inquirer_->settle(word, inquirer_->enough_to_grow());
  const Feedback feedback = has_value ? Feedback{Feedback::Kind::value, {make_id<Output>(value)}} : said.feedback;
  const auto allows = [&] { return belief_->statements().bounds(labels, word).allows(labels.rank(word), value); };
  const bool possible = !has_value || allows();
  if (!possible) {
    // What was said of another word of this level is in the way. The later word counts, once per level.
    std::vector<WordId> others;
    for (const Statement& statement : belief_->statements().all()) {
      if (statement.word != word && labels.level(statement.word) == labels.level(word) && statement.value != value) {
        others.push_back(statement.word);
      }
    }
    const bool full = labels.size() == belief_->statements().outputs();
    if (!full && others.size() == 1 && overruled_.insert(labels.level(word)).second) {
      forget_remark(others.front());
      remarks_.push_back({word, feedback});
      throw Outdated{};
    }
    belief_->unstate(word);
  }
  const bool right_class = agrees(question, *said.counterexample, word);
  const bool kept = possible && !question.by_order && feedback.kind != Feedback::Kind::none;
  if (kept) remarks_.push_back({word, feedback, true});
  check_current();
  if (!right_class) {
    const bool helpful = kept && excludes(feedback, output);
    return EquivalenceAnswer::wrong(*std::move(said.counterexample), helpful ? feedback : Feedback{});
  }
  if (kept && excludes(feedback, output)) return EquivalenceAnswer::wrong(*std::move(said.counterexample), feedback);
  const bool outvoted = has_value && value != index(said.feedback.outputs.front());  // by what was said before
  if (kept && outvoted) throw Outdated{};
  return {};
}

Audit Run::audit(const MooreMachine& machine) const {
  AuditOptions options;
  options.longest = options_.longest;
  Audit result(*belief_, machine, options, options_.seed);
  if (const Acceptance* acceptance = accepted(machine)) result.accepted(acceptance->lines);
  return result;
}

bool Run::refuted_by(WordId word, Level predicted) {
  const Labels& labels = belief_->labels();
  if (!labels.labelled(word)) {
    inquirer_->settle(word, inquirer_->enough());
  } else if (inquirer_->doubtful(word)) {
    inquirer_->settle_again(word, inquirer_->enough());
  }
  check_current();
  if (belief_->counted_level(word) == predicted) return false;
  inquirer_->settle(word, inquirer_->enough_to_grow());
  check_current();
  return belief_->counted_level(word) != predicted;
}

std::optional<Word> Run::failed(const Audit& audit, std::span<const Audit::Test> tests, bool& asked) {
  const Labels& labels = belief_->labels();
  const auto insert = [&](const Word& test) {
    const WordId word = belief_->insert(test);
    if (!labels.labelled(word)) {
      belief_->expect(word, {labels.members(labels.at_rank(audit.rank_after(test))).front(), no_word, {}});
    }
    return word;
  };
  std::vector<Inquirer::Pressed> pressed;
  for (const Audit::Test& test : tests) {
    pressed.push_back({insert(test.word), test.other ? insert(*test.other) : no_word});
  }
  asked = inquirer_->press(pressed);
  if (!asked) return std::nullopt;
  for (const Audit::Test& test : tests) {
    if (auto word = failed(audit, test)) return word;
  }
  return std::nullopt;
}

std::optional<Word> Run::failed(const Audit& audit, const Audit::Test& test) {
  const Labels& labels = belief_->labels();
  const auto predicted = [&](const Word& word) { return labels.at_rank(audit.rank_after(word)); };
  const WordId word = belief_->insert(test.word);
  if (test.other) {
    const WordId other = belief_->insert(*test.other);
    const auto fits = [&](WordId at, Level level) {
      return !labels.labelled(at) || belief_->counted_level(at) == level;
    };
    const Pair* pair = belief_->evidence().find(word, other);
    const int steps = static_cast<int>(audit.rank_after(test.word)) - static_cast<int>(audit.rank_after(*test.other));
    const Preference in_order = compared(pair->first == word ? steps : -steps, 0);
    const bool passed = !pair->answers.empty() && pair->answers.back().answer == in_order;
    if (passed && fits(word, predicted(test.word)) && fits(other, predicted(*test.other))) {
      belief_->note_passed(word, other, steps);
      return std::nullopt;
    }
    if (refuted_by(other, predicted(*test.other))) return *test.other;
  }
  if (refuted_by(word, predicted(test.word))) return test.word;
  return std::nullopt;
}

std::optional<Word> Run::examine(const MooreMachine& machine, double target) {
  const Labels& labels = belief_->labels();
  if (labels.size() == 0) belief_->label_first(belief_->insert({}));  // a first hypothesis that nothing was asked for
  for (std::size_t round = 0; round < most_audits; ++round) {
    belief_->learn(true);
    Audit audit = this->audit(machine);
    const std::uint32_t begun = belief_->evidence().size();
    while (belief_->evidence().size() < begun + most_answers_per_round) {
      const double audited = audit.confidence() * confidence_in_sample();
      confidence_ = confidence_of(audit.confidence());
      if (confidence_ >= target || audit.ranks() != labels.size()) return std::nullopt;
      Random random = split_random(options_.seed, belief_->evidence().size());
      std::vector<Audit::Test> tests;
      if (audited < target) {
        tests = audit.best_tests(inquirer_->at_once(), target / confidence_in_sample(), random);
      }
      if (tests.empty()) tests = random_tests(audit, machine.alphabet());
      bool asked = true;
      if (auto word = failed(audit, tests, asked)) return word;
      if (!asked) return std::nullopt;
      audit.catch_up();
    }
  }
  return std::nullopt;
}

// What was said of values and what the labels leave no room for is not passed on.
void Run::drop_impossible() {
  if (options_.verdicts == Verdicts::trusted) return;
  for (;;) {
    WordId worst = no_word;
    std::size_t fewest = SIZE_MAX;
    for (const WordId word : belief_->statements().impossible(belief_->labels())) {
      const std::size_t votes = belief_->statements().find(word)->votes;
      if (votes > fewest) continue;
      fewest = votes;
      worst = word;
    }
    if (worst == no_word) return;
    forget_remark(worst);
  }
}

void Run::forget_remark(WordId word) {
  belief_->unstate(word);
  std::erase_if(remarks_, [&](const Remark& remark) { return remark.word == word; });
}

}  // namespace remap::belief
