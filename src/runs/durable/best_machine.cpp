// The run is repeated with a copy of its answers. Missing answers are guessed from the latest hypothesis, or as equal
// before there is one, so the run always ends. If answers and guesses contradict each other, a guess of the smallest
// such set is retracted and changed; if there is none in it, the answer with the fewest votes is dropped, the latest in
// a tie, since less was built on later answers. Counterexamples are dropped last. Of all machines found, the one that
// contradicts the fewest answers is kept.
#include "runs/durable/best_machine.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "learning/session/session_engine.hpp"
#include "remap/automata/reward_machine.hpp"
#include "teachers/careful/careful.hpp"

namespace remap {

namespace {

constexpr std::size_t most_restarts = 300;       // at first
constexpr std::size_t most_trial_restarts = 10;  // and in each trial
constexpr std::size_t most_guesses = 2000;       // in a trial
constexpr std::size_t most_work = 300'000;       // answers that all trials look up together

/// Whether a machine says what an answer says.
bool agrees(const MooreMachine& machine, const AnswerBook& book, AnswerId id) {
  const BookEntry& entry = book.at(id);
  const auto output = [&](WordId word) { return machine.output_after(book.words().spell(word)); };
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      return entry.answer == compared(output(entry.left), output(entry.right));
    case BookEntry::Kind::value:
      return output(entry.left) == entry.value;
    case BookEntry::Kind::limits:
      return book.allowed(id).contains(output(entry.left));
    case BookEntry::Kind::difference:
      return output(entry.left) != output(entry.right);
    case BookEntry::Kind::acceptance:
      break;
  }
  return book.accepted(id) == machine;
}

bool says_something(const BookEntry& entry) {
  return entry.valid && (entry.kind != BookEntry::Kind::comparison || entry.answer != Preference::unsure);
}

std::vector<AnswerId> against(const MooreMachine& machine, const AnswerBook& book) {
  std::vector<AnswerId> result;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (says_something(book.at(id)) && !agrees(machine, book, id)) result.push_back(id);
  }
  return result;
}

/// Answers what has no answer yet, and accepts every machine.
class Guesser final : public JudgingTeacher, public ValueTeacher {
 public:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const Word left = comparisons.words().spell(comparisons[i].left);
      const Word right = comparisons.words().spell(comparisons[i].right);
      answers[i] = guess(left, right);
    }
  }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    auto answer = answers.begin();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Word word = asked.word(i);
      for (std::size_t length = asked.with_prefixes() ? 0 : word.size(); length <= word.size(); ++length) {
        *answer++ = hypothesis_ ? hypothesis_->output_after(std::span(word).first(length)) : Output{0};
      }
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    hypothesis_ = question.machine.moore();
    return {};
  }
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return this; }

  void set_hypothesis(const MooreMachine& machine) { hypothesis_ = machine; }
  /// This was wrong; false when nothing else is left to guess.
  bool refuse(const Word& left, const Word& right, Preference answer) {
    auto& tried = refused_[{left, right}];
    tried[static_cast<std::size_t>(answer)] = true;
    return !(tried[0] && tried[1] && tried[2]);
  }

 private:
  Preference guess(const Word& left, const Word& right) const {
    Preference first = Preference::equal;
    if (hypothesis_) first = compared(hypothesis_->output_after(left), hypothesis_->output_after(right));
    const auto found = refused_.find({left, right});
    if (found == refused_.end()) return first;
    for (const Preference each : {first, Preference::equal, Preference::less, Preference::greater}) {
      if (!found->second[static_cast<std::size_t>(each)]) return each;
    }
    return first;
  }

  std::optional<MooreMachine> hypothesis_;
  std::map<std::pair<Word, Word>, std::array<bool, 3>> refused_;
};

