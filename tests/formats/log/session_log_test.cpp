#include "formats/log/session_log.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

#include "formats/log/session_log_reader.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "teachers/book/recording.hpp"

namespace {
std::size_t synced = 0;   // how often something was brought to disk
bool syncs_fail = false;  // it cannot be
}  // namespace

/// Instead of the one of the C library: counts.
extern "C" int fdatasync(int file) {
  ++synced;
  if (syncs_fail) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(syscall(SYS_fdatasync, file));
}

namespace remap {
namespace {

namespace fs = std::filesystem;

/// A log without what differs from run to run: times, and the checksums that follow from them.
std::string timeless(const std::string& log) {
  return std::regex_replace(log, std::regex(",\"at\":[0-9]+|,\"sum\":\"[0-9a-f]{16}\""), "");
}

/// As the first release wrote it.
constexpr const char* version_1 =
    "{\"remap_session\":1,\"version\":\"0.1.0\",\"letters\":[\"a\",\"b\"],\"outputs\":[\"0\",\"1\"],"
    "\"settings\":{\"seed\":\"7\"},\"teacher\":{\"command\":\"./t\"}}\n"
    "{\"id\":1,\"a\":[\"a\"],\"b\":[],\"answer\":\"a\"}\n"
    "{\"id\":2,\"a\":[\"b\"],\"b\":[],\"answer\":\"equal\",\"again\":\"recheck\"}\n"
    "{\"id\":3,\"counterexample\":[\"a\",\"b\"],\"among\":[\"0\"]}\n"
    "{\"retract\":1,\"answer\":\"b\"}\n"
    "{\"retract\":2}\n";

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
    MooreMachine result = learn(recording, machine_->alphabet(), machine_->outputs(), options_).machine.moore();
    asked_ = recording.asker().asked();
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
  const std::size_t head = all.find('\n', all.find('\n') + 1) + 1;  // after its copy
  for (std::size_t cut = head; cut < all.size(); cut += 97) {
    put(all.substr(0, cut));
    {
      std::unique_ptr<LoggedSession> logged;
      SessionLog log = SessionLog::open(path(), Durability::batched, logged);
      EXPECT_EQ(logged->torn, cut - (all.rfind('\n', cut - 1) + 1));
      run(logged->book, &log);
    }
    EXPECT_EQ(timeless(text()), timeless(all)) << cut;
  }
}

/// What cannot be written, or not be flushed, is neither in the file nor in the book; what comes later is.
TEST_F(SessionLogFile, WhatCannotBeStoredLeavesNothing) {
  rlimit room{};
  getrlimit(RLIMIT_FSIZE, &room);
  const auto before = signal(SIGXFSZ, SIG_IGN);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{30}, std::size_t{SIZE_MAX}}) {  // the last: no flushing
    SCOPED_TRACE(bytes);
    fs::remove(path());
    AnswerBook book(machine_->outputs().size());
    Word word;
    const auto add = [&] {
      for (std::size_t i = 0; i < 300; ++i) word.push_back(make_id<Letter>(i * i % 7 % 2));  // long enough for a stem
      const AnswerId id = book.add_comparison(book.words().insert(word), empty_word, Preference::greater);
      return id;
    };
    {
      SessionLog log = SessionLog::create(path(), head_, Durability::each);
      log.keep(book, add());
      const std::string whole = text();
      for (int attempt = 0; attempt < 2; ++attempt) {
        const rlimit full{whole.size() + bytes, room.rlim_max};
        if (bytes != SIZE_MAX) setrlimit(RLIMIT_FSIZE, &full);
        syncs_fail = bytes == SIZE_MAX;
        EXPECT_THROW(keep_or_remove(&log, book, add()), NotStored);
        EXPECT_THROW(log.change(AnswerId{1}, Preference::equal), NotStored);
        setrlimit(RLIMIT_FSIZE, &room);
        syncs_fail = false;
        EXPECT_EQ(text(), whole);
        EXPECT_EQ(book.size(), 1U);
      }
      log.keep(book, add());
      log.change(AnswerId{2}, Preference::equal);
    }
    const LoggedSession logged = read_session(path());
    ASSERT_EQ(logged.book.size(), 2U);
    EXPECT_EQ(logged.torn, 0U);
    EXPECT_EQ(logged.book.words().spell(logged.book.at(AnswerId{2}).left), word);
    EXPECT_EQ(logged.book.at(AnswerId{2}).answer, Preference::equal);
  }
  signal(SIGXFSZ, before);
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

