#include "learning/refining/searches.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

namespace remap {
namespace {

constexpr ClassId at_end{1};
constexpr ClassId another{2};

TEST(Searches, KnowTheirSteps) {
  Searches searches(3);
  searches.add(std::vector<Transition>{4}, Word{Letter{1}}, State{0});
  const Search search = searches.add(std::vector<Transition>{2, 7, 3}, Word{Letter{2}, Letter{1}, Letter{0}}, State{5});
  EXPECT_EQ(searches.all().size(), 2U);
  EXPECT_EQ(searches.step(search, 1), 7U);
  EXPECT_EQ(searches.state(search, 0), State{0});
  EXPECT_EQ(searches.state(search, 1), State{2});
  EXPECT_EQ(searches.state(search, 3), State{5});
  const auto rest = searches.rest(search, 1);
  EXPECT_EQ(Word(rest.begin(), rest.end()), (Word{Letter{1}, Letter{0}}));
  EXPECT_TRUE(searches.rest(search, 3).empty());
  searches.clear();
  EXPECT_TRUE(searches.all().empty());
}

TEST(Searches, LookNearTheEndFirst) {
  Searches searches(1);
  Search& search = searches.add(std::vector<Transition>(100, 0), Word(100), State{0});
  search.end_class = at_end;
  std::vector<std::size_t> places;
  while (!search.ended()) {
    places.push_back(search.at = search.probe());
    search.narrow(at_end);
  }
  EXPECT_EQ(places, (std::vector<std::size_t>{99, 97, 93, 85, 69, 37, 18, 9, 4, 2, 1}));
}

RC_GTEST_PROP(Searches, EndWhereTheClassChanges, (const std::vector<bool>& changed)) {
  Searches searches(1);
  Search& search = searches.add(std::vector<Transition>(changed.size() + 1, 0), Word(changed.size() + 1), State{0});
  search.end_class = at_end;
  // The first place has another class, the last has that of the end, those between have any.
  const auto class_at = [&](std::size_t place) {
    if (place == 0) return another;
    return place <= changed.size() && changed[place - 1] ? another : at_end;
  };
  std::size_t asked = 0;
  for (; !search.ended(); ++asked) {
    search.at = search.probe();
    RC_ASSERT(search.at > search.low);
    RC_ASSERT(search.at < search.high);
    search.asked = make_id<WordId>(search.at);
    search.narrow(class_at(search.at));
    RC_ASSERT(search.asked == no_word);
  }
  RC_ASSERT(class_at(search.low) == another);
  RC_ASSERT(class_at(search.high) == at_end);
  RC_ASSERT(search.low == 0 || search.low_word == make_id<WordId>(search.low));
  RC_ASSERT(search.high == search.length || search.high_word == make_id<WordId>(search.high));
  RC_ASSERT(asked <= 2 * static_cast<std::size_t>(std::bit_width(search.length)));
}

}  // namespace
}  // namespace remap
