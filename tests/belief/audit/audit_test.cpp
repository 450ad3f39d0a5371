#include "belief/audit/audit.hpp"

#include <gtest/gtest.h>

#include "remap/automata/families.hpp"

namespace remap::belief {
namespace {

class BeliefAudit : public ::testing::Test {
 protected:
  BeliefAudit() : hidden(random_machine({4, 2, 3}, 5)) {}

  WordId label(const Word& word) {
    const WordId mine = belief.insert(word);
    if (belief.labels().labelled(mine)) return mine;
    if (belief.labels().size() == 0) {
      belief.label_first(mine);
    } else {
      for (const WordId other : asked) compare(mine, other);
      belief.relabel(mine);
    }
    asked.push_back(mine);
    return mine;
  }
  void compare(WordId a, WordId b) {
    const WordTree& words = belief.evidence().words();
    belief.add({a, b}, compared(hidden.output_after(words.spell(a)), hidden.output_after(words.spell(b))));
  }
  void label_all(std::size_t longest) {
    std::vector<Word> words{{}};
    for (std::size_t i = 0; i < words.size() && words[i].size() <= longest; ++i) {
      label(words[i]);
      for (std::size_t a = 0; a < 2; ++a) {
        Word longer = words[i];
        longer.push_back(make_id<Letter>(a));
        words.push_back(longer);
      }
    }
  }
  [[nodiscard]] MooreMachine with_another_transition() const {
    std::vector<State> next;
    std::vector<Output> output;
    for (std::size_t q = 0; q < hidden.size(); ++q) {
      output.push_back(hidden.output(make_id<State>(q)));
      for (std::size_t a = 0; a < 2; ++a) next.push_back(hidden.next(make_id<State>(q), make_id<Letter>(a)));
    }
    next.back() = make_id<State>((index(next.back()) + 1) % hidden.size());
    return MooreMachine(hidden.alphabet(), hidden.outputs(), hidden.initial(), output, next);
  }

  MooreMachine hidden;
  Belief belief{3, {}};
  std::vector<WordId> asked;
};

TEST_F(BeliefAudit, ConfidenceGrowsWithEvidence) {
  label_all(1);
  const double early = Audit(belief, hidden, {}, 1).confidence();
  label_all(7);
  const double late = Audit(belief, hidden, {}, 1).confidence();
  EXPECT_LT(early, 0.5);
  EXPECT_GT(late, early);
  EXPECT_GT(late, 0.9);
}

TEST_F(BeliefAudit, AnnotatorsMayComeInLater) {
  label_all(2);
  Audit audit(belief, hidden, {}, 1);
  const WordTree& words = belief.evidence().words();
  for (std::size_t i = 0; i + 1 < asked.size(); ++i) {
    const Preference truth =
        compared(hidden.output_after(words.spell(asked[i])), hidden.output_after(words.spell(asked[i + 1])));
    belief.add({asked[i], asked[i + 1]}, truth, 1);
    belief.add({asked[i + 1], asked[i]}, swapped(truth), 2);
  }
  const double before = audit.confidence();
  audit.catch_up();
  EXPECT_GT(audit.confidence(), before);
  EXPECT_NEAR(audit.confidence(), Audit(belief, hidden, {}, 1).confidence(), 1e-9);
}

TEST_F(BeliefAudit, AWrongMachineIsNotTrusted) {
  label_all(4);
  EXPECT_LT(Audit(belief, with_another_transition(), {}, 1).confidence(), 0.01);
}

TEST_F(BeliefAudit, CatchingUpIsAsGoodAsBeginningAnew) {
  label_all(2);
  Audit audit(belief, hidden, {}, 1);
  for (std::size_t i = 0; i + 1 < asked.size(); ++i) compare(asked[i], asked[i + 1]);
  label_all(3);
  audit.catch_up();
  EXPECT_NEAR(audit.confidence(), Audit(belief, hidden, {}, 1).confidence(), 1e-9);
}

TEST_F(BeliefAudit, AnotherAnswerAboutAPairCountsOnce) {
  label_all(1);
  for (std::size_t i = 0; i + 1 < asked.size(); ++i) compare(asked[i], asked[i + 1]);
  Audit audit(belief, hidden, {}, 1);
  for (std::size_t i = 0; i + 1 < asked.size(); ++i) compare(asked[i], asked[i + 1]);
  audit.catch_up();
  const double confidence = Audit(belief, hidden, {}, 1).confidence();
  EXPECT_LT(confidence, 0.99);
  EXPECT_NEAR(audit.confidence(), confidence, 1e-9);
}

TEST_F(BeliefAudit, TestsRaiseTheConfidence) {
  label_all(2);
  Audit audit(belief, hidden, {}, 1);
  const double before = audit.confidence();
  const double promised = audit.confidence_after(10, 1);
  Random random(3);
  for (std::size_t i = 0; i < 10; ++i) {
    const auto test = audit.best_test(random);
    ASSERT_TRUE(test);
    label(test->word);
    if (test->other) label(*test->other);
    audit.catch_up();
  }
  EXPECT_GT(promised, before);
  EXPECT_GT(audit.confidence(), before);
}

// As long as the machine is likely to fail, of two words it would not be known which one failed.
TEST_F(BeliefAudit, TwoWordsAreComparedWithEachOtherOnceTheMachineIsLikelyRight) {
  label_all(1);
  Random random(3);
  const Audit early(belief, hidden, {}, 1);
  ASSERT_LT(early.confidence(), 0.5);
  const auto alone = early.best_test(random);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->other);
  label_all(5);
  Audit audit(belief, hidden, {}, 1);
  ASSERT_GT(audit.confidence(), 0.5);
  std::size_t paired = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const auto test = audit.best_test(random);
    ASSERT_TRUE(test);
    if (!test->other) {
      label(test->word);
      audit.catch_up();
      continue;
    }
    ++paired;
    const WordId word = belief.insert(test->word), other = belief.insert(*test->other);
    EXPECT_EQ(belief.evidence().find(word, other), nullptr) << "no pair is tested twice";
    const double before = audit.confidence();
    compare(word, other);
    audit.catch_up();
    EXPECT_GT(audit.confidence(), before) << "one answer is enough, neither word needs a label";
  }
  EXPECT_GT(paired, 0u);
  const auto test = audit.best_test(random);
  ASSERT_TRUE(test && test->other);
  const double before = audit.confidence();
  const Preference right = compared(hidden.output_after(test->word), hidden.output_after(*test->other));
  belief.add({belief.insert(test->word), belief.insert(*test->other)},
             right == Preference::equal ? Preference::less : Preference::equal);
  audit.catch_up();
  EXPECT_LT(audit.confidence(), before) << "an answer that is not what the machine says";
}

