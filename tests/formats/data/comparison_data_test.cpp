#include "formats/data/comparison_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "formats/text/text_file.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;

class ComparisonDataTest : public testing::Test {
 protected:
  ComparisonDataTest() { fs::create_directories(folder_); }
  ~ComparisonDataTest() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  static std::string complaint(const std::string& file, const std::optional<Alphabet>& alphabet = std::nullopt) {
    try {
      read_comparison_data({file}, alphabet);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(file.size());
    }
    return "none";
  }
  static std::string words(const ComparisonData& data, std::size_t row) {
    return format_word(data.alphabet, data.rows[row].left) + " / " + format_word(data.alphabet, data.rows[row].right);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) /
                           (std::string("remap_data_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ComparisonDataTest, ReadsCsvWithColumnsInAnyOrder) {
  const std::string csv = file("x.csv",
                               "worker,answer,b,a,count,time\r\n"
                               "\"ann \"\"a\"\"\",a,,x y,3,2026-11-16T03:20:11Z\r\n"
                               "\n"
                               ",equal,ε,y,,1500\n");
  const ComparisonData data = read_comparison_data({csv}, std::nullopt);
  EXPECT_EQ(data.alphabet, (Alphabet{"x", "y"}));
  ASSERT_EQ(data.rows.size(), 2U);
  EXPECT_EQ(words(data, 0), "xy / ε");
  EXPECT_EQ(data.rows[0].answer, Preference::greater);
  EXPECT_EQ(data.rows[0].count, 3U);
  EXPECT_EQ(data.rows[0].stamp.by, "ann \"a\"");
  EXPECT_EQ(data.rows[0].stamp.at, 1794799211000);
  EXPECT_EQ(words(data, 1), "y / ε");
  EXPECT_EQ(data.rows[1].answer, Preference::equal);
  EXPECT_EQ(data.rows[1].stamp.at, 1500);
  EXPECT_EQ(data.place(data.rows[1]), csv + ":4");
}

TEST_F(ComparisonDataTest, ReadsJsonLinesOfListsAndTexts) {
  const std::string json = file("x.jsonl",
                                "{\"a\":[\"{f}\",\"{g}\"],\"b\":[],\"answer\":\"b\",\"worker\":\"bo\",\"count\":2}\n"
                                "{\"a\":\"{f,g}\",\"b\":\"{} {f}\",\"answer\":\"unsure\"}\n");
  const ComparisonData data = read_comparison_data({json}, Alphabet::power_set({"f", "g"}));
  ASSERT_EQ(data.rows.size(), 2U);
  EXPECT_EQ(words(data, 0), "{f} {g} / ε");
  EXPECT_EQ(data.rows[0].answer, Preference::less);
  EXPECT_EQ(data.rows[0].count, 2U);
  EXPECT_EQ(words(data, 1), "{f,g} / {} {f}");
}

TEST_F(ComparisonDataTest, ReadsSessionLogs) {
  const std::string log = (folder_ / "run.jsonl").string();
  {
    AnswerBook book(2);
    SessionLog file = SessionLog::create(log, {"0", Alphabet{"x", "y"}, Outputs({"0", "1"})}, Durability::batched);
    file.set_giver("ann");
    const WordId x = book.words().insert(Word{Letter{0}});
    book.add_comparison(x, empty_word, Preference::greater);
    book.add_value(x, Output{1});
    file.keep(book, AnswerId{1});
  }
  const ComparisonData data = read_comparison_data({log}, std::nullopt);
  EXPECT_EQ(data.alphabet, (Alphabet{"x", "y"}));
  EXPECT_EQ(data.outputs, Outputs({"0", "1"}));
  ASSERT_EQ(data.rows.size(), 1U);
  EXPECT_EQ(words(data, 0), "x / ε");
  EXPECT_EQ(data.rows[0].stamp.by, "ann");
  EXPECT_EQ(data.place(data.rows[0]), log + ", answer 1");
  ASSERT_EQ(data.sessions.size(), 1U);
  EXPECT_EQ(data.sessions[0].book.size(), 2U);
}

TEST_F(ComparisonDataTest, TellsWhatIsWrongAndWhere) {
  const Alphabet letters{"x", "y"};
  EXPECT_EQ(complaint(file("a", "nothing\n")),
            ": expected a session log, CSV with the columns a,b,answer, or JSON lines");
  EXPECT_EQ(complaint(file("b", "a,b\n")), ":1:1: there is no column 'answer'");
  EXPECT_EQ(complaint(file("c", "a,b,answer,mood\n")),
            ":1:1: the column 'mood' is not one of a, b, answer, count, worker, time");
  EXPECT_EQ(complaint(file("d", "a,b,answer,a\n")), ":1:1: the column 'a' occurs twice");
  EXPECT_EQ(complaint(file("e", "a,b,answer\nx,y\n")), ":2:1: 2 cells, expected 3 as in the first line");
  EXPECT_EQ(complaint(file("f", "a,b,answer\nx,y,left\n")),
            ":2:1: the answer is 'left', expected a, b, equal or unsure");
  EXPECT_EQ(complaint(file("g", "a,b,answer,count\nx,y,a,0\n")),
            ":2:1: the count is '0', expected a whole number from 1 to 1000000000");
  EXPECT_EQ(complaint(file("h", "a,b,answer,time\nx,y,a,noon\n")).substr(0, 24), ":2:1: the time is 'noon'");
  EXPECT_EQ(complaint(file("i", "a,b,answer\n\"x,y,a\n")), ":2:1: a quoted cell is never closed");
  EXPECT_NE(complaint(file("j", "a,b,answer\nx z,y,a\n"), letters).find(":2:1: "), std::string::npos);
  EXPECT_EQ(complaint(file("k", "{\"a\":[\"z\"],\"b\":[],\"answer\":\"a\"}\n"), letters),
            ":1:1: there is no letter 'z'");
  EXPECT_EQ(complaint(file("l", "{\"a\":[],\"answer\":\"a\"}\n")), ":1:1: there is no \"b\"");
  EXPECT_EQ(complaint(file("m", "{\"a\":[],\n")), ":1:1: expected a JSON object");
}

TEST_F(ComparisonDataTest, AppendsInTheFormatOfTheFile) {
  const Alphabet letters{"x", "y"};
  const DataRow row{{Letter{0}, Letter{1}}, {}, Preference::greater};
  const std::string csv = file("x.csv", "answer,b,a,count\nb,y,x,2");
  append_comparisons(csv, std::span(&row, 1), letters);
  EXPECT_EQ(read_text_file(csv), "answer,b,a,count\nb,y,x,2\na,,x y,\n");
  EXPECT_EQ(read_comparison_data({csv}, letters).rows.back().left, row.left);
  const std::string json = file("x.jsonl", "{\"a\":[],\"b\":[],\"answer\":\"equal\"}\n");
  append_comparisons(json, std::span(&row, 1), letters);
  EXPECT_EQ(read_text_file(json),
            "{\"a\":[],\"b\":[],\"answer\":\"equal\"}\n{\"a\":[\"x\",\"y\"],\"b\":[],\"answer\":\"a\"}\n");
}

}  // namespace
}  // namespace remap
