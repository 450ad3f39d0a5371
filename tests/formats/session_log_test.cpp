#include "formats/session_log.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;

class SessionLogFile : public ::testing::Test {
 protected:
  SessionLogFile() {
    std::string pattern = (fs::temp_directory_path() / "remap-log-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder");
    folder_ = pattern;
    head_.settings = {{"learner", "tree"}, {"seed", "7"}};
    head_.teacher = {{"command", "./t --x 'y'"}};
    options_.learner = LearnerKind::tree;
    options_.ranker = RankerKind::search;
  }
  ~SessionLogFile() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path path() const { return folder_ / "run.jsonl"; }
  [[nodiscard]] std::string text() const {
    std::ifstream in(path(), std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
  }
  void put(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }

  MooreMachine run(AnswerBook& book, AnswerKeeper* keeper) {
    MachineTeacher exact(*machine_);
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return exact; }, keeper);
    MooreMachine result = learn(recording, machine_->alphabet(), machine_->outputs(), options_).machine;
    asked_ = recording.asked();
    return result;
  }
  void whole_run() {
    SessionLog log = SessionLog::create(path(), head_, Durability::batched);
    AnswerBook book(machine_->outputs().size());
    run(book, &log);
  }
  [[nodiscard]] std::string complaint() const {
    try {
      read_session(path());
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

  std::shared_ptr<const MooreMachine> machine_ = std::make_shared<const MooreMachine>(random_machine({9, 2, 3}, 3));
  SessionHead head_{"1.2.3", machine_->alphabet(), machine_->outputs()};
  SessionOptions options_ = SessionOptions::paper();
  std::uint64_t asked_ = 0;

 private:
  fs::path folder_;
};

TEST_F(SessionLogFile, HoldsTheHeadAndEveryAnswer) {
  whole_run();
  const LoggedSession logged = read_session(path());
  EXPECT_EQ(logged.head.version, "1.2.3");
  EXPECT_EQ(logged.head.alphabet, head_.alphabet);
  EXPECT_EQ(*logged.head.outputs, *head_.outputs);
  EXPECT_EQ(logged.head.settings, head_.settings);
  EXPECT_EQ(logged.head.teacher, head_.teacher);
  EXPECT_EQ(logged.book.size(), asked_);
  EXPECT_EQ(logged.torn, 0U);
}

TEST_F(SessionLogFile, CutAnywhereItIsContinuedToTheSameBytes) {
  whole_run();
  const std::string all = text();
  const std::size_t head = all.find('\n') + 1;
  for (std::size_t cut = head; cut < all.size(); cut += 37) {
    put(all.substr(0, cut));
    {
      std::unique_ptr<LoggedSession> logged;
      SessionLog log = SessionLog::open(path(), Durability::batched, logged);
      EXPECT_EQ(logged->torn, cut - (all.rfind('\n', cut - 1) + 1));
      run(logged->book, &log);
    }
    EXPECT_EQ(text(), all) << cut;
  }
}

TEST_F(SessionLogFile, PropositionsAndOddNamesComeBackExactly) {
  const std::vector<std::string> odd{"a\"b", "new\nline", "ü→∅", std::string("\x01\x7f", 2), "\\", "{x}"};
  head_.alphabet = Alphabet::plain(odd);
  { SessionLog::create(path(), head_, Durability::each); }
  EXPECT_EQ(read_session(path()).head.alphabet.names(), odd);
  fs::remove(path());
  head_.alphabet = Alphabet::power_set({"p", "q"});
  head_.outputs.reset();
  { SessionLog::create(path(), head_, Durability::each); }
  EXPECT_EQ(read_session(path()).head.alphabet, head_.alphabet);
  EXPECT_FALSE(read_session(path()).head.outputs);
}

TEST_F(SessionLogFile, LongWordsComeBackExactly) {
  AnswerBook book(machine_->outputs().size());
  Word word;
  for (std::size_t i = 0; i < 10'000; ++i) word.push_back(make_id<Letter>(i % 2));
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::each);
    log.keep(book, book.add_comparison(book.words().insert(word), empty_word, Preference::unsure));
    log.keep(book, book.add_limits(book.words().insert(word), OutputSet::only(3, {Output{0}, Output{2}})));
  }
  const LoggedSession logged = read_session(path());
  ASSERT_EQ(logged.book.size(), 2U);
  EXPECT_EQ(logged.book.words().spell(logged.book.at(AnswerId{1}).left), word);
  EXPECT_EQ(logged.book.at(AnswerId{1}).answer, Preference::unsure);
  EXPECT_EQ(logged.book.allowed(AnswerId{2}), OutputSet::only(3, {Output{0}, Output{2}}));
}

