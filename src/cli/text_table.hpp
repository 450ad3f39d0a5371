// A table of text, columns aligned.
#pragma once

#include <string>
#include <vector>

namespace remap::cli {

class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };

  /// `columns`: the alignment of each; further columns are aligned like the last.
  explicit TextTable(std::vector<Align> columns = {Align::left}) : align_(std::move(columns)) {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }
  /// One line per row, indented by `indent`, without trailing blanks.
  [[nodiscard]] std::string text(std::string_view indent = "") const;

 private:
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace remap::cli
