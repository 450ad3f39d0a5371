#include "experiments/store/store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "experiments/store/database.hpp"
#include "experiments/store/file_system.hpp"
#include "experiments/trials/identity.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {

namespace {

std::filesystem::path made(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: this folder cannot be created ({})", folder.string(), error.message()));
  return folder;
}

std::uint64_t count_rows(Database& database) {
  return static_cast<std::uint64_t>(
      database.number("SELECT (SELECT count(*) FROM trial) + (SELECT count(*) FROM policy)"));
}

}  // namespace

Store::Store(const std::filesystem::path& folder) : Store(folder / "trials.sqlite", StoreAccess::write) {}

Store::Store(const std::filesystem::path& file, StoreAccess access) {
  const bool write = access == StoreAccess::write;
  if (write && file.has_parent_path()) made(file.parent_path());
  database_ = std::make_unique<Database>(file, write ? Database::Access::write : Database::Access::read);
  if (write) {
    Transaction transaction(*database_);
    if (!has_tables(*database_)) {
      make_tables(*database_);
      transaction.commit();
    }
  }
  check_tables(*database_, file);
  if (write) choose_journal();
  database_->execute("PRAGMA foreign_keys = ON");
}

Store::~Store() = default;

const std::filesystem::path& Store::file() const noexcept { return database_->file(); }

std::string Store::journal() {
  Statement statement(*database_, "PRAGMA journal_mode");
  return statement.step() ? statement.text(0) : "";
}

void Store::choose_journal() {
  const std::filesystem::path folder = file().has_parent_path() ? file().parent_path() : ".";
  const char* const wanted = on_network_file_system(folder) ? "delete" : "wal";
  if (journal() != wanted) {
    // It stays as it is when the file system refuses, or while another run has the database open: either works then.
    sqlite3_exec(database_->handle(), fmt::format("PRAGMA journal_mode = {}", wanted).c_str(), nullptr, nullptr,
                 nullptr);
  }
  // With a rollback journal every transaction waits for the disk; with the log only its checkpoints do.
  database_->execute(journal() == "wal" ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
}

std::int64_t Store::series(std::string_view kind, std::string_view options) {
  const auto id = static_cast<std::int64_t>(derive_seed(0, fmt::format("{} {}", kind, options)));
  if (sqlite3_db_readonly(database_->handle(), "main") == 0) database_->insert("series", id, kind, options);
  return id;
}

void Store::start_run(std::string_view command) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  run_started_ = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                             utc.tm_hour, utc.tm_min, utc.tm_sec);
  run_command_ = command;
  // Runs of several computers meet when their databases are merged, so none may have the number of another.
  run_ = static_cast<std::int64_t>(derive_seed(static_cast<std::uint64_t>(now.time_since_epoch().count()), command,
                                               {static_cast<std::uint64_t>(getpid())}));
  database_->insert("run", run_, std::string_view(run_started_), std::string_view(run_command_), 0.0);
}

void Store::add_subject(const Subject& subject) {
  RowSum sum("subject");
  const auto letters = std::uint64_t{subject.machine->letters()}, states = std::uint64_t{subject.machine->size()},
             outputs = std::uint64_t{subject.machine->outputs().size()};
  sum.add(std::string_view(subject.print));
  sum.add(std::string_view(subject.name));
  for (const std::uint64_t number : {letters, states, outputs}) sum.add(number);
  Statement(*database_,
            "INSERT INTO subject VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (print) DO UPDATE SET name = excluded.name, "
            "checksum = excluded.checksum WHERE name <> excluded.name")
      .bind_all(std::string_view(subject.print), std::string_view(subject.name), letters, states, outputs, sum.value())
      .run();
}

void Store::spend(double seconds) {
  RowSum sum("run");
  sum.add(run_);
  sum.add(std::string_view(run_started_));
  sum.add(std::string_view(run_command_));
  sum.add(seconds);
  Statement(*database_, "UPDATE run SET seconds = ?, checksum = ? WHERE id = ?")
      .bind_all(seconds, sum.value(), run_)
      .run();
}

