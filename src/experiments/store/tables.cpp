// The tables of a database of trials, and whether a file that is there is one of ours and undamaged. SQLite notices
// when the structure of a file is broken, but not when a number in it has become another one; for that every row has a
// checksum. Both are checked when a database is opened: about a second for a million trials, and no result rests on a
// row that was not checked.
#include <fmt/format.h>

#include <array>

#include "experiments/store/database.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {

namespace {

constexpr int application = 0x72656d70;  // "remp": tells our databases from others

struct Table {
  const char* name;
  const char* sql;
};

constexpr std::array<Table, 7> tables = {{
    {"series", R"(CREATE TABLE series (
  id INTEGER PRIMARY KEY,                 -- made from kind and options, so that it is the same in every database
  kind TEXT NOT NULL,                     -- learning, policy
  options TEXT NOT NULL,                  -- JSON: all that changes results, the revision of the method included
  checksum INTEGER NOT NULL
))"},
    {"subject", R"(CREATE TABLE subject (
  print TEXT PRIMARY KEY,                 -- fingerprint of the machine (and of the task's name)
  name TEXT NOT NULL,
  letters INTEGER NOT NULL,
  states INTEGER NOT NULL,
  outputs INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) WITHOUT ROWID)"},
    {"machine", R"(CREATE TABLE machine (
  play_key TEXT PRIMARY KEY,              -- fingerprint of the text
  text TEXT NOT NULL,                     -- a learned machine as it is played in its world
  checksum INTEGER NOT NULL
) WITHOUT ROWID)"},
    {"trial", R"(CREATE TABLE trial (
  series INTEGER NOT NULL REFERENCES series,
  print TEXT NOT NULL REFERENCES subject,
  samples INTEGER NOT NULL,               -- per equivalence question, 0 when exact
  number INTEGER NOT NULL,                -- from 0
  seed INTEGER NOT NULL,
  comparisons INTEGER NOT NULL,
  asked_values INTEGER NOT NULL,          -- by L* only
  equivalence_questions INTEGER NOT NULL,
  unique_words INTEGER NOT NULL,
  states INTEGER NOT NULL,                -- of the learned machine
  longest_counterexample INTEGER NOT NULL,
  exact INTEGER NOT NULL,                 -- 1: equivalent to the subject
  tested INTEGER NOT NULL,                -- words of the test
  tested_right INTEGER NOT NULL,
  disagreement REAL NOT NULL,             -- probability that a geometric word (stop 0.2) gets another output
  play_key TEXT NOT NULL,                 -- empty outside worlds
  path TEXT NOT NULL,                     -- of the phase diagram
  checksum INTEGER NOT NULL,
  PRIMARY KEY (series, print, samples, number)
) WITHOUT ROWID)"},
    {"policy", R"(CREATE TABLE policy (
  series INTEGER NOT NULL REFERENCES series,
  print TEXT NOT NULL REFERENCES subject,
  play_key TEXT NOT NULL REFERENCES machine,
  reference INTEGER NOT NULL,             -- 1: a run of the true machine that learned ones are compared with
  number INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  mean_reward REAL NOT NULL,              -- per step, while learning, last half
  truth_reward REAL NOT NULL,             -- per step, final policy, under the true machine, exact
  checksum INTEGER NOT NULL,
  PRIMARY KEY (series, print, play_key, reference, number)
) WITHOUT ROWID)"},
    {"run", R"(CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL,
  command TEXT NOT NULL,
  seconds REAL NOT NULL,                  -- from its start to its last trial
  checksum INTEGER NOT NULL
))"},
    {"shard", R"(CREATE TABLE shard (
  command TEXT NOT NULL,                  -- that runs it, without --shard
  shards INTEGER NOT NULL,                -- how many there are
  number INTEGER NOT NULL,                -- which one, from 1
  rounds INTEGER NOT NULL,                -- 1: machines; 2: machines, then policies
  finished INTEGER NOT NULL,              -- rounds that are
  checksum INTEGER NOT NULL,
  PRIMARY KEY (command, shards, number)
) WITHOUT ROWID)"},
}};

void check_rows(Database& database, const std::filesystem::path& file, std::string_view schema, const char* table) {
  Statement select(database, fmt::format("SELECT * FROM {}.{}", schema, table));
  const int last = select.columns() - 1;
  for (std::size_t row = 1; select.step(); ++row) {
    RowSum sum(table);
    for (int c = 0; c < last; ++c) {
      switch (select.type(c)) {
        case SQLITE_INTEGER:
          sum.add(select.number(c));
          break;
        case SQLITE_FLOAT:
          sum.add(select.real(c));
          break;
        default:
          sum.add(std::string_view(select.text(c)));
      }
    }
    if (select.type(last) != SQLITE_INTEGER || sum.value() != select.number(last)) {
      Database::fail_damaged(file, fmt::format("row {} of table {} is not as it was written", row, table));
    }
  }
}

}  // namespace

bool has_tables(Database& database, std::string_view schema) {
  return database.number(fmt::format("SELECT count(*) FROM {}.sqlite_schema", schema)) != 0;
}

void make_tables(Database& database) {
  for (const Table& table : tables) database.execute(table.sql);
  database.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, Store::schema_version));
}

void check_tables(Database& database, const std::filesystem::path& file, std::string_view schema) {
  if (database.number(fmt::format("PRAGMA {}.application_id", schema)) != application) {
    throw InputError(fmt::format("{}: this database was not made by remap, choose another folder", file.string()));
  }
  const std::int64_t version = database.number(fmt::format("PRAGMA {}.user_version", schema));
  if (version != Store::schema_version) {
    throw InputError(
        fmt::format("{}: this database has the layout {} of another version of remap, but this one reads layout {}; "
                    "choose another folder or use that version",
                    file.string(), version, Store::schema_version));
  }
  Statement check(database, fmt::format("PRAGMA {}.quick_check(1)", schema));
  if (!check.step() || check.text(0) != "ok") Database::fail_damaged(file, check.text(0));
  for (const Table& table : tables) {
    Statement select(database, fmt::format("SELECT sql FROM {}.sqlite_schema WHERE name = ?", schema));
    if (!select.bind(std::string_view(table.name)).step() || select.text(0) != table.sql) {
      Database::fail_damaged(file, fmt::format("table {} is not as it was made", table.name));
    }
  }
  for (const Table& table : tables) check_rows(database, file, schema, table.name);
  Statement orphans(database, fmt::format("PRAGMA {}.foreign_key_check", schema));
  if (orphans.step()) {
    Database::fail_damaged(
        file, fmt::format("table {} refers to a row of {} that is lost", orphans.text(0), orphans.text(2)));
  }
}

}  // namespace remap::experiments
