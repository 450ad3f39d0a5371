#include "learning/discrimination/separating_suffix.hpp"

#include <gtest/gtest.h>

namespace remap::separating {
namespace {

constexpr Letter a{0}, b{1};
constexpr ClassId low{0}, high{1};

/// States in a row: `a` leads to the next one, `b` stays. Only the last one is high.
struct Row {
  TailPool tails;
  DiscriminationTree tree{tails};
  std::vector<State> states, target;
  std::vector<std::uint8_t> arrived, guessed;
  SeparatingSuffix separating{tree, 2};

  explicit Row(std::size_t count) : arrived(2 * count, 1), guessed(2 * count, 0) {
    for (std::size_t q = 0; q < count; ++q) {
      states.push_back(q + 2 < count || q == 0 ? tree.add_state(below(q), low, make_word(q)) : last(q, count));
      target.push_back(make_id<State>(std::min(q + 1, count - 1)));
      target.push_back(make_id<State>(q));
    }
  }
  [[nodiscard]] ShapeView shape() const { return {target, {}, arrived, guessed, 2}; }

 private:
  static WordId make_word(std::size_t q) { return make_id<WordId>(q); }
  Node below(std::size_t q) {
    if (q == 0) return tree.root();
    const State before = make_id<State>(q - 1);
    const Node node = tree.leaf(before);
    tree.split(before, Word(q, a), high);
    return node;
  }
  State last(std::size_t q, std::size_t count) {
    return q + 1 == count ? tree.add_state(tree.root(), high, make_word(q))
                          : tree.add_state(below(q), low, make_word(q));
  }
};

TEST(SeparatingSuffix, IsAsLongAsItTakes) {
  Row row(5);
  EXPECT_EQ(row.separating.find(std::span(row.states).first(4), {}, row.shape()), (Word{a, a, a}));
  EXPECT_EQ(row.separating.pairs_left(), 0U);
}

TEST(SeparatingSuffix, BeginsAsItIsTold) {
  Row row(4);
  EXPECT_EQ(row.separating.find(std::span(row.states).first(3), Word{b, b}, row.shape()), (Word{b, b, a, a}));
  EXPECT_EQ(row.separating.find(std::span(row.states).first(1), Word{b, b}, row.shape()), (Word{b, b}));
}

TEST(SeparatingSuffix, ReliesOnWhatIsKnown) {
  Row row(4);
  row.arrived[2 * 1] = 0;  // where `a` leads from the second state
  EXPECT_EQ(row.separating.find(std::span(row.states).first(2), {}, row.shape()), (Word{a}));
  EXPECT_EQ(row.separating.pairs_left(), 0U) << "what is not known is not alike";
  row.arrived.assign(row.arrived.size(), 0);
  EXPECT_TRUE(row.separating.find(std::span(row.states).first(3), {}, row.shape()).empty());
  EXPECT_EQ(row.separating.pairs_left(), 3U);
}

}  // namespace
}  // namespace remap::separating
