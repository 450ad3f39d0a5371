// Answers that cannot be: whoever asks refuses them, names the question, and nothing is read that is not there.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "remap/remap.hpp"

namespace remap {
namespace {

/// Answers as a machine does, but for what a test changes.
class Changed final : public JudgingTeacher, public Annotators {
 public:
  explicit Changed(MooreMachine machine) : exact_(std::move(machine)) {}

  std::function<void(std::span<Preference>)> preferences;
  std::function<void(EquivalenceAnswer&)> rejections;
  bool too_few_givers = false;

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    givers_.assign(comparisons.size() - (too_few_givers ? 1 : 0), 0);
    std::vector<Preference> right(answers.size());
    exact_.compare(comparisons, right);
    if (preferences) {
      preferences(right);
      for (std::size_t i = 0; i < right.size(); ++i) {
        if (right[i] != unset) answers[i] = right[i];
      }
    } else {
      std::copy(right.begin(), right.end(), answers.begin());
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    EquivalenceAnswer answer = exact_.equivalence(question);
    if (answer.counterexample && rejections) rejections(answer);
    return answer;
  }
  [[nodiscard]] const Annotators* annotators() const noexcept override { return too_few_givers ? this : nullptr; }
  [[nodiscard]] std::span<const std::uint16_t> givers() const noexcept override { return givers_; }

  static constexpr auto unset = static_cast<Preference>(100);

 private:
  MachineTeacher exact_;
  std::vector<std::uint16_t> givers_;
};

/// Everyone who takes answers.
using Learner = std::function<void(Teacher&, const MooreMachine&)>;

void learn_exactly(Teacher& teacher, const MooreMachine& machine) {
  SessionOptions options;
  options.learner = LearnerKind::tree;
  options.effort = Effort::lazy;
  learn(teacher, machine.alphabet(), machine.outputs(), options);
}

void learn_doubting(Teacher& teacher, const MooreMachine& machine) {
  learn_from_erring(teacher, machine.alphabet(), machine.outputs());
}

void learn_trusting_verdicts(Teacher& teacher, const MooreMachine& machine) {
  ErringOptions options;
  options.verdicts = Verdicts::trusted;
  learn_from_erring(teacher, machine.alphabet(), machine.outputs(), options);
}

void run_with_a_book(Teacher& teacher, const MooreMachine& machine, TeacherErrs errs) {
  Method method = preset_method(Preset::best, machine.alphabet(), errs);
  method.learner = LearnerKind::tree;
  method.effort = Effort::lazy;
  const SessionHead head{"test", machine.alphabet(), machine.outputs(), write_method(method, machine.outputs())};
  DurableRun::without_log(head).finish(teacher);
}

struct Case {
  const char* name;
  Learner learn;
};

class Answers : public testing::TestWithParam<Case> {
 protected:
  /// The sentence with which such answers are refused.
  std::string refused(Changed& teacher) {
    try {
      GetParam().learn(teacher, machine);
    } catch (const Misuse& misuse) {
      return misuse.what();
    }
    return "not refused";
  }
  std::string refused(const std::function<void(EquivalenceAnswer&)>& change) {
    Changed teacher(machine);
    teacher.rejections = change;
    return refused(teacher);
  }

