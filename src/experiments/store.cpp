#include "remap/experiments/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <ctime>
#include <optional>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

constexpr int application = 0x72656d70;  // "remp": tells our databases from others

constexpr const char* schema = R"sql(
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                     -- learning, policy
  options TEXT NOT NULL,                  -- JSON: all that changes results, the revision of the method included
  UNIQUE (kind, options)
);
CREATE TABLE subject (
  print TEXT PRIMARY KEY,                 -- fingerprint of the machine (and of the task's name)
  name TEXT NOT NULL,
  letters INTEGER NOT NULL,
  states INTEGER NOT NULL,
  outputs INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE machine (
  play_key TEXT PRIMARY KEY,              -- fingerprint of the text
  text TEXT NOT NULL                      -- a learned machine as it is played in its world
) WITHOUT ROWID;
CREATE TABLE trial (
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
  play_key TEXT NOT NULL,                 -- empty outside worlds
  path TEXT NOT NULL,                     -- of the phase diagram
  PRIMARY KEY (series, print, samples, number)
) WITHOUT ROWID;
CREATE TABLE policy (
  series INTEGER NOT NULL REFERENCES series,
  print TEXT NOT NULL REFERENCES subject,
  play_key TEXT NOT NULL REFERENCES machine,
  reference INTEGER NOT NULL,             -- 1: a run of the true machine that learned ones are compared with
  number INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  mean_reward REAL NOT NULL,              -- per step, while learning, last half
  truth_reward REAL NOT NULL,             -- per step, final policy, under the true machine, exact
  PRIMARY KEY (series, print, play_key, reference, number)
) WITHOUT ROWID;
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL,
  command TEXT NOT NULL,
  seconds REAL NOT NULL DEFAULT 0         -- from its start to its last trial
);
)sql";

const char* text_or_empty(const unsigned char* text) {
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

}  // namespace

/// A prepared statement; binds in order, then steps.
class Store::Statement {
 public:
  Statement(Store& store, const char* sql) : store_(store) {
    if (sqlite3_prepare_v2(store.database_, sql, -1, &statement_, nullptr) != SQLITE_OK) store.fail();
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::uint64_t value) { return check(sqlite3_bind_int64(statement_, ++bound_, sqlite3_int64(value))); }
  Statement& bind(std::int64_t value) { return check(sqlite3_bind_int64(statement_, ++bound_, value)); }
  Statement& bind(bool value) { return bind(std::int64_t{value ? 1 : 0}); }
  Statement& bind(double value) { return check(sqlite3_bind_double(statement_, ++bound_, value)); }
  Statement& bind(std::string_view value) {
    return check(
        sqlite3_bind_text(statement_, ++bound_, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
  }
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    (bind(values), ...);
    return *this;
  }

  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) store_.fail();
    return false;
  }
  void run() {
    while (step()) {
    }
  }

  [[nodiscard]] std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::uint64_t count(int column) { return static_cast<std::uint64_t>(number(column)); }
  [[nodiscard]] double real(int column) { return sqlite3_column_double(statement_, column); }
  [[nodiscard]] std::string text(int column) { return text_or_empty(sqlite3_column_text(statement_, column)); }
  [[nodiscard]] int columns() { return sqlite3_column_count(statement_); }
  [[nodiscard]] const char* name(int column) { return sqlite3_column_name(statement_, column); }

 private:
  Statement& check(int code) {
    if (code != SQLITE_OK) store_.fail();
    return *this;
  }

  Store& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

