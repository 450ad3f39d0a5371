// Whole sessions of a person, by keys, at a pseudo-terminal: the right machine in the end, whatever happened on the
// way.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "cli/pseudo_terminal.hpp"
#include "remap/formats/machine_file.hpp"
#include "teachers/person/fake_screen.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Terminal : public Program {
 protected:
  void put(const std::string& name, const std::string& text) const { write_file(folder() / name, text); }
  [[nodiscard]] std::string get(const std::string& name) const { return read_file(folder() / name); }

  /// Coffee, then the office: worth 1 once, then for ever after worth 0 and HALT.
  void SetUp() override {
    put("hidden.json", R"({"type": "moore", "letters": ["coffee", "office", "plant"], "outputs": ["HALT", "0", "1"],
      "initial": 0, "states": [{"output": "0", "next": [1, 0, 3]}, {"output": "0", "next": [1, 2, 3]},
                               {"output": "1", "next": [3, 3, 3]}, {"output": "HALT", "next": [3, 3, 3]}]})");
    output_of({"convert", "hidden.json", "right.json"});
  }
  [[nodiscard]] static std::vector<std::string> learn(const char* errs = "off") {
    return {"learn",    "--teacher",    "terminal",  "--letters", "coffee,office,plant", "--outputs", "HALT,0,1",
            "--output", "learned.json", "--session", "run.jsonl", "--teacher-errs",      errs};
  }
  [[nodiscard]] MooreMachine hidden() const { return as_moore(read_machine_file(folder() / "hidden.json")); }

  /// Answers as the machine does until the program ends; `before` is given each page first and may press keys instead.
  template <class Before>
  static void answer(PseudoTerminal& terminal, const MooreMachine& machine, Before&& before) {
    HonestPerson person(machine);
    for (std::string page = terminal.page(); !page.empty(); page = terminal.page()) {
      const std::string instead = before(page);
      terminal.press(instead.empty() ? std::string(1, static_cast<char>(person(page))) : instead);
    }
  }
  [[nodiscard]] std::size_t lines(const std::string& name) const {
    const std::string text = get(name);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  void expect_right() const {
    EXPECT_EQ(output_of({"equal", "hidden.json", "learned.json"}), "equal\n");
    EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  }
};

TEST_F(Terminal, APersonTeachesByKeysAlone) {
  PseudoTerminal terminal(folder(), learn());
  std::size_t questions = 0, again = 0;
  answer(terminal, hidden(), [&](const std::string& page) {
    if (!HonestPerson::compares(page)) return "";
    // Every answer is on disk before the next question is on the screen.
    EXPECT_NE(page.find("Question " + std::to_string(lines("run.jsonl") - 1) + ":"), std::string::npos) << page;
    ++questions;
    again += page.find("Asked again, sides swapped, to make sure.") != std::string::npos ? 1U : 0U;
    return "";
  });
  EXPECT_EQ(terminal.code(), 0);
  EXPECT_TRUE(terminal.settings_are_back());
  EXPECT_NE(terminal.farewell().find("Learned 3 states over 3 letters"), std::string::npos) << terminal.farewell();
  EXPECT_GT(questions, 3U);
  EXPECT_GT(again, 0U);
  EXPECT_NE(get("run.jsonl").find("\"again\":\"confirmation\""), std::string::npos);
  expect_right();
}

