// A database in which bytes have changed is refused with a sentence, or the change does not matter: no other results,
// and nothing but an InputError.
#include <fstream>

#include "experiments/folder.hpp"
#include "remap/automata/error.hpp"
#include "support/effort.hpp"

namespace remap::experiments {
namespace {

namespace fs = std::filesystem;

class DamageTest : public test::WithFolder {
 protected:
  DamageTest() {
    options_.kinds = {ExperimentKind::correctness, ExperimentKind::regret};
    make_quick(options_);
    options_.subjects = {task_subject(*find_task("office/t1"), {5, 1}), task_subject(*find_task("craft/t1"), {5, 1})};
    options_.trials = 12;
    options_.samples = {5, 25};
    options_.test_samples = 5;
    options_.policy = {.office_steps = 500, .craft_steps = 500};
    options_.reference_runs = 4;
  }

  static std::string bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  struct Outcome {
    std::size_t refused = 0, same = 0;
  };

  /// Changes bytes of a copy of one of these files and looks at what becomes of it.
  Outcome attack(const std::map<std::string, std::string>& files, const std::string& victim, std::size_t attempts,
                 const std::string& expected, std::uint64_t seed) {
    Outcome outcome;
    Random random(seed);
    const fs::path copy = folder() / "copy";
    for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
      fs::remove_all(copy);
      fs::create_directory(copy);
      std::string what;
      for (const auto& [name, bytes] : files) {
        std::string changed = bytes;
        if (name == victim) {
          const std::size_t flips = 1 + random.below(attempt % 4 == 3 ? 20 : 1);
          for (std::size_t i = 0; i < flips; ++i) {
            const std::size_t at = random.below(changed.size());
            const auto bits = static_cast<unsigned char>(1 + random.below(255));
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ bits);
            what += std::to_string(at) + " ";
          }
        }
        std::ofstream(copy / name, std::ios::binary) << changed;
      }
      try {
        Store store(copy);
        EXPECT_EQ(test::run_and_export(options_, store), expected) << victim << ", bytes " << what;
        ++outcome.same;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("trials.sqlite: "), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        ++outcome.refused;
      } catch (const std::exception& error) {
        ADD_FAILURE() << victim << ", bytes " << what << ": " << error.what();
      }
    }
    return outcome;
  }

  ExperimentOptions options_;
};

TEST_F(DamageTest, IsRefusedOrChangesNothing) {
  std::string expected;
  {
    Store store(folder());
    store.start_run("test");
    expected = test::run_and_export(options_, store);
  }
  const std::map<std::string, std::string> files = {{"trials.sqlite", bytes_of(folder() / "trials.sqlite")}};
  const Outcome outcome = attack(files, "trials.sqlite", test::effort(600), expected, 1);
  // A part of the pages is empty; how large it is depends on how many bytes are tried.
  EXPECT_GT(4 * outcome.refused, outcome.same) << "many bytes of a database matter";
  EXPECT_GT(outcome.same, 0U) << "some do not";
}

TEST_F(DamageTest, OfTheWriteAheadLogIsRefusedOrChangesNothing) {
  std::map<std::string, std::string> files;
  std::string expected;
  {
    Store store(folder());
    store.start_run("test");
    expected = test::run_and_export(options_, store);
    // As a run leaves them that was killed.
    for (const char* name : {"trials.sqlite", "trials.sqlite-wal"}) files[name] = bytes_of(folder() / name);
  }
  ASSERT_GT(files["trials.sqlite-wal"].size(), 1000U);
  attack(files, "trials.sqlite-wal", test::effort(20), expected, 2);
  attack(files, "trials.sqlite", test::effort(20), expected, 3);
}

TEST_F(DamageTest, OfOneNumberIsNoticed) {
  std::string whole;
  {
    Store store(folder());
    store.start_run("test");
    test::run_and_export(options_, store);
  }
  const std::string bytes = bytes_of(folder() / "trials.sqlite");
  for (const std::string text : {"craft/t1", "e0,1", "revision"}) {
    std::string changed = bytes;
    const std::size_t at = changed.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    changed[at] = static_cast<char>(changed[at] + 1);
    std::ofstream(folder() / "trials.sqlite", std::ios::binary) << changed;
    try {
      Store store(folder());
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("this database is damaged ("), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("is not as it was"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace remap::experiments