Store::Store(const std::filesystem::path& folder) : file_(folder / "trials.sqlite") {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: this folder cannot be made ({})", folder.string(), error.message()));
  try {
    open();
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

Store::~Store() { sqlite3_close(database_); }

void Store::open() {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
  if (sqlite3_open_v2(file_.c_str(), &database_, flags, nullptr) != SQLITE_OK) fail();
  sqlite3_busy_timeout(database_, 10'000);
  make_or_check_schema();
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
}

void Store::make_or_check_schema() {
  const auto pragma = [this](const char* sql) {
    Statement statement(*this, sql);
    return statement.step() ? statement.number(0) : 0;
  };
  execute("BEGIN IMMEDIATE");
  const std::int64_t tables = pragma("SELECT count(*) FROM sqlite_schema");
  const std::int64_t owner = pragma("PRAGMA application_id"), version = pragma("PRAGMA user_version");
  if (tables == 0) {
    execute(schema);
    execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, schema_version).c_str());
    execute("COMMIT");
    return;
  }
  execute("ROLLBACK");
  if (owner != application) {
    throw InputError(fmt::format("{}: this database was not made by remap, choose another folder", file_.string()));
  }
  if (version != schema_version) {
    throw InputError(
        fmt::format("{}: this database has the layout {} of another version of remap, but this one reads layout {}; "
                    "choose another folder or use that version",
                    file_.string(), version, schema_version));
  }
  Statement check(*this, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") {
    throw InputError(fmt::format("{}: this database is damaged ({}), move it away and run again, or restore a copy",
                                 file_.string(), check.text(0)));
  }
}

void Store::fail() const {
  const int code = database_ == nullptr ? SQLITE_NOMEM : sqlite3_errcode(database_);
  const std::string file = file_.string();
  switch (code) {
    case SQLITE_FULL:
      throw InputError(fmt::format("{}: the disk is full; finished trials are kept, make room and run again", file));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      throw InputError(
          fmt::format("{}: this database cannot be opened for writing, check the rights of its folder", file));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      throw InputError(fmt::format("{}: this database is damaged ({}), move it away and run again, or restore a copy",
                                   file, sqlite3_errmsg(database_)));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw InputError(fmt::format("{}: another program is writing to this database, wait for it to end", file));
    case SQLITE_IOERR:
      throw InputError(
          fmt::format("{}: reading or writing failed ({}); finished trials are kept, check the disk and "
                      "run again",
                      file, sqlite3_errmsg(database_)));
    default:
      throw InputError(fmt::format("{}: {}", file, database_ == nullptr ? "out of memory" : sqlite3_errmsg(database_)));
  }
}

void Store::execute(const char* sql) {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Store::series(std::string_view kind, std::string_view options) {
  Statement(*this, "INSERT OR IGNORE INTO series (kind, options) VALUES (?, ?)").bind_all(kind, options).run();
  Statement select(*this, "SELECT id FROM series WHERE kind = ? AND options = ?");
  select.bind_all(kind, options).step();
  return select.number(0);
}

void Store::start_run(std::string_view command) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  const std::string started = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                                          utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
  Statement(*this, "INSERT INTO run (started, command) VALUES (?, ?)")
      .bind_all(std::string_view(started), command)
      .run();
  run_ = sqlite3_last_insert_rowid(database_);
}

void Store::add_subject(const Subject& subject) {
  Statement(*this, "INSERT INTO subject VALUES (?, ?, ?, ?, ?) ON CONFLICT (print) DO UPDATE SET name = excluded.name")
      .bind_all(std::string_view(subject.print), std::string_view(subject.name),
                std::uint64_t{subject.machine->letters()}, std::uint64_t{subject.machine->size()},
                std::uint64_t{subject.machine->outputs().size()})
      .run();
}

void Store::spend(double seconds) {
  Statement(*this, "UPDATE run SET seconds = ? WHERE id = ?").bind_all(seconds, run_).run();
}

void Store::add(std::int64_t series, const LearningTrial& trial, const LearningResult& r, double seconds) {
  execute("BEGIN IMMEDIATE");
  try {
    if (!r.play_key.empty()) {
      Statement(*this, "INSERT OR IGNORE INTO machine VALUES (?, ?)")
          .bind_all(std::string_view(r.play_key), std::string_view(r.play_text))
          .run();
    }
    Statement(*this, "INSERT OR IGNORE INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind_all(series, std::string_view(trial.subject->print), trial.samples, trial.number, r.seed, r.comparisons,
                  r.values, r.equivalence_questions, r.unique_words, r.states, r.longest_counterexample, r.exact,
                  r.score.tested, r.score.right, std::string_view(r.play_key), std::string_view(r.path))
        .run();
    spend(seconds);
    execute("COMMIT");
  } catch (...) {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

void Store::add(std::int64_t series, const PolicyTrial& trial, const PolicyResult& r, double seconds) {
  execute("BEGIN IMMEDIATE");
  try {
    Statement(*this, "INSERT OR IGNORE INTO machine VALUES (?, ?)")
        .bind_all(std::string_view(trial.play_key), std::string_view(trial.play_text))
        .run();
    Statement(*this, "INSERT OR IGNORE INTO policy VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind_all(series, std::string_view(trial.subject->print), std::string_view(trial.play_key), trial.reference,
                  trial.number, r.seed, r.mean_reward, r.truth_reward)
        .run();
    spend(seconds);
    execute("COMMIT");
  } catch (...) {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

std::set<Store::LearningKey> Store::finished_learning(std::int64_t series) {
  Statement select(*this, "SELECT print, samples, number FROM trial WHERE series = ?");
  select.bind(series);
  std::set<LearningKey> keys;
  while (select.step()) keys.emplace(select.text(0), select.count(1), select.count(2));
  return keys;
}

std::set<Store::PolicyKey> Store::finished_policies(std::int64_t series) {
  Statement select(*this, "SELECT print, play_key, reference, number FROM policy WHERE series = ?");
  select.bind(series);
  std::set<PolicyKey> keys;
  while (select.step()) keys.emplace(select.text(0), select.text(1), select.number(2) != 0, select.count(3));
  return keys;
}

std::vector<LearningRow> Store::learning(std::int64_t series) {
  Statement select(*this,
                   "SELECT name, print, samples, number, seed, comparisons, asked_values, equivalence_questions, "
                   "unique_words, trial.states, longest_counterexample, exact, tested, tested_right, play_key, path "
                   "FROM trial JOIN subject USING (print) WHERE series = ? ORDER BY name, print, samples, number");
  select.bind(series);
  std::vector<LearningRow> rows;
  while (select.step()) {
    LearningRow& row = rows.emplace_back();
    row.subject = select.text(0);
    row.print = select.text(1);
    row.samples = select.count(2);
    row.number = select.count(3);
    row.result = {select.count(4),  select.count(5),        select.count(6),
                  select.count(7),  select.count(8),        select.count(9),
                  select.count(10), select.number(11) != 0, {select.count(12), select.count(13)},
                  select.text(15),  select.text(14),        {}};
  }
  return rows;
}

std::vector<PolicyRow> Store::policies(std::int64_t series) {
  Statement select(*this,
                   "SELECT name, print, play_key, reference, number, seed, mean_reward, truth_reward FROM policy "
                   "JOIN subject USING (print) WHERE series = ? ORDER BY name, print, play_key, reference, number");
  select.bind(series);
  std::vector<PolicyRow> rows;
  while (select.step()) {
    rows.push_back({select.text(0),
                    select.text(1),
                    select.text(2),
                    select.number(3) != 0,
                    select.count(4),
                    {select.count(5), select.real(6), select.real(7)}});
  }
  return rows;
}

std::string Store::play_text(const std::string& play_key) {
  Statement select(*this, "SELECT text FROM machine WHERE play_key = ?");
  select.bind(std::string_view(play_key));
  if (!select.step()) throw Misuse("Store::play_text", "there is no machine " + play_key);
  return select.text(0);
}

double Store::seconds() {
  Statement select(*this, "SELECT total(seconds) FROM run");
  return select.step() ? select.real(0) : 0;
}

std::string Store::csv(std::string_view table) {
  const bool policy = table == "policy";
  const char* sql =
      policy
          ? "SELECT options AS series, name AS subject, play_key, reference, number, seed, mean_reward, truth_reward "
            "FROM policy JOIN series ON series.id = policy.series JOIN subject USING (print) "
            "ORDER BY options, name, play_key, reference, number"
          : "SELECT options AS series, name AS subject, letters, subject.states AS subject_states, outputs, samples, "
            "number, seed, comparisons, asked_values, equivalence_questions, unique_words, trial.states AS states, "
            "longest_counterexample, exact, tested, tested_right, play_key, path "
            "FROM trial JOIN series ON series.id = trial.series JOIN subject USING (print) "
            "ORDER BY options, name, samples, number";
  Statement select(*this, sql);
  std::string text;
  for (int c = 0; c < select.columns(); ++c) text += fmt::format("{}{}", c == 0 ? "" : ",", select.name(c));
  text += '\n';
  while (select.step()) {
    for (int c = 0; c < select.columns(); ++c) {
      std::string field = select.text(c);
      if (field.find_first_of("\",\n") != std::string::npos) {
        for (std::size_t i = 0; (i = field.find('"', i)) != std::string::npos; i += 2) field.insert(i, 1, '"');
        field = '"' + field + '"';
      }
      text += (c == 0 ? "" : ",") + field;
    }
    text += '\n';
  }
  return text;
}

}  // namespace remap
