// Random calls of a session, legal and illegal, with truthful and with arbitrary answers, checked against a model of
// four states: idle, waiting for an answer of one kind, done, failed. What is illegal must throw Misuse and change
// nothing; what is legal may only throw Contradiction or Unsettled, and only when answers were arbitrary. A session
// that is begun again with the same answers asks the same questions. A trace that fails is told by its seed.
//
// Runs for REMAP_MODEL_SECONDS (2 when not set); ./test gives it a minute.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "remap/automata/random.hpp"
#include "remap/learning/session.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

using Kind = Request::Kind;

/// A request in plain words, to be compared after the session has moved on.
std::string spelled(const Session& session, const Request& request) {
  std::string text = std::to_string(static_cast<int>(request.kind));
  for (std::size_t i = 0; i < request.comparisons.size(); ++i) {
    text += '|' + format_word(session.alphabet(), request.comparisons.left(i)) + '<' +
            format_word(session.alphabet(), request.comparisons.right(i));
  }
  for (std::size_t i = 0; i < request.values.size(); ++i) {
    text += '|' + format_word(session.alphabet(), request.values.word(i));
  }
  return text;
}

class Trace {
 public:
  explicit Trace(std::uint64_t seed)
      : random_(seed),
        machine_(random_machine({4 + random_.below(5), 1 + random_.below(3), 2 + random_.below(3)}, seed)),
        truth_(machine_),
        truthful_(random_.below(3) > 0),
        options_(some_options(seed)),
        session_(machine_.alphabet(), machine_.outputs(), options_) {}

  /// Makes random calls until the session ends.
  void run() {
    for (std::size_t calls = 0; calls < 3000 && state_ != State::failed; ++calls) {
      if (HasFailure()) return;
      switch (random_.below(8)) {
        case 0:
          illegal();
          break;
        case 1:
          look();
          break;
        case 2:
          if (random_.below(20) == 0) begin_again();
          break;
        default:
          if (state_ == State::done) {
            EXPECT_EQ(session_.next().kind, Kind::done);
            finished();
            return;
          }
          state_ == State::idle ? next() : answer();
      }
    }
    if (state_ != State::failed) return;
    EXPECT_FALSE(truthful_) << "a truthful teacher was accused";
    EXPECT_THROW(session_.next(), Misuse);
    EXPECT_THROW(session_.answer(EquivalenceAnswer::accepted()), Misuse);
  }

 private:
  enum class State : std::uint8_t { idle, waiting, done, failed };

  static bool HasFailure() { return testing::Test::HasFailure(); }

  SessionOptions some_options(std::uint64_t seed) {
    constexpr LearnerKind learners[] = {LearnerKind::best, LearnerKind::table, LearnerKind::tree, LearnerKind::tour,
                                        LearnerKind::lstar};
    constexpr RankerKind rankers[] = {RankerKind::search, RankerKind::quicksort, RankerKind::all_pairs};
    constexpr Equivalence checks[] = {Equivalence::exact, Equivalence::order, Equivalence::sampling,
                                      Equivalence::order_sampling};
    SessionOptions options;
    options.learner = learners[random_.below(std::size(learners))];
    options.ranker = rankers[random_.below(std::size(rankers))];
    options.equivalence = checks[random_.below(std::size(checks))];
    if (options.learner == LearnerKind::lstar && order_alone(options.equivalence)) {
      options.equivalence = Equivalence::exact;
    }
    options.guess = random_.below(2) == 0 ? Guess::lowest : Guess::middle;
    options.samples.fixed = 1 + random_.below(30);
    options.seed = seed;
    return options;
  }

  void next() {
    attempt([&] {
      const Request& request = session_.next();
      state_ = request.kind == Kind::done ? State::done : State::waiting;
      kind_ = request.kind;
      shown_ = spelled(session_, request);
      asked_.push_back(shown_);
    });
  }

  void answer() {
    const Request& request = session_.next();
    EXPECT_EQ(spelled(session_, request), shown_) << "next() says the same until it is answered";
    attempt([&] {
      state_ = State::idle;
      if (kind_ == Kind::comparisons) {
        std::vector<Preference> answers(request.comparisons.size());
        truth_.compare(request.comparisons, answers);
        for (Preference& each : answers) {
          if (!truthful_ && random_.below(10) == 0) each = static_cast<Preference>(random_.below(4));
        }
        preferences_.push_back(answers);
        session_.answer(answers);
      } else if (kind_ == Kind::values) {
        std::vector<Output> values(request.values.size());
        truth_.values(request.values, values);
        for (Output& each : values) {
          if (!truthful_ && random_.below(10) == 0) each = make_id<Output>(random_.below(machine_.outputs().size()));
        }
        values_.push_back(values);
        session_.answer(values);
      } else {
        EquivalenceAnswer verdict = truth_.equivalence(session_.equivalence_question());
        if (!truthful_ && random_.below(4) == 0) {
          verdict.counterexample = Word{make_id<Letter>(random_.below(machine_.letters()))};
          verdict.feedback = {Feedback::Kind::value, {make_id<Output>(random_.below(machine_.outputs().size()))}};
        }
        verdicts_.push_back(verdict);
        session_.answer(verdict);
      }
    });
  }

