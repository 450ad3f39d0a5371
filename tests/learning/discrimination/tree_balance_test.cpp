#include "learning/discrimination/tree_balance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "learning/tree/tree.hpp"
#include "remap/automata/equivalence.hpp"
#include "support/effort.hpp"
#include "support/scripted.hpp"

namespace remap::tree_balance_test {
namespace {

/// The class of a state's words after the suffix with so many letters.
using Rule = ClassId (*)(State, std::size_t);
ClassId by_threshold(State state, std::size_t suffix) { return ClassId{index(state) < suffix ? 0U : 1U}; }
ClassId one_by_one(State state, std::size_t suffix) { return ClassId{index(state) + 1 == suffix ? 0U : 1U}; }

/// The tree of a chain, a path: each state is told from all later ones by a suffix of its own.
struct Path {
  TailPool tails;
  DiscriminationTree tree{tails};
  TreeBalance balance;

  explicit Path(std::size_t states) {
    tree.add_state(DiscriminationTree::root(), ClassId{0}, empty_word);
    balance.add_state();
    while (tree.states() < states) grow();
  }

  void grow() {
    const std::size_t i = tree.states();
    const State last = make_id<State>(i - 1);
    tree.split(last, Word(i, Letter{0}), ClassId{0});
    tree.add_state(tree.parent(tree.leaf(last)), ClassId{1}, make_id<WordId>(i));
    balance.add_state();
  }

  /// Rearranges as long as there is a plan.
  void rearrange(Rule rule) {
    const auto expect = [&](State state, Node node) { return rule(state, tree.suffix(node).size()); };
    while (const auto plan = balance.plan(tree, expect)) {
      std::vector<ClassId> classes;
      for (State state : balance.planned()) classes.push_back(expect(state, plan->by));
      balance.rearrange(tree, classes);
    }
  }