TEST_F(SessionLogFile, RetractionsAreAppendedAndRead) {
  whole_run();
  const std::string before = text();
  std::unique_ptr<LoggedSession> logged;
  {
    SessionLog log = SessionLog::open(path(), Durability::each, logged);
    log.retract(AnswerId{1});
    log.change(AnswerId{2}, Preference::equal);
  }
  EXPECT_TRUE(text().starts_with(before));
  const LoggedSession again = read_session(path());
  EXPECT_FALSE(again.book.at(AnswerId{1}).valid);
  EXPECT_EQ(again.book.at(AnswerId{2}).answer, Preference::equal);
}

TEST_F(SessionLogFile, TheSecondProcessIsRefused) {
  whole_run();
  std::unique_ptr<LoggedSession> logged;
  SessionLog log = SessionLog::open(path(), Durability::each, logged);
  try {
    SessionLog::open(path(), Durability::each, logged);
    FAIL() << "opened twice";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("another process is working on this session"), std::string::npos);
  }
}

TEST_F(SessionLogFile, SaysWhatIsWrongAndWhere) {
  whole_run();
  const std::string all = text();
  const std::string head = all.substr(0, all.find('\n') + 1);
  const std::string name = path().string();
  const auto expect = [&](const std::string& content, const std::string& sentence) {
    put(content);
    EXPECT_EQ(complaint(), sentence);
  };
  expect("", name + ": this is not a session log: its first line is missing; remove it and begin anew");
  expect("no line break", name + ": this is not a session log: its first line is missing; remove it and begin anew");
  expect("{}\n", name + ":1:1: this is not a session log: its first line has no \"remap_session\": {}");
  expect("{\"remap_session\":2}\n",
         name + ": this log has format 2, but this program (0.1.0) knows only format 1; use a later one");
  expect(head + "garbage\n", name + ":2:1: expected a JSON object: garbage");
  expect(head + "{\"id\":2}\n", name + ":2:1: expected answer 1: {\"id\":2}");
  expect(head + "{\"id\":1,\"what\":2}\n",
         name + ":2:1: this kind of record is unknown; a later version may know it: {\"id\":1,\"what\":2}");
  expect(head + "{\"id\":1,\"a\":[\"z\"],\"b\":[],\"answer\":\"a\"}\n",
         name + ":2:1: \"z\" is not a letter of this session: {\"id\":1,\"a\":[\"z\"],\"b\":[],\"answer\":\"a\"}");
  expect(head + "{\"id\":1,\"a\":[],\"b\":[],\"answer\":\"c\"}\n",
         name +
             ":2:1: expected the answer \"a\", \"b\", \"equal\" or \"unsure\": "
             "{\"id\":1,\"a\":[],\"b\":[],\"answer\":\"c\"}");
  expect(head + "{\"retract\":1}\n",
         name + ":2:1: there is no answer 1, expected a number from 1 to 0: {\"retract\":1}");
  expect(head + "{\"retract\":4294967297}\n",
         name + ":2:1: there is no answer 4294967297, expected a number from 1 to 0: {\"retract\":4294967297}");
  EXPECT_THROW(SessionLog::create(path(), head_, Durability::each), InputError);
}

TEST_F(SessionLogFile, ALineThatIsNestedTooDeeplyIsRefused) {
  { SessionLog::create(path(), head_, Durability::each); }
  const std::string head = text();
  for (const char* key : {"retract", "a", "machine"}) {
    const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
    put(head + "{\"id\":1,\"accept\":true,\"" + key + "\":" + nested + "}\n");
    EXPECT_NE(complaint().find(":2:1: lists or objects lie more than 64 deep: "), std::string::npos) << complaint();
  }
  put(std::string(200'000, '{') + "\n");
  EXPECT_NE(complaint().find(":1:1: lists or objects lie more than 64 deep: "), std::string::npos);
}

TEST_F(SessionLogFile, HasItsNameOnlyWhenItsFirstLineIsComplete) {
  head_.settings = {{"name", "\xff"}};  // cannot be written
  EXPECT_THROW(SessionLog::create(path(), head_, Durability::each), InputError);
  EXPECT_TRUE(fs::is_empty(path().parent_path()));
}

TEST_F(SessionLogFile, ALinkThatLeadsNowhereStandsForItsFile) {
  fs::create_symlink("elsewhere.jsonl", path());
  { SessionLog::create(path(), head_, Durability::each); }
  EXPECT_TRUE(fs::is_symlink(path()));
  EXPECT_TRUE(fs::is_regular_file(path().parent_path() / "elsewhere.jsonl"));
  EXPECT_EQ(read_session(path()).head.version, "1.2.3");
  EXPECT_THROW(SessionLog::create(path(), head_, Durability::each), InputError);
}

TEST_F(SessionLogFile, WhatIsNoFileIsRefusedAtOnce) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  EXPECT_EQ(complaint(), path().string() + ": this session cannot be read (it is not a regular file)");
  std::unique_ptr<LoggedSession> logged;
  EXPECT_THROW(SessionLog::open(path(), Durability::each, logged), InputError);
  EXPECT_THROW(SessionLog::create(path(), head_, Durability::each), InputError);
}

}  // namespace
}  // namespace remap
