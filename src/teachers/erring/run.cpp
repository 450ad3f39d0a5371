// Before the session goes on, what its last steps rest on is asked about again: words by which it grew must be surer
// than others, and words that contradict the shape are doubted, with the shape as prior.
#include "run.hpp"

#include <algorithm>
#include <cmath>

namespace remap::belief {

namespace {

constexpr double surer_each_time = 0.25;  // how much smaller the chance of an error must be each time a word comes up
constexpr std::uint64_t most_restarts = 3000;
constexpr std::uint64_t most_conflicts = 200;
constexpr std::uint64_t least_budget = 200;
constexpr std::uint64_t budget_factor = 15;  // of what the longest session so far would have asked a perfect teacher
constexpr double value_error = 0.05;

BeliefOptions belief_options(const ErringOptions& options) {
  BeliefOptions result;
  result.error_rate = options.error_rate;
  if (options.verdicts != Verdicts::trusted) result.value_error = value_error;
  return result;
}

}  // namespace

Run::Run(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make, const ErringOptions& options)
    : options_(options), teacher_(teacher), make_(make) {}

void Run::begin() {
  session_ = make_();
  if (!belief_) {
    belief_.emplace(session_->outputs() ? session_->outputs()->size() : 0, belief_options(options_));
    inquirer_.emplace(*belief_, teacher_);
  }
  drop_impossible();
  booked_.clear();
  frequency_.clear();
  context_.clear();
  counted_.clear();
  doubts_.clear();
  growths_.clear();
  for (Remark& remark : remarks_) remark.given = false;
  revision_ = belief_->revision();
}

ErringResult Run::run() {
  for (;; ++restarts_) {
    begin();
    if (machine_ && (restarts_ > most_restarts || conflicts_ > most_conflicts)) return result(true);
    try {
      drive();
      return result(false);
    } catch (const Outdated&) {
    } catch (const Contradiction&) {
      ++conflicts_;
      const std::size_t remarks = remarks_.size();
      drop_impossible();
      if (remarks_.size() == remarks) shake();
    }
  }
}

void Run::check_current() const {
  if (belief_->revision() != revision_) throw Outdated{};
}

void Run::drive() {
  for (;;) {
    const Request& request = session_->next();
    most_needed_ = std::max(most_needed_, session_->counts().comparisons);
    inquirer_->set_budget(options_.most_comparisons != 0 ? options_.most_comparisons
                                                         : std::max(least_budget, budget_factor * most_needed_));
    check_grounds();
    if (belief_->evidence().size() >= next_look_) {
      next_look_ = belief_->evidence().size() + std::max<std::uint64_t>(5, belief_->evidence().size() / 8);
      belief_->reconsider();
      check_current();
    }
    inquirer_->retry_open();
    check_current();
    switch (request.kind) {
      case Request::Kind::done:
        return;
      case Request::Kind::comparisons:
        answer_comparisons(request.comparisons);
        break;
      case Request::Kind::values:
        throw Misuse("learn_from_erring", "the session asks for values, not for comparisons");
      case Request::Kind::equivalence: {
        machine_ = session_->machine();
        const EquivalenceAnswer answer = judge();
        check_current();
        session_->answer(answer);
        break;
      }
    }
  }
}

void Run::check_grounds() {
  const Grounds& grounds = session_->engine().grounds();
  const Labels& labels = belief_->labels();
  for (const WordId word : grounds.growth) {
    const WordId mine = booked(word);
    if (!labels.labelled(mine)) continue;  // placed without asking
    inquirer_->settle(mine, inquirer_->enough_to_grow() * std::pow(surer_each_time, growths_[mine]++));
    check_current();
  }
  for (const WordId word : grounds.sifted) {
    const WordId mine = booked(word);
    if (labels.labelled(mine)) inquirer_->settle(mine, inquirer_->enough_to_grow());
    check_current();
  }
  for (const Grounds::Disagreement& disagreement : grounds.disagreements) {
    const WordId mine = booked(disagreement.word);
    const WordId predicted = booked(session_->engine().classes().representative(disagreement.predicted));
    if (!labels.labelled(mine) || labels.level(mine) == labels.level(predicted)) continue;
    belief_->expect(mine, {predicted, no_word, {}});
    const double goal = inquirer_->enough() * std::pow(surer_each_time, doubts_[mine]++);
    if (inquirer_->doubtful(mine) || labels.error(mine) > goal) inquirer_->settle_again(mine, goal);
    check_current();
  }
}

void Run::answer_comparisons(std::span<const Comparison> comparisons) {
  note_expectations();
  std::vector<Preference> answers;
  answers.reserve(comparisons.size());
  for (const Comparison& comparison : comparisons) {
    const WordId left = booked(comparison.left), right = booked(comparison.right);
    if (!belief_->labels().labelled(right)) inquirer_->settle(right, inquirer_->enough(), Inquirer::Patience::usual);
    inquirer_->settle(left, inquirer_->enough(), Inquirer::Patience::usual);
    count(left);
    check_current();
    answers.push_back(compared(belief_->labels().rank(left), belief_->labels().rank(right)));
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
  const Level level = belief_->labels().level(word);
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

// The session found a contradiction that the labels do not show: asks about what is least certain.
void Run::shake() {
  WordId worst = no_word;
  double most = -1;
  for (std::size_t w = 0; w < belief_->evidence().words().size(); ++w) {
    const WordId word = make_id<WordId>(w);
    if (!belief_->labels().labelled(word) || !belief_->used(word) || belief_->labels().error(word) <= most) continue;
    most = belief_->labels().error(word);
    worst = word;
  }
  if (worst != no_word) inquirer_->settle(worst, most / 3);
}

}  // namespace remap::belief
