#include "learning/order/classes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

OutputSet only(std::size_t universe, std::size_t value) { return OutputSet::only(universe, {make_id<Output>(value)}); }

TEST(Classes, KeepRankAndRepresentativeWhileOthersAreInserted) {
  Classes classes(0);
  const ClassId middle = classes.create(WordId{5}, 0);
  const ClassId high = classes.create(WordId{6}, 1);
  const ClassId low = classes.create(WordId{7}, 0);
  EXPECT_EQ(classes.rank(low), 0U);
  EXPECT_EQ(classes.rank(middle), 1U);
  EXPECT_EQ(classes.rank(high), 2U);
  EXPECT_EQ(classes.representative(middle), WordId{5});
  EXPECT_EQ(classes.at_rank(2), high);
  EXPECT_EQ(classes.class_of(WordId{4}), no_class);
  EXPECT_EQ(classes.class_of(WordId{1000}), no_class);
}

TEST(Classes, UnitedWordsFollowTheirLeader) {
  Classes classes(3);
  classes.unite(WordId{1}, WordId{2});
  classes.unite(WordId{2}, WordId{3});
  EXPECT_EQ(classes.class_of(WordId{3}), no_class);
  EXPECT_EQ(classes.words(), 3U);
  const ClassId id = classes.create(WordId{1}, 0);
  for (std::size_t word : {1, 2, 3}) EXPECT_EQ(classes.class_of(make_id<WordId>(word)), id);
  classes.unite(WordId{8}, WordId{9});
  classes.join(WordId{8}, id);
  EXPECT_EQ(classes.class_of(WordId{9}), id);
  EXPECT_EQ(classes.representative(id), WordId{1});
  EXPECT_EQ(classes.words(), 5U);
}

TEST(Classes, WordsCanBeEqualBeforeTheyHaveAClass) {
  Classes classes(3);
  classes.unite(WordId{1}, WordId{2});
  classes.unite(WordId{4}, WordId{5});
  EXPECT_TRUE(classes.equal(WordId{2}, WordId{1}));
  EXPECT_FALSE(classes.equal(WordId{2}, WordId{5}));
  EXPECT_FALSE(classes.equal(WordId{7}, WordId{8}));
  EXPECT_TRUE(classes.equal(WordId{8}, WordId{8}));
  classes.unite(WordId{2}, WordId{5});
  EXPECT_TRUE(classes.equal(WordId{1}, WordId{4}));
  const ClassId id = classes.create(WordId{9}, 0);
  classes.join(WordId{5}, id);  // not the one the others were united with
  for (std::size_t word : {1, 2, 4, 5}) EXPECT_EQ(classes.class_of(make_id<WordId>(word)), id);
  EXPECT_TRUE(classes.equal(WordId{1}, WordId{9}));
  classes.unite(WordId{7}, WordId{9});
  EXPECT_EQ(classes.class_of(WordId{7}), id);
  classes.create(WordId{8}, 1);
  EXPECT_THROW(classes.unite(WordId{7}, WordId{8}), Conflict);
}

RC_GTEST_PROP(Classes, SeveralWordsJoinAsOneByOne, (const std::vector<std::uint8_t>& given, bool restricted)) {
  Classes together(300), one_by_one(300);
  std::vector<Classes::Joining> joining;
  for (std::uint8_t number : given)
    joining.push_back({WordId{600U + number}, ClassId{number % 2 == 0 ? 299U : number}});
  for (Classes* classes : {&together, &one_by_one}) {
    for (std::size_t i = 0; i < 300; ++i) classes->create(make_id<WordId>(i), i);
    classes->unite(WordId{603}, WordId{604});
    if (restricted) classes->restrict(WordId{400}, only(300, 5));
  }
  const auto conflicts = [](const auto& join) {
    try {
      join();
      return false;
    } catch (const Conflict&) {
      return true;
    }
  };
  const bool all = conflicts([&] { together.join(joining); });
  RC_ASSERT(all == conflicts([&] {
              for (const auto& [word, id] : joining) one_by_one.join(word, id);
            }));
  RC_ASSERT(together.words() == one_by_one.words());
  for (const auto& [word, id] : joining) RC_ASSERT(together.class_of(word) == one_by_one.class_of(word));
}

