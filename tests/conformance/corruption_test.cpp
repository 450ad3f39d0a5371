// Every single answer of complete runs is replaced by each other possible one, in turn. Each run then ends in a
// smallest contradiction, in the right machine, or in one that fits all that was said; and with the answer taken back,
// it ends exactly right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"
#include "support/effort.hpp"
#include "support/one_event.hpp"
#include "teachers/careful/careful.hpp"
#include "teachers/checklist.hpp"

namespace remap::test {
namespace corruption {
namespace {

constexpr std::uint64_t most_answers = 3000;

/// Gives one answer, counted from 1, another form.
class Liar final : public JudgingTeacher {
 public:
  Liar(Teacher& teacher, std::size_t at, Preference said) : teacher_(teacher), at_(at), said_(said) {}
  Liar(Teacher& teacher, std::size_t at, EquivalenceAnswer verdict)
      : teacher_(teacher), at_(at), verdict_(std::move(verdict)) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    teacher_.compare(comparisons, answers);
    for (Preference& answer : answers) {
      if (++count_ == at_) answer = said_;
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    return ++count_ == at_ ? verdict_ : teacher_.equivalence(question);
  }

 private:
  Teacher& teacher_;
  std::size_t at_;
  Preference said_ = Preference::unsure;
  EquivalenceAnswer verdict_;
  std::size_t count_ = 0;
};

struct Counts {
  std::size_t contradictions = 0, right = 0, other_machine = 0, unsettled = 0, given_up = 0, largest = 0;
  [[nodiscard]] std::size_t all() const { return contradictions + right + other_machine + unsettled + given_up; }
};

class Corruption {
 public:
  Corruption(std::shared_ptr<const MooreMachine> hidden, SessionOptions options, std::uint64_t most = most_answers)
      : hidden_(std::move(hidden)), options_(options), most_(most) {}

  Counts all() {
    MachineTeacher exact(*hidden_);
    AnswerBook complete(hidden_->outputs().size());
    EXPECT_TRUE(right(*run(complete, exact)));
    for (std::size_t i = 1; i <= complete.size(); i += 10 / effort(10)) {
      const AnswerId id = make_id<AnswerId>(i);
      const BookEntry& entry = complete.at(id);
      if (entry.kind == BookEntry::Kind::comparison) {
        for (const Preference said : {Preference::less, Preference::equal, Preference::greater, Preference::unsure}) {
          if (said != entry.answer) try_one(id, Liar(exact, i, said));
        }
        continue;
      }
      std::vector<Word> words;
      if (entry.kind == BookEntry::Kind::acceptance) {
        words = checklist(*hidden_, 10);  // rejected instead, at each of these
        words.push_back({});
      } else {
        words = {complete.words().spell(entry.left)};
        try_one(id, Liar(exact, i, EquivalenceAnswer::accepted()));  // accepted instead
      }
      for (const Word& word : words) {
        for (std::size_t v = 0; v < hidden_->outputs().size(); ++v) {
          const Output value = make_id<Output>(v);
          if (value == hidden_->output_after(word)) continue;
          try_one(id, Liar(exact, i, EquivalenceAnswer::wrong(word, value)));
        }
      }
    }
    return counts_;
  }

 private:
  std::unique_ptr<Session> run(AnswerBook& book, Teacher& teacher, std::uint64_t most = 0) {
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return teacher; }, nullptr, options_.absorbing);
    Care care;
    care.most_answers = most;
    return drive_carefully(
        recording, care, [&] { return std::make_unique<Session>(hidden_->alphabet(), hidden_->outputs(), options_); });
  }
  [[nodiscard]] bool right(const Session& session) const { return !find_counterexample(*hidden_, session.machine()); }

  void try_one(AnswerId id, Liar liar) {
    AnswerBook book(hidden_->outputs().size());
    SCOPED_TRACE(fmt::format("answer {}", index(id)));
    try {
      const auto session = run(book, liar, most_);
      expect_fit(book, session->machine());
      ++(right(*session) ? counts_.right : counts_.other_machine);
    } catch (const Contradiction& error) {
      expect_minimal(book, error);
      ++counts_.contradictions;
    } catch (const Unsettled& error) {
      EXPECT_FALSE(error.comparisons().empty());
      ++counts_.unsettled;
    } catch (const GaveUp&) {
      ++counts_.given_up;
    }
    ASSERT_LE(index(id), book.size());
    book.retract(id);
    MachineTeacher exact(*hidden_);
    EXPECT_TRUE(right(*run(book, exact)));
    EXPECT_TRUE(book.needless(options_.absorbing).empty());
  }

