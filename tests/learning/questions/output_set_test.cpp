#include "learning/questions/output_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace remap {
namespace {

std::vector<Output> outputs(const std::set<std::size_t>& members) {
  std::vector<Output> list;
  for (std::size_t member : members) list.push_back(make_id<Output>(member));
  return list;
}

std::set<std::size_t> some_members(std::size_t universe) {
  std::set<std::size_t> members;
  for (std::size_t i = 0; i < universe; ++i) {
    if (*rc::gen::arbitrary<bool>()) members.insert(i);
  }
  return members;
}

RC_GTEST_PROP(OutputSet, BehavesLikeASet, ()) {
  const auto universe = *rc::gen::inRange<std::size_t>(1, 200);
  const std::set<std::size_t> members = some_members(universe);
  const OutputSet set = OutputSet::only(universe, outputs(members));
  RC_ASSERT(set.size() == members.size());
  RC_ASSERT(set.members() == outputs(members));
  for (std::size_t i = 0; i < universe; ++i) RC_ASSERT(set.contains(make_id<Output>(i)) == members.contains(i));
  for (std::size_t i = 0; i <= universe; ++i) {
    const auto above = members.lower_bound(i);
    RC_ASSERT(set.at_or_after(i) == (above == members.end() ? no_output : make_id<Output>(*above)));
    RC_ASSERT(set.before(i) == (above == members.begin() ? no_output : make_id<Output>(*std::prev(above))));
  }
}

RC_GTEST_PROP(OutputSet, IntersectsInsertsAndErases, ()) {
  const auto universe = *rc::gen::inRange<std::size_t>(1, 200);
  const std::set<std::size_t> a = some_members(universe);
  const std::set<std::size_t> b = some_members(universe);
  OutputSet set = OutputSet::only(universe, outputs(a));
  set.intersect(OutputSet::only(universe, outputs(b)));
  for (std::size_t i = 0; i < universe; ++i) {
    RC_ASSERT(set.contains(make_id<Output>(i)) == (a.contains(i) && b.contains(i)));
    set.insert(make_id<Output>(i));
  }
  RC_ASSERT(set == OutputSet::all(universe));
  for (std::size_t i = 0; i < universe; ++i) set.erase(make_id<Output>(i));
  RC_ASSERT(set == OutputSet::none(universe));
}

TEST(OutputSet, TheEmptyUniverse) {
  const OutputSet set = OutputSet::all(0);
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.at_or_after(0), no_output);
  EXPECT_EQ(set.before(0), no_output);
}

}  // namespace
}  // namespace remap
