// remap compare.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Compare : public Program {};

TEST_F(Compare, SetsMethodsSideBySide) {
  const Json report = Json::parse(output_of({"compare", "craft/t5", "random:20,3,3", "--seeds", "3", "--json"}));
  EXPECT_EQ(report["seeds"], 3);
  std::vector<std::string> methods;
  for (const Json& row : report["rows"]) {
    EXPECT_EQ(row["correct"], 3) << row;
    if (row["source"] == "craft/t5") methods.push_back(row["method"]);
  }
  EXPECT_EQ(methods, (std::vector<std::string>{"paper", "table", "tree", "tour full", "tour economy", "tour lazy"}));
  const Json& rows = report["rows"];
  EXPECT_LT(rows[3]["preference_queries"], rows[2]["preference_queries"]);
  EXPECT_LT(rows[2]["preference_queries"], rows[0]["preference_queries"]);
}

TEST_F(Compare, TakesWhatIsListed) {
  const Json report =
      Json::parse(output_of({"compare", "collect:3", "--learner", "tree,lstar", "--ranker", "search,quicksort",
                             "--equivalence", "exact,sampling", "--seeds", "1", "--json"}));
  EXPECT_EQ(report["rows"].size(), 1U + 4U + 2U);
}

TEST_F(Compare, AddsUp) {
  const std::string table = output_of({"compare", "craft/t1", "craft/t2", "--learner", "tree", "--seeds", "2"});
  EXPECT_NE(table.find("sum "), std::string::npos) << table;
  EXPECT_NE(table.find("4/4"), std::string::npos) << table;
}

TEST_F(Compare, DrawsWhatItFound) {
  output_of({"compare", "craft/t1", "random:10,2,2", "--learner", "tree", "--seeds", "1", "--output", "bars.svg"});
  const std::string picture = read_file(folder() / "bars.svg");
  EXPECT_TRUE(picture.starts_with("<svg ")) << picture;
  EXPECT_NE(picture.find("random:10,2,2"), std::string::npos);
  const Said said = remap({"compare", "craft/t1", "--output", "bars.txt"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: --output bars.txt: the picture is an SVG file, expected a name that ends in .svg\n");
}

TEST_F(Compare, RefusesWhatItDoesNotKnow) {
  const Said said = remap({"compare", "craft/t1", "--learner", "tree,magic"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: --learner cannot be 'magic', expected tour, tree, table or lstar\n");
  EXPECT_EQ(remap({"compare", "craft/t1", "--seeds", "0"}).code, 2);
}

}  // namespace
}  // namespace remap::test