  [[nodiscard]] std::size_t depth(State state) const {
    std::size_t depth = 0;
    for (Node node = tree.leaf(state); node != tree.root(); node = tree.parent(node)) ++depth;
    return depth;
  }
  [[nodiscard]] std::size_t deepest() const {
    std::size_t deepest = 0;
    for (std::size_t q = 0; q < tree.states(); ++q) deepest = std::max(deepest, depth(make_id<State>(q)));
    return deepest;
  }
};

TEST(TreeBalance, MakesAPathShortWhereSuffixesAreThresholds) {
  Path path(200);
  EXPECT_EQ(path.deepest(), 200U);
  path.rearrange(by_threshold);
  EXPECT_LE(path.deepest(), 16U);
  for (std::size_t q = 0; q < path.tree.states(); ++q) {
    const State state = make_id<State>(q);
    EXPECT_EQ(path.tree.state(path.tree.leaf(state)), state);
    EXPECT_EQ(path.tree.class_of(state), ClassId{0});
    // The way that led to the state before is still claimed of it, and nothing that is not true.
    std::vector<std::size_t> claimed;
    const auto holds = [&](Node claim) {
      const std::size_t suffix = path.tree.suffix(path.tree.parent(claim)).size();
      claimed.push_back(suffix);
      return by_threshold(state, suffix) == path.tree.class_in_parent(claim);
    };
    EXPECT_EQ(TreeBalance::find_on_way(path.tree, state, holds), no_node);
    EXPECT_EQ(path.balance.find_earlier(path.tree, state, holds), no_node);
    std::sort(claimed.begin(), claimed.end());
    claimed.erase(std::unique(claimed.begin(), claimed.end()), claimed.end());
    for (std::size_t suffix = 1; suffix <= std::min(q + 1, path.tree.states() - 1); ++suffix) {
      EXPECT_TRUE(std::binary_search(claimed.begin(), claimed.end(), suffix)) << q << " after " << suffix;
    }
  }
  const DiscriminationTree::Leaves leaves = path.tree.leaves();
  EXPECT_EQ(leaves.below(path.tree.root()).size(), 200U);
  EXPECT_TRUE(leaves.below(Node{1}).empty());  // the top of the path, which is no longer in the tree
}

TEST(TreeBalance, KeepsAGrowingTreeShortWithFewMoves) {
  Path path(2);
  std::size_t moved = 0;
  while (path.tree.states() < 2000) {
    path.grow();
    const auto expect = [&](State state, Node node) { return by_threshold(state, path.tree.suffix(node).size()); };
    while (const auto plan = path.balance.plan(path.tree, expect)) {
      std::vector<ClassId> classes;
      for (State state : path.balance.planned()) classes.push_back(expect(state, plan->by));
      moved += classes.size();
      path.balance.rearrange(path.tree, classes);
    }
    ASSERT_LE(path.deepest(), 3 * std::bit_width(path.tree.states()) + 10U);
  }
  EXPECT_LT(moved, 2000U * 40U);
}

TEST(TreeBalance, LeavesAPathWhereEachSuffixTellsOneStateFromAllOthers) {
  Path path(200);
  path.rearrange(one_by_one);
  EXPECT_EQ(path.deepest(), 200U);
  EXPECT_FALSE(path.balance.has_earlier(State{0}));
}

TEST(TreeBalance, KnowsWhichTransitionsAreOlderThanAnArrangement) {
  Path path(100);
  path.balance.begin(7);
  path.rearrange(by_threshold);
  path.balance.begin(8);
  EXPECT_TRUE(path.balance.is_older(7, State{50}));
  EXPECT_TRUE(path.balance.is_older(1000, State{50}));
  EXPECT_FALSE(path.balance.is_older(8, State{50}));
  path.balance.forget(State{50});
  EXPECT_FALSE(path.balance.has_earlier(State{50}));
  EXPECT_FALSE(path.balance.is_older(7, State{50}));
  EXPECT_TRUE(path.balance.has_earlier(State{51}));
}

/// Learns until the shape is right. Whatever the learner asks about must agree with each shape that it offers.
std::size_t learn(const MooreMachine& hidden, double price, std::uint64_t seed, bool to_the_point) {
  test::Script script([&](const Word& word) { return index(hidden.output_after(word)); });
  TreeLearner learner(
      {hidden.alphabet(), script.words, script.classes, Effort::full, false, seed, nullptr, nullptr, price});
  for (;;) {
    const Shape shape = script.serve(learner);
    std::vector<Output> outputs;
    for (ClassId id : shape.class_of) {
      for (const auto& known : script.class_of_value) {
        if (known.second == id) outputs.push_back(make_id<Output>(known.first));
      }
    }
    const MooreMachine machine(hidden.alphabet(), hidden.outputs(), State{0}, outputs, shape.next);
    auto word = find_counterexample(hidden, machine);
    if (!word) return script.inquiries.size();
    // A longer word that is wrong, too, if there is one: what teachers say is not always to the point.
    Random random(seed + script.inquiries.size());
    for (int attempt = to_the_point ? 20 : 0; attempt < 20; ++attempt) {
      Word longer;
      for (std::size_t i = 0; i < 2 * hidden.size(); ++i) {
        longer.push_back(make_id<Letter>(random.below(hidden.alphabet().size())));
      }
      if (hidden.output_after(longer) != machine.output_after(longer)) word = longer;
    }
    learner.counterexample(script.words.insert(*word));
  }
}

/// A chain with letters that lead back or ahead to states at random.
MooreMachine chain_with_jumps(std::size_t states, std::size_t jumps, std::size_t levels, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> letters{"go", "stay"};
  for (std::size_t i = 0; i < jumps; ++i) letters.push_back("jump" + std::to_string(i));
  std::vector<std::string> names;
  std::vector<Output> outputs;
  std::vector<State> next;
  for (std::size_t level = 0; level < levels; ++level) names.push_back(std::to_string(level));
  for (std::size_t q = 0; q < states; ++q) {
    outputs.push_back(make_id<Output>(levels - 1 - std::min(levels - 1, states - 1 - q)));
    next.push_back(make_id<State>(std::min(q + 1, states - 1)));
    next.push_back(make_id<State>(q));
    for (std::size_t i = 0; i < jumps; ++i) next.push_back(make_id<State>(random.below(states)));
  }
  return {Alphabet::plain(letters), Outputs(names), State{0}, outputs, next};
}

TEST(TreeBalance, AChainTakesFewWords) {
  const std::size_t words = learn(chain_with_jumps(400, 0, 2, 1), 0, 1, true);
  EXPECT_LT(words, 400U * 30U);  // 81,000 along a path
}

TEST(TreeBalance, ShapesAgreeWithAllThatWasAsked) {
  for (std::uint64_t seed = 1; seed <= test::effort(60); ++seed) {
    SCOPED_TRACE(seed);
    static_cast<void>(learn(chain_with_jumps(40 + 3 * (seed % 30), seed % 3, 2 + seed % 2, seed),
                            seed % 4 == 0 ? 100 : 0, seed, seed % 5 == 0));
  }
}

}  // namespace
}  // namespace remap::tree_balance_test
