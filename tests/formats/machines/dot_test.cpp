#include "formats/machines/dot.hpp"

#include <gtest/gtest.h>

#include "formats/expect.hpp"

namespace remap {
namespace {

using Names = std::vector<std::string>;

std::string dot_complaint(const std::string& text) {
  return testing::message_of([&] { read_dot(text); });
}
MooreMachine moore(const std::string& text) { return std::get<MooreMachine>(read_dot(text)); }

constexpr const char* written =
    "digraph moore {\n"
    "  remap_type=\"moore\";\n"
    "  remap_letters=\"b a\";\n"
    "  remap_outputs=\"0 1\";\n"
    "  __start0 [label=\"\", shape=none];\n"
    "  q0 [label=\"{q0|1}\", shape=record];\n"
    "  q1 [label=\"{q1|0}\", shape=record];\n"
    "  __start0 -> q1;\n"
    "  q0 -> q0 [label=\"b\"];\n"
    "  q0 -> q1 [label=\"a\"];\n"
    "  q1 -> q0 [label=\"b\"];\n"
    "  q1 -> q1 [label=\"a\"];\n"
    "}\n";

TEST(Dot, WritesAndReadsOurOwn) {
  const MooreMachine machine = moore(written);
  EXPECT_EQ(machine.initial(), State{1});
  EXPECT_EQ(machine.alphabet().names(), (Names{"b", "a"}));
  EXPECT_EQ(write_dot(machine), written);
}

TEST(Dot, TheThreeDialectsOfMooreMachines) {
  const std::string edges = "s0 -> s1 [label=\"1\"]; s0 -> s0 [label=\"2\"]; s1 -> s0 [label=1] s1 -> s1 [label=2]";
  const MooreMachine bars = moore("digraph { s0 [label=\"s0|1\", shape=record, style=rounded]; s1 [label=\"s1|0\"] " +
                                  edges + "; __start0 [shape=none, label=\"\"]; __start0 -> s0 [label=\"\"]; }");
  const MooreMachine records = moore("digraph g { s0 [shape=record label=\"{ A | 1 }\"]; s1 [label=\"{ B | 0 }\"] " +
                                     edges + " __start0 -> s0 }");
  const MooreMachine slashes = moore("digraph g {\n\ts0 [shape=\"circle\" label=\"0 / 1\"];\n\ts1 [label=\"1 / 0\"]; " +
                                     edges + "\n__start0 [label=\"\" shape=\"none\" width=\"0\"];\n__start0 -> s0;\n}");
  EXPECT_EQ(bars, records);
  EXPECT_EQ(bars, slashes);
  EXPECT_EQ(bars.outputs().names(), (Names{"0", "1"}));
  EXPECT_EQ(bars.output(State{0}), Output{1});
  EXPECT_EQ(bars.next(State{0}, Letter{0}), State{1});
}

TEST(Dot, OfSeveralSlashesTheOneBetweenBlanksSeparates) {
  const AnyMachine machine = read_dot("digraph { __start0 -> s0; s0 -> s0 [label=\"GET / in/out\"] }");
  const auto& mealy = std::get<MealyMachine>(machine);
  EXPECT_EQ(mealy.alphabet().names(), (Names{"GET"}));
  EXPECT_EQ(mealy.outputs().names(), (Names{"in/out"}));
}

TEST(Dot, OneNumberWrittenInTwoWaysIsOneOutput) {
  const MooreMachine machine = moore(
      "digraph { __start0 -> s0; s0 [label=\"s0 / 1\"]; s1 [label=\"s1 / 0\"]; s2 [label=\"s2 / 1.0\"]; "
      "s0 -> s1 [label=a]; s1 -> s2 [label=a]; s2 -> s0 [label=a] }");
  EXPECT_EQ(machine.outputs().names(), (Names{"0", "1"}));
  EXPECT_EQ(machine.output(State{0}), machine.output(State{2}));
}

TEST(Dot, AcceptingStatesOfADfaAreDoubleCircles) {
  const std::string edges = "s0 -> s1 [label=a]; s0 -> s0 [label=b]; s1 -> s0 [label=a]; s1 -> s1 [label=b]; ";
  const MooreMachine expected(Alphabet::plain({"a", "b"}), Outputs{"0", "1"}, State{0}, {Output{0}, Output{1}},
                              {State{1}, State{0}, State{0}, State{1}});
  for (const char* states : {
           "s0 [label=s0]; s1 [label=s1, shape=doublecircle];",                            // AALpy
           "s0 [shape=\"circle\" label=\"0\"]; s1 [shape=\"doublecircle\" label=\"1\"];",  // LearnLib
           "s0; s1 [peripheries=2];",
           "s0 [label=\"\"]; s1 [label=\"\", shape=doublecircle];",
       }) {
    EXPECT_EQ(moore("digraph { " + std::string(states) + edges + "__start0 [label=\"\", shape=none]; __start0 -> s0 }"),
              expected)
        << states;
  }
  const MooreMachine all = moore("digraph { __start0 -> s0; s0 [shape=doublecircle] s0 -> s0 [label=a] }");
  EXPECT_EQ(all.outputs().names(), (Names{"0", "1"}));
  EXPECT_EQ(all.output(State{0}), Output{1});
  const MooreMachine none = moore("digraph { remap_type=dfa __start0 -> s0; s0 -> s0 [label=a] }");
  EXPECT_EQ(none.output(State{0}), Output{0});
}

TEST(Dot, LabelsThatAreOutputs) {
  const std::string edges =
      "closed -> open [label=d]; open -> ajar [label=d]; ajar -> closed [label=d]; __start0 -> closed }";
  const MooreMachine machine =
      moore("digraph { closed [label=\"quiet\"]; open [label=alarm]; ajar [label=quiet]; " + edges);
  EXPECT_EQ(machine.outputs().names(), (Names{"quiet", "alarm"}));
  EXPECT_EQ(machine.output(State{1}), Output{1});
  EXPECT_EQ(machine.output(State{2}), Output{0});
  // Labels that are all different may be names or outputs.
  const std::string names = "closed [label=\"quiet\"]; open [label=alarm]; ajar [label=bell]; " + edges;
  EXPECT_NE(dot_complaint("digraph { " + names).find("state 'closed' has no output"), std::string::npos);
  EXPECT_EQ(moore("digraph { remap_type=moore " + names).outputs().size(), 3U);
}

TEST(Dot, AMealyMachineHasOneTransitionPerLetter) {
  EXPECT_EQ(dot_complaint("digraph { __start0 -> a; a -> a [label=\"x/1\"];\n a -> b [label=\"x/1\"] }"),
            "line 2, column 2: state 'a' has a second transition for the letter 'x', expected a deterministic machine");
}

TEST(Dot, MealyMachines) {
  const auto machine = std::get<MealyMachine>(
      read_dot("digraph { __start0 [label=\"\"]; __start0 -> s0; s0 [label=s0]; s0 -> s1 [label=\"in / out\"]; "
               "s1 -> s0 [label=\"b/x\"] s0 -> s0 [label=\"GET /a / 200\"] s1 [shape=doublecircle] }"));
  EXPECT_EQ(machine.alphabet().names(), (Names{"GET /a", "b", "in"}));
  EXPECT_EQ(machine.outputs().names(), (Names{"200", "out", "x"}));
  EXPECT_TRUE(machine.terminal(State{1}));
  EXPECT_FALSE(machine.complete());
}

TEST(Dot, RewardMachines) {
  const std::string text =
      "digraph reward_machine {\n  remap_type=\"reward_machine\";\n  remap_propositions=\"b a\";\n"
      "  __start0 [label=\"\", shape=none];\n  q0 [label=\"q0\"];\n  q1 [label=\"q1\", peripheries=2];\n"
      "  __start0 -> q0;\n  q0 -> q1 [label=\"!b&a|b&!a / 1\"];\n  q0 -> q1 [label=\"b&a / so\\/so\"];\n}\n";
  const AnyMachine machine = read_dot(text);
  EXPECT_EQ(std::get<RewardMachine>(machine).transitions[1].reward, "so/so");
  EXPECT_EQ(read_dot(write_dot(machine)), machine);
  const auto guessed = std::get<RewardMachine>(
      read_dot("digraph { remap_type=reward_machine __start0 -> a; a -> b [label=\"z & (y | x) / 1\"] }"));
  EXPECT_EQ(guessed.propositions, (Names{"x", "y", "z"}));
}

TEST(Dot, CommentsDefaultsChainsAndPorts) {
  const MooreMachine machine = moore(
      "\xEF\xBB\xBF// one\n/* two\n */ strict DIGRAPH \"my \\\"graph\" {\n# three\n graph [rankdir=LR]; rankdir = LR\n"
      "node [label=\"x|7\"]; edge [label=a];\n subgraph cluster_x { node [label=\"y|-1.5\"]; \"q 2\" }\n"
      "-.5 -> \"q \" + \"2\":port:ne -> 3; 3 -> 3:n\n point [shape=point, label=\"\"] point -> 3 }");
  EXPECT_EQ(machine.size(), 3U);
  EXPECT_EQ(machine.outputs().names(), (Names{"-1.5", "7"}));
  EXPECT_EQ(machine.output(State{0}), Output{0});
  EXPECT_EQ(machine.initial(), State{2});
  EXPECT_EQ(machine.next(State{1}, Letter{0}), State{0});
}

TEST(Dot, OrderOfWhatIsNotListed) {
  const MooreMachine machine = moore(
      "digraph { __start0 -> x; x [label=\"x|warm\"]; y [label=\"y|10\"]; z [label=\"z|HALT\"] w [label=\"w|9\"] "
      "v [label=\"v|cold\"] edge [label=b] x -> y -> z -> w -> v -> x edge [label=10] x -> x y -> y z -> z w -> w "
      "v -> v edge [label=9] x -> x y -> y z -> z w -> w v -> v }");
  EXPECT_EQ(machine.alphabet().names(), (Names{"9", "10", "b"}));
  EXPECT_EQ(machine.outputs().names(), (Names{"HALT", "9", "10", "warm", "cold"}));
}

TEST(Dot, OddNamesSurvive) {
  const Names odd{"a b", " ",     "|", "{a,b}", "<x>", "\\", "\"",  "\\\"", "\\n", "\n",
                  "/",   "a / b", "ü", "\t",    "//",  "]",  "n\\", "x\r",  "->"};
  std::vector<Output> output_of;
  for (std::size_t i = 0; i < odd.size(); ++i) output_of.push_back(make_id<Output>(i));
  const MooreMachine machine(Alphabet::plain(odd), Outputs(odd), State{0}, output_of,
                             std::vector<State>(odd.size() * odd.size(), State{0}));
  EXPECT_EQ(moore(write_dot(machine)), machine);
}

TEST(Dot, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(dot_complaint(""), "line 1, column 1: expected 'digraph', found the end of the file");
  EXPECT_EQ(dot_complaint("graph {}"), "line 1, column 1: expected 'digraph', found 'graph'");
  EXPECT_EQ(dot_complaint("digraph {\n a -- b }"), "line 2, column 4: expected a directed edge '->', found '-'");
  EXPECT_EQ(dot_complaint("digraph {\n a -> }"), "line 2, column 7: expected a state after '->', found '}'");
  EXPECT_EQ(dot_complaint("digraph {\n a -> b"),
            "line 2, column 8: expected a state, a transition or '}', found the end of the file");
  EXPECT_EQ(dot_complaint("digraph { a [label=\"x|1\n"), "line 1, column 20: this quoted string is not closed");
  EXPECT_EQ(dot_complaint("digraph { /* x"), "line 1, column 11: this comment is not closed, expected */");
  EXPECT_EQ(dot_complaint("digraph { a [label=<b]"), "line 1, column 20: this HTML string is not closed, expected '>'");
  EXPECT_EQ(dot_complaint("digraph { a [label]"), "line 1, column 19: expected '=', found ']'");
  EXPECT_EQ(dot_complaint("digraph { a [label=]"), "line 1, column 20: expected a value after '=', found ']'");
  EXPECT_EQ(dot_complaint("digraph { ü ! }"),
            "line 1, column 13: expected a name, a number or a quoted string, found '!'");
  EXPECT_EQ(dot_complaint("digraph { - }"), "line 1, column 11: expected a number");
  EXPECT_EQ(dot_complaint("digraph { a -> {b c} }"),
            "line 1, column 16: expected one state after '->': a transition has one source and one target, found '{'");
  EXPECT_EQ(dot_complaint("digraph { {b c} -> a }"),
            "line 1, column 17: an edge from a group of states, expected a transition with one source and one target");
  EXPECT_EQ(dot_complaint("digraph { } x"),
            "line 1, column 13: expected the end of the file after the graph, found 'x'");
  EXPECT_EQ(dot_complaint("digraph { }"), "line 1, column 1: this graph has no states");
  EXPECT_EQ(dot_complaint("digraph " + std::string(5000, '{')), "line 1, column 110: braces are nested too deeply");
}

TEST(Dot, SaysWhatIsMissingInAMachine) {
  const std::string start = "digraph { __start0 -> a; ";
  EXPECT_EQ(dot_complaint("digraph {\n a [label=\"a|1\"]; a -> a [label=x] }"),
            "line 2, column 2: no initial state, expected an edge such as __start0 -> a");
  EXPECT_EQ(dot_complaint("digraph {\n __start0 -> a;\n __start0 -> b }"),
            "line 3, column 2: a second initial state, expected one");
  EXPECT_EQ(dot_complaint(start + "a -> __start0 }"),
            "line 1, column 26: an edge into '__start0', which only marks the initial state");
  EXPECT_EQ(dot_complaint(start + "\n a [label=\"a|1\"]; b [label=\"b\"]; a -> b [label=x] }"),
            "line 2, column 28: state 'b' has no output, expected a label such as {b|1} or b / 1, or accepting states "
            "drawn as double circles");
  EXPECT_EQ(dot_complaint(start + "a -> a [label=x] }"),
            "line 1, column 23: state 'a' has no output, expected a label such as {a|1} or a / 1, or accepting states "
            "drawn as double circles");
  EXPECT_EQ(dot_complaint(start + "a [label=\"{a|}\"] a -> a [label=x] }"),
            "line 1, column 35: state 'a' has no output, expected a label such as {a|1} or a / 1, or accepting states "
            "drawn as double circles");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1|2\"] a -> a [label=x] }"),
            "line 1, column 35: the label 'a|1|2' has more than two fields, expected a name and an output");
  EXPECT_EQ(dot_complaint(start + "a [label=<<b>a|1</b>>] a -> a [label=x] }"),
            "line 1, column 35: expected a label in quotes, found one in HTML");
  EXPECT_EQ(dot_complaint(
                start + "a [label=\"a|1\"];\n b [label=\"b|1\"]; a -> b [label=x] b -> b [label=x] a -> a [label=y] }"),
            "line 2, column 2: state 'b' has no transition for the letter 'y', expected one for each letter");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1\"];\n a -> a [label=x]\n a -> a [label=x] }"),
            "line 3, column 2: state 'a' has a second transition for the letter 'x', expected a deterministic machine");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1\"];\n a -> a }"),
            "line 2, column 2: the transition from 'a' to 'a' has no label, expected the name of a letter");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1\"]; a -> a [label=\"\"] }"),
            "line 1, column 57: this label is empty, expected the name of a letter");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1\"] }"),
            "line 1, column 23: this machine has no transitions, expected one for each state and letter");
  EXPECT_EQ(dot_complaint(start + "a [label=\"a|1\"]; a -> a [label=\"x/y\"] }"),
            "line 1, column 43: both states and transitions carry outputs, expected remap_type=moore or "
            "remap_type=mealy in the graph");
  EXPECT_EQ(dot_complaint(start + "a -> a [label=\"x/y/z\"] }"),
            "line 1, column 40: the label 'x/y/z' has 2 slashes, expected one between two names (a slash inside a name "
            "is written \\/)");
  EXPECT_EQ(dot_complaint(start + "a -> a [label=\"x/\"] }"),
            "line 1, column 40: the label 'x/' is not a transition's, expected letter / output");
}

TEST(Dot, ChecksOurOwnAttributes) {
  const auto with = [](const std::string& attributes) {
    return dot_complaint("digraph { " + attributes + ";\n __start0 -> a; a [label=\"a|1\"]\n a -> a [label=x] }");
  };
  EXPECT_EQ(with("remap_type=nfa"),
            "line 1, column 22: the remap_type is 'nfa', expected moore, dfa, mealy or reward_machine");
  EXPECT_EQ(with("remap_letters=y"), "line 3, column 16: the letter 'x' is not in the list remap_letters");
  EXPECT_EQ(with("remap_outputs=\"2 3\""), "line 2, column 26: the output '1' is not in the list remap_outputs");
  EXPECT_EQ(with("remap_outputs=\"1 0\""),
            "line 1, column 25: output 0 comes after 1 but is not greater, expected the lowest output first");
  EXPECT_EQ(with("remap_propositions=x"),
            "line 1, column 1: the letter 'x' is not a set of propositions, expected one such as {a,b}");
  EXPECT_EQ(
      dot_complaint("digraph { remap_type=reward_machine; __start0 -> a; a -> a [label=\"x& / 1\"] }").substr(0, 27),
      "line 1, column 67: expected");
}

}  // namespace
}  // namespace remap
