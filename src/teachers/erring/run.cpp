// Before the session continues, the basis of its last steps is asked about again: words by which it grew must be surer
// than others, and words that contradict the shape are doubted, with the shape as prior.
#include "teachers/erring/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/portable_math.hpp"
#include "remap/automata/error.hpp"

namespace remap::belief {

namespace {

constexpr double surer_each_time = 0.25;  // how much smaller the chance of an error must be each time a word comes up
constexpr std::uint64_t most_restarts = 1000;
constexpr std::uint64_t most_conflicts = 200;
// A run asks so much and no more. It grows with what a session needs, which is what a perfect teacher would have been
// asked if its labels were right. Sessions that follow wrong labels need more: those whose labels had more or fewer
// levels than there are now count in part. The more neighbouring values are called equal, the less is gained by asking
// on. What it takes to learn how the teacher errs comes on top, by the smallest machine with these levels and letters.
constexpr double factor = 13, power = 0.9, least_factor = 8;
constexpr double factor_if_misjudged = 12;  // by what sessions needed that led to a machine
constexpr double with_other_levels = 0.6;
constexpr std::uint64_t budget_per_transition = 20;
constexpr std::size_t least_levels = 2, most_sets = 8;
constexpr std::uint64_t budget_to_end = 150;  // comparisons of a session that is answered by guesses
constexpr std::uint64_t budget_to_grow = 20;  // per letter
constexpr std::uint64_t suspicious = 12;      // likewise: a session that grew by more may follow wrong labels
constexpr std::uint64_t factor_to_grow = 2;
constexpr std::uint64_t most_last_sessions = 20;
constexpr std::size_t most_hypotheses = 100;  // that are remembered
constexpr double value_error = 0.05;

BeliefOptions belief_options(const ErringOptions& options) {
  BeliefOptions result;
  result.error_rate = options.error_rate;
  if (options.verdicts != Verdicts::trusted) result.value_error = value_error;
  return result;
}

}  // namespace

Run::Run(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make, const ErringOptions& options)
    : options_(options),
      deadline_(options.most_seconds),
      teacher_(teacher),
      make_(make),
      test_random_(split_random(options.seed, 6)) {
  options_.check();
  if (options.confidence <= most_confidence) return;
  throw InputError(
      fmt::format("a confidence of {} is out of reach, expected at most {}", options.confidence, most_confidence));
}

void Run::check(const Session& session) const {
  const auto refuse = [](const char* what) {
    throw Misuse("learn_from_erring",
                 fmt::format("{}; learn_from_erring(teacher, alphabet, outputs) makes sessions that fit", what));
  };
  const SessionOptions& options = session.options();
  if (options.asks_values()) refuse("the session asks for values, not for comparisons");
  if (options.equivalence == Equivalence::order_sampling) {
    refuse(
        "the run itself tests machines by comparisons, so it needs Equivalence::order and Verdicts::unasked "
        "instead of Equivalence::order_sampling");
  }
  if (options_.verdicts != Verdicts::unasked && !teacher_.judges()) {
    refuse("the teacher does not check machines, so it needs Verdicts::unasked and a session of Equivalence::order");
  }
  if (options.most_comparisons > 0 || options.most_seconds > 0 || options.most_states > 0) {
    refuse("limits of a run belong in ErringOptions, not in those of its sessions");
  }
}

void Run::begin() {
  session_ = make_();
  if (!session_) throw Misuse("learn_from_erring", "make() returned no session");
  if (!belief_) {
    check(*session_);
    belief_.emplace(session_->outputs() ? session_->outputs()->size() : 0, belief_options(options_));
    inquirer_.emplace(*belief_, teacher_, session_->alphabet(), options_.longest, [this] {
      limit_questions();
      if (options_.on_annotators) options_.on_annotators(annotators());
    });
  }
  drop_impossible();
  booked_.clear();
  frequency_.clear();
  context_.clear();
  counted_.clear();
  recalled_.clear();
  explored_ = 0;
  doubts_.clear();
  growths_.clear();
  for (Remark& remark : remarks_) remark.given = false;
  revision_ = belief_->revision();
}

ErringResult Run::run() {
  for (;; ++restarts_) {
    begin();
    if (restarts_ > most_restarts || conflicts_ > most_conflicts) close();
    if (closed_ && last_sessions_++ > most_last_sessions) return given_up();
    try {
      drive();
      return result(closed_ && confidence_ < 1);
    } catch (const Outdated&) {
    } catch (const Contradiction&) {
      ++conflicts_;
      const std::size_t remarks = remarks_.size();
      drop_impossible();
      if (remarks_.size() == remarks) shake();
    } catch (const TooLong&) {
      return given_up();
    }
  }
}

ErringResult Run::given_up() {
  if (!machine_) make_machine();
  if (options_.verdicts != Verdicts::unasked && limit_ == Limit::none) show_likeliest();
  return result(confidence_ < 1);
}

// Where no session led to a machine, there is still the one that says the same of all words.
void Run::make_machine() {
  session_ = make_();
  while (session_->next().kind == Request::Kind::comparisons) {
    session_->answer(std::vector<Preference>(session_->next().comparisons.size(), Preference::equal));
  }
  booked_.clear();
  note_hypothesis();
}

// What is spent stays spent. Labels that were not asked for are guesses, and sessions that follow guesses grow without
// need; they must not make room for more questions.
void Run::keep_budget() {
  const std::uint64_t needed = session_->counts().comparisons + explored_;
  if (closed_) {
    if (needed > (grown_ ? 2 : 20) * most_needed_ + budget_to_end) throw TooLong{};
    return;
  }
  inquirer_->set_wary(session_->counts().comparisons > most_growth(suspicious));
  const std::uint64_t counted = grown_ ? std::min(needed, most_growth(budget_to_grow)) : needed;
  most_needed_ = std::max(most_needed_, counted);
  note_levels();
  needed_with_levels_ = std::max(needed_with_levels_, counted);
  limit_questions();
  hurry();
  if (inquirer_->spent()) close_at(options_.most_comparisons > 0 ? Limit::comparisons : Limit::none);
  if (deadline_.passed()) close_at(Limit::seconds);
}

// A verdict that can be trusted tells more than hundreds of comparisons. Where these lead to no machine, the smallest
// one is shown.
void Run::hurry() {
  if (options_.verdicts != Verdicts::trusted || grown_ || hurried_) return;
  if (2 * belief_->evidence().size() < inquirer_->budget()) return;
  hurried_ = true;
  make_machine();
  const EquivalenceQuestion question = session_->equivalence_question();
  EquivalenceAnswer said = verdict(question);
  if (!said.counterexample) throw TooLong{};
  hear_trusted(question, std::move(said));
  throw Outdated{};
}

// The learner for sets asks about few of them, all others about each letter.
std::size_t Run::letters() const {
  const Alphabet& alphabet = session_->alphabet();
  if (session_->options().learner_for(alphabet) != LearnerKind::tour) return alphabet.size();
  return alphabet.listed() ? std::min(alphabet.size(), most_sets) : most_sets;
}

void Run::note_levels() {
  if (belief_->labels().size() == levels_) return;
  levels_ = belief_->labels().size();
  needed_with_levels_ = 0;
}

void Run::limit_questions() {
  if (closed_) return;
  note_levels();
  const double needed =
      std::max(static_cast<double>(needed_with_levels_), with_other_levels * static_cast<double>(most_needed_));
  const double told = 1 - portable::pow(belief_->rates().missed_near, 2);
  const std::size_t transitions = std::max(levels_, least_levels) * letters();
  // A perfect teacher whose verdicts are doubted, or not asked for, is asked about so many words, too.
  const double words = options_.verdicts == Verdicts::doubted   ? 1 / (1 - options_.confidence)
                       : options_.verdicts == Verdicts::unasked ? static_cast<double>(words_to_explore())
                                                                : 0;
  std::uint64_t usual =
      budget_per_transition * transitions +
      static_cast<std::uint64_t>(words + told * std::max(factor * portable::pow(needed, power), least_factor * needed));
  if (misjudges_words()) {
    const double mean = needed_since_ / std::max(1.0, machines_since_);
    const double less = static_cast<double>(budget_per_transition * transitions) + words + factor_if_misjudged * mean;
    usual = std::min(usual, static_cast<std::uint64_t>(less));
  }
  inquirer_->set_budget(options_.most_comparisons != 0 ? options_.most_comparisons : usual);
}

void Run::close_at(Limit limit) {
  if (!closed_) limit_ = limit;
  close();
}

void Run::close() {
  if (closed_) return;
  closed_ = true;
  inquirer_->set_budget(0);
}

void Run::check_current() const {
  if (belief_->revision() != revision_) throw Outdated{};
}

void Run::drive() {
  for (;;) {
    const Request& request = session_->next();
    keep_budget();
    check_grounds();
    if (!closed_ && belief_->evidence().size() >= next_look_) {
      next_look_ = belief_->evidence().size() + std::max<std::uint64_t>(5, belief_->evidence().size() / 8);
      belief_->reconsider();
      check_current();
    }
    inquirer_->retry_open();
    check_current();
    switch (request.kind) {
      case Request::Kind::done:
      case Request::Kind::values:  // excluded by `check`
        return;
      case Request::Kind::comparisons:
        answer_comparisons(request.comparisons);
        break;
      case Request::Kind::equivalence: {
        note_needed();
        note_hypothesis();
        if (options_.most_states > 0 && machine_->size() > options_.most_states) close_at(Limit::states);
        const EquivalenceAnswer answer = judge();
        check_current();
        session_->answer(answer);
        break;
      }
    }
  }
}

// Of what a session needs from one machine to the next. Sessions that follow wrong labels may grow without end.
std::uint64_t Run::most_growth(std::uint64_t per_letter) const {
  return per_letter * letters() + factor_to_grow * needed_by_machines_;
}

void Run::note_needed() {
  const std::uint64_t needed = session_->counts().comparisons;
  needed_by_machines_ = std::max(needed_by_machines_, grown_ ? std::min(needed, most_growth(budget_to_grow)) : needed);
  grown_ = true;
  if (misjudged_ < 1) return;
  if (machines_since_++ == 0) needed_since_ = 0;
  needed_since_ += static_cast<double>(needed);
}

void Run::note_hypothesis() {
  take(session_->hypothesis());
  if (hypotheses_.size() == most_hypotheses) hypotheses_.erase(hypotheses_.begin());
  std::erase(hypotheses_, *machine_);
  hypotheses_.push_back(*machine_);
}

void Run::take(Hypothesis machine) {
  machine_ = std::move(machine);
  transitions_ = Steps(machine_->moore()).size();
}

void Run::check_grounds() {
  const Grounds& grounds = session_->engine().grounds();
  const Labels& labels = belief_->labels();
  for (const WordId word : grounds.growth) {
    const WordId mine = booked(word);
    if (!labels.labelled(mine)) continue;  // placed without asking
    inquirer_->settle(mine, inquirer_->enough_to_grow() * portable::pow(surer_each_time, growths_[mine]++));
    check_current();
    check_growth(word);
  }
  for (const Grounds::Sifting& sifting : grounds.sifted) {
    for (const WordId word : session_->engine().learner().sifted_by(sifting)) {
      const WordId mine = booked(word);
      if (!labels.labelled(mine)) continue;
      inquirer_->settle(mine, inquirer_->enough_to_grow());
      check_current();
      check_growth(word);
    }
  }
  for (const Grounds::Disagreement& disagreement : grounds.disagreements) {
    const WordId mine = booked(disagreement.word);
    const WordId predicted = booked(session_->engine().classes().representative(disagreement.predicted));
    restore_if(mine, belief_->counted_level(predicted));
    check_current();
    if (!labels.labelled(mine) || belief_->counted_level(mine) == belief_->counted_level(predicted)) continue;
    belief_->expect(mine, {predicted, no_word, {}});
    const double goal = inquirer_->enough() * portable::pow(surer_each_time, doubts_[mine]++);
    if (inquirer_->doubtful(mine) || labels.error(mine) > goal) inquirer_->settle_again(mine, goal);
    check_current();
  }
}

void Run::answer_comparisons(std::span<const Comparison> comparisons) {
  note_expectations();
  std::vector<Preference> answers;
  answers.reserve(comparisons.size());
  if (inquirer_->at_once() > 1) {
    std::vector<WordId> lefts;
    for (const Comparison& comparison : comparisons) lefts.push_back(booked(comparison.left));
    inquirer_->gather(lefts, inquirer_->enough());
  }
  for (const Comparison& comparison : comparisons) {
    const WordId left = booked(comparison.left), right = booked(comparison.right);
    if (!belief_->labels().labelled(right)) inquirer_->settle(right, inquirer_->enough(), Inquirer::Patience::usual);
    inquirer_->settle(left, inquirer_->enough(), Inquirer::Patience::usual);
    if (belief_->incomparable(left)) replace_incomparable(comparison.left);
    count(left);
    check_current();
    answers.push_back(compared(belief_->counted_rank(left), belief_->counted_rank(right)));
  }
  session_->answer(answers);
}

void Run::note_expectations() {
  for (const Inquiry& inquiry : session_->engine().inquiries()) {
    const WordId mine = booked(inquiry.word);
    Expectation expectation;
    if (inquiry.expected != no_class) {
      expectation.expected = booked(session_->engine().classes().representative(inquiry.expected));
      if (inquiry.alternative != no_class) {
        expectation.alternative = booked(session_->engine().classes().representative(inquiry.alternative));
      }
    } else {
      expectation.frequency = frequency_[inquiry.context];
    }
    belief_->expect(mine, std::move(expectation));
    context_[mine] = inquiry.context;
  }
}

void Run::count(WordId word) {
  if (!counted_.insert(word).second) return;
  const Level level = belief_->counted_level(word);
  if (level == no_level) return;
  std::vector<double>& frequency = frequency_[context_[word]];
  if (frequency.size() <= index(level)) frequency.resize(index(level) + 1, 0);
  frequency[index(level)] += 1;
  belief_->count_expectation(word);
}

WordId Run::booked(WordId word) {
  if (booked_.size() <= index(word)) booked_.resize(session_->engine().words().size(), no_word);
  WordId& mine = booked_[index(word)];
  if (mine == no_word) mine = belief_->insert(session_->engine().words().spell(word));
  return mine;
}

// The session found a contradiction that the labels do not show: asks about what is least certain. Where nothing is
// left to ask about it, it may be compared with another word.
void Run::shake() {
  const std::uint32_t before = belief_->evidence().size();
  WordId worst = no_word;
  double most = -1;
  for (std::size_t w = 0; w < belief_->evidence().words().size(); ++w) {
    const WordId word = make_id<WordId>(w);
    if (!belief_->labels().labelled(word) || !belief_->used(word) || belief_->labels().error(word) <= most) continue;
    most = belief_->labels().error(word);
    worst = word;
  }
  if (worst != no_word) inquirer_->settle(worst, most / 3);
  if (belief_->evidence().size() == before) meet_another_word();
}

void Run::meet_another_word() {
  const auto meet = [&](const Word& word) {
    const WordId mine = belief_->insert(word);
    if (belief_->labels().labelled(mine)) return false;
    inquirer_->settle(mine, inquirer_->enough());
    return true;
  };
  for (const Remark& remark : remarks_) {
    for (Word word = belief_->evidence().words().spell(remark.word); !word.empty(); word.pop_back()) {
      if (meet(word)) return;
    }
  }
  for (const Remark& remark : remarks_) {
    for (const Letter letter : session_->alphabet().simple_letters()) {
      Word word = belief_->evidence().words().spell(remark.word);
      if (meet({letter})) return;
      word.push_back(letter);
      if (meet(word)) return;
    }
  }
}

}  // namespace remap::belief