  MooreMachine machine = random_machine({8, 3, 3}, 5);
};

void expect_parts(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

TEST_P(Answers, ThatAreNoneOfTheFourAreRefused) {
  for (const int number : {4, 7, 254, 255}) {
    Changed teacher(machine);
    teacher.preferences = [&, asked = 0](std::span<Preference> answers) mutable {
      for (Preference& answer : answers) {
        if (++asked % 5 == 0) answer = static_cast<Preference>(number);
      }
    };
    expect_parts(refused(teacher), {"against", "expected less, equal, greater or unsure"});
  }
}

TEST_P(Answers, ThatAreNotGivenAreNotedAndNamed) {
  Changed nothing(machine), some(machine);
  nothing.preferences = [](std::span<Preference> answers) {
    for (Preference& answer : answers) answer = Changed::unset;
  };
  some.preferences = [asked = 0](std::span<Preference> answers) mutable {
    for (Preference& answer : answers) {
      if (++asked % 7 == 0) answer = Changed::unset;
    }
  };
  for (Changed* teacher : {&nothing, &some}) expect_parts(refused(*teacher), {"'", "' against '", "was not answered"});
}

TEST_P(Answers, AboutMachinesMustFitTogether) {
  using Kind = Feedback::Kind;
  const auto with = [](Kind kind, std::vector<Output> outputs) {
    return [=](EquivalenceAnswer& answer) { answer.feedback = {kind, outputs}; };
  };
  const std::vector<Output> all{Output{0}, Output{1}, Output{2}};
  expect_parts(refused(with(Kind::none, {Output{0}})), {"feedback on '", "EquivalenceAnswer::wrong(word, value)"});
  expect_parts(refused(with(Kind::value, {})), {"feedback on '", "one output, not 0"});
  expect_parts(refused(with(Kind::value, {Output{0}, Output{1}})), {"one output, not 2"});
  expect_parts(refused(with(Kind::value, {Output{99}})), {"has output 99, but there are only 3"});
  expect_parts(refused(with(Kind::not_value, {})), {"names no output that is not the value"});
  expect_parts(refused(with(Kind::not_value, all)), {"leaves no output"});
  expect_parts(refused(with(Kind::among, {})), {"names no output that can be the value"});
  expect_parts(refused(with(static_cast<Kind>(9), {})), {"kind 9, which does not exist"});
  expect_parts(refused([](EquivalenceAnswer& answer) { answer.counterexample = Word{Letter{999}}; }),
               {"equivalence question", "letter 999, which does not exist"});
  expect_parts(refused([](EquivalenceAnswer& answer) { answer.counterexample.reset(); }),
               {"there is feedback, but no counterexample"});
}

void run_exactly(Teacher& teacher, const MooreMachine& machine) { run_with_a_book(teacher, machine, TeacherErrs::off); }
void run_doubting(Teacher& teacher, const MooreMachine& machine) { run_with_a_book(teacher, machine, TeacherErrs::on); }

std::string name_of_learner(const testing::TestParamInfo<Case>& given) { return given.param.name; }

INSTANTIATE_TEST_SUITE_P(All, Answers,
                         testing::Values(Case{"learn", learn_exactly}, Case{"doubting", learn_doubting},
                                         Case{"trusting", learn_trusting_verdicts}, Case{"book", run_exactly},
                                         Case{"transcript", run_doubting}),
                         name_of_learner);

TEST(AnswersOfPeople, NeedOneGiverEach) {
  Changed teacher(random_machine({8, 3, 3}, 5));
  teacher.too_few_givers = true;
  EXPECT_THROW(learn_doubting(teacher, random_machine({8, 3, 3}, 5)), Misuse);
}

TEST(ValuesThatAreNaN, HaveNoOrder) {
  const double nan = std::nan("");
  EXPECT_EQ(compared(nan, 1.0), no_preference);
  EXPECT_EQ(compared(1.0, nan), no_preference);
  EXPECT_EQ(compared(1.0F, 2.0F), Preference::less);
  try {
    learn_from_values({"a", "b"}, {"0", "1"}, [&](const Word& word) { return word.size() % 2 == 1 ? nan : 1.0; });
    FAIL() << "learned";
  } catch (const Misuse& misuse) {
    expect_parts(misuse.what(), {"'a'", "NaN"});
  }
}

TEST(AnswersOfOwnLoops, AreCheckedToo) {
  const MooreMachine machine = random_machine({8, 3, 3}, 5);
  Session session(machine.alphabet(), machine.outputs());
  EXPECT_THROW(session.know({Letter{9}}, {}, Preference::less), Misuse);
  EXPECT_THROW(session.know({Letter{0}}, {}, Preference(7)), Misuse);
  const std::size_t asked = session.next().comparisons.size();
  EXPECT_THROW(session.answer(std::vector<Preference>(asked, Preference(7))), Misuse);
  EXPECT_EQ(session.next().comparisons.size(), asked) << "it still waits";

  const SessionHead head{"test", machine.alphabet(), machine.outputs()};
  DurableRun run = DurableRun::without_log(head);
  EXPECT_THROW(run.take({Letter{0}}, {}, Preference(7)), Misuse);
  EXPECT_THROW(run.take({Letter{9}}, {}, Preference::less), Misuse);
  run.take({Letter{0}}, {}, Preference::less);
  EXPECT_THROW(run.change(AnswerId{1}, Preference(7)), Misuse);
}

TEST(Rejections, WithOneOutputSayWhatIsWrong) {
  class Never final : public JudgingTeacher {
    void compare(const Comparisons&, std::span<Preference> answers) override {
      std::fill(answers.begin(), answers.end(), Preference::equal);
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return EquivalenceAnswer::wrong({Letter{0}}); }
  } never;
  try {
    learn(never, {"a", "b"}, Outputs{"0"});
    FAIL() << "learned";
  } catch (const Contradiction& error) {
    expect_parts(error.what(), {"at 'a'", "there is no other output than 0"});
  }
}

TEST(LearnFromErring, RefusesWhatDoesNotGoTogetherAndNamesTheRemedy) {
  const MooreMachine machine = random_machine({8, 3, 3}, 5);
  FunctionTeacher only_compares([&](const Word& left, const Word& right) {
    return compared(machine.output_after(left), machine.output_after(right));
  });
  const auto refused = [&](const SessionOptions& session, const ErringOptions& options = {}) {
    try {
      learn_from_erring(
          only_compares, [&] { return std::make_unique<Session>(machine.alphabet(), machine.outputs(), session); },
          options);
    } catch (const Misuse& misuse) {
      return std::string(misuse.what());
    }
    return std::string("not refused");
  };
  SessionOptions sampling, values, limited;
  sampling.equivalence = Equivalence::order_sampling;
  values.learner = LearnerKind::lstar;
  limited.equivalence = Equivalence::order;
  limited.most_comparisons = 5;
  ErringOptions unasked, sure, poor;
  unasked.verdicts = Verdicts::unasked;
  sure.confidence = 1.5;
  poor.error_rate = 0.9;
  const char* remedy = "learn_from_erring(teacher, alphabet, outputs)";
  expect_parts(refused(sampling), {"Equivalence::order and Verdicts::unasked", remedy});
  expect_parts(refused({}), {"does not check machines", "Verdicts::unasked", remedy});
  expect_parts(refused(values), {"asks for values", remedy});
  expect_parts(refused(limited, unasked), {"limits", "ErringOptions", remedy});
  expect_parts(refused({}, sure), {"confidence is 1.5", "below 1"});
  expect_parts(refused({}, poor), {"error_rate is 0.9", "below 0.5"});
  EXPECT_THROW(learn_from_erring(only_compares, [] { return std::unique_ptr<Session>(); }, {}), Misuse);
}

TEST(LearnFromErring, ChoosesWhatFitsTheTeacher) {
  const MooreMachine machine = random_machine({6, 2, 3}, 2);
  FunctionTeacher only_compares([&](const Word& left, const Word& right) {
    return compared(machine.output_after(left), machine.output_after(right));
  });
  const ErringResult compared_alone = learn_from_erring(only_compares, machine.alphabet(), machine.outputs());
  EXPECT_FALSE(find_counterexample(compared_alone.machine.moore(), machine));
  EXPECT_EQ(compared_alone.equivalence_questions, 0U);
  EXPECT_EQ(learn_from_erring(only_compares, machine.alphabet(), std::nullopt).machine.size(), machine.size());
  MachineTeacher judging(machine);
  const ErringResult judged = learn_from_erring(judging, machine.alphabet(), machine.outputs());
  EXPECT_FALSE(find_counterexample(judged.machine.moore(), machine));
  EXPECT_GT(judged.equivalence_questions, 0U);
}

TEST(LearnFromErring, IsWhatAContradictionOfLearnNames) {
  const MooreMachine machine = random_machine({6, 2, 3}, 2);
  FunctionTeacher erring([&, asked = 0](const Word& left, const Word& right) mutable {
    const Preference right_answer = compared(machine.output_after(left), machine.output_after(right));
    return ++asked % 20 == 0 ? static_cast<Preference>((static_cast<int>(right_answer) + 1) % 3) : right_answer;
  });
  try {
    learn(erring, machine.alphabet(), machine.outputs());
    FAIL() << "learned";
  } catch (const Contradiction& error) {
    expect_parts(error.what(), {"learn_from_erring(teacher, alphabet, outputs)"});
  }
}

}  // namespace
}  // namespace remap
