#include "learning/discrimination/discrimination_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(DiscriminationTree, StartsWithTheEmptySuffixAndNoState) {
  TailPool tails;
  const DiscriminationTree tree{tails};
  EXPECT_FALSE(tree.is_leaf(tree.root()));
  EXPECT_TRUE(tree.suffix(tree.root()).empty());
  EXPECT_EQ(tree.states(), 0U);
  EXPECT_EQ(tree.child(tree.root(), ClassId{0}), no_node);
}

TEST(DiscriminationTree, FindsChildrenByFewClassesAndByMany) {
  TailPool tails;
  DiscriminationTree tree{tails};
  std::vector<Node> leaves;
  for (std::uint32_t id = 0; id < 100; ++id) {
    EXPECT_EQ(tree.child(tree.root(), ClassId{id}), no_node);
    leaves.push_back(tree.leaf(tree.add_state(tree.root(), ClassId{id}, WordId{id})));
    for (std::uint32_t known = 0; known <= id; ++known) {
      EXPECT_EQ(tree.child(tree.root(), ClassId{known}), leaves[known]) << known << " of " << id;
    }
    EXPECT_EQ(tree.child(leaves.back(), ClassId{0}), no_node);
  }
}

TEST(DiscriminationTree, SplittingKeepsTheNodeAndMovesTheState) {
  TailPool tails;
  DiscriminationTree tree{tails};
  const State first = tree.add_state(tree.root(), ClassId{4}, WordId{10});
  const Node old = tree.leaf(first);
  EXPECT_TRUE(tree.is_leaf(old));
  tree.split(first, Word{Letter{1}}, ClassId{2});
  EXPECT_FALSE(tree.is_leaf(old));
  ASSERT_EQ(tree.suffix(old).size(), 1U);
  EXPECT_EQ(tree.suffix(old)[0], Letter{1});
  EXPECT_EQ(tree.child(tree.root(), ClassId{4}), old);
  EXPECT_EQ(tree.child(old, ClassId{2}), tree.leaf(first));
  const State second = tree.add_state(old, ClassId{7}, WordId{11});
  EXPECT_EQ(tree.states(), 2U);
  EXPECT_EQ(tree.access(first), WordId{10});
  EXPECT_EQ(tree.access(second), WordId{11});
  // Both words have class 4 themselves; they differ after the letter.
  EXPECT_EQ(tree.class_of(first), ClassId{4});
  EXPECT_EQ(tree.class_of(second), ClassId{4});
  EXPECT_EQ(tree.class_in_parent(tree.leaf(second)), ClassId{7});
  EXPECT_EQ(tree.parent(tree.leaf(second)), old);
  EXPECT_EQ(tree.state(tree.leaf(second)), second);
  EXPECT_EQ(tree.state(old), no_state);
}

TEST(DiscriminationTree, TellsWhichStatesAreBelowANode) {
  TailPool tails;
  DiscriminationTree tree{tails};
  std::vector<State> states{tree.add_state(tree.root(), ClassId{0}, empty_word)};
  for (std::uint32_t i = 1; i < 40; ++i) {
    // Every third one hangs at the root, the others split a state that is there.
    Node under = tree.root();
    if (i % 3 != 0) {
      const State split = states[i / 2];
      tree.split(split, Word{Letter{i}}, ClassId{0});
      under = tree.parent(tree.leaf(split));
    }
    states.push_back(tree.add_state(under, ClassId{i}, WordId{i}));
  }
  const DiscriminationTree::Leaves leaves = tree.leaves();
  for (std::size_t n = 0; n < tree.size(); ++n) {
    const Node node = make_id<Node>(n);
    std::vector<State> expected;
    for (State state : states) {
      Node at = tree.leaf(state);
      while (at != node && at != tree.root()) at = tree.parent(at);
      if (at == node) expected.push_back(state);
    }
    std::vector<State> below(leaves.below(node).begin(), leaves.below(node).end());
    std::sort(below.begin(), below.end());
    EXPECT_EQ(below, expected) << "node " << n;
  }
}

TEST(DiscriminationTree, AStateBelowALeafIsMisuse) {
  TailPool tails;
  DiscriminationTree tree{tails};
  const State state = tree.add_state(tree.root(), ClassId{0}, empty_word);
  EXPECT_THROW(tree.add_state(tree.leaf(state), ClassId{1}, WordId{1}), Misuse);
}

}  // namespace
}  // namespace remap