TEST_F(SessionLogFile, IsOnDiskAsSoonAsItSays) {
  AnswerBook book(machine_->outputs().size());
  const auto syncs_of_an_answer = [&](SessionLog& log) {
    const std::size_t before = synced;
    log.keep(book, book.add_comparison(empty_word, empty_word, Preference::equal));
    return synced - before;
  };
  SessionLog log = SessionLog::create(path(), head_, Durability::each);
  EXPECT_GT(synced, 0U) << "the first line";
  EXPECT_EQ(syncs_of_an_answer(log), 1U);
  EXPECT_EQ(syncs_of_an_answer(log), 1U);
  log.set_durability(Durability::batched);
  const auto begin = std::chrono::steady_clock::now();
  std::size_t syncs = 0;
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(SessionLog::longest_unsynced / 5);
    syncs += syncs_of_an_answer(log);
  }
  const auto waited = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(syncs, 1U);
  EXPECT_LE(syncs, static_cast<std::size_t>(waited / SessionLog::longest_unsynced) + 1);
  const std::size_t before = synced;
  log.keep(book, book.add_comparison(empty_word, empty_word, Preference::equal));
  log.sync_if_unsynced();
  EXPECT_GE(synced, before + 1);
  log.retract(AnswerId{1});
  EXPECT_GE(synced, before + 2);
}

TEST_F(SessionLogFile, TheSecondProcessIsRefused) {
  whole_run();
  std::unique_ptr<LoggedSession> logged;
  SessionLog log = SessionLog::open(path(), Durability::each, logged);
  try {
    SessionLog::open(path(), Durability::each, logged);
    FAIL() << "opened twice";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("another process is using this session"), std::string::npos);
  }
}

