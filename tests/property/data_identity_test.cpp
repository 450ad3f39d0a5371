// Comparisons are read as they were written, in every format and whatever the names of letters.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "formats/data/comparison_data.hpp"
#include "formats/text/text_file.hpp"
#include "support/odd_names.hpp"

namespace remap {
namespace {

using test::Names;
using test::odd_name;

Alphabet any_letters() {
  const auto names = *rc::gen::resize(4, rc::gen::suchThat(rc::gen::container<std::set<std::string>>(odd_name()),
                                                           [](const auto& set) { return !set.empty(); }));
  return Alphabet::plain({names.begin(), names.end()});
}

Word any_word(const Alphabet& alphabet) {
  Word word(*rc::gen::inRange<std::size_t>(0, 5));
  for (Letter& letter : word) letter = make_id<Letter>(*rc::gen::inRange<std::size_t>(0, alphabet.size()));
  return word;
}

std::vector<DataRow> any_rows(const Alphabet& alphabet) {
  std::vector<DataRow> rows(1 + *rc::gen::inRange<std::size_t>(0, 4));
  for (DataRow& row : rows) {
    row.left = any_word(alphabet);
    row.right = any_word(alphabet);
    row.answer = static_cast<Preference>(*rc::gen::inRange(0, 4));
    if (*rc::gen::arbitrary<bool>()) row.stamp.by = *odd_name();
  }
  for (std::size_t a = 0; a < alphabet.size(); ++a) rows.front().left.push_back(make_id<Letter>(a));  // all names occur
  return rows;
}

Names names_of(const Alphabet& alphabet, const Word& word) {
  Names names;
  for (const Letter letter : word) names.push_back(alphabet.name(letter));
  return names;
}

void expect_same(const ComparisonData& data, const std::vector<DataRow>& rows, const Alphabet& alphabet) {
  RC_ASSERT(data.rows.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RC_ASSERT(names_of(data.alphabet, data.rows[i].left) == names_of(alphabet, rows[i].left));
    RC_ASSERT(names_of(data.alphabet, data.rows[i].right) == names_of(alphabet, rows[i].right));
    RC_ASSERT(data.rows[i].answer == rows[i].answer);
    RC_ASSERT(data.rows[i].stamp.by == rows[i].stamp.by);
  }
}

class DataFileOfTest {
 public:
  DataFileOfTest() { std::filesystem::remove(path_); }
  ~DataFileOfTest() { std::filesystem::remove(path_); }
  DataFileOfTest(const DataFileOfTest&) = delete;
  DataFileOfTest& operator=(const DataFileOfTest&) = delete;
  [[nodiscard]] std::string name() const { return path_.string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) / ("remap_data_identity_" + std::to_string(getpid()));
};

/// With and without knowing the letters.
void is_identity(const std::string& begin) {
  const Alphabet alphabet = any_letters();
  const std::vector<DataRow> rows = any_rows(alphabet);
  const DataFileOfTest file;
  write_text_file(file.name(), begin);
  append_comparisons(file.name(), rows, alphabet);
  RC_LOG() << read_text_file(file.name());
  const bool json = begin.starts_with("{");
  std::vector<DataRow> expected = rows;
  if (json) expected.insert(expected.begin(), DataRow{{}, {}, Preference::equal});
  expect_same(read_comparison_data({file.name()}, alphabet), expected, alphabet);
  expect_same(read_comparison_data({file.name()}, std::nullopt), expected, alphabet);
}

RC_GTEST_PROP(DataIdentity, Csv, ()) { is_identity("answer,worker,b,a\n"); }
RC_GTEST_PROP(DataIdentity, JsonLines, ()) { is_identity(R"({"a":[],"b":[],"answer":"equal"})"); }
RC_GTEST_PROP(DataIdentity, SessionLog, ()) {
  const Alphabet alphabet = any_letters();
  const std::vector<DataRow> rows = any_rows(alphabet);
  const DataFileOfTest file;
  AnswerBook book(2);
  {
    SessionLog log = SessionLog::create(file.name(), {"0", alphabet, Outputs({"0", "1"})}, Durability::batched);
    for (const DataRow& row : rows) {
      log.set_giver(row.stamp.by);
      book.add_comparison(book.words().insert(row.left), book.words().insert(row.right), row.answer);
      log.keep(book, make_id<AnswerId>(book.size()));
    }
  }
  expect_same(read_comparison_data({file.name()}, std::nullopt), rows, alphabet);
}
RC_GTEST_PROP(DataIdentity, Words, ()) {
  const Alphabet alphabet = any_letters();
  const Word word = any_word(alphabet);
  RC_ASSERT(parse_word(alphabet, format_word(alphabet, word)) == word);
}

}  // namespace
}  // namespace remap
