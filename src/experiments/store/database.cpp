#include "experiments/store/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/checksum.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {

void RowSum::add_bytes(std::string_view bytes) {
  for (const char c : bytes) sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
}

void RowSum::add(std::int64_t value) {
  sum_ = (sum_ ^ 'i') * 0x100000001b3U;
  const auto bits = static_cast<std::uint64_t>(value);
  for (unsigned shift = 0; shift < 64; shift += 8) sum_ = (sum_ ^ ((bits >> shift) & 0xffU)) * 0x100000001b3U;
}

void RowSum::add(double value) {
  add(std::bit_cast<std::int64_t>(value));
  add_bytes("r");
}

void RowSum::add(std::string_view value) {
  add(std::int64_t(value.size()));
  add_bytes(value);
}

std::int64_t RowSum::value() const noexcept { return static_cast<std::int64_t>(mixed(sum_)); }

Database::Database(std::filesystem::path file, Access access) : file_(std::move(file)) {
  const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(file_.c_str(), &handle_, flags | SQLITE_OPEN_FULLMUTEX, nullptr) != SQLITE_OK) {
    try {
      fail();
    } catch (...) {
      sqlite3_close(handle_);
      throw;
    }
  }
  sqlite3_busy_timeout(handle_, 60'000);
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.number(0) : 0;
}

void Database::fail_damaged(const std::filesystem::path& file, std::string_view how) {
  std::string reason(how);  // SQLite may tell it in several lines
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  throw InputError(fmt::format("{}: this database is damaged ({}), move it and run again, or restore a copy",
                               file.string(), reason));
}

void Database::fail() const {
  const int code = handle_ == nullptr ? SQLITE_NOMEM : sqlite3_errcode(handle_);
  const std::string file = file_.string();
  std::string reason = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
  reason.resize(std::min(reason.size(), reason.find('\n')));  // it may quote whole statements
  switch (code) {
    case SQLITE_FULL:
      throw InputError(fmt::format("{}: the disk is full; finished trials are kept, make room and run again", file));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      throw InputError(
          fmt::format("{}: this database cannot be opened for writing, check the permissions of its folder", file));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw InputError(fmt::format("{}: another program is writing to this database, wait for it to end", file));
    case SQLITE_IOERR:
      throw InputError(fmt::format(
          "{}: reading or writing failed ({}); finished trials are kept, check the disk and run again", file, reason));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:
      fail_damaged(file_, reason);
    default:
      throw InputError(fmt::format("{}: this database cannot be used ({})", file, reason));
  }
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) database.fail();
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail();
  return false;
}

std::string Statement::text(int column) {
  const unsigned char* const bytes = sqlite3_column_text(statement_, column);
  if (bytes == nullptr) return "";
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace remap::experiments
