#include "posterior/questions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "posterior/seconds.hpp"
#include "posterior/support.hpp"

namespace remap::posterior {
namespace {

using namespace test;

/// The door, and machines that are like it but for one transition.
struct Asked : KeyAndDoor {
  Asked() {
    candidates.push_back(truth);
    for (int q = 0; q < truth.states; ++q) {
      for (int a = 0; a < space.letters; ++a) {
        Machine other = truth;
        other.next[q][a] = other.next[q][a] == 0 ? end_of(0) : 0;
        canonical(space, other);
        candidates.push_back(other);
      }
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].score = i == 0 ? 0 : -1;
    evidence.add(Value{{}, output(1)}, GiverId{0});
    evidence.add(Example{word_of({0, 1}), output(2)}, GiverId{0});
  }
  std::vector<Question> ask(std::size_t most, Forms forms = {}, const Rates& rates = {}) {
    evidence.refresh();
    judged = {};
    double all = 0;
    for (const Machine& machine : candidates) {
      judged.machines.push_back(&machine);
      judged.weights.push_back(std::exp(machine.score));
      all += judged.weights.back();
    }
    for (double& weight : judged.weights) weight /= all;
    return Asking(space, numbers, evidence, rates, forms, random).ask(judged, most);
  }
  /// Whether a word has different classes in some of the machines.
  [[nodiscard]] bool tells_apart(const Word& word) const {
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const Machine& other) { return other.class_of(word) != truth.class_of(word); });
  }

  Numbers numbers;
  Evidence evidence{space};
  Random random{1};
  std::vector<Machine> candidates;
  Judged judged;
};

TEST(PosteriorQuestions, TellMachinesApart) {
  Asked a;
  const auto questions = a.ask(1);
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_TRUE(a.tells_apart(questions[0].word));
  EXPECT_GT(questions[0].bits, 0.2);
  const double seconds = questions[0].beside ? seconds_to_compare(questions[0].word, questions[0].example, false)
                                             : seconds_to_place(questions[0].word, 3);
  EXPECT_DOUBLE_EQ(questions[0].seconds, seconds);
}

TEST(PosteriorQuestions, AreOfTheFormsAskedFor) {
  Asked a;
  for (const Question& question : a.ask(10, {.placements = true, .comparisons = false})) {
    EXPECT_FALSE(question.beside);
  }
  for (const Question& question : a.ask(10, {.placements = false, .comparisons = true})) {
    ASSERT_TRUE(question.beside);
    EXPECT_NE(*question.beside, output(0)) << "no example of it was given";
    EXPECT_EQ(question.example, *question.beside == output(1) ? Word() : word_of({0, 1}));
  }
}

TEST(PosteriorQuestions, AreNeitherRepeatedNorImpossible) {
  Asked a;
  a.evidence.add(CannotHappen{word_of({2})}, GiverId{0});
  std::set<Word> asked{{}, word_of({0, 1})};
  for (;;) {
    const auto questions = a.ask(1);
    if (questions.empty()) break;
    EXPECT_TRUE(asked.insert(questions[0].word).second);
    EXPECT_NE(questions[0].word.front(), make_id<Letter>(2));
    a.evidence.add(Unsure{questions[0].word}, GiverId{0});
    if (asked.size() == 30) break;
  }
  EXPECT_EQ(asked.size(), 30u);
}

TEST(PosteriorQuestions, OfOneListAreDiverse) {
  Asked a;
  // A few tell all machines apart, and then there is nothing left to ask.
  const auto questions = a.ask(6);
  EXPECT_LE(questions.size(), 4u);
  std::set<std::vector<int>> answers;
  for (const Machine& machine : a.candidates) {
    std::vector<int> row;
    for (const Question& question : questions) row.push_back(machine.class_of(question.word));
    answers.insert(row);
  }
  EXPECT_EQ(answers.size(), a.candidates.size());
}

TEST(PosteriorQuestions, DoNotGoOnAfterTheEnd) {
  Asked a;
  for (const Question& question : a.ask(20)) {
    const Word before(question.word.begin(), question.word.end() - 1);
    EXPECT_FALSE(is_end(a.truth.run(before)));
  }
}

TEST(PosteriorQuestions, NearTiesMakeComparisonsBetter) {
  Asked a;
  a.evidence.add(Example{word_of({0, 2}), output(0)}, GiverId{0});
  int sure = 0, blurred = 0;
  for (int round = 0; round < 10; ++round) {
    sure += a.ask(1)[0].beside ? 1 : 0;
    blurred += a.ask(1, {}, {.near = 0.3})[0].beside ? 1 : 0;
  }
  EXPECT_LT(sure, 5);
  EXPECT_GT(blurred, 5);
}

TEST(PosteriorQuestions, ThereAreNoneIfAllMachinesAgree) {
  Asked a;
  a.candidates.resize(1);
  EXPECT_TRUE(a.ask(3).empty());
}

TEST(PosteriorQuestions, WeightsAreFlattened) {
  Asked a;
  Numbers numbers;
  Pool pool(numbers);
  for (std::size_t i = 0; i < a.candidates.size(); ++i) {
    a.candidates[i].score = i == 0 ? 0 : -6;
    pool.consider(a.candidates[i]);
  }
  pool.sort();
  const Judged sharp = judged_by(pool, 100, 1), flat = judged_by(pool, 100, 0.5);
  EXPECT_GT(sharp.weights[0], 0.95);
  EXPECT_NEAR(flat.weights[0], 0.5, 0.01);
  double all = 0;
  for (const double weight : flat.weights) all += weight;
  EXPECT_NEAR(all, 1, 1e-9);
}

}  // namespace
}  // namespace remap::posterior