void Store::add(std::int64_t series, const LearningTrial& trial, const LearningResult& r, double seconds) {
  Transaction transaction(*database_);
  if (!r.play_key.empty()) {
    database_->insert("machine", std::string_view(r.play_key), std::string_view(r.play_text));
  }
  database_->insert("trial", series, std::string_view(trial.subject->print), trial.samples, trial.number, r.seed,
                    r.comparisons, r.values, r.equivalence_questions, r.unique_words, r.states,
                    r.longest_counterexample, r.exact, r.score.tested, r.score.right, r.disagreement,
                    std::string_view(r.play_key), std::string_view(r.path));
  spend(seconds);
  transaction.commit();
}

void Store::add(std::int64_t series, const PolicyTrial& trial, const PolicyResult& r, double seconds) {
  Transaction transaction(*database_);
  database_->insert("machine", std::string_view(trial.play_key), std::string_view(trial.play_text));
  database_->insert("policy", series, std::string_view(trial.subject->print), std::string_view(trial.play_key),
                    trial.reference, trial.number, r.seed, r.mean_reward, r.truth_reward);
  spend(seconds);
  transaction.commit();
}

std::set<Store::LearningKey> Store::finished_learning(std::int64_t series) {
  Statement select(*database_, "SELECT print, samples, number FROM trial WHERE series = ?");
  select.bind(series);
  std::set<LearningKey> keys;
  while (select.step()) keys.emplace(select.text(0), select.count(1), select.count(2));
  return keys;
}

std::set<Store::PolicyKey> Store::finished_policies(std::int64_t series) {
  Statement select(*database_, "SELECT print, play_key, reference, number FROM policy WHERE series = ?");
  select.bind(series);
  std::set<PolicyKey> keys;
  while (select.step()) keys.emplace(select.text(0), select.text(1), select.number(2) != 0, select.count(3));
  return keys;
}

std::vector<LearningRow> Store::learning(std::int64_t series) {
  Statement select(
      *database_,
      "SELECT name, print, samples, number, seed, comparisons, asked_values, equivalence_questions, "
      "unique_words, trial.states, longest_counterexample, exact, tested, tested_right, disagreement, path, "
      "play_key FROM trial JOIN subject USING (print) WHERE series = ? ORDER BY name, print, samples, number");
  select.bind(series);
  std::vector<LearningRow> rows;
  while (select.step()) {
    LearningRow& row = rows.emplace_back();
    row.subject = select.text(0);
    row.print = select.text(1);
    row.samples = select.count(2);
    row.number = select.count(3);
    row.result = {select.count(4),
                  select.count(5),
                  select.count(6),
                  select.count(7),
                  select.count(8),
                  select.count(9),
                  select.count(10),
                  select.number(11) != 0,
                  {select.count(12), select.count(13)},
                  select.real(14),
                  select.text(15),
                  select.text(16),
                  {}};
  }
  return rows;
}

std::vector<PolicyRow> Store::policies(std::int64_t series) {
  Statement select(*database_,
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
  Statement select(*database_, "SELECT text FROM machine WHERE play_key = ?");
  select.bind(std::string_view(play_key));
  if (!select.step()) Database::fail_damaged(file(), "there is no machine " + play_key);
  return select.text(0);
}

double Store::seconds() {
  Statement select(*database_, "SELECT total(seconds) FROM run");
  return select.step() ? select.real(0) : 0;
}

std::uint64_t Store::size() { return count_rows(*database_); }

std::uint64_t Store::count_trials(const std::filesystem::path& file) {
  try {
    Database database(file, Database::Access::read);
    return count_rows(database);
  } catch (const InputError&) {
    return 0;
  }
}

std::string Store::csv(std::string_view table) {
  const bool policy = table == "policy";
  const char* sql =
      policy
          ? "SELECT options AS series, name AS subject, play_key, reference, number, seed, mean_reward, truth_reward "
            "FROM policy JOIN series ON series.id = policy.series JOIN subject USING (print) "
            "ORDER BY options, name, print, play_key, reference, number"
          : "SELECT options AS series, name AS subject, letters, subject.states AS subject_states, outputs, samples, "
            "number, seed, comparisons, asked_values, equivalence_questions, unique_words, trial.states AS states, "
            "longest_counterexample, exact, tested, tested_right, disagreement, play_key, path "
            "FROM trial JOIN series ON series.id = trial.series JOIN subject USING (print) "
            "ORDER BY options, name, print, samples, number";
  Statement select(*database_, sql);
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

}  // namespace remap::experiments
