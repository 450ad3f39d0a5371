// Machines over more propositions than can be listed: transitions are formulas in every format.
#include <gtest/gtest.h>

#include "formats/expect.hpp"
#include "formats/machines/picture.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap {
namespace {

using testing::message_of;

std::string names(std::size_t count, const char* before, const char* between) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : between) + (before + ("p" + std::to_string(i)) + before);
  return text;
}

class Wide : public ::testing::TestWithParam<const char*> {};

TEST_P(Wide, MooreAndMealyMachinesSurvive) {
  const MooreMachine machine = *family_machine(GetParam());
  ASSERT_FALSE(machine.alphabet().listed());
  for (const MachineFormat format : {MachineFormat::json, MachineFormat::dot}) {
    for (const AnyMachine& any : {AnyMachine(machine), AnyMachine(to_mealy(machine))}) {
      const std::string text = format_machine(any, format);
      EXPECT_EQ(recognised_format(text), format);
      const AnyMachine back = parse_machine(text, format);
      EXPECT_EQ(back, any);
      EXPECT_EQ(format_machine(back, format), text);
    }
  }
}

TEST_P(Wide, PicturesHaveFormulas) {
  const MooreMachine machine = *family_machine(GetParam());
  for (const AnyMachine& any : {AnyMachine(machine), AnyMachine(to_mealy(machine))}) {
    EXPECT_NE(picture_dot(any).find(" -> "), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Wide,
                         ::testing::Values("collect:3,64", "guards:20,64", "priority:12,40", "conjunction:4,3,64"),
                         [](const auto& entry) {
                           std::string name = entry.param;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

TEST(WideText, RewardMachinesSurvive) {
  const MooreMachine machine = *family_machine("collect:3,64");
  const std::string text = format_machine(machine, MachineFormat::text);
  const AnyMachine back = parse_machine(text, MachineFormat::text);
  EXPECT_EQ(std::get<RewardMachine>(back).terminal.size(), 1U);
}

TEST(WideJson, NamesThePathOfWhatIsWrong) {
  const auto read = [](const std::string& type, const std::string& states) {
    const std::string text = R"({"type": ")" + type + R"(", "propositions": [)" + names(20, "\"", ", ") +
                             R"(], "outputs": [0, 1], "initial": 0, "states": [)" + states + "]}";
    return message_of([&] { parse_machine(text, MachineFormat::json); });
  };
  const std::string good =
      R"({"output": 0, "next": [{"formula": "p0|p19", "to": 0}, {"formula": "!p0&!p19", "to": 0}]})";
  EXPECT_EQ(read("moore", good), "no error");
  EXPECT_EQ(read("moore", R"({"output": 0, "next": [{"formula": "p0", "to": 0}]})"),
            "at /states/0/next: some set of propositions satisfies no formula");
  EXPECT_EQ(
      read("moore", R"({"output": 0, "next": [{"formula": "p0", "to": 0}, {"formula": "p1", "to": 0}]})"),
      "at /states/0/next/1/formula: a set of propositions satisfies both 'p1' and transition 0 of the same state");
  EXPECT_EQ(read("moore", R"({"output": 0, "next": [{"formula": "p20", "to": 0}]})").substr(0, 29),
            "at /states/0/next/0/formula: ");
  EXPECT_EQ(read("mealy", R"({"next": [{"formula": "p0", "to": 0, "output": 1}]})"), "no error");
  EXPECT_EQ(read("mealy", R"({"next": [{"formula": "p0", "to": 0, "output": 2}]})"),
            "at /states/0/next/0/output: 2 is not in the list /outputs");
  EXPECT_EQ(read("mealy", R"({"terminal": 1, "next": []})"), "at /states/0/terminal: expected true or false, found 1");
}

TEST(WideDot, SaysWhatIsWrong) {
  const auto read = [](const std::string& attributes, const std::string& edges) {
    const std::string text = "digraph {\n" + attributes +
                             "q0 [label=\"{q0|0}\"]; q1 [label=\"{q1|1}\"]; s [shape=none];\n" + "s -> q0;\n" + edges +
                             "}\n";
    return message_of([&] { parse_machine(text, MachineFormat::dot); });
  };
  const std::string head = "remap_labels=formulas; remap_propositions=\"" + names(20, "", " ") + "\";\n";
  const std::string rest = "q1 -> q1 [label=True];\n";
  EXPECT_EQ(read(head, "q0 -> q1 [label=p7]; q0 -> q0 [label=\"!p7\"];\n" + rest), "no error");
  EXPECT_NE(
      read(head, "q0 -> q1 [label=p7];\n" + rest).find("some set of propositions satisfies no formula of state 'q0'"),
      std::string::npos);
  EXPECT_NE(read(head, "q0 -> q1 [label=p7]; q0 -> q0 [label=True];\n" + rest).find("satisfies both 'True'"),
            std::string::npos);
  EXPECT_NE(read("remap_labels=letters;\n", rest).find("remap_labels has to be formulas"), std::string::npos);
}

TEST(WideJson, ASmallFileCannotAskForAHugeTable) {
  std::string states;
  for (int i = 0; i < 5000; ++i)
    states += std::string(i == 0 ? "" : ",") + R"({"output":0,"next":[{"formula":"True","to":0}]})";
  const std::string text = R"({"type": "moore", "propositions": [)" + names(16, "\"", ", ") +
                           R"(], "outputs": [0], "initial": 0, "states": [)" + states + "]}";
  EXPECT_EQ(message_of([&] { parse_machine(text, MachineFormat::json); }),
            "at /propositions: 5000 states and the sets of 16 propositions are too many");
}

}  // namespace
}  // namespace remap
