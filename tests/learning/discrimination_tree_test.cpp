#include "remap/learning/discrimination_tree.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(DiscriminationTree, StartsWithTheEmptySuffixAndNoState) {
  const DiscriminationTree tree;
  EXPECT_FALSE(tree.is_leaf(tree.root()));
  EXPECT_TRUE(tree.suffix(tree.root()).empty());
  EXPECT_EQ(tree.states(), 0U);
  EXPECT_EQ(tree.child(tree.root(), ClassId{0}), no_node);
}

TEST(DiscriminationTree, SplittingKeepsTheNodeAndMovesTheState) {
  DiscriminationTree tree;
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

TEST(DiscriminationTree, AStateBelowALeafIsMisuse) {
  DiscriminationTree tree;
  const State state = tree.add_state(tree.root(), ClassId{0}, empty_word);
  EXPECT_THROW(tree.add_state(tree.leaf(state), ClassId{1}, WordId{1}), Misuse);
}

}  // namespace
}  // namespace remap
