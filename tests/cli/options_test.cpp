// An option does what it says, or is refused.
#include "cli/program.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/teachers/learn.hpp"

namespace remap::test {
namespace {

using Words = std::vector<std::string>;

class Options : public Program {
 protected:
  void expect_refused(const Words& command, const std::string& sentence) const {
    const Said said = remap(command);
    EXPECT_EQ(said.code, 2) << said.out;
    EXPECT_EQ(said.err, "remap: " + sentence + "\n");
  }
  /// A log whose answers come from elsewhere; more of its teacher.
  void make_session(const std::string& name, Settings teacher) const {
    SessionHead head{"test", Alphabet{"a", "b"}, Outputs({"0", "1"})};
    head.settings = write_method(make_method({}, head.alphabet, head.outputs), head.outputs);
    head.teacher = std::move(teacher);
    std::filesystem::create_directories((folder() / name).parent_path());
    DurableRun::create(folder() / name, head);
  }
  /// Runs a line of the shell in the folder; the tool is "$REMAP".
  [[nodiscard]] int shell(const std::string& line) const {
    return std::system(("cd '" + folder().string() + "' && REMAP=" + REMAP_PROGRAM + " && " + line).c_str());
  }
};

TEST_F(Options, ServeRefusesWhatItIgnores) {
  make_session("s.jsonl", {{"person", "terminal"}});
  for (const Words& more : {Words{"--effort", "low"}, Words{"--outputs", "0,1"}, Words{"--names", "n"},
                            Words{"--value-names", "x"}, Words{"--seed", "9"}, Words{"--session", "o.jsonl"},
                            Words{"--story", "hi"}, Words{"--events", "one"}, Words{"--longest", "3"}}) {
    Words command{"serve", "s.jsonl"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(command, more[0] + " has no effect with a session to continue");
    command[1] = "--study=coffee";
    expect_refused(command, more[0] + " has no effect with --study, whose study.json says everything");
  }
  expect_refused({"serve", "--study", "coffee", "--by", "ann"},
                 "--by has no effect with --study, whose study.json says everything");
  expect_refused({"serve", "--demo", "--outputs", "0,1"}, "--outputs has no effect with --demo, which has its own");
  expect_refused({"serve", "--demo", "--events", "one"}, "--events has no effect with --demo, whose letters are plain");
  expect_refused({"serve", "--task", "office/t1", "--outputs", "5,6"},
                 "--outputs has no effect with --task, which has its own");
}

TEST_F(Options, DataAloneRefusesWhatNeedsATeacher) {
  write_file(folder() / "d.csv", "a,b,answer\nx,y,a\n");
  for (const Words& more :
       {Words{"--trace"}, Words{"--beside-lstar"}, Words{"--values", "1,2"}, Words{"--by", "bob"},
        Words{"--undefined", "0"}, Words{"--timeout", "3"}, Words{"--story", "x"}, Words{"--seed", "3"}}) {
    Words command{"learn", "--teacher", "none", "--from", "d.csv"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(command, more[0] + " has no effect with --from and --teacher none");
  }
}

TEST_F(Options, OtherCommandsRefuseWhatTheyIgnore) {
  expect_refused({"learn", "random:3,2,2", "--undefined", "0"},
                 "--undefined has no effect on 'random:3,2,2': no transition is missing");
  expect_refused({"compare", "random:3,2,2", "--undefined", "1"},
                 "--undefined has no effect on 'random:3,2,2': no transition is missing");
  expect_refused(
      {"learn", "--teacher", "none", "--letters", "a", "--outputs", "0,1", "--session", "s", "--undefined", "0"},
      "--undefined has no effect with --teacher, which has no missing transitions");
  expect_refused({"learn", "--teacher", "none", "--letters", "a", "--outputs", "0,1", "--session", "s", "--by", "bob"},
                 "--by has no effect with --teacher none; 'remap answer' has it");
  expect_refused({"compare", "office/t1", "--teacher-model", "first:0.1", "--machine", "mealy"},
                 "--machine has no effect with --teacher-model, which compares teachers");
  expect_refused({"compare", "office/t1", "--teacher-model", "first:0.1", "--without-paper"},
                 "--without-paper has no effect with --teacher-model, which compares teachers");
  for (const Words& more : {Words{"--export", "csv"}, Words{"--no-figures"}, Words{"--trials", "5"}, Words{"--json"}}) {
    Words command{"experiment", "merge", "folder"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(command, more[0] + " has no effect with merge, which runs no trials and writes no report");
  }
  for (const char* way : {"--salvage", "--compact", "--upgrade"}) {
    for (const char* report : {"--answers", "--json"}) {
      expect_refused({"log", "s.jsonl", report, way, "o.jsonl"},
                     std::string(report) + " has no effect with " + way + ", which writes a log in the latest format");
    }
  }
}

TEST_F(Options, AFolderIsNotNamedLikeAFile) {
  expect_refused({"demo", "--output", "t10.svg"},
                 "--output t10.svg: here it names a folder, expected a name without '.svg'");
  expect_refused({"experiment", "queries", "--output", "results.csv"},
                 "--output results.csv: here it names a folder, expected a name without '.csv'");
}

TEST_F(Options, TeachersWhoErrInComparisonsAreLearnedFromAsSuch) {
  const Words command{"learn", "office/t1", "--events", "one", "--teacher-errs"};
  const auto with = [&](const char* errs) {
    Words words = command;
    words.emplace_back(errs);
    return output_of(words);
  };
  EXPECT_NE(with("comparisons").find("probability"), std::string::npos);
  EXPECT_EQ(with("off").find("probability"), std::string::npos);
}

TEST_F(Options, EventsOfAFileServeEveryTeacher) {
  write_file(folder() / "events.txt", "# what occurs\n{}\n{p}\n\n{q}\n");
  EXPECT_EQ(remap({"learn", "--teacher", "none", "--propositions", "p,q", "--outputs", "0,1", "--events", "events.txt",
                   "--session", "s.jsonl"})
                .code,
            0);
  EXPECT_NE(output_of({"log", "s.jsonl"}).find("letters      3\n"), std::string::npos);
  expect_refused({"learn", "--teacher", "none", "--propositions", "p,q", "--outputs", "0,1", "--events", "nofile",
                  "--session", "t.jsonl"},
                 "--events cannot be 'nofile', expected any, one, at-most:M, or a file with a set per line");
}

TEST_F(Options, SampleSizesServeTeachersWhoJudgeNothing) {
  EXPECT_EQ(remap({"learn", "--teacher", "none", "--letters", "a,b", "--outputs", "0,1", "--epsilon", "0.01",
                   "--session", "s.jsonl"})
                .err,
            "");
  EXPECT_NE(output_of({"log", "s.jsonl"}).find("epsilon 0.01"), std::string::npos);
}

TEST_F(Options, TheLogOfAStudyIsNotContinuedByOnePerson) {
  make_session("own/sessions/p-x.jsonl", {{"person", "terminal"}, {"participant", "p-x"}, {"consent", "abc"}});
  make_session("together/session.jsonl", {{"person", "terminal"}, {"consent", "abc"}});
  const std::string begun = ": this session belongs to a study, which continues with\n  remap serve --study ";
  const std::string here = std::filesystem::absolute(folder()).string();
  for (const char* command : {"resume", "answer"}) {
    expect_refused({command, "own/sessions/p-x.jsonl"}, "own/sessions/p-x.jsonl" + begun + here + "/own");
    expect_refused({command, "together/session.jsonl"}, "together/session.jsonl" + begun + here + "/together");
  }
  expect_refused({"serve", "together/session.jsonl"}, "together/session.jsonl" + begun + here + "/together");
}

TEST_F(Options, AllAnswersAreStoredOrNone) {
  make_session("s.jsonl", {{"answers", "elsewhere"}});
  const std::string before = read_file(folder() / "s.jsonl");
  const std::string good = R"({"a":["a"],"b":[],"answer":"a"})", bad = R"({"a":["b"],"b":["zz"],"answer":"a"})";
  write_file(folder() / "lines", good + '\n' + bad + '\n');
  EXPECT_NE(shell("\"$REMAP\" answer s.jsonl <lines 2>errors >/dev/null"), 0);
  EXPECT_EQ(read_file(folder() / "errors"), "remap: standard input:2:1: there is no letter 'zz'\n");
  EXPECT_EQ(read_file(folder() / "s.jsonl"), before);
  write_file(folder() / "lines", good + '\n');
  EXPECT_EQ(shell("\"$REMAP\" answer s.jsonl <lines >/dev/null"), 0);
  EXPECT_NE(read_file(folder() / "s.jsonl"), before);
}

}  // namespace
}  // namespace remap::test