  /// The machine does what every answer says.
  static void expect_fit(const AnswerBook& book, const MooreMachine& machine) {
    const auto value = [&](WordId word) { return machine.output_after(book.words().spell(word)); };
    for (const Answer& answer : book.evidence()) {
      if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
        const Output left = value(c->question.left);
        const Output right = value(c->question.right);
        EXPECT_EQ(left < right ? Preference::less : left == right ? Preference::equal : Preference::greater, c->answer);
      } else {
        EXPECT_TRUE(std::get<ValueAnswer>(answer).allowed.contains(value(std::get<ValueAnswer>(answer).word)));
      }
    }
  }

  /// Without any one of the answers reported, the others can all hold.
  void expect_minimal(const AnswerBook& book, const Contradiction& error) {
    const std::vector<AnswerId> core = book.contradiction(options_.absorbing);
    if (core.empty()) {  // one answer that contradicts itself: rejected, but with the value the machine has
      EXPECT_EQ(error.answers(), 1U);
      return;
    }
    counts_.largest = std::max(counts_.largest, core.size());
    std::vector<Answer> answers;
    for (const AnswerId id : core) answers.push_back(*book.evidence(id));
    std::optional<AbsorbingRule> rule;
    if (options_.absorbing != no_output) rule.emplace(AbsorbingRule{book.words(), options_.absorbing});
    EXPECT_EQ(minimal_contradiction(answers, book.outputs(), rule).size(), core.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      std::vector<Answer> rest = answers;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_TRUE(minimal_contradiction(rest, book.outputs(), rule).empty());
    }
  }

  std::shared_ptr<const MooreMachine> hidden_;
  SessionOptions options_ = SessionOptions::paper();
  std::uint64_t most_;
  Counts counts_;
};

SessionOptions options_for(LearnerKind learner, RankerKind ranker) {
  SessionOptions options = SessionOptions::paper();
  options.learner = learner;
  options.ranker = ranker;
  options.guess = ranker == RankerKind::search ? Guess::middle : Guess::lowest;
  return options;
}

void report(const char* name, const Counts& counts, std::size_t given_up = 0) {
  fmt::print(
      "{}: {} runs with one answer corrupted: {} end in a contradiction of at most {} answers, {} exactly right, "
      "{} in another machine that fits, {} unsettled, {} were given up\n",
      name, counts.all(), counts.contradictions, counts.largest, counts.right, counts.other_machine, counts.unsettled,
      counts.given_up);
  EXPECT_GT(counts.contradictions, 0U);
  EXPECT_LE(counts.given_up, given_up);
}

TEST(CorruptedAnswers, OfficeT1) {
  SessionOptions options = options_for(LearnerKind::tour, RankerKind::search);
  const auto hidden = one_event_task("office/t1");
  report("office/t1", Corruption(hidden, options).all());
  options.absorbing = hidden->outputs().find(halt_name);
  report("office/t1 with HALT absorbing", Corruption(hidden, options).all());
}

TEST(CorruptedAnswers, CraftT5) {
  const SessionOptions options = options_for(LearnerKind::tour, RankerKind::search);
  report("craft/t5", Corruption(one_event_task("craft/t5"), options).all());
}

TEST(CorruptedAnswers, ARandomMachine) {
  for (const RandomMachineShape& shape : {RandomMachineShape{8, 3, 3}, {12, 3, 4}}) {
    const auto hidden = std::make_shared<const MooreMachine>(random_machine(shape, 7));
    report(fmt::format("random:{},{},{}", shape.states, shape.letters, shape.outputs).c_str(),
           Corruption(hidden, options_for(LearnerKind::tree, RankerKind::search)).all());
  }
}

TEST(CorruptedAnswers, OfMealyMachines) {
  SessionOptions options = options_for(LearnerKind::tree, RankerKind::search);
  options.machine = MachineKind::mealy;
  const auto hidden = one_event_task("office/t1");
  report("office/t1 as a Mealy machine", Corruption(hidden, options).all());
  options.absorbing = hidden->outputs().find(halt_name);
  report("office/t1 as a Mealy machine with HALT absorbing", Corruption(hidden, options).all());
  options.absorbing = no_output;
  const auto random = std::make_shared<const MooreMachine>(random_machine({8, 3, 3}, 7));
  report("random:8,3,3 as a Mealy machine", Corruption(random, options).all());
}

TEST(CorruptedAnswers, AmongManyPropositions) {
  const SessionOptions options = options_for(LearnerKind::tour, RankerKind::search);
  const auto hidden = std::make_shared<const MooreMachine>(*family_machine("collect:2,20"));
  ASSERT_FALSE(hidden->alphabet().listed());
  // A wrong answer about one of 2^20 sets may long look like a set that leads elsewhere.
  report("collect:2,20", Corruption(hidden, options, 600).all(), 140);
}

TEST(CorruptedAnswers, OfThePapersMethod) {
  const SessionOptions options = options_for(LearnerKind::table, RankerKind::quicksort);
  report("office/t1, the paper's method", Corruption(one_event_task("office/t1"), options).all());
}

}  // namespace
}  // namespace corruption
}  // namespace remap::test