  /// What the contract excludes: it throws Misuse and nothing changes.
  void illegal() {
    const SessionCounts before = session_.counts();
    const auto misuse = [&](auto&& call) { EXPECT_THROW(call(), Misuse); };
    const std::size_t wanted =
        state_ == State::waiting && kind_ == Kind::comparisons ? session_.next().comparisons.size() : 0;
    switch (random_.below(4)) {
      case 0:
        misuse([&] { session_.answer(std::vector<Preference>(wanted + 1, Preference::equal)); });
        break;
      case 1:
        if (state_ != State::waiting || kind_ != Kind::equivalence) {
          misuse([&] { session_.answer(EquivalenceAnswer::accepted()); });
          misuse([&] { (void)session_.equivalence_question(); });
        } else {
          misuse([&] { session_.answer({Word{make_id<Letter>(machine_.letters())}, {}}); });
        }
        break;
      case 2:
        if (state_ != State::waiting || kind_ != Kind::values) {
          misuse([&] { session_.answer(std::vector<Output>(1, Output{0})); });
        }
        break;
      default:
        // Without equivalence questions there may be a hypothesis that nobody was shown.
        if (asked_.empty() || (hypotheses() == 0 && options_.equivalence != Equivalence::order_sampling)) {
          misuse([&] { (void)session_.machine(); });
        }
    }
    EXPECT_EQ(session_.counts().comparisons, before.comparisons);
    EXPECT_EQ(session_.counts().equivalence_questions, before.equivalence_questions);
    if (state_ == State::waiting) {
      EXPECT_EQ(spelled(session_, session_.next()), shown_);
    }
  }

  /// Looking changes nothing.
  void look() {
    if (hypotheses() > 0) {
      EXPECT_GT(session_.machine().size(), 0U);
    }
    if (state_ != State::idle) {  // an acceptance finishes a session before it is asked for more
      EXPECT_EQ(session_.finished(), state_ == State::done);
    }
    (void)session_.most_comparisons_left();
    if (state_ == State::waiting && kind_ == Kind::equivalence) {
      EXPECT_EQ(session_.equivalence_question().number, session_.counts().equivalence_questions + 1);
    }
  }

  /// The same answers again: the same questions.
  void begin_again() {
    Session again(machine_.alphabet(), machine_.outputs(), options_);
    std::size_t preferences = 0, values = 0, verdicts = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Request& request = again.next();
      ASSERT_EQ(spelled(again, request), asked_[i]);
      const bool last = i + 1 == asked_.size() && state_ != State::idle;
      if (last) break;
      if (request.kind == Kind::comparisons) again.answer(preferences_[preferences++]);
      if (request.kind == Kind::values) again.answer(values_[values++]);
      if (request.kind == Kind::equivalence) again.answer(verdicts_[verdicts++]);
    }
    session_ = std::move(again);
  }

  void finished() {
    EXPECT_TRUE(session_.finished());
    if (truthful_ && options_.equivalence == Equivalence::exact) {
      EXPECT_EQ(session_.machine(), canonical(machine_));
    }
  }

  [[nodiscard]] std::size_t hypotheses() const {
    std::size_t count = 0;
    for (const std::string& each : asked_) count += each[0] == '2' || each[0] == '3' ? 1 : 0;
    return count;
  }

  template <class Call>
  void attempt(Call&& call) {
    try {
      call();
    } catch (const Contradiction&) {
      state_ = State::failed;
    } catch (const Unsettled&) {
      state_ = State::failed;
    }
  }

  Random random_;
  MooreMachine machine_;
  MachineTeacher truth_;
  bool truthful_;
  SessionOptions options_;
  Session session_;
  State state_ = State::idle;
  Kind kind_ = Kind::done;
  std::string shown_;
  std::vector<std::string> asked_;
  std::vector<std::vector<Preference>> preferences_;
  std::vector<std::vector<Output>> values_;
  std::vector<EquivalenceAnswer> verdicts_;
};

TEST(SessionModel, RandomCallsDoWhatTheModelSays) {
  const char* wanted = std::getenv("REMAP_MODEL_SECONDS");
  const std::chrono::duration<double> time(wanted != nullptr ? std::atof(wanted) : 2.0);
  const auto end = std::chrono::steady_clock::now() + time;
  std::uint64_t seed = 1;
  for (; std::chrono::steady_clock::now() < end && !HasFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Trace(seed).run();
  }
  RecordProperty("traces", static_cast<int>(seed));
  EXPECT_GT(seed, 20U);
}

}  // namespace
}  // namespace remap