TEST_F(Terminal, SomebodyWhoErrsIsToldWhichAnswersAreProbablyWrong) {
  const MooreMachine machine = hidden();
  HonestPerson person(machine);
  std::size_t questions = 0, stops = 0;
  bool undo = false;
  std::string farewell;
  for (;;) {
    PseudoTerminal terminal(
        folder(),
        stops == 0 ? learn("on") : std::vector<std::string>{"resume", "run.jsonl", "--output", "learned.json"});
    answer(terminal, machine, [&](const std::string& page) -> std::string {
      if (undo) return undo = false, "u";
      if (!HonestPerson::compares(page)) return "";
      ++questions;
      if (questions == 12 || questions == 30) return "q";
      if (questions == 20) return undo = true, "?";
      if (questions % 11 == 9) return person(page) == U'=' ? "1" : "=";
      return "";
    });
    EXPECT_TRUE(terminal.settings_are_back());
    farewell = terminal.farewell();
    if (terminal.code() == 0) break;
    ASSERT_EQ(terminal.code(), 1);
    ASSERT_LT(++stops, 3U);
  }
  EXPECT_EQ(stops, 2U);
  EXPECT_NE(farewell.find("The machine is exactly right with a probability of"), std::string::npos) << farewell;
  EXPECT_NE(farewell.find("probably wrong:\n  answer "), std::string::npos) << farewell;
  expect_right();
}

TEST_F(Terminal, UndoQuitAndResumeChangeNothingInTheEnd) {
  const MooreMachine machine = hidden();
  std::size_t undone = 0, pages = 0, stops = 0;
  bool wrong = false;
  for (;;) {
    PseudoTerminal terminal(
        folder(), stops == 0 ? learn() : std::vector<std::string>{"resume", "run.jsonl", "--output", "learned.json"});
    answer(terminal, machine, [&](const std::string& page) -> std::string {
      if (wrong) return wrong = false, ++undone, "u";
      if (!HonestPerson::compares(page)) return "";
      ++pages;
      if (pages % 8 == 0 && stops < 4) return "q";
      if (pages % 5 == 4 && undone < 12 && pages > 5) return ++undone, "u";  // what was right: asked again
      if (pages % 7 == 3 && undone < 12) return wrong = true, "2";           // more often wrong than right
      return "";
    });
    EXPECT_TRUE(terminal.settings_are_back());
    if (terminal.code() == 0) break;
    ASSERT_EQ(terminal.code(), 1);
    EXPECT_NE(
        terminal.farewell().find("all are stored; continue with\n  remap resume run.jsonl --output learned.json\n"),
        std::string::npos)
        << terminal.farewell();
    ASSERT_LT(++stops, 10U);
  }
  EXPECT_EQ(stops, 4U);
  EXPECT_GT(undone, 3U);
  const std::string log = get("run.jsonl");
  std::size_t taken_back = 0;
  for (std::size_t at = log.find("{\"retract\":"); at != std::string::npos; at = log.find("{\"retract\":", at + 1)) {
    ++taken_back;
  }
  EXPECT_EQ(taken_back, undone);
  EXPECT_EQ(output_of({"equal", "hidden.json", "learned.json"}), "equal\n");
}

TEST_F(Terminal, AContradictionIsMendedOnItsOwnScreen) {
  const MooreMachine machine = hidden();
  HonestPerson person(machine);
  bool contradicted = false;
  for (std::size_t wrong = 1; wrong < 12 && !contradicted; ++wrong) {
    std::filesystem::remove(folder() / "run.jsonl");
    std::filesystem::remove(folder() / "learned.json");
    auto arguments = learn();
    arguments.insert(arguments.end(), {"--ranker", "all-pairs"});  // whose questions overlap
    PseudoTerminal terminal(folder(), arguments);
    std::size_t questions = 0;
    char line = '1';
    answer(terminal, machine, [&](const std::string& page) -> std::string {
      if (page.find("cannot all be true") != std::string::npos) {
        EXPECT_NE(page.find("u undo"), std::string::npos);
        if (!std::exchange(contradicted, true)) return "u";  // comes back here, since it is answered as before
        return std::string(1, line++);                       // answered again, and right
      }
      if (page.find("That is what the machine says") != std::string::npos) return "q";
      if (page.starts_with(" Question") && ++questions == wrong) {
        return person(page) == U'=' ? "1" : "=";
      }
      return "";
    });
    if (terminal.code() != 0) contradicted = false;
  }
  ASSERT_TRUE(contradicted);
  EXPECT_EQ(output_of({"equal", "hidden.json", "learned.json"}), "equal\n");
  EXPECT_NE(get("run.jsonl").find("{\"retract\":"), std::string::npos);
}

