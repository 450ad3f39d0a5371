#include "learning/letter_rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace remap {
namespace {

std::vector<PropositionSet> all_sets(std::size_t propositions) {
  std::vector<PropositionSet> sets;
  for (PropositionSet set = 0; set < (PropositionSet{1} << propositions); ++set) sets.push_back(set);
  return sets;
}

RC_GTEST_PROP(LetterRules, AgreeWithWhatIsKnownAndInventNoTarget, ()) {
  const auto propositions = *rc::gen::inRange<std::size_t>(1, 6);
  const std::vector<PropositionSet> letters = all_sets(propositions);
  std::vector<KnownLetter> known;
  for (PropositionSet set : letters) {
    if (*rc::gen::inRange(0, 3) == 0) known.push_back({set, make_id<State>(*rc::gen::inRange<std::size_t>(0, 4))});
  }
  RC_PRE(!known.empty());
  const LetterRules rules = predict_letters(known, letters, propositions);
  RC_ASSERT(rules.target.size() == letters.size());
  for (const KnownLetter& k : known) RC_ASSERT(rules.target[static_cast<std::size_t>(k.set)] == k.target);
  std::map<PropositionSet, State> by_relevant;
  for (PropositionSet set : letters) {
    const State target = rules.target[static_cast<std::size_t>(set)];
    RC_ASSERT(std::any_of(known.begin(), known.end(), [&](const KnownLetter& k) { return k.target == target; }));
    // Letters that differ only in propositions the rules do not ask for have the same target.
    RC_ASSERT(by_relevant.try_emplace(set & rules.relevant, target).first->second == target);
  }
}

TEST(LetterRules, OneKnownLetterSpeaksForAll) {
  const std::vector<KnownLetter> known{{0b101, State{7}}};
  const LetterRules rules = predict_letters(known, all_sets(3), 3);
  EXPECT_EQ(rules.target, std::vector<State>(8, State{7}));
  EXPECT_EQ(rules.relevant, 0U);
}

TEST(LetterRules, AFormulaIsFoundFromFewLetters) {
  // Leaves exactly when proposition 1 holds; one letter for each of the two cases more than once.
  const std::vector<KnownLetter> known{{0b000, State{0}}, {0b101, State{0}}, {0b010, State{1}}, {0b111, State{1}}};
  const LetterRules rules = predict_letters(known, all_sets(3), 3);
  EXPECT_EQ(rules.relevant, 0b010U);
  for (std::size_t set = 0; set < 8; ++set) EXPECT_EQ(rules.target[set], (set & 2) != 0 ? State{1} : State{0});
}

}  // namespace
}  // namespace remap