TEST(Classes, FeedbackWaitsForItsClass) {
  Classes classes(3);
  classes.restrict(WordId{4}, only(3, 2));
  ASSERT_NE(classes.restriction(WordId{4}), nullptr);
  EXPECT_EQ(classes.restriction(WordId{5}), nullptr);
  EXPECT_EQ(classes.known_values(), 0U);
  const ClassId id = classes.create(WordId{4}, 0);
  EXPECT_EQ(classes.restriction(WordId{4}), nullptr);
  EXPECT_EQ(classes.domain(id), only(3, 2));
  EXPECT_EQ(classes.known_values(), 1U);
}

TEST(Classes, MoreClassesThanOutputsIsAConflict) {
  Classes classes(2);
  classes.create(WordId{1}, 0);
  classes.create(WordId{2}, 1);
  EXPECT_THROW(classes.create(WordId{3}, 1), Conflict);
}

TEST(Classes, AValueThatTheOrderExcludesIsAConflict) {
  Classes classes(3);
  classes.create(WordId{1}, 0);
  classes.create(WordId{2}, 1);
  EXPECT_THROW(classes.restrict(WordId{1}, only(3, 2)), Conflict);
}

TEST(Classes, MisuseIsNamed) {
  Classes classes(3);
  classes.unite(WordId{1}, WordId{2});
  classes.create(WordId{1}, 0);
  EXPECT_THROW(classes.create(WordId{2}, 0), Misuse);
}

// Gap knowledge against brute force: a gap is open when some assignment of values leaves a value in it, and a word can
// belong to a class when some assignment gives the class a value the word may have.
RC_GTEST_PROP(Classes, GapsAndPossibleClassesAreExact, ()) {
  const auto outputs = *rc::gen::inRange<std::size_t>(1, 6);
  const auto count = *rc::gen::inRange<std::size_t>(0, outputs + 1);
  Classes classes(outputs);
  const auto some_set = [&] {
    OutputSet set = OutputSet::none(outputs);
    for (std::size_t v = 0; v < outputs; ++v) {
      if (*rc::gen::inRange(0, 4) > 0) set.insert(make_id<Output>(v));
    }
    return set;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const OutputSet allowed = some_set();
    try {
      classes.create(make_id<WordId>(i), i);
      classes.restrict(make_id<WordId>(i), allowed);
    } catch (const Conflict&) {
      return;
    }
  }
  const OutputSet allowed = some_set();
  const bool restricted = *rc::gen::arbitrary<bool>();
  std::set<std::size_t> open_gaps, possible;
  for (std::size_t chosen = 0; chosen < (std::size_t{1} << outputs); ++chosen) {
    std::vector<std::size_t> values;
    for (std::size_t v = 0; v < outputs; ++v) {
      if ((chosen >> v & 1) != 0) values.push_back(v);
    }
    if (values.size() != count) continue;
    bool fits = true;
    for (std::size_t i = 0; i < count; ++i) {
      fits = fits && classes.domain(make_id<ClassId>(i)).contains(make_id<Output>(values[i]));
    }
    if (!fits) continue;
    for (std::size_t v = 0; v < outputs; ++v) {
      if (restricted && !allowed.contains(make_id<Output>(v))) continue;
      const auto at = std::lower_bound(values.begin(), values.end(), v);
      const auto rank = static_cast<std::size_t>(at - values.begin());
      (at != values.end() && *at == v ? possible : open_gaps).insert(rank);
    }
  }
  const OutputSet* restriction = restricted ? &allowed : nullptr;
  for (std::size_t rank = 0; rank <= count; ++rank) {
    RC_ASSERT(classes.gap_open(rank, restriction) == open_gaps.contains(rank));
  }
  for (std::size_t rank = 0; rank < count; ++rank) {
    RC_ASSERT(classes.possible(classes.at_rank(rank), restriction) == possible.contains(rank));
  }
}

}  // namespace
}  // namespace remap
