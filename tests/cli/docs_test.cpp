// The help texts in docs/cli.md are those of the program. With REMAP_UPDATE_GOLDEN set, they are written there.
#include <algorithm>

#include "cli/program.hpp"

namespace remap::test {
namespace {

class Docs : public Program {};

std::filesystem::path page_path() { return std::filesystem::path(REMAP_SOURCE_DIR) / "docs/cli.md"; }

TEST_F(Docs, HelpTextsAreTheProgramsOwn) {
  const std::string page = read_file(page_path());
  const std::string opening = "```text\n$ remap ";
  std::string fresh;
  std::vector<std::string> shown;
  std::size_t from = 0;
  for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, from)) {
    const std::size_t line = page.find('\n', at + opening.size());
    const std::size_t end = page.find("\n```", line);
    ASSERT_NE(end, std::string::npos);
    const std::string command = page.substr(at + opening.size(), line - at - opening.size());
    fresh += page.substr(from, line + 1 - from);
    const std::size_t blank = command.find(' ');
    fresh += blank == std::string::npos ? output_of({command})
                                        : output_of({command.substr(0, blank), command.substr(blank + 1)});
    fresh.pop_back();  // its last line break stands before the closing fence
    from = end;
    shown.push_back(command);
  }
  fresh += page.substr(from);
  for (const std::string& name : commands_in(output_of({"--help"}))) {
    EXPECT_EQ(std::count(shown.begin(), shown.end(), name + " --help"), 1) << name;
  }
  if (updating()) write_file(page_path(), fresh);
  EXPECT_EQ(read_file(page_path()), fresh);
}

/// Splits at blanks outside single quotes.
std::vector<std::string> split_line(const std::string& line) {
  std::vector<std::string> words;
  bool quoted = false, inside = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c != '\'') words.back() += c;
  }
  return words;
}

TEST_F(Docs, EveryHelpEndsWithExamplesThatRun) {
  output_of({"convert", "regex:a*b", "my_machine.dot"});
  output_of({"convert", "craft/t1", "machine.txt"});
  output_of({"convert", "craft/t5", "t5.txt"});
  write_file(folder() / "answers.csv", "a,b,answer\n{f} {g},{f},a\n");
  std::filesystem::create_directories(folder() / "coffee");
  write_file(folder() / "coffee/consent.txt", "Your answers are stored.\n");
  write_file(folder() / "coffee/study.json", R"({"letters":["f","g"],"outputs":["0","1"]})");
  write_file(folder() / "coffee/participants.jsonl",
             "{\"researcher\":\"r\"}\n{\"participant\":\"p-7kqmx\",\"token\":\"t\"}\n");
  std::size_t run = 0;
  for (const std::string& command : commands_in(output_of({"--help"}))) {
    // A server that does not end, shell pipes, and sweeps that take minutes.
    if (command == "serve" || command == "answer" || command == "experiment") continue;
    const std::string help = output_of({command, "--help"});
    EXPECT_NE(help.find("Usage: remap " + command), std::string::npos) << help;
    const std::size_t examples = help.find("\nExamples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    std::istringstream lines(help.substr(examples));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  remap ")) continue;
      const Said said = remap(split_line(line.substr(8)));
      EXPECT_TRUE(said.code == 0 || (said.code == 1 && line.find("equal") != std::string::npos)) << line << said.err;
      ++run;
    }
  }
  EXPECT_GE(run, 20U);
}

}  // namespace
}  // namespace remap::test