class Search final : public SessionWatcher {
 public:
  Search(const SessionHead& head, const AnswerBook& book, const Method& method, std::span<const Preference> instead)
      : head_(head), book_(book), method_(without_limits(method)), copy_(book.outputs()) {
    for (std::size_t i = 1; i <= book.size(); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      if (says_something(book.at(id))) add(id, instead[i]);
      if (book.at(id).valid && book.at(id).kind == BookEntry::Kind::acceptance) consider(book.accepted(id));
    }
    answers_ = copy_.size();
    for (std::size_t i = 1; i <= book.size(); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      if (book.at(id).valid && !says_something(book.at(id)) && instead[i] != Preference::unsure) add(id, instead[i]);
    }
  }

  BestMachine run(bool trial) {
    RecordingTeacher recording(
        copy_, [this]() -> Teacher& { return guesser_; }, nullptr, method_.absorbing);
    const auto make = [&] {
      work_ += copy_.size();
      return std::make_unique<Session>(head_.alphabet, head_.outputs, method_, this);
    };
    const std::size_t most = trial ? most_trial_restarts : most_restarts;
    const auto mend = [&](const Session&, const Error& error) {
      return dynamic_cast<const Contradiction*>(&error) != nullptr && ++restarts_ <= most && give_way();
    };
    Care care;
    care.most_answers = copy_.size() + (trial ? most_guesses : 2 * copy_.size() + 10 * most_guesses);
    try {
      consider(drive_carefully(recording, care, make, nullptr, mend)->machine());
    } catch (const Contradiction&) {  // the best so far
    } catch (const Unsettled&) {
    } catch (const GaveUp&) {
    }
    work_ += copy_.size();
    if (!best_) consider(one_state());
    return finished();
  }
  /// How many answers were looked up, about.
  [[nodiscard]] std::size_t work() const noexcept { return work_; }

  void on_hypothesis(const Hypothesis& machine) override {
    guesser_.set_hypothesis(machine.moore());
    consider(machine.moore());
  }

 private:
  void add(AnswerId id, Preference instead) {
    const BookEntry& entry = book_.at(id);
    const auto word = [&](WordId theirs) { return copy_.words().insert(book_.words().spell(theirs)); };
    switch (entry.kind) {
      case BookEntry::Kind::comparison: {
        const WordId left = word(entry.left);
        const Preference answer = instead == Preference::unsure ? entry.answer : instead;
        copy_.add_comparison(left, word(entry.right), answer, entry.purpose);
        break;
      }
      case BookEntry::Kind::value:
        copy_.add_value(word(entry.left), entry.value);
        break;
      case BookEntry::Kind::limits:
        copy_.add_limits(word(entry.left), book_.allowed(id));
        break;
      case BookEntry::Kind::difference: {
        const WordId left = word(entry.left);
        copy_.add_difference(left, word(entry.right));
        break;
      }
      case BookEntry::Kind::acceptance:
        copy_.add_acceptance(book_.accepted(id));
        break;
    }
  }

  /// Takes back what is least sure of a contradiction; false when there is none.
  bool give_way() {
    std::vector<AnswerId> core = copy_.contradiction(method_.absorbing);
    if (core.empty()) return false;
    std::sort(core.rbegin(), core.rend());  // the latest first
    for (const AnswerId id : core) {
      if (index(id) <= answers_) break;
      const BookEntry& entry = copy_.at(id);
      if (entry.kind != BookEntry::Kind::comparison) continue;
      const bool other =
          guesser_.refuse(copy_.words().spell(entry.left), copy_.words().spell(entry.right), entry.answer);
      copy_.retract(id);
      if (other) return true;
    }
    const auto votes = [&](AnswerId id) {
      const BookEntry& entry = copy_.at(id);
      return entry.kind == BookEntry::Kind::comparison ? copy_.votes(entry.left, entry.right).agreeing : SIZE_MAX;
    };
    std::erase_if(core, [&](AnswerId id) { return !copy_.at(id).valid || index(id) > answers_; });
    if (core.empty()) return true;  // only guesses, which are gone
    const AnswerId weakest = *std::min_element(core.begin(), core.end(), [&](AnswerId a, AnswerId b) {
      return votes(a) < votes(b);  // the first of those that tie, and that is the latest
    });
    const BookEntry entry = copy_.at(weakest);
    copy_.retract(weakest);
    if (entry.kind != BookEntry::Kind::comparison) return true;
    for (AnswerId id = copy_.latest(entry.left, entry.right); id != no_answer;
         id = copy_.latest(entry.left, entry.right)) {
      copy_.retract(id);
    }
    return true;
  }

