// A connection to SQLite, its statements, and the checksum that every row carries.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/store/store.hpp"

namespace remap::experiments {

/// The checksum of a row: 64 bits over the name of its table, and the type, size and value of each column but the last,
/// which holds it. Computed here and not by SQLite, so that changes to the file by other programs are noticed.
class RowSum {
 public:
  explicit RowSum(std::string_view table) { add(table); }
  void add(std::int64_t value);
  void add(std::uint64_t value) { add(static_cast<std::int64_t>(value)); }
  void add(bool value) { add(std::int64_t{value ? 1 : 0}); }
  void add(double value);
  void add(std::string_view value);
  [[nodiscard]] std::int64_t value() const noexcept;

 private:
  void add_bytes(std::string_view bytes);
  std::uint64_t sum_ = 0xcbf29ce484222325U;
};

class Database {
 public:
  enum class Access : std::uint8_t { read, write };

  /// Throws InputError, as does everything here if the file is at fault.
  Database(std::filesystem::path file, Access access);
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);
  /// The first column of the first row as a number; 0 if there is none.
  std::int64_t number(const std::string& sql);
  /// Adds a row with its checksum unless its key already exists.
  template <class... Values>
  void insert(std::string_view table, const Values&... values);

  /// Reports SQLite's error.
  [[noreturn]] void fail() const;
  /// Reports that the file is damaged; `how` in a few words.
  [[noreturn]] static void fail_damaged(const std::filesystem::path& file, std::string_view how);

  [[nodiscard]] sqlite3* handle() const noexcept { return handle_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

 private:
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

/// A transaction, which is rolled back unless `commit` is called.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    database_.execute("COMMIT");
    open_ = false;
  }

 private:
  Database& database_;
  bool open_ = true;
};

/// A prepared statement; binds in order, then steps.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::int64_t value) { return check(sqlite3_bind_int64(statement_, ++bound_, value)); }
  Statement& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
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

  bool step();
  void run() {
    while (step()) {
    }
  }

  [[nodiscard]] std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::uint64_t count(int column) { return static_cast<std::uint64_t>(number(column)); }
  [[nodiscard]] double real(int column) { return sqlite3_column_double(statement_, column); }
  [[nodiscard]] std::string text(int column);
  [[nodiscard]] int type(int column) { return sqlite3_column_type(statement_, column); }
  [[nodiscard]] int columns() { return sqlite3_column_count(statement_); }
  [[nodiscard]] const char* name(int column) { return sqlite3_column_name(statement_, column); }

 private:
  Statement& check(int code) {
    if (code != SQLITE_OK) database_.fail();
    return *this;
  }

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

template <class... Values>
void Database::insert(std::string_view table, const Values&... values) {
  std::string sql = "INSERT OR IGNORE INTO " + std::string(table) + " VALUES (";
  for (std::size_t i = 0; i < sizeof...(values); ++i) sql += "?, ";
  RowSum sum(table);
  (sum.add(values), ...);
  Statement(*this, sql + "?)").bind_all(values..., sum.value()).run();
}

/// Creates the tables in an empty database; otherwise checks that they are complete and that every row is as written.
/// `schema` is `main` or the name of an attached database; only `main` can be created.
void make_tables(Database& database);
void check_tables(Database& database, const std::filesystem::path& file, std::string_view schema = "main");
[[nodiscard]] bool has_tables(Database& database, std::string_view schema = "main");

}  // namespace remap::experiments
