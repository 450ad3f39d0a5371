#include "formats/machines/picture.hpp"

#include <gtest/gtest.h>

#include "formats/expect.hpp"
#include "formats/machines/json.hpp"
#include "formats/machines/reward_machine_text.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Picture, RewardMachineKeepsFormulasAndShowsRewards) {
  const std::string dot = picture_dot(read_reward_machine_text(
      "0\n[1]\n(0,0,'!a',ConstantRewardFunction(0))\n(0,1,'a&!b',ConstantRewardFunction(-1))\n"));
  EXPECT_TRUE(has(dot, "s0 -> s0 [label=<&#160;!a&#160;>]"));
  EXPECT_TRUE(has(dot, "s0 -> s1 [label=<&#160;a &amp; !b / <font color=\"#b42318\"><b>-1</b></font>&#160;>]"));
  EXPECT_TRUE(has(dot, "peripheries=2"));
  EXPECT_TRUE(has(dot, "start -> s0"));
}

TEST(Picture, AnyRewardAboveZeroIsDrawnAsAGoodOne) {
  const std::string dot = picture_dot(read_reward_machine_text("0\n[1]\n(0,1,'a',ConstantRewardFunction(0.5))\n"));
  EXPECT_TRUE(has(dot, "<font color=\"#0f766e\"><b>0.5</b></font>")) << dot;
}

TEST(Picture, MergesLettersIntoOneEdge) {
  const AnyMachine plain = read_json(R"({"type":"moore","letters":["a","b","<c>"],"outputs":[0,1],"initial":0,
      "states":[{"output":0,"next":[0,1,0]},{"output":1,"next":[1,1,1]}]})");
  EXPECT_TRUE(has(picture_dot(plain), "s0 -> s0 [label=<&#160;a, &lt;c&gt;&#160;>]"));
  const AnyMachine sets = read_json(R"({"type":"moore","propositions":["a","b"],"letters":["{}","{a}","{b}","{a,b}"],
      "outputs":[0,1],"initial":0,"states":[{"output":0,"next":[0,1,0,1]},{"output":1,"next":[1,1,1,0]}]})");
  EXPECT_TRUE(has(picture_dot(sets), "s0 -> s1 [label=<&#160;a&#160;>]"));
  EXPECT_TRUE(has(picture_dot(sets), "s1 -> s0 [label=<&#160;a &amp; b&#160;>]"));
}

TEST(Picture, HaltIsGreyAndHasNoLoop) {
  const std::string dot =
      picture_dot(to_moore(read_reward_machine_text("0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n")));
  EXPECT_TRUE(has(dot, "<b>HALT</b>"));
  EXPECT_TRUE(has(dot, "style=dashed"));
  EXPECT_TRUE(has(dot, "#9ca3af"));
}

TEST(Picture, MissingStepsAreNotCovered) {
  const AnyMachine partial = read_json(R"({"type":"mealy","propositions":["a","n"],"letters":["{}","{a}","{n}","{a,n}"],
      "outputs":[0],"initial":0,"states":[{"next":[null,0,null,null],"output":[null,0,null,null]}]})");
  EXPECT_TRUE(has(picture_dot(partial), "a &amp; !n / "));
}

TEST(Picture, ManyLettersAreSummarised) {
  const MooreMachine machine = random_machine({.states = 3, .letters = 40, .outputs = 2}, 1);
  EXPECT_TRUE(has(picture_dot(machine), "other letters"));
}

TEST(Picture, GraphvizDrawsOddNames) {
  const AnyMachine odd =
      read_json(R"({"type":"mealy","letters":["<b>","&amp;","\"","\\","\u0001","a\nb","ü"],"outputs":["]]>"],
      "initial":0,"states":[{"next":[0,0,0,0,0,0,0],"output":["]]>","]]>","]]>","]]>","]]>","]]>","]]>"]}]})");
  EXPECT_TRUE(has(render_picture(odd, "svg"), "</svg>"));
}

TEST(Picture, RefusesMachinesThatNobodyCanSee) {
  const MooreMachine machine = random_machine({.states = 301, .letters = 2, .outputs = 2}, 1);
  EXPECT_TRUE(has(testing::message_of([&] { render_picture(machine, "svg"); }), "a picture of 301 states"));
  const MooreMachine dense = random_machine({.states = 150, .letters = 5, .outputs = 2}, 1);
  EXPECT_TRUE(has(testing::message_of([&] { render_picture(dense, "svg"); }), " edges would be unreadable"));
}

TEST(Picture, LargeOnesAreDrawnPlainly) {
  EXPECT_TRUE(has(picture_dot(random_machine({.states = 40, .letters = 5, .outputs = 2}, 1)), "splines=line"));
  EXPECT_FALSE(has(picture_dot(random_machine({.states = 20, .letters = 5, .outputs = 2}, 1)), "splines=line"));
}

}  // namespace
}  // namespace remap
