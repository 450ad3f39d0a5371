#include "learning/session/session_engine.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

Alphabet letters(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  return Alphabet::plain(names);
}

Outputs numbers(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return Outputs(names);
}

std::string misuse(const std::function<void()>& call) {
  try {
    call();
  } catch (const Misuse& error) {
    return error.what();
  }
  return "no misuse";
}

TEST(Session, AnswersToWhatWasNotAskedAreMisuse) {
  Session session(letters(2), numbers(3), {});
  EXPECT_EQ(misuse([&] { session.answer(std::vector<Preference>{}); }),
            "Session::answer: comparisons were answered, but next() did not ask for them");
  EXPECT_EQ(misuse([&] { static_cast<void>(session.machine()); }), "Session::hypothesis: there is no hypothesis yet");
  ASSERT_EQ(session.next().kind, Request::Kind::comparisons);
  EXPECT_EQ(misuse([&] { session.answer(EquivalenceAnswer::accepted()); }),
            "Session::answer: equivalence questions were answered, but next() did not ask for them");
  EXPECT_EQ(misuse([&] { session.answer(std::vector<Output>{}); }),
            "Session::answer: values were answered, but next() did not ask for them");
  EXPECT_EQ(misuse([&] { static_cast<void>(session.equivalence_question()); }),
            "Session::equivalence_question: next() did not announce one");
  const std::size_t asked = session.next().comparisons.size();
  EXPECT_EQ(misuse([&] { session.answer(std::vector<Preference>(asked + 1)); }),
            "Session::answer: " + std::to_string(asked + 1) + " answers for " + std::to_string(asked) + " comparisons");
  session.answer(std::vector<Preference>(asked, Preference::equal));  // misuse changed nothing
}

TEST(Session, OptionsThatDoNotGoTogetherAreMisuse) {
  EXPECT_EQ(misuse([] { Session(letters(1), std::nullopt, {}); }),
            "Session: without outputs only the order can be learned");
  SessionOptions options = SessionOptions::paper();
  options.absorbing = Output{5};
  EXPECT_EQ(misuse([&] { Session(letters(1), numbers(1), options); }),
            "Session: the absorbing output is not among the outputs");
}

/// Answers all comparisons with "equal" until there is a hypothesis.
void all_equal(Session& session) {
  while (session.next().kind == Request::Kind::comparisons) {
    session.answer(std::vector<Preference>(session.next().comparisons.size(), Preference::equal));
  }
}

TEST(Session, FeedbackAndCounterexamplesOutOfRangeAreMisuse) {
  for (LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    SessionOptions options = SessionOptions::paper();
    options.learner = learner;
    Session session(letters(2), numbers(3), options);
    all_equal(session);
    ASSERT_EQ(session.next().kind, Request::Kind::equivalence);
    EXPECT_EQ(misuse([&] { session.answer(EquivalenceAnswer::wrong({Letter{2}}, Output{1})); }),
              "Session::answer: equivalence question 1: the counterexample has letter 2, which does not exist");
    EXPECT_EQ(misuse([&] { session.answer(EquivalenceAnswer::wrong({}, Output{3})); }),
              "Session::answer: equivalence question 1: the feedback on 'ε' has output 3, but there are only 3");
    session.answer(EquivalenceAnswer::accepted());
    EXPECT_EQ(session.next().kind, Request::Kind::done);
    EXPECT_EQ(session.machine().size(), 1U);
  }
}

TEST(Session, ValuesOutOfRangeAreMisuse) {
  SessionOptions options = SessionOptions::paper();
  options.ranker = RankerKind::membership;
  Session session(letters(1), numbers(2), options);
  ASSERT_EQ(session.next().kind, Request::Kind::values);
  const std::size_t asked = session.next().values.size();
  EXPECT_EQ(misuse([&] { session.answer(std::vector<Output>(asked, Output{2})); }),
            "Session::answer: the value of 'ε' was said to be output 2, expected a number below 2, how many outputs "
            "there are");
}

TEST(Session, AfterTheEndNothingIsAsked) {
  Session session(letters(2), numbers(1), {});
  all_equal(session);
  session.answer(EquivalenceAnswer::accepted());
  EXPECT_TRUE(session.finished());
  EXPECT_EQ(session.next().kind, Request::Kind::done);
  EXPECT_EQ(session.next().kind, Request::Kind::done);
  EXPECT_EQ(misuse([&] { session.answer(EquivalenceAnswer::accepted()); }),
            "Session::answer: equivalence questions were answered, but next() did not ask for them");
}