  void consider(const MooreMachine& machine) {
    if (best_ && machine == *best_) return;
    std::vector<AnswerId> wrong = remap::against(machine, book_);
    if (best_ && wrong.size() > against_.size()) return;
    best_ = machine;
    against_ = std::move(wrong);
  }

  [[nodiscard]] MooreMachine one_state() const {
    const Outputs outputs = head_.outputs ? *head_.outputs : Outputs({"r0"});
    return constant_machine(head_.alphabet, outputs, Output{0});
  }

  [[nodiscard]] Hypothesis as_learned() const {
    if (method_.machine == MachineKind::moore) return *best_;
    return {to_mealy(*best_), best_->output(best_->initial())};
  }

  [[nodiscard]] BestMachine finished() const {
    BestMachine result{as_learned(), 0, against_, {}, false};
    for (std::size_t i = 1; i <= book_.size(); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      result.answers += says_something(book_.at(id)) ? 1U : 0U;
      result.accepted = result.accepted || (book_.at(id).kind == BookEntry::Kind::acceptance && book_.at(id).valid &&
                                            book_.accepted(id) == *best_);
    }
    for (std::size_t i = answers_ + 1; i <= copy_.size(); ++i) {
      const BookEntry& entry = copy_.at(make_id<AnswerId>(i));
      if (!entry.valid || entry.kind != BookEntry::Kind::comparison) continue;
      result.guesses.push_back({copy_.words().spell(entry.left), copy_.words().spell(entry.right), entry.answer});
    }
    if (method_.equivalence == Equivalence::order_sampling) result.accepted = result.guesses.empty();
    return result;
  }

  const SessionHead& head_;
  const AnswerBook& book_;
  const Method method_;
  AnswerBook copy_;
  std::size_t answers_ = 0;  // of the copy: those beyond are guesses
  Guesser guesser_;
  std::size_t restarts_ = 0;
  std::size_t work_ = 0;
  std::optional<MooreMachine> best_;
  std::vector<AnswerId> against_;
};

}  // namespace

Hypothesis quick_machine(const SessionHead& head, const AnswerBook& book, const Method& method) {
  const std::vector<Preference> instead(book.size() + 1, Preference::unsure);  // unsure: as it is
  return Search(head, book, method, instead).run(true).machine;
}

BestMachine best_machine(const SessionHead& head, const AnswerBook& book, const Method& method) {
  std::vector<Preference> instead(book.size() + 1, Preference::unsure);  // unsure: as it is
  BestMachine best = Search(head, book, method, instead).run(false);
  std::size_t work = 0;
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 1; i <= book.size(); ++i) {
      const BookEntry& entry = book.at(make_id<AnswerId>(i));
      if (entry.kind != BookEntry::Kind::comparison || !entry.valid) continue;
      for (const Preference other : {Preference::less, Preference::equal, Preference::greater}) {
        if (best.against.empty() || work > most_work) return best;
        if (other == entry.answer || other == instead[i]) continue;
        const Preference before = std::exchange(instead[i], other);
        Search search(head, book, method, instead);
        BestMachine found = search.run(true);
        work += search.work();
        if (found.against.size() < best.against.size()) {
          best = std::move(found);
          better = true;
        } else {
          instead[i] = before;
        }
      }
    }
  }
  return best;
}

}  // namespace remap
