#include "study/export.hpp"

#include "formats/data/comparison_data.hpp"
#include "formats/log/session_log.hpp"
#include "study/folder.hpp"

namespace remap {
namespace {

class Export : public test::StudyFolder {
 protected:
  static constexpr const char* names[] = {"get coffee", "get", "coffee get", "a,b", "\"", "\\", "ε", "{x}"};
  Export() { describe({{"letters", names}, {"names", nullptr}}); }

  /// A session in which two people compare two words, and one answer is retracted.
  void answer(const Word& left, const Word& right) const {
    const StudyDescription study = read_study(folder);
    std::filesystem::create_directories(folder / "sessions");
    AnswerBook book(study.head.outputs->size());
    SessionLog log = SessionLog::create(study.session("p-1"), study.session_head("p-1"), Durability::batched);
    log.set_giver("p-1");
    const WordId a = book.words().insert(left), b = book.words().insert(right);
    book.add_comparison(a, b, Preference::greater);
    log.keep(book, AnswerId{1});
    book.add_comparison(a, empty_word, Preference::equal);
    log.keep(book, AnswerId{2});
    book.retract(AnswerId{2});
    log.retract(AnswerId{2});
  }
  /// What was exported, as data.
  [[nodiscard]] ComparisonData exported(ExportFormat format) const {
    const StudyDescription study = read_study(folder);
    write("export", export_study(study, format).text);
    return read_comparison_data({(folder / "export").string()}, study.head.alphabet);
  }
};

TEST_F(Export, IsReadAsTheSameData) {
  Word all;
  for (std::size_t a = 0; a < std::size(names); ++a) all.push_back(make_id<Letter>(a));
  answer(all, {Letter{0}});
  for (const ExportFormat format : {ExportFormat::csv, ExportFormat::json_lines}) {
    const ComparisonData data = exported(format);
    ASSERT_EQ(data.rows.size(), 1U);  // without the one that was retracted
    const DataRow& row = data.rows[0];
    const bool first = row.left == all;
    EXPECT_EQ(first ? row.right : row.left, Word{Letter{0}});
    EXPECT_EQ(first ? row.left : row.right, all);
    EXPECT_EQ(row.answer, first ? Preference::greater : Preference::less);
    EXPECT_EQ(row.stamp.by, "p-1");
    EXPECT_GT(row.stamp.at, 0);
  }
}

TEST_F(Export, NamesHaveOneReading) {
  answer({Letter{0}}, {Letter{1}, Letter{2}});
  const std::string text = export_study(read_study(folder), ExportFormat::csv).text;
  EXPECT_NE(text.find(R"("""get coffee"" | get ""coffee get""")"), std::string::npos) << text;
}

}  // namespace
}  // namespace remap