/// Runs a session until it ends. The number of answers listed when it ends in a contradiction; 0 when it is done.
std::size_t contradiction_size(Session& session, Teacher& teacher) {
  try {
    drive(session, teacher);
  } catch (const Contradiction& contradiction) {
    EXPECT_FALSE(contradiction.answers() == 0);
    EXPECT_NE(std::string(contradiction.what()).find('\''), std::string::npos) << contradiction.what();
    EXPECT_THROW(session.next(), Misuse) << "the session is at its end";
    return contradiction.answers();
  }
  return 0;
}

/// a < b < c < a for the words of one letter; everything else equal.
class Circular final : public JudgingTeacher {
 public:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    const WordTree& words = comparisons.words();
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const auto [left, right] = comparisons[i];
      answers[i] = Preference::equal;
      if (words.length(left) != 1 || words.length(right) != 1) {
        if (words.length(left) == 1) answers[i] = Preference::greater;
        if (words.length(right) == 1) answers[i] = Preference::less;
        continue;
      }
      const std::size_t step = (index(words.tail(right).back()) + 3 - index(words.tail(left).back())) % 3;
      if (step != 0) answers[i] = step == 1 ? Preference::less : Preference::greater;
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return {}; }
};

TEST(Contradiction, ACircleIsListedAsItsThreeAnswers) {
  SessionOptions options = SessionOptions::paper();
  options.ranker = RankerKind::all_pairs;
  Session session(letters(3), numbers(9), options);
  Circular teacher;
  EXPECT_EQ(contradiction_size(session, teacher), 3U);
}

TEST(Contradiction, MoreClassesThanOutputs) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({12, 3, 5}, 4));
  for (LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    for (RankerKind ranker : {RankerKind::quicksort, RankerKind::all_pairs}) {
      SessionOptions options = SessionOptions::paper();
      options.learner = learner;
      options.ranker = ranker;
      options.equivalence = Equivalence::order;
      Session session(hidden->alphabet(), numbers(3), options);
      MachineTeacher teacher(*hidden);
      EXPECT_EQ(contradiction_size(session, teacher), 3U);  // a chain of four classes
    }
  }
}

/// An honest teacher of a machine who lies now and then.
class Liar final : public JudgingTeacher {
 public:
  Liar(MooreMachine machine, FeedbackStrength feedback, double share, std::uint64_t seed)
      : outputs_(machine.outputs().size()),
        letters_(machine.letters()),
        honest_(std::move(machine), {CounterexampleOrder::shortest, feedback}),
        share_(share),
        random_(seed) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    honest_.compare(comparisons, answers);
    for (Preference& answer : answers) {
      if (random_.chance(share_)) answer = static_cast<Preference>(random_.below(3));
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    EquivalenceAnswer answer = honest_.equivalence(question);
    if (!answer.counterexample || !random_.chance(share_)) return answer;
    answer.counterexample->push_back(make_id<Letter>(random_.below(letters_)));
    answer.feedback = {Feedback::Kind::value, {make_id<Output>(random_.below(outputs_))}};
    return answer;
  }

 private:
  std::size_t outputs_, letters_;
  MachineTeacher honest_;
  double share_;
  Random random_;
};

// Whatever is answered, a session ends: with a machine, or with answers that contradict each other.
TEST(Contradiction, LiarsNeitherCrashNorStopASession) {
  std::size_t contradictions = 0;
  std::uint64_t seed = 0;
  for (LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    for (RankerKind ranker : {RankerKind::quicksort, RankerKind::all_pairs, RankerKind::search}) {
      for (FeedbackStrength feedback :
           {FeedbackStrength::value, FeedbackStrength::not_value, FeedbackStrength::among}) {
        for (bool by_order : {false, true}) {
          for (double share : {0.003, 0.05}) {
            ++seed;
            SCOPED_TRACE(testing::Message() << "seed " << seed);
            const auto hidden = std::make_shared<const MooreMachine>(random_machine({6, 2, 3}, seed));
            SessionOptions options = SessionOptions::paper();
            options.learner = learner;
            options.ranker = ranker;
            options.equivalence = by_order ? Equivalence::order : Equivalence::exact;
            options.seed = seed;
            Session session(hidden->alphabet(), hidden->outputs(), options);
            Liar teacher(*hidden, feedback, share, seed);
            // A liar may describe a machine without end; a session that goes on learning it is no fault.
            std::size_t rounds = 0;
            class Patience final : public JudgingTeacher {
             public:
              Patience(Teacher& teacher, std::size_t& rounds) : teacher_(teacher), rounds_(rounds) {}
              void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
                teacher_.compare(comparisons, answers);
              }
              EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
                return ++rounds_ > 25 ? EquivalenceAnswer::accepted() : teacher_.equivalence(question);
              }

             private:
              Teacher& teacher_;
              std::size_t& rounds_;
            } patient(teacher, rounds);
            contradictions += contradiction_size(session, patient) > 0 ? 1 : 0;
          }
        }
      }
    }
  }
  EXPECT_GT(contradictions, 20U);
}

