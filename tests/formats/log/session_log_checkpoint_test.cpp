#include "formats/log/session_log_checkpoint.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"
#include "support/effort.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;

class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() {
    std::string pattern = (fs::temp_directory_path() / "remap-checkpoint-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder");
    folder_ = pattern;
  }
  ~Checkpoints() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path path() const { return folder_ / "run.jsonl"; }
  static std::string get(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
  }
  static void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

  Word word(std::size_t length) {
    Word result;
    while (result.size() < length) result.push_back(make_id<Letter>(random_.below(2)));
    return result;
  }

  /// All kinds of lines: long words, several people, corrections, counterexamples, an acceptance.
  void write(SessionLog& log, AnswerBook& book, std::size_t rounds) {
    const Word stem = word(80);
    for (std::size_t i = 0; i < rounds; ++i) {
      const AnswerId first = make_id<AnswerId>(book.size() + 1);
      Word longer = stem;
      const Word end = word(1 + random_.below(40));
      longer.insert(longer.end(), end.begin(), end.end());
      const WordId a = book.words().insert(longer), b = book.words().insert(word(random_.below(9)));
      book.add_comparison(a, b, static_cast<Preference>(random_.below(4)));
      book.add_comparison(b, a, Preference::greater, Purpose::confirmation);
      if (i % 3 == 0) book.add_limits(a, OutputSet::only(3, {Output{1}}));
      if (i % 5 == 0) book.add_difference(a, b);
      if (i == 7) book.add_acceptance(machine_);
      log.set_giver(i % 4 == 3 ? "p-abcde" : "");
      if (i % 4 == 3) log.set_shown(1'700'000'000'000 + static_cast<std::int64_t>(i));
      log.keep(book, first);
      if (i % 6 == 0) {
        book.change(first, Preference::equal);
        log.change(first, Preference::equal);
      }
      if (i % 6 == 2) {
        book.retract(first);
        log.retract(first);
      }
    }
  }

  void write_log(std::size_t interval = 20) {
    SessionLog log = SessionLog::create(path(), head_, Durability::batched);
    log.set_checkpoint_interval(interval);
    AnswerBook book(3);
    write(log, book, 40);
  }

  static void expect_same(const LoggedSession& a, const LoggedSession& b, bool same_times = true) {
    ASSERT_EQ(a.book.size(), b.book.size());
    EXPECT_EQ(a.book.revision(), b.book.revision());
    EXPECT_EQ(a.lines.count, b.lines.count);
    EXPECT_EQ(a.lines.answers, b.lines.answers);
    EXPECT_EQ(a.stems.used(), b.stems.used());
    EXPECT_TRUE(a.last_at == b.last_at || !same_times);
    EXPECT_EQ(a.torn, b.torn);
    for (std::size_t i = 1; i <= a.book.size(); ++i) {
      const AnswerId id = make_id<AnswerId>(i);
      const BookEntry &mine = a.book.at(id), &other = b.book.at(id);
      EXPECT_EQ(mine.kind, other.kind);
      EXPECT_EQ(mine.answer, other.answer);
      EXPECT_EQ(mine.purpose, other.purpose);
      EXPECT_EQ(mine.valid, other.valid);
      EXPECT_EQ(mine.earlier, other.earlier);
      EXPECT_EQ(mine.changed_at, other.changed_at);
      const auto spelled = [&](const AnswerBook& book, WordId word) {
        return word == no_word ? Word{Letter{77}} : book.words().spell(word);
      };
      EXPECT_EQ(spelled(a.book, mine.left), spelled(b.book, other.left));
      EXPECT_EQ(spelled(a.book, mine.right), spelled(b.book, other.right));
      EXPECT_TRUE(a.stamps.of(id).at == b.stamps.of(id).at || !same_times);
      EXPECT_EQ(a.stamps.of(id).by, b.stamps.of(id).by);
      EXPECT_EQ(a.stamps.of(id).shown, b.stamps.of(id).shown);
    }
  }
  LoggedSession read_without() {
    const fs::path other = folder_ / "other.jsonl";
    fs::copy_file(path(), other, fs::copy_options::overwrite_existing);
    return read_session(other);
  }

  Random random_{5};
  MooreMachine machine_ = random_machine({9, 2, 3}, 3);
  SessionHead head_{"1.2.3", machine_.alphabet(), machine_.outputs()};
  fs::path folder_;
};

TEST_F(Checkpoints, SayWhatTheLogSays) {
  write_log();
  const LoggedSession logged = read_session(path());
  EXPECT_GT(logged.checkpointed, 60U);
  EXPECT_LT(logged.checkpointed, logged.book.size()) << "the rest is read from the log";
  expect_same(logged, read_without());
}

