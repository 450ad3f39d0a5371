#include "remap/automata/outputs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(Outputs, MixesWordsAndIncreasingNumbers) {
  const Outputs outputs({"HALT", "-1.5", "0", "safe", "1"});
  EXPECT_EQ(outputs.find("HALT"), Output{0});
  EXPECT_EQ(outputs.find("1.0"), Output{4});
  EXPECT_EQ(outputs.find("-15e-1"), Output{1});
  EXPECT_EQ(outputs.find("2"), no_output);
  EXPECT_EQ(outputs.find("risky"), no_output);
  EXPECT_EQ(outputs.number(Output{1}), -1.5);
  EXPECT_EQ(outputs.number(Output{0}), std::nullopt);
}

TEST(Outputs, RefusesBadLists) {
  EXPECT_THROW(Outputs({}), InputError);
  EXPECT_THROW(Outputs({"a", ""}), InputError);
  EXPECT_THROW(Outputs({"a", "b", "a"}), InputError);
  EXPECT_THROW(Outputs({"1", "0"}), InputError);
  EXPECT_THROW(Outputs({"1", "x", "0"}), InputError);
  EXPECT_THROW(Outputs({"1", "1.0"}), InputError);
}

TEST(Outputs, RanksAreNamedByPosition) {
  const std::vector<std::string> expected{"r0", "r1", "r2"};
  EXPECT_EQ(Outputs::ranks(3).names(), expected);
}

TEST(Number, ReadsWholeTextsOnly) {
  EXPECT_EQ(parse_number("+.5e1"), 5.0);
  EXPECT_EQ(parse_number("-0"), 0.0);
  for (const char* text : {"", "+", "-", "+-1", "--1", "1x", " 1", "inf", "-nan", "0x10", "1,5", ".", "1e", "1e999"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

TEST(Number, IsWrittenShort) {
  EXPECT_EQ(format_number(1), "1");
  EXPECT_EQ(format_number(-0.5), "-0.5");
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(-0.0), "0");
  EXPECT_EQ(format_number(1000000), "1000000");
}

RC_GTEST_PROP(Number, ReadsBackWhatItWrites, (double number)) {
  RC_PRE(std::isfinite(number));
  RC_ASSERT(parse_number(format_number(number)) == number);
}

}  // namespace
}  // namespace remap