TEST(Session, KnownComparisonsRefuteHypothesesBeforeATeacherIsAsked) {
  const MooreMachine hidden = random_machine({10, 2, 3}, 4);
  MachineTeacher teacher(hidden);
  SessionOptions options;
  options.effort = Effort::lazy;  // many wrong hypotheses
  const Learned without = learn(teacher, hidden.alphabet(), hidden.outputs(), options);
  ASSERT_GT(without.counts.equivalence_questions, 2U);
  Session session(hidden.alphabet(), hidden.outputs(), options);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    Word left, right;
    sample_word(random, 0.1, hidden.letters(), left);
    sample_word(random, 0.1, hidden.letters(), right);
    session.know(left, right, compared(hidden.output_after(left), hidden.output_after(right)));
  }
  ASSERT_TRUE(drive(session, teacher));
  EXPECT_EQ(session.machine(), canonical(hidden));
  EXPECT_EQ(session.counts().equivalence_questions, 1U);
}

/// Rejects everything at the same word, with the same feedback.
class Stubborn final : public JudgingTeacher {
 public:
  Stubborn(MooreMachine machine, EquivalenceAnswer answer) : honest_(std::move(machine)), answer_(std::move(answer)) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    honest_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return answer_; }

 private:
  MachineTeacher honest_;
  EquivalenceAnswer answer_;
};

TEST(Contradiction, ACounterexampleThatIsNone) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({5, 2, 3}, 1));
  const Word word{Letter{0}, Letter{1}};
  const Output truth = hidden->output_after(word);
  for (LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    for (RankerKind ranker : {RankerKind::quicksort, RankerKind::all_pairs, RankerKind::search}) {
      for (bool by_order : {false, true}) {
        for (const Feedback& feedback :
             {Feedback{}, Feedback{Feedback::Kind::value, {truth}}, Feedback{Feedback::Kind::not_value, {truth}},
              Feedback{Feedback::Kind::among, {truth}}}) {
          SessionOptions options = SessionOptions::paper();
          options.learner = learner;
          options.ranker = ranker;
          options.equivalence = by_order ? Equivalence::order : Equivalence::exact;
          Session session(hidden->alphabet(), hidden->outputs(), options);
          Stubborn teacher(*hidden, {word, feedback});
          EXPECT_GT(contradiction_size(session, teacher), 0U);
        }
      }
    }
  }
}

TEST(Contradiction, AValueAgainstTheOrder) {
  // a is below b, yet the value of b is the lowest.
  class Perverse final : public JudgingTeacher {
   public:
    void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
      const auto rank = [&](WordId word) {
        return word == empty_word ? 0 : index(comparisons.words().tail(word).back());
      };
      for (std::size_t i = 0; i < comparisons.size(); ++i) {
        const std::size_t left = rank(comparisons[i].left);
        const std::size_t right = rank(comparisons[i].right);
        answers[i] = left < right ? Preference::less : left > right ? Preference::greater : Preference::equal;
      }
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion&) override {
      return EquivalenceAnswer::wrong({Letter{1}}, Output{0});
    }
  } teacher;
  for (LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    SessionOptions options = SessionOptions::paper();
    options.learner = learner;
    Session session(letters(2), numbers(4), options);
    EXPECT_GE(contradiction_size(session, teacher), 2U);
  }
}

TEST(Session, OneTeacherMayTeachTwice) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({30, 3, 3}, 8));
  MachineTeacher teacher(*hidden);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SessionOptions options = SessionOptions::paper();
    options.seed = seed;
    options.learner = seed == 2 ? LearnerKind::tree : LearnerKind::table;
    EXPECT_EQ(learn(teacher, hidden->alphabet(), hidden->outputs(), options).machine, canonical(*hidden));
  }
}

}  // namespace
}  // namespace remap
