// Databases of shards become one. Everything in them is named by content (series and machines by fingerprints, trials
// by series, machine and number), so merging is a union: a row that is in several is there once, and in whatever order
// they come the result is the same. A trial is a function of its name; where two databases differ about one, they were
// made by programs that differ, and no union of theirs would mean anything.
#include <fmt/format.h>

#include "experiments/store/database.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {

namespace {

/// The other database, under the name `input` while this lives.
class Attached {
 public:
  Attached(Database& database, const std::filesystem::path& file) : database_(database) {
    if (!std::filesystem::is_regular_file(file)) {
      throw InputError(fmt::format("{}: there is no such database to merge", file.string()));
    }
    Statement(database, "ATTACH ? AS input").bind(std::string_view(file.native())).run();
    try {
      // The program that created it was killed before the first transaction.
      empty_ = !has_tables(database, "input");
      if (!empty_) check_tables(database, file, "input");
    } catch (...) {
      sqlite3_exec(database.handle(), "DETACH input", nullptr, nullptr, nullptr);
      throw;
    }
  }
  ~Attached() { sqlite3_exec(database_.handle(), "DETACH input", nullptr, nullptr, nullptr); }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  [[nodiscard]] bool empty() const noexcept { return empty_; }

 private:
  Database& database_;
  bool empty_ = false;
};

/// Refuses when rows with the same key have different contents.
void check_agreement(Database& database, const std::filesystem::path& file, const std::string& table,
                     const std::string& key) {
  Statement select(database,
                   fmt::format("SELECT name, new.number FROM input.{0} AS new JOIN main.{0} AS old USING ({1}) "
                               "JOIN input.subject USING (print) WHERE new.checksum <> old.checksum LIMIT 1",
                               table, key));
  if (!select.step()) return;
  throw InputError(fmt::format(
      "{}: its {} {} of {} has other results than the one in {}, which had the same seed: they were made by "
      "different programs, run one of them again",
      file.string(), table == "trial" ? "trial" : "policy", select.number(1), select.text(0),
      database.file().string()));
}

}  // namespace

std::uint64_t Store::merge(const std::filesystem::path& input) {
  const Attached attached(*database_, input);
  if (attached.empty()) return 0;
  Transaction transaction(*database_);
  const std::uint64_t before = size();
  check_agreement(*database_, input, "trial", "series, print, samples, number");
  check_agreement(*database_, input, "policy", "series, print, play_key, reference, number");
  for (const char* table : {"series", "subject", "machine", "trial", "policy"}) {
    database_->execute(fmt::format("INSERT OR IGNORE INTO main.{0} SELECT * FROM input.{0}", table));
  }
  database_->execute(
      "INSERT INTO main.run SELECT * FROM input.run WHERE true ON CONFLICT (id) DO UPDATE SET seconds = "
      "excluded.seconds, checksum = excluded.checksum WHERE excluded.seconds > seconds");
  database_->execute(
      "INSERT INTO main.shard SELECT * FROM input.shard WHERE true ON CONFLICT (command, shards, number) DO UPDATE SET "
      "rounds = excluded.rounds, finished = excluded.finished, checksum = excluded.checksum "
      "WHERE excluded.finished > finished");
  transaction.commit();
  return size() - before;
}

void Store::note_shard(const ShardRow& shard) {
  RowSum sum("shard");
  sum.add(std::string_view(shard.command));
  for (const std::uint64_t number : {shard.shards, shard.number, shard.rounds, shard.finished}) sum.add(number);
  Statement(*database_,
            "INSERT INTO shard VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (command, shards, number) DO UPDATE SET rounds = "
            "excluded.rounds, finished = excluded.finished, checksum = excluded.checksum "
            "WHERE excluded.finished > finished")
      .bind_all(std::string_view(shard.command), shard.shards, shard.number, shard.rounds, shard.finished, sum.value())
      .run();
}

std::vector<ShardRow> Store::shards() {
  Statement select(*database_, "SELECT * FROM shard ORDER BY command, shards, number");
  std::vector<ShardRow> rows;
  while (select.step()) {
    rows.push_back({select.text(0), select.count(1), select.count(2), select.count(3), select.count(4)});
  }
  return rows;
}

}  // namespace remap::experiments