TEST_F(SessionLogFile, SaysWhatIsWrongAndWhere) {
  const std::string all = version_1;
  const std::string head = all.substr(0, all.find('\n') + 1);
  const std::string name = path().string();
  const auto expect = [&](const std::string& content, const std::string& sentence) {
    put(content);
    EXPECT_EQ(complaint(), sentence);
  };
  expect("", name + ": this is not a session log: its first line is missing; remove it and start over");
  expect("no line break", name + ": this is not a session log: its first line is missing; remove it and start over");
  expect("{}\n", name + ":1:1: this is not a session log: its first line has no \"remap_session\": {}");
  expect("{\"remap_session\":3}\n",
         name + ": this log has format 3, but this program (0.1.0) knows formats up to 2; use a later one");
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
  const std::string head = std::string(version_1).substr(0, std::string(version_1).find('\n') + 1);
  for (const char* key : {"retract", "a", "machine"}) {
    const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
    put(head + "{\"id\":1,\"accept\":true,\"" + key + "\":" + nested + "}\n");
    EXPECT_NE(complaint().find(":2:1: lists or objects are nested more than 64 deep: "), std::string::npos)
        << complaint();
  }
  put(std::string(200'000, '{') + "\n");
  EXPECT_NE(complaint().find(":1:1: lists or objects are nested more than 64 deep: "), std::string::npos);
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

TEST_F(SessionLogFile, VersionOneIsReadAppendedToAndUpgraded) {
  put(version_1);
  const fs::path upgraded = path().parent_path() / "upgraded.jsonl";
  EXPECT_EQ(rewrite_session(path(), upgraded, false).answers, 3U);
  for (const fs::path& each : {path(), upgraded}) {
    const LoggedSession logged = read_session(each);
    EXPECT_EQ(logged.version, each == upgraded ? 2 : 1);
    ASSERT_EQ(logged.book.size(), 3U);
    EXPECT_EQ(logged.book.at(AnswerId{1}).answer, Preference::less);
    EXPECT_EQ(logged.book.at(AnswerId{2}).purpose, Purpose::recheck);
    EXPECT_FALSE(logged.book.at(AnswerId{2}).valid);
    EXPECT_EQ(logged.book.allowed(AnswerId{3}), OutputSet::only(2, {Output{0}}));
    EXPECT_EQ(logged.stamps.of(AnswerId{1}).at, 0);
    EXPECT_EQ(setting(logged.head.settings, "seed"), "7");
  }
  EXPECT_THROW(rewrite_session(path(), upgraded, false), InputError) << "it exists";
  {
    std::unique_ptr<LoggedSession> logged;
    SessionLog log = SessionLog::open(path(), Durability::each, logged);
    log.keep(logged->book, logged->book.add_comparison(empty_word, empty_word, Preference::equal));
  }
  EXPECT_EQ(text(), std::string(version_1) + "{\"id\":4,\"a\":[],\"b\":[],\"answer\":\"equal\"}\n");
}

TEST_F(SessionLogFile, WhoAnsweredAndWhenIsKept) {
  AnswerBook book(machine_->outputs().size());
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::each);
    log.keep(book, book.add_comparison(empty_word, empty_word, Preference::equal));
    log.set_giver("Zoë");
    log.keep(book, book.add_comparison(empty_word, empty_word, Preference::equal, Purpose::recheck));
    EXPECT_THROW(log.set_giver("\xff"), InputError);
  }
  const LoggedSession logged = read_session(path());
  EXPECT_EQ(logged.stamps.of(AnswerId{1}).by, "");
  EXPECT_EQ(logged.stamps.of(AnswerId{2}).by, "Zoë");
  EXPECT_GT(logged.stamps.of(AnswerId{1}).at, 1'700'000'000'000);
  EXPECT_LE(logged.stamps.of(AnswerId{1}).at, logged.stamps.of(AnswerId{2}).at);
}

TEST_F(SessionLogFile, EveryChangedByteAndEveryLostOrMovedLineIsNoticed) {
  whole_run();
  const std::string all = text();
  std::vector<std::string> lines;
  std::istringstream stream(all);
  for (std::string line; std::getline(stream, line);) lines.push_back(line + '\n');
  ASSERT_GT(lines.size(), 10U);
  for (std::size_t at = 0; at + 1 < all.size(); at += 17) {
    std::string changed = all;
    changed[at] = changed[at] == '0' ? '1' : '0';
    put(changed);
    EXPECT_NE(complaint(), "none") << at;
  }
  const auto join = [](const std::vector<std::string>& some) {
    std::string result;
    for (const std::string& line : some) result += line;
    return result;
  };
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    std::vector<std::string> lost = lines;
    lost.erase(lost.begin() + static_cast<std::ptrdiff_t>(i));
    put(join(lost));
    EXPECT_NE(complaint(), "none") << i;
    std::vector<std::string> moved = lines;
    std::swap(moved[i], moved[i + 1]);
    put(join(moved));
    EXPECT_NE(complaint(), "none") << i;
  }
}

TEST_F(SessionLogFile, ADamagedLineCostsThatLineAlone) {
  whole_run();
  const std::string all = text();
  const std::size_t answers = read_session(path()).book.size();
  const fs::path sound = path().parent_path() / "sound.jsonl";
  for (std::size_t at = 0; at + 1 < all.size(); at += 211) {
    std::string changed = all;
    if (changed[at] == '\n') continue;
    changed[at] = changed[at] == '0' ? '1' : '0';
    put(changed);
    fs::remove(sound);
    EXPECT_THROW(rewrite_session(path(), sound, false), InputError);
    EXPECT_FALSE(fs::exists(sound));
    const RewrittenSession result = rewrite_session(path(), sound, true);
    const auto line = 1 + std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    EXPECT_EQ(result.answers, line <= 2 ? answers : answers - 1) << line;
    ASSERT_EQ(result.lost.size(), 1U);
    EXPECT_EQ(result.lost[0].number, static_cast<std::size_t>(line));
    const LoggedSession logged = read_session(sound);
    EXPECT_EQ(logged.book.size(), result.answers);
    EXPECT_EQ(logged.head.teacher, head_.teacher);
  }
}

// Words of deep machines share long prefixes and suffixes: their log is a small part of what it was.
TEST_F(SessionLogFile, LongWordsReferToEarlierOnes) {
  AnswerBook book(machine_->outputs().size());
  Random random(5);
  std::vector<Word> prefixes, suffixes;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::vector<Word>* words : {&prefixes, &suffixes}) {
      words->emplace_back();
      for (std::size_t k = 0; k < 500; ++k) words->back().push_back(make_id<Letter>(random.below(2)));
    }
  }
  std::size_t spelled = 0;
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::batched);
    for (const Word& prefix : prefixes) {
      const AnswerId first = make_id<AnswerId>(book.size() + 1);
      for (const Word& suffix : suffixes) {
        Word word = prefix;
        word.insert(word.end(), suffix.begin(), suffix.end());
        spelled += 4 * word.size();
        book.add_comparison(book.words().insert(word), book.words().insert(prefix), Preference::less);
      }
      log.keep(book, first);
    }
  }
  const auto expect_same = [&](const fs::path& file) {
    const LoggedSession logged = read_session(file);
    ASSERT_EQ(logged.book.size(), book.size());
    for (std::size_t i = 1; i <= book.size(); ++i) {
      const BookEntry &was = book.at(make_id<AnswerId>(i)), &is = logged.book.at(make_id<AnswerId>(i));
      ASSERT_EQ(logged.book.words().spell(is.left), book.words().spell(was.left));
      ASSERT_EQ(logged.book.words().spell(is.right), book.words().spell(was.right));
    }
  };
  expect_same(path());
  EXPECT_LT(text().size(), spelled / 4);
  std::string damaged = text();
  const std::size_t stem = damaged.find("{\"stem\":3,");
  ASSERT_NE(stem, std::string::npos);
  damaged[stem + 50] ^= 1;
  put(damaged);
  const fs::path sound = path().parent_path() / "sound.jsonl";
  EXPECT_EQ(rewrite_session(path(), sound, true).lost.size(), 1U);
  expect_same(sound);
}