TEST_F(Checkpoints, ALogIsContinuedAsIfThereWereNone) {
  write_log();
  const std::string stored = get(path());
  const auto continued = [&](bool with) {
    put(path(), stored);
    if (!with) remove_checkpoint(path());
    random_ = Random(9);
    {
      std::unique_ptr<LoggedSession> logged;
      SessionLog log = SessionLog::open(path(), Durability::batched, logged);
      EXPECT_EQ(logged->checkpointed > 0, with);
      write(log, logged->book, 30);
    }
    return read_without();
  };
  const LoggedSession with = continued(true);
  expect_same(with, continued(false), false);
}

TEST_F(Checkpoints, KnowWhichStemsWereUsedLast) {
  const Word first = word(80), second = word(80);
  {
    SessionLog log = SessionLog::create(path(), head_, Durability::batched);
    log.set_checkpoint_interval(3);
    AnswerBook book(3);
    for (const Word* stem : {&first, &second, &first}) {
      Word longer = *stem;
      longer.push_back(make_id<Letter>(book.size() % 2));
      log.keep(book, book.add_comparison(book.words().insert(longer), empty_word, Preference::less));
    }
  }
  const LoggedSession logged = read_session(path());
  EXPECT_EQ(logged.checkpointed, 3U);
  EXPECT_EQ(logged.stems.used(), (std::vector<std::uint64_t>{2, 1}));
}

TEST_F(Checkpoints, DamagedTheyCostTimeOnly) {
  write_log();
  const std::string sound = get(checkpoint_path(path()));
  const LoggedSession expected = read_without();
  const auto answers_read = [&](const std::string& text) {
    put(checkpoint_path(path()), text);
    const LoggedSession logged = read_session(path());
    EXPECT_EQ(logged.checkpointed, 0U);
    return logged.book.size();
  };
  for (std::size_t i = 0; i < sound.size(); i += 200 / test::effort(10)) {
    std::string damaged = sound;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << random_.below(8)));
    ASSERT_EQ(answers_read(damaged), expected.book.size()) << i;
    ASSERT_EQ(answers_read(sound.substr(0, i)), expected.book.size()) << i;
  }
  put(checkpoint_path(path()), sound);
  expect_same(read_session(path()), expected);
}

// Whatever it holds, with checksums that are right.
TEST_F(Checkpoints, ForgedTheyAreReadOrRefused) {
  write_log();
  const LogCheckpoint sound = *read_checkpoint(path(), get(path()));
  const int file = ::open(path().c_str(), O_RDONLY);
  const auto any = [&](auto& list) { return list.begin() + static_cast<std::ptrdiff_t>(random_.below(list.size())); };
  for (std::size_t turn = 0; turn < test::effort(600); ++turn) {
    LogCheckpoint forged = sound;
    const auto number = static_cast<std::uint32_t>(random_.below(3) == 0 ? random_.next() : random_.below(300));
    switch (random_.below(9)) {
      case 0:
        *any(forged.words.parents) = WordId{number};
        break;
      case 1:
        *any(forged.words.tails) = number;
        break;
      case 2:
        *any(forged.words.lengths) = static_cast<std::uint16_t>(number);
        break;
      case 3:
        *any(forged.words.letters) = Letter{number};
        break;
      case 4:
        *any(forged.lefts) = WordId{number};
        break;
      case 5:
        *any(forged.lines.answers) = static_cast<std::uint8_t>(number);
        break;
      case 6:
        any(forged.lines.others)->begin = number;
        break;
      case 7:
        any(forged.lines.others)->length = number;
        break;
      default:
        any(forged.lines.others)->answers = number;
        break;
    }
    write_checkpoint(path(), file, forged);
    EXPECT_NO_THROW(read_session(path())) << turn;
  }
  ::close(file);
}

TEST_F(Checkpoints, OfAChangedLogAreIgnored) {
  write_log();
  std::string text = get(path());
  text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
  put(path(), text);
  EXPECT_THROW(read_session(path()), InputError);
}

TEST_F(Checkpoints, ThatCannotBeWrittenDoNoHarm) {
  fs::create_directories(checkpoint_path(path()) / "inside");
  fs::create_directories(folder_ / "run.jsonl.checkpoint.new" / "inside");
  EXPECT_NO_THROW(write_log());
  expect_same(read_session(path()), read_without());
}

TEST_F(Checkpoints, ShortLogsHaveNone) {
  write_log(100'000);
  EXPECT_FALSE(fs::exists(checkpoint_path(path())));
}

TEST_F(Checkpoints, AreGoneWhenTheHeadIsReplaced) {
  write_log();
  ASSERT_TRUE(fs::exists(checkpoint_path(path())));
  replace_head(path(), head_);
  EXPECT_FALSE(fs::exists(checkpoint_path(path())));
}

}  // namespace
}  // namespace remap