TEST_F(Terminal, UnsureAnswersThatBlockAreToldAndCanBeAnsweredLater) {
  {
    PseudoTerminal terminal(folder(), learn());
    std::string last;
    answer(terminal, hidden(), [&](const std::string& page) {
      last = page;
      if (page.find("skip the examples") != std::string::npos) return "s";
      return HonestPerson::compares(page) ? "?" : "q";
    });
    EXPECT_NE(last.find("Nothing else can be asked: which of these can you answer?"), std::string::npos) << last;
    EXPECT_EQ(terminal.code(), 1);
    EXPECT_NE(terminal.farewell().find("the run cannot continue without an answer to one of these:"),
              std::string::npos);
    EXPECT_NE(terminal.farewell().find("remap resume run.jsonl"), std::string::npos);
    EXPECT_TRUE(terminal.settings_are_back());
  }
  PseudoTerminal terminal(folder(), {"resume", "run.jsonl", "--output", "learned.json"});
  answer(terminal, hidden(), [&](const std::string& page) -> std::string {
    return page.find("Nothing else can be asked") != std::string::npos ? "1" : "";
  });
  EXPECT_EQ(terminal.code(), 0);
  EXPECT_EQ(output_of({"equal", "hidden.json", "learned.json"}), "equal\n");
}

TEST_F(Terminal, SignalsLeaveTheTerminalAsItWas) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGUSR1}) {
    std::filesystem::remove(folder() / "run.jsonl");
    PseudoTerminal terminal(folder(), learn());
    EXPECT_FALSE(terminal.page().empty());
    EXPECT_FALSE(terminal.settings_are_back());
    EXPECT_FALSE(terminal.press_each("s=").empty());
    terminal.send(signal);
    EXPECT_EQ(terminal.code(), 128 + signal);
    EXPECT_TRUE(terminal.settings_are_back()) << signal;
    EXPECT_TRUE(terminal.raw().find("\x1b[?1049l") != std::string::npos) << signal;
    EXPECT_EQ(lines("run.jsonl"), 3U);
  }
  std::filesystem::remove(folder() / "run.jsonl");
  PseudoTerminal terminal(folder(), learn());
  terminal.page();
  terminal.press("\x03");  // Ctrl-C
  EXPECT_EQ(terminal.code(), 128 + SIGINT);
  EXPECT_NE(terminal.farewell().find("every answer is stored; continue with\n  remap resume run.jsonl"),
            std::string::npos);
}

TEST_F(Terminal, StoppedAndContinuedOrResizedThePageIsDrawnAnew) {
  PseudoTerminal terminal(folder(), learn());
  const std::string first = terminal.page();
  terminal.resize(40, 20);
  const std::string narrow = terminal.page();
  EXPECT_NE(narrow, first);
  std::istringstream lines_of_page(narrow);
  for (std::string line; std::getline(lines_of_page, line);) EXPECT_LE(columns_of(line), 40U) << line;
  terminal.resize(80, 24);
  EXPECT_EQ(terminal.page(), first);
  terminal.send(SIGTSTP);
  for (int i = 0; i < 5000 && !terminal.settings_are_back(); ++i) usleep(1000);
  EXPECT_TRUE(terminal.settings_are_back());
  terminal.send(SIGCONT);
  EXPECT_EQ(terminal.page(), first);
  EXPECT_FALSE(terminal.settings_are_back());
  terminal.press("q");
  EXPECT_EQ(terminal.code(), 1);
}