TEST_F(SessionLogFile, WordsThatReferToNothingAreRefused) {
  AnswerBook book(machine_->outputs().size());
  Word word(40, Letter{0});
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::each);
    log.keep(book, book.add_comparison(book.words().insert(word), empty_word, Preference::unsure));
  }
  const std::string all = text();
  const auto expect = [&](const std::string& stretch, const std::string& sentence) {
    std::string other;
    std::istringstream lines(all);
    LineSums sums;
    for (std::string line; std::getline(lines, line);) {
      if (const std::size_t at = line.find("[1,0,40]"); at != std::string::npos) line.replace(at, 8, stretch);
      const std::size_t begin = other.size();
      other += line.substr(0, line.rfind(",\"sum\""));
      sums.close(other, begin);
      other += '\n';
    }
    put(other);
    EXPECT_NE(complaint().find(sentence), std::string::npos) << complaint();
  };
  expect("[1,0,40]", "none");
  expect("[2,0,40]", "a word refers to stem 2, which is missing");
  expect("[1,1,40]", "stem 1 is not that long");
  expect("[1,41,0]", "stem 1 is not that long");
  expect("[1,18446744073709551615,2]", "stem 1 is not that long");
  expect("[1,0]", "[1,0] is not a letter of this session");
  expect("[1,0,-1]", "is not a letter of this session");
}

// The same lines with a blank are for the JSON library.
TEST_F(SessionLogFile, ComparisonsAreReadAsTheJsonLibraryReadsThem) {
  machine_ = std::make_shared<const MooreMachine>(*family_machine("chain:60"));
  head_.alphabet = machine_->alphabet();
  head_.outputs = machine_->outputs();
  whole_run();
  const std::string fast = text();
  ASSERT_NE(fast.find("\"stem\""), std::string::npos);
  std::string slow;
  LineSums sums;
  std::istringstream lines(fast);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = slow.size();
    slow += "{ " + line.substr(1, line.rfind(",\"sum\"") - 1);
    sums.close(slow, begin);
    slow += '\n';
  }
  const LoggedSession one = parse_session(fast, "fast"), other = parse_session(slow, "slow");
  ASSERT_EQ(one.book.size(), other.book.size());
  for (std::size_t i = 1; i <= one.book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry &a = one.book.at(id), &b = other.book.at(id);
    EXPECT_EQ(a.answer, b.answer);
    EXPECT_EQ(a.purpose, b.purpose);
    EXPECT_EQ(one.stamps.of(id).at, other.stamps.of(id).at);
    if (a.kind != BookEntry::Kind::comparison) continue;
    EXPECT_EQ(one.book.words().spell(a.left), other.book.words().spell(b.left));
    EXPECT_EQ(one.book.words().spell(a.right), other.book.words().spell(b.right));
  }
}

TEST_F(SessionLogFile, CompactedItHoldsWhatCounts) {
  AnswerBook book(machine_->outputs().size());
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::batched);
    run(book, &log);
    for (const std::size_t id : {2, 5, 6}) log.retract(make_id<AnswerId>(id));
    log.change(AnswerId{3}, Preference::unsure);
  }
  const fs::path small = path().string() + ".small";
  const RewrittenSession compacted = compact_session(path(), small);
  EXPECT_EQ(compacted.left_out, 3U);
  EXPECT_EQ(compacted.answers, book.size() - 3);
  const LoggedSession before = read_session(path()), after = read_session(small);
  std::size_t number = 0;
  for (std::size_t i = 1; i <= before.book.size(); ++i) {
    const BookEntry& old = before.book.at(make_id<AnswerId>(i));
    if (!old.valid) continue;
    const AnswerId id = make_id<AnswerId>(++number);
    const BookEntry& kept = after.book.at(id);
    EXPECT_TRUE(kept.valid);
    EXPECT_EQ(kept.kind, old.kind);
    EXPECT_EQ(kept.answer, old.answer);
    EXPECT_EQ(kept.changed_at == no_answer, old.changed_at == no_answer);
    EXPECT_EQ(after.stamps.of(id).at, before.stamps.of(make_id<AnswerId>(i)).at);
    if (old.kind == BookEntry::Kind::comparison) {
      EXPECT_EQ(after.book.words().spell(kept.left), before.book.words().spell(old.left));
    }
  }
  EXPECT_EQ(number, after.book.size());
  EXPECT_THROW(compact_session(path(), small), InputError) << "it is there already";
}

}  // namespace
}  // namespace remap
