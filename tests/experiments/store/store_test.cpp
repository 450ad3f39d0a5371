#include "experiments/store/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <fstream>

#include "remap/automata/error.hpp"

namespace remap::experiments {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
 protected:
  StoreTest() {
    std::string pattern = (fs::temp_directory_path() / "remap-store-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    folder_ = pattern;
  }
  ~StoreTest() override { fs::remove_all(folder_); }

  static void execute(const fs::path& file, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }

  std::string complaint() {
    try {
      Store store(folder_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

  fs::path folder_;
  Subject subject_ = task_subject(*find_task("craft/t1"), {25, 1});
};

TEST_F(StoreTest, KeepsTrialsAndTellsSeriesApart) {
  LearningResult result = run_trial({Way::paper, Asked::geometric}, {&subject_, 25, 0}, 1);
  {
    Store store(folder_);
    store.start_run("test");
    const std::int64_t one = store.series("learning", "{\"seed\":1}"), two = store.series("learning", "{\"seed\":2}");
    EXPECT_NE(one, two);
    EXPECT_EQ(store.series("learning", "{\"seed\":1}"), one);
    store.add_subject(subject_);
    store.add(one, LearningTrial{&subject_, 25, 0}, result, 1.5);
    store.add(one, LearningTrial{&subject_, 25, 0}, result, 1.5);  // once more changes nothing
    EXPECT_EQ(store.finished_learning(one).size(), 1U);
    EXPECT_TRUE(store.finished_learning(two).empty());
  }
  Store store(folder_);
  const std::vector<LearningRow> rows = store.learning(store.series("learning", "{\"seed\":1}"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].subject, "craft/t1");
  EXPECT_EQ(rows[0].result.seed, result.seed);
  EXPECT_EQ(rows[0].result.comparisons, result.comparisons);
  EXPECT_EQ(rows[0].result.unique_words, result.unique_words);
  EXPECT_EQ(rows[0].result.states, result.states);
  EXPECT_EQ(rows[0].result.longest_counterexample, result.longest_counterexample);
  EXPECT_EQ(rows[0].result.exact, result.exact);
  EXPECT_EQ(rows[0].result.score.tested, result.score.tested);
  EXPECT_EQ(rows[0].result.score.right, result.score.right);
  EXPECT_EQ(rows[0].result.path, result.path);
  EXPECT_EQ(rows[0].result.play_key, result.play_key);
  EXPECT_EQ(store.play_text(result.play_key), result.play_text);
  EXPECT_EQ(store.seconds(), 1.5);
}

TEST_F(StoreTest, CsvQuotesWhatMustBeQuoted) {
  Store store(folder_);
  const std::int64_t id = store.series("learning", "{\"a\":1,\"b\":2}");
  store.add_subject(subject_);
  store.add(id, LearningTrial{&subject_, 25, 0}, run_trial({Way::paper, Asked::geometric}, {&subject_, 25, 0}, 1), 0);
  const std::string csv = store.csv("trial");
  EXPECT_TRUE(csv.starts_with("series,subject,letters,")) << csv;
  EXPECT_NE(csv.find("\n\"{\"\"a\"\":1,\"\"b\"\":2}\",craft/t1,4,4,3,25,0,"), std::string::npos) << csv;
}

TEST_F(StoreTest, RefusesOtherDatabases) {
  execute(folder_ / "trials.sqlite", "CREATE TABLE mine (x)");
  EXPECT_NE(complaint().find("was not made by remap"), std::string::npos) << complaint();
}

TEST_F(StoreTest, RefusesAnotherLayout) {
  { Store store(folder_); }
  execute(folder_ / "trials.sqlite", "PRAGMA user_version = 99");
  EXPECT_NE(complaint().find("layout 99 of another version"), std::string::npos) << complaint();
}

TEST_F(StoreTest, RefusesDamage) {
  std::ofstream(folder_ / "trials.sqlite") << std::string(5000, 'x');
  EXPECT_NE(complaint().find("damaged"), std::string::npos) << complaint();
  EXPECT_EQ(fs::file_size(folder_ / "trials.sqlite"), 5000U) << "the file is left alone";
}

TEST_F(StoreTest, RefusesDamageInside) {
  {
    Store store(folder_);
    const std::int64_t id = store.series("learning", "{}");
    store.add_subject(subject_);
    const LearningResult result = run_trial({Way::paper, Asked::geometric}, {&subject_, 25, 0}, 1);
    for (std::uint64_t i = 0; i < 200; ++i) store.add(id, LearningTrial{&subject_, 25, i}, result, 0);
  }
  const fs::path file = folder_ / "trials.sqlite";
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  for (std::streamoff at = 4096; at < static_cast<std::streamoff>(fs::file_size(file)); at += 4096) {
    stream.seekp(at);
    stream << std::string(200, '\xff');
  }
  stream.close();
  EXPECT_NE(complaint().find("damaged"), std::string::npos) << complaint();
}

TEST_F(StoreTest, RefusesAFolderThatCannotBe) {
  std::ofstream(folder_ / "file") << "x";
  try {
    Store store(folder_ / "file" / "inside");
    FAIL() << "no complaint";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("this folder cannot be created"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace remap::experiments
