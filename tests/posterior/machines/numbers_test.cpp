#include "posterior/machines/numbers.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "remap/automata/error.hpp"

namespace remap::posterior {
namespace {

TEST(PosteriorNumbers, AllAreInTheTableAndInRange) {
  const Numbers usual;
  std::set<std::string_view> names;
  std::set<const double*> values;
  for (const NumberInfo& info : number_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_TRUE(values.insert(&(usual.*info.value)).second) << info.name;
    EXPECT_GE(usual.*info.value, info.lowest) << info.name;
    EXPECT_LE(usual.*info.value, info.highest) << info.name;
    EXPECT_FALSE(info.meaning.empty() || info.chosen_by.empty()) << info.name;
  }
  EXPECT_EQ(values.size() * sizeof(double), sizeof(Numbers)) << "a number is missing in the table";
}

TEST(PosteriorNumbers, AreSetByNameWithinTheirRange) {
  Numbers numbers;
  set_number(numbers, "goal", 0.99);
  EXPECT_EQ(numbers.goal, 0.99);
  EXPECT_THROW(set_number(numbers, "goal", 1), InputError);
  EXPECT_THROW(set_number(numbers, "gaol", 0.9), InputError);
}

}  // namespace
}  // namespace remap::posterior
