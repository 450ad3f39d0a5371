#include "learning/discrimination/suffix_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

// A tree as a counter grows it: node i asks for i + 1 times the letter, class 1 leaves to a state, class 0 goes on. The
// last state is the one with class 1 itself.
struct DeepTree {
  TailPool tails;
  DiscriminationTree tree{tails};
  SuffixRows rows{1};
  TreeBalance balance;  // with no claims
  std::vector<State> target;

  explicit DeepTree(std::size_t states) {
    tree.add_state(DiscriminationTree::root(), ClassId{0}, WordId{0});
    Word suffix;
    for (std::size_t i = 1; i + 1 < states; ++i) {
      suffix.push_back(Letter{0});
      rows.add(tree.leaf(State{0}), suffix.size());
      tree.split(State{0}, suffix, ClassId{0});
      tree.add_state(tree.parent(tree.leaf(State{0})), ClassId{1}, make_id<WordId>(i));
    }
    tree.add_state(DiscriminationTree::root(), ClassId{1}, make_id<WordId>(states));
    for (std::size_t i = 0; i < states; ++i) balance.add_state();
  }

  std::vector<bool> one_by_one() const {
    std::vector<bool> result(tree.states(), false);
    for (std::size_t q = 0; q < tree.states(); ++q) {
      for (Node at = tree.leaf(make_id<State>(q)); tree.parent(at) != tree.root(); at = tree.parent(at)) {
        State reached = make_id<State>(q);
        for (std::size_t i = 0; i < tree.suffix(tree.parent(at)).size(); ++i) reached = target[index(reached)];
        if (tree.class_of(reached) != tree.class_in_parent(at)) result[q] = true;
      }
    }
    return result;
  }
};

TEST(SuffixRows, LeavesShallowTreesToTheCaller) {
  DeepTree deep(4);
  deep.target.assign(4, State{0});
  EXPECT_EQ(deep.rows.find_disagreeing(deep.tree, deep.tree.leaves(), deep.balance, deep.target, {}), nullptr);
}

TEST(SuffixRows, FindsTheStatesThatWalksFind) {
  DeepTree deep(120);
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    deep.target.clear();
    // State i > 0 is i letters away from class 1, state 0 further: nearly right, and with more and more mistakes.
    for (std::size_t q = 0; q < 119; ++q) deep.target.push_back(make_id<State>(q == 0 ? 118 : q == 1 ? 119 : q - 1));
    deep.target.push_back(State{0});
    for (int i = 0; i < round; ++i) deep.target[random.below(120)] = make_id<State>(random.below(120));
    const std::vector<bool>* found =
        deep.rows.find_disagreeing(deep.tree, deep.tree.leaves(), deep.balance, deep.target, {});
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found, deep.one_by_one());
    const auto count = std::count(found->begin(), found->end(), true);
    EXPECT_TRUE(round == 0 ? count == 0 : count < 120) << count;
    // The same classes on steps, except for one step that the last letter of many suffixes takes.
    std::vector<ClassId> steps;
    for (const State to : deep.target) steps.push_back(deep.tree.class_of(to));
    EXPECT_EQ(*deep.rows.find_disagreeing(deep.tree, deep.tree.leaves(), deep.balance, deep.target, steps),
              deep.one_by_one());
    steps[1] = steps[1] == ClassId{0} ? ClassId{1} : ClassId{0};
    EXPECT_NE(*deep.rows.find_disagreeing(deep.tree, deep.tree.leaves(), deep.balance, deep.target, steps),
              deep.one_by_one());
  }
}

}  // namespace
}  // namespace remap
