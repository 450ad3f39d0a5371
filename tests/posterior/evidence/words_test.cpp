#include "posterior/evidence/words.hpp"

#include <gtest/gtest.h>

#include "posterior/support.hpp"

namespace remap::posterior {
namespace {

using namespace test;

TEST(PosteriorWords, AreFoundAgain) {
  const Space space(3, {false});
  WordTree tree;
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Word word = random_word(space, 9, random);
    const Node node = tree.insert(word);
    EXPECT_EQ(tree.word(node), word);
    EXPECT_EQ(tree.depth(node), word.size());
    EXPECT_EQ(tree.insert(word), node);
  }
  EXPECT_EQ(tree.insert({}), 0u);
}

TEST(PosteriorWords, SubtreesAreStretchesOfPlaces) {
  const Space space(3, {false});
  WordTree tree;
  Random random(2);
  for (int i = 0; i < 200; ++i) tree.insert(random_word(space, 6, random));
  const WordTree::Preorder order = tree.preorder();
  for (Node a = 0; a < tree.size(); ++a) {
    const Node place = order.place_of[a];
    EXPECT_EQ(order.letter[place], tree.letter(a));
    EXPECT_EQ(order.parent[place], a == 0 ? 0 : order.place_of[tree.parent(a)]);
    for (Node b = 0; b < tree.size(); ++b) {
      const Word above = tree.word(a), below = tree.word(b);
      const bool begins = above.size() <= below.size() && std::equal(above.begin(), above.end(), below.begin());
      const Node other = order.place_of[b];
      EXPECT_EQ(begins, place <= other && other < order.end[place]);
    }
  }
}

}  // namespace
}  // namespace remap::posterior
