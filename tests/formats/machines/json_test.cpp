#include "formats/machines/json.hpp"

#include <gtest/gtest.h>

#include "formats/expect.hpp"

namespace remap {
namespace {

std::string json_complaint(const std::string& text) {
  return testing::message_of([&] { read_json(text); });
}

constexpr const char* moore_json =
    "{\n"
    "  \"type\": \"moore\",\n"
    "  \"letters\": [\"a\", \"b\"],\n"
    "  \"outputs\": [\"HALT\", -0.5, 0, \"1.0\"],\n"
    "  \"initial\": 1,\n"
    "  \"states\": [\n"
    "    {\"output\": \"1.0\", \"next\": [0, 1]},\n"
    "    {\"output\": -0.5, \"next\": [1, 0]}\n"
    "  ]\n"
    "}\n";

TEST(Json, MooreMachine) {
  const auto machine = std::get<MooreMachine>(read_json(moore_json));
  EXPECT_EQ(machine.size(), 2U);
  EXPECT_EQ(machine.initial(), State{1});
  EXPECT_EQ(machine.outputs().names(), (std::vector<std::string>{"HALT", "-0.5", "0", "1.0"}));
  EXPECT_EQ(machine.output(State{0}), Output{3});
  EXPECT_EQ(machine.next(State{1}, Letter{1}), State{0});
  EXPECT_EQ(write_json(machine), moore_json);
}

TEST(Json, PropositionsMealyAndRewardMachinesSurvive) {
  for (const char* text : {
           "{\n  \"type\": \"moore\",\n  \"propositions\": [\"b\", \"a\"],\n"
           "  \"letters\": [\"{}\", \"{b,a}\", \"{a}\"],\n  \"outputs\": [0],\n  \"initial\": 0,\n  \"states\": [\n"
           "    {\"output\": 0, \"next\": [0, 0, 0]}\n  ]\n}\n",
           "{\n  \"type\": \"mealy\",\n  \"letters\": [\"a\", \"b\"],\n  \"outputs\": [\"low\", \"high\"],\n"
           "  \"initial\": 0,\n  \"states\": [\n    {\"next\": [1, null], \"output\": [\"high\", null]},\n"
           "    {\"terminal\": true, \"next\": [null, null], \"output\": [null, null]}\n  ]\n}\n",
           "{\n  \"type\": \"reward_machine\",\n  \"propositions\": [\"b\", \"a\"],\n  \"states\": 3,\n"
           "  \"initial\": 0,\n  \"terminal\": [1, 2],\n  \"transitions\": [\n"
           "    {\"from\": 0, \"to\": 1, \"formula\": \"b&!a\", \"reward\": 1},\n"
           "    {\"from\": 0, \"to\": 1, \"formula\": \"!b\", \"reward\": \"none\"}\n  ]\n}\n",
           "{\n  \"type\": \"reward_machine\",\n  \"propositions\": [],\n  \"states\": 1,\n  \"initial\": 0,\n"
           "  \"terminal\": [],\n  \"transitions\": []\n}\n",
       }) {
    EXPECT_EQ(write_json(read_json(text)), text);
  }
}

TEST(Json, NumbersKeepTheirNames) {
  const auto outputs = [](const std::string& list) {
    const auto machine = read_json(R"({"type":"moore","letters":["a"],"outputs":)" + list +
                                   R"(,"initial":0,"states":[{"output":0,"next":[0]}]})");
    return std::get<MooreMachine>(machine).outputs().names();
  };
  EXPECT_EQ(outputs("[0, 1.50, 1e2]"), (std::vector<std::string>{"0", "1.5", "100"}));
  EXPECT_EQ(outputs("[0, 9007199254740993, 18446744073709551615]"),
            (std::vector<std::string>{"0", "9007199254740993", "18446744073709551615"}));
  EXPECT_EQ(outputs("[-9223372036854775808, 0, 1e300]"),
            (std::vector<std::string>{"-9223372036854775808", "0", "1e+300"}));
}

TEST(Json, PlacesSyntaxErrors) {
  const auto starts = [](const std::string& text, const std::string& start) {
    EXPECT_EQ(json_complaint(text).substr(0, start.size()), start);
  };
  starts("{\n  \"type\": \"moore\",\n  oops}",
         "line 3, column 3: this is not JSON: syntax error while parsing object key");
  starts(std::string(moore_json).substr(0, 40), "line 3, column 20: this is not JSON");
  starts("", "line 1, column 1: this is not JSON");
  starts("\"\xff\"", "line 1, column 2: this is not JSON");
  starts("{\"a\":1e999}", "this JSON cannot be used");
  EXPECT_EQ(json_complaint("{\"type\":1,\"type\":2}"), "the key \"type\" occurs twice in one object");
  EXPECT_EQ(json_complaint("{\"a\":[{\"b\":[]},{\"b\":{\"c\":1},\"b\":2}]}"),
            "the key \"b\" occurs twice in one object");
}

TEST(Json, DeepNestingIsOnlyWrong) {
  EXPECT_EQ(json_complaint(std::string(200000, '[') + std::string(200000, ']')),
            "at the top: expected an object with a \"type\", found a list of 1");
  EXPECT_NE(json_complaint(std::string(200000, '[')), "no error");
}

TEST(Json, NamesThePathOfWhatIsWrong) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = moore_json;
    text.replace(text.find(from), from.size(), to);
    return json_complaint(text);
  };
  const std::string ab = "\"letters\": [\"a\", \"b\"]";
  EXPECT_EQ(json_complaint("[]"), "at the top: expected an object with a \"type\", found a list of 0");
  EXPECT_EQ(json_complaint("{}"),
            "at the top: the key 'type' is missing, expected \"moore\", \"mealy\" or \"reward_machine\"");
  EXPECT_EQ(with("\"moore\"", "\"dfa\""),
            "at /type: expected \"moore\", \"mealy\" or \"reward_machine\", found \"dfa\"");
  EXPECT_EQ(with("\"initial\": 1,", ""), "at the top: the key 'initial' is missing");
  EXPECT_EQ(with("\"initial\": 1", "\"initial\": 2"),
            "at /initial: expected the number of a state, from 0 to 1, found 2");
  EXPECT_EQ(with("\"initial\": 1", "\"initial\": -1"),
            "at /initial: expected the number of a state, from 0 to 1, found -1");
  EXPECT_EQ(with("\"initial\"", "\"intial\": 1, \"initial\""),
            "at the top: unknown key 'intial', expected type, propositions, letters, outputs, initial, states");
  EXPECT_EQ(with("[0, 1]", "[0]"), "at /states/0/next: expected a list of 2 (one entry per letter), found 1");
  EXPECT_EQ(with("[0, 1]", "[0, \"b\"]"),
            "at /states/0/next/1: expected the number of a state, from 0 to 1, found \"b\"");
  EXPECT_EQ(with("\"output\": -0.5", "\"output\": 7"), "at /states/1/output: 7 is not in the list /outputs");
  EXPECT_EQ(with("\"output\": -0.5", "\"output\": null"),
            "at /states/1/output: expected a number or a word, found null");
  EXPECT_EQ(with("\"output\": -0.5, ", ""), "at /states/1: the key 'output' is missing");
  EXPECT_EQ(with("-0.5, 0,", "0, -0.5,"),
            "at /outputs: output -0.5 comes after 0 but is not greater, expected the lowest output first");
  EXPECT_EQ(with("[\"HALT\", -0.5, 0, \"1.0\"]", "[]"), "at /outputs: a list of outputs needs at least one output");
  EXPECT_EQ(with(ab, "\"letters\": [\"a\", \"a\"]"), "at /letters: letter 'a' occurs twice");
  EXPECT_EQ(with(ab, "\"letters\": [\"a\", 1]"), "at /letters/1: expected a name, found 1");
  EXPECT_EQ(with(ab, "\"propositions\": [\"a\"], \"letters\": [\"{}\", \"{b}\"]"),
            "at /letters: the letter '{b}' names the unknown proposition 'b'");
  EXPECT_EQ(with(ab, "\"propositions\": [\"a\"], \"letters\": [\"{}\", \"a\"]"),
            "at /letters: the letter 'a' is not a set of propositions, expected one such as {a,b}");
}