TEST_F(BeliefAudit, AcceptanceIsEvidence) {
  label_all(2);
  Audit audit(belief, hidden, {}, 1);
  const double before = audit.confidence();
  std::vector<Word> lines;
  for (std::size_t i = 0; i < 40; ++i) {
    lines.emplace_back();
    Random random(i);
    sample_word(random, 0.2, 2, lines.back());
  }
  audit.accepted(lines);
  EXPECT_GT(audit.confidence(), before);
}

TEST_F(BeliefAudit, AWordIsRightMoreOftenThanTheMachine) {
  label_all(3);
  const Audit audit(belief, hidden, {}, 1);
  EXPECT_GE(audit.confidence_in_word(0.2, 1), audit.confidence());
  EXPECT_LE(audit.confidence_in_word(0.2, 1), 1);
}

TEST_F(BeliefAudit, ASampleOfNeighboursStandsForAll) {
  label_all(2);
  AuditOptions few;
  few.most_neighbours = 24;
  const double all = Audit(belief, hidden, {}, 1).confidence();
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) sum += 1 / Audit(belief, hidden, few, seed).confidence();
  EXPECT_NEAR(sum / 200, 1 / all, 0.25 / all);
}

// Propositions that do not matter change little, whether letters are listed or not.
TEST(BeliefAuditOfSets, WhatCountsAreGroupsOfLetters) {
  std::vector<double> odds;
  for (const char* name : {"collect:2,3", "collect:2,9", "collect:2,20"}) {
    const MooreMachine machine = *family_machine(name);
    const Belief belief(3, {});
    odds.push_back(1 / Audit(belief, machine, {}, 1).confidence());
  }
  EXPECT_NEAR(odds[1], odds[0], 0.1 * odds[0]);
  EXPECT_NEAR(odds[2], odds[0], 0.1 * odds[0]);
}

// Letters of a group were all met with the same proposition: the others may lead elsewhere.
TEST(BeliefAuditOfSets, PartOfAGroupMayLeadElsewhere) {
  const MooreMachine machine = *family_machine("collect:2,5");
  Belief belief(3, {});
  const WordId empty = belief.insert({});
  belief.label_first(empty);
  const auto compare = [&](const Word& word) {
    belief.add({belief.insert(word), empty}, compared(machine.output_after(word), machine.output_after({})));
  };
  const auto meet = [&](bool with_idle) {
    Random random(3);
    for (std::size_t i = 0; i < 400; ++i) {
      Word word;
      sample_word(random, 0.2, machine.alphabet(), word);
      for (Letter& letter : word) {
        const PropositionSet set = machine.alphabet().set_of(letter);
        if (!with_idle) letter = machine.alphabet().letter_of(set & 7);
      }
      compare(word);
    }
  };
  AuditOptions whole;
  whole.hidden_part = 0;
  meet(false);
  EXPECT_GT(Audit(belief, machine, whole, 1).confidence(), 0.95);
  EXPECT_LT(Audit(belief, machine, {}, 1).confidence(), 0.9);
  meet(true);
  EXPECT_GT(Audit(belief, machine, {}, 1).confidence(), 0.95);
}

TEST_F(BeliefAudit, WordsAvoidDeadEnds) {
  // The first letter goes on, the second one to a state that is never left.
  const MooreMachine machine(hidden.alphabet(), hidden.outputs(), State{0}, {Output{0}, Output{1}, Output{2}},
                             {State{1}, State{2}, State{0}, State{2}, State{2}, State{2}});
  const Audit audit(belief, machine, {}, 1);
  constexpr Letter on{0}, off{1};
  EXPECT_EQ(audit.without_dead_ends({on, off, on, on}), Word({on, on, on}));
  EXPECT_EQ(audit.without_dead_ends({off, off}), Word({off, off}));
}

}  // namespace
}  // namespace remap::belief