TEST_F(Terminal, WithoutASessionNamedOneIsMade) {
  for (const std::string name : {"session-1.jsonl", "session-2.jsonl"}) {
    PseudoTerminal terminal(folder(), {"learn", "--teacher", "terminal", "--letters", "a", "--outputs", "0,1"});
    EXPECT_NE(terminal.page().find("kept in " + name), std::string::npos);
    terminal.press("q");
    EXPECT_EQ(terminal.code(), 1);
    EXPECT_EQ(terminal.farewell(),
              "remap: stopped after 0 answers, all are stored; continue with\n  remap resume " + name + "\n");
    EXPECT_TRUE(std::filesystem::exists(folder() / name));
  }
}

TEST_F(Terminal, StylesAreSwitchedOffAndDumbTerminalsGetPlainText) {
  const auto arguments = std::vector<std::string>{"learn",     "--teacher", "terminal",       "--letters", "a",
                                                  "--outputs", "0,1",       "--teacher-errs", "off"};
  {
    PseudoTerminal terminal(folder(), arguments, 80, 24, {{"NO_COLOR", "1"}});
    EXPECT_NE(terminal.page().find("Welcome"), std::string::npos);
    EXPECT_NE(terminal.press_each("s").find("which do you prefer?"), std::string::npos);
    terminal.press("q");
    EXPECT_EQ(terminal.code(), 1);
    EXPECT_EQ(terminal.raw().find("m\x1b"), std::string::npos);
    EXPECT_EQ(terminal.raw().find("\x1b[1m"), std::string::npos);
    EXPECT_EQ(terminal.raw().find("\x1b[2m"), std::string::npos);
  }
  PseudoTerminal terminal(folder(), arguments, 80, 24, {{"TERM", "dumb"}});
  terminal.wait_for("skip the examples");
  terminal.press("s");
  terminal.wait_for("of this step");
  terminal.press("\x04");  // Ctrl-D
  EXPECT_EQ(terminal.code(), 1);
  EXPECT_EQ(terminal.raw().find('\x1b'), std::string::npos);
  EXPECT_NE(terminal.raw().find("which do you prefer?"), std::string::npos);
}

