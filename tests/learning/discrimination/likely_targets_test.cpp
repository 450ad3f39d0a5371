#include "learning/discrimination/likely_targets.hpp"

#include <gtest/gtest.h>

namespace remap {
namespace {

constexpr ClassId low{0}, high{1}, failure{2};

/// Below the root a node that tells states 0 and 2 from 1, and below that one that tells 0 from 2.
struct Tree {
  TailPool tails;
  DiscriminationTree tree{tails};
  Node top{}, below{};

  Tree() {
    tree.add_state(tree.root(), low, empty_word);
    top = tree.leaf(State{0});
    const Word suffix{Letter{0}};
    tree.split(State{0}, suffix, low);
    tree.add_state(top, high, WordId{1});
    below = tree.leaf(State{0});
    tree.split(State{0}, suffix, low);
    tree.add_state(below, high, WordId{2});
  }
};

TEST(LikelyTargets, ExpectTheOnlyChildWithTargets) {
  const Tree t;
  LikelyTargets likely;
  EXPECT_EQ(likely.at(t.tree, t.top, failure).child, no_node);
  likely.add(failure, State{2});
  EXPECT_EQ(likely.at(t.tree, t.top, failure).child, t.below);
  EXPECT_EQ(likely.at(t.tree, t.top, failure).depth, 2U);
  EXPECT_EQ(likely.at(t.tree, t.below, failure).child, t.tree.leaf(State{2}));
  EXPECT_EQ(likely.at(t.tree, t.top, high).child, no_node) << "another output";
  likely.add(failure, State{0});
  EXPECT_EQ(likely.at(t.tree, t.top, failure).child, t.below) << "both lie there";
  EXPECT_EQ(likely.at(t.tree, t.below, failure).child, no_node) << "which the node tells apart";
  likely.add(failure, State{0});
  likely.remove(failure, State{0});
  EXPECT_EQ(likely.at(t.tree, t.below, failure).child, no_node) << "one transition is left";
  likely.remove(failure, State{0});
  EXPECT_EQ(likely.at(t.tree, t.below, failure).child, t.tree.leaf(State{2}));
}

TEST(LikelyTargets, AreReliedOnAfterEnoughCameTrue) {
  LikelyTargets likely;
  likely.add(failure, State{0});
  EXPECT_FALSE(likely.worth_guessing(failure, 10));
  for (int i = 0; i < 40; ++i) likely.note(failure, true);
  EXPECT_TRUE(likely.worth_guessing(failure, 10));
  EXPECT_FALSE(likely.worth_guessing(failure, 1));
  for (int i = 0; i < 10; ++i) likely.note(failure, false);
  EXPECT_FALSE(likely.worth_guessing(failure, 10));
}

}  // namespace
}  // namespace remap