TEST(Json, RewardMachineComplaints) {
  const auto machine = [](const std::string& propositions, const std::string& states, const std::string& terminal,
                          const std::string& transition) {
    return json_complaint(R"({"type":"reward_machine","propositions":)" + propositions + R"(,"states":)" + states +
                          R"(,"initial":0,"terminal":)" + terminal + R"(,"transitions":[)" + transition + "]}");
  };
  EXPECT_EQ(machine("[\"a\"]", "2", "[1]", R"({"from":0,"to":1,"formula":"a&b","reward":1})"),
            "at /transitions/0/formula: unknown proposition 'b', expected one of a (column 3)");
  EXPECT_EQ(machine("[\"a b\"]", "2", "[1]", "").substr(0, 38), "at /propositions: the proposition 'a b");
  EXPECT_EQ(machine("[\"a\",\"a\"]", "2", "[1]", ""), "at /propositions: the proposition 'a' occurs twice");
  EXPECT_EQ(machine("[]", "0", "[]", ""), "at /states: expected at least one state, found 0");
  EXPECT_EQ(machine("[]", "1e99", "[]", ""), "at /states: expected a number of states from 0 to 1000000, found 1e+99");
  EXPECT_EQ(machine("[]", "3", "[2,1]", ""),
            "at /terminal/1: state 1 comes after state 2, expected each terminal state once, in order");
  EXPECT_EQ(machine("[]", "3", "[1,1]", ""),
            "at /terminal/1: state 1 comes after state 1, expected each terminal state once, in order");
  EXPECT_EQ(machine("[]", "3", "[3]", ""), "at /terminal/0: expected the number of a state, from 0 to 2, found 3");
  EXPECT_EQ(machine("[]", "1", "[]", R"({"from":0,"to":0,"formula":"True","reward":""})"),
            "at /transitions/0/reward: expected a number or a word, found \"\"");
}

TEST(Json, RefusesNamesThatAreNotUtf8) {
  const MooreMachine machine(Alphabet::plain({"\xff"}), Outputs(std::vector<std::string>{"0"}), State{0}, {Output{0}},
                             {State{0}});
  EXPECT_NE(testing::message_of([&] { write_json(machine); }).find("is not UTF-8"), std::string::npos);
}

}  // namespace
}  // namespace remap