TEST_F(Terminal, NamesAreShownAndKeptInTheSession) {
  put("names.txt", "coffee = gets coffee\n\"office\" = \"\\u001b[2Joffice\"\n");
  auto arguments = learn();
  arguments.insert(arguments.end(), {"--names", "names.txt"});
  {
    PseudoTerminal terminal(folder(), arguments);
    terminal.page();
    EXPECT_NE(terminal.press_each("s").find("gets coffee"), std::string::npos);
    EXPECT_NE(terminal.press_each("=").find("\\x1b[2Joffice"), std::string::npos);
    terminal.press("q");
    terminal.code();
  }
  put("names.txt", "coffee = spills coffee\n");
  const Said changed = remap({"resume", "run.jsonl"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_EQ(changed.err,
            "remap: the file 'names.txt' has changed since this session began; resuming would mix the answers of two "
            "teachers; --despite-changes resumes anyway\n");
  std::filesystem::remove(folder() / "names.txt");
  PseudoTerminal terminal(folder(), {"resume", "run.jsonl"});
  EXPECT_NE(terminal.page().find("\\x1b[2Joffice"), std::string::npos);
  const Json head = Json::parse(get("run.jsonl").substr(0, get("run.jsonl").find('\n')));
  EXPECT_EQ(head["teacher"]["person"], "terminal");
  EXPECT_EQ(Json::parse(head["teacher"]["names"].get<std::string>()), Json({"gets coffee", "\x1b[2Joffice", "plant"}));
}

TEST_F(Terminal, OddNamesAreShownSafelyAndLoggedExactly) {
  const std::vector<std::string> odd{"q\"uo'te", "new\nline", "ünï→", "\x1b[31m", "tab\t", std::string(10'000, 'x')};
  PseudoTerminal terminal(folder(), {"learn", "--teacher", "terminal", "--letters", Json(odd).dump(), "--outputs",
                                     Json({"lo\nw", "hi\x1b[1mgh"}).dump(), "--session", "it's odd.jsonl"});
  std::size_t asked = 0;
  for (std::string page = terminal.page(); !page.empty(); page = terminal.page()) {
    EXPECT_EQ(page.find('\t'), std::string::npos);
    for (const char c : page) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    terminal.press(asked == 0 ? "s" : asked > 8 ? "q" : "=");
    ++asked;
  }
  EXPECT_EQ(terminal.code(), 1);
  EXPECT_EQ(terminal.raw().find("\x1b[31m"), std::string::npos);
  EXPECT_NE(terminal.farewell().find("remap resume 'it'\\''s odd.jsonl'"), std::string::npos) << terminal.farewell();
  const std::string log = get("it's odd.jsonl");
  EXPECT_EQ(Json::parse(log.substr(0, log.find('\n')))["letters"], Json(odd));
  std::istringstream answers(log);
  std::string line;
  for (int i = 0; i < 3; ++i) std::getline(answers, line);
  const Json first = Json::parse(line);
  EXPECT_EQ(first["a"].size() + first["b"].size(), 1U);
  const std::string shown = output_of({"log", "it's odd.jsonl", "--answers"});
  for (const char c : shown) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST_F(Terminal, APersonAndATerminalAreNeeded) {
  const auto expect = [&](std::vector<std::string> arguments, const std::string& sentence) {
    arguments.insert(arguments.begin(), {"learn", "--teacher", "terminal"});
    const int kept = dup(STDIN_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    const Said said = remap(arguments);
    dup2(kept, STDIN_FILENO);
    close(nothing);
    close(kept);
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.err, "remap: " + sentence + "\n");
    EXPECT_FALSE(std::filesystem::exists(folder() / "session-1.jsonl"));
  };
  expect({"--letters", "a", "--outputs", "0,1"},
         "--teacher terminal asks a person, but standard input is not a terminal");
  expect({"--letters", "a", "--outputs", "0,1", "--timeout", "3"}, "--timeout is for programs, not for people");
  put("names.txt", "a = x\n b: y\n");
  expect({"--letters", "a,b", "--outputs", "0,1", "--names", "names.txt"},
         "names.txt:2:6: expected '=' between a letter and its name, as in 'c = coffee', found the end of the line");
  expect({"--letters", "a,b", "--outputs", "0,1", "--names", "none.txt"}, "none.txt: there is no such file");
  EXPECT_EQ(remap({"learn", "--teacher", "cat", "--letters", "a", "--outputs", "0,1", "--names", "names.txt"}).err,
            "remap: --names is for people, with --teacher terminal\n");
  EXPECT_EQ(remap({"learn", "office/t1", "--names", "names.txt"}).err,
            "remap: --names has no effect without --teacher\n");
}

// Without a session, the library's own words are printed.
TEST_F(Terminal, ContradictionsWithoutASessionAreSafeToShow) {
  put("teacher.py", R"(import json, sys
wrong = [[], ["new\nline"], ["\x1b[31m"]]
for line in sys.stdin:
    message = json.loads(line)
    if "remap" in message: reply = {"ready": True, "equivalence": True}
    elif "compare" in message: reply = {"answers": [{"id": q["id"], "answer": "equal"} for q in message["compare"]]}
    elif "equivalence" in message:
        value = message["equivalence"]["machine"]["states"][0]["output"]
        reply = {"id": message["equivalence"]["id"], "counterexample": wrong.pop(0), "output": "1" if value == 0 else "0"}
    else: break
    print(json.dumps(reply), flush=True)
)");
  const Said said = remap({"learn", "--teacher", "python3 teacher.py", "--letters",
                           Json({"new\nline", "\x1b[31m",
                                 "\xc2\x9b"
                                 "1m",
                                 "z"})
                               .dump(),
                           "--outputs", "0,1"});
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_NE(said.err.find("new\\x0aline"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("cannot all hold"), std::string::npos) << said.err;
  for (const char c : said.err) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << said.err;
  EXPECT_EQ(said.err.find("\xc2\x9b"), std::string::npos);
}

}  // namespace
}  // namespace remap::test
