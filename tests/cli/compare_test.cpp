// remap compare.
#include <fmt/format.h>

#include <cmath>
#include <map>
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

TEST_F(Compare, SetsEveryMethodBesideThePapers) {
  const std::string text = output_of({"compare", "craft/t5", "--learner", "tree", "--seeds", "1"});
  const std::size_t tree = text.find("\n          tree ");
  ASSERT_NE(tree, std::string::npos) << text;
  const std::string row = text.substr(tree + 1, text.find('\n', tree + 1) - tree - 1);
  const Json rows =
      Json::parse(output_of({"compare", "craft/t5", "--learner", "tree", "--seeds", "1", "--json"}))["rows"];
  const double ratio = rows[1]["preference_queries"].get<double>() / rows[0]["preference_queries"].get<double>();
  EXPECT_LT(ratio, 0.9);
  EXPECT_NE(row.find(fmt::format(" {:.3g} ", ratio)), std::string::npos) << row;
}

TEST_F(Compare, TakesWhatIsListed) {
  const Json report =
      Json::parse(output_of({"compare", "collect:3", "--learner", "tree,lstar", "--ranker", "search,quicksort",
                             "--equivalence", "exact,sampling", "--seeds", "1", "--json"}));
  EXPECT_EQ(report["rows"].size(), 1U + 4U + 2U);
}

TEST_F(Compare, TotalsAtEachPriceComeFirst) {
  const std::vector<std::string> command{"compare", "counter:12", "--learner", "tree", "--equivalence-cost",
                                         "2,500",   "--seeds",    "2"};
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  const Json report = Json::parse(output_of(as_json));
  EXPECT_EQ(report["equivalence_costs"], (std::vector<double>{2, 500}));
  ASSERT_EQ(report["rows"].size(), 3U);
  EXPECT_EQ(report["rows"][1]["method"], "tree at 2");
  EXPECT_EQ(report["rows"][2]["method"], "tree at 500");
  for (const Json& row : report["rows"]) {
    const double comparisons = row["preference_queries"], questions = row["equivalence_queries"];
    EXPECT_DOUBLE_EQ(row["totals"][0], comparisons + 2 * questions);
    EXPECT_DOUBLE_EQ(row["totals"][1], comparisons + 500 * questions);
  }
  EXPECT_LT(report["rows"][2]["equivalence_queries"], report["rows"][1]["equivalence_queries"]);
  const std::string table = output_of(command);
  const std::string heading = table.substr(0, table.find('\n'));
  EXPECT_LT(heading.find("equivalence q."), heading.find("total at 2 ")) << heading;
  EXPECT_LT(heading.find("total at 2 "), heading.find("total at 500")) << heading;
  EXPECT_LT(heading.find("total at 500"), heading.find("comparisons")) << heading;
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

TEST_F(Compare, SetsTeachersWhoErrSideBySide) {
  const Json report = Json::parse(
      output_of({"compare", "craft/t1", "craft/t5", "--events", "one", "--teacher-model", "exact", "--teacher-model",
                 "persistent:0.1+unsure:0.1", "--teacher-model", "all-near-ties", "--seeds", "3", "--json"}));
  ASSERT_EQ(report["rows"].size(), 6U);
  EXPECT_TRUE(report["reliability"].empty()) << "verdicts are right, so nothing is stated";
  for (std::size_t i = 0; i < 6; i += 3) {
    const Json& exact = report["rows"][i];
    const Json& errs = report["rows"][i + 1];
    const Json& hopeless = report["rows"][i + 2];
    EXPECT_EQ(exact["correct"], 3);
    EXPECT_EQ(errs["correct"], 3);
    EXPECT_EQ(errs["teacher_model"], "persistent:0.1+unsure:0.1");
    EXPECT_LT(exact["preference_queries"], errs["preference_queries"]);
    EXPECT_LE(hopeless["worst_preference_queries"], 22 * exact["preference_queries"].get<double>());
    EXPECT_EQ(hopeless["correct"].get<int>() + hopeless["stuck"].get<int>(), 3);
  }
}

TEST_F(Compare, StatesHowReliableItsConfidenceIs) {
  const Said said = remap({"compare", "random:5,2,3", "--teacher-model", "overlooks:0.5+independent:0.05",
                           "--confidence", "0.9", "--seeds", "12", "--output", "reliability.svg"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find(" that stated a confidence of 0.9"), std::string::npos) << said.out;
  const std::string picture = read_file(folder() / "reliability.svg");
  EXPECT_TRUE(picture.starts_with("<svg ")) << picture;
  EXPECT_NE(picture.find("class=\"figure\">"), std::string::npos) << picture;
  const Json alone = Json::parse(output_of({"compare", "random:5,2,3", "--teacher-model", "independent:0.05",
                                            "--equivalence", "order-sampling", "--seeds", "4", "--json"}));
  EXPECT_EQ(alone["rows"][0]["equivalence_queries"], 0);
  EXPECT_FALSE(alone["reliability"].empty());
}

TEST_F(Compare, RefusesTeacherModelsThatMakeNoSense) {
  const auto complaint = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"compare", "craft/t1"});
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.out, "");
    return said.err;
  };
  EXPECT_NE(complaint({"--teacher-model", "sleepy"}).find("'sleepy' is not a teacher model"), std::string::npos);
  EXPECT_EQ(complaint({"--confidence", "0.9"}), "remap: --confidence has no effect without --teacher-model\n");
  EXPECT_EQ(complaint({"--error-rate", "0.1"}), "remap: --error-rate has no effect without --teacher-model\n");
  EXPECT_NE(complaint({"--teacher-model", "exact", "--noise", "0.1"}).find("cannot be combined with it"),
            std::string::npos);
  EXPECT_NE(complaint({"--teacher-model", "exact", "--learner", "tree,tour"}).find("takes one value"),
            std::string::npos);
  EXPECT_NE(complaint({"--teacher-model", "exact", "--learner", "lstar"}).find("makes no comparisons"),
            std::string::npos);
  EXPECT_NE(complaint({"--teacher-model", "exact", "--equivalence", "sampling"}).find("order-sampling"),
            std::string::npos);
}

// What docs/choosing.md says about efforts is what is measured.
TEST_F(Compare, TheGuideSaysWhatEffortsCost) {
  const Json report = Json::parse(
      output_of({"compare", "tasks", "--learner", "tour", "--effort", "full,economy,lazy", "--seeds", "10", "--json"}));
  struct Sum {
    double comparisons = 0, worst = 0, questions = 0;
  };
  std::map<std::string, Sum> sums;
  for (const Json& row : report["rows"]) {
    Sum& sum = sums[row["method"]];
    sum.comparisons += row["preference_queries"].get<double>();
    sum.worst += row["worst_preference_queries"].get<double>();
    sum.questions += row["equivalence_queries"].get<double>();
  }
  const auto grouped = [](double number) {
    std::string text = std::to_string(std::llround(number));
    return text.size() > 3 ? text.insert(text.size() - 3, ",") : text;
  };
  const std::string guide = read_file(std::string(REMAP_SOURCE_DIR) + "/docs/choosing.md");
  for (const char* method : {"tour full", "tour economy", "tour lazy"}) {
    const Sum& sum = sums[method];
    const std::string line =
        std::string("| ") + method + " | " + grouped(sum.comparisons) + " | " + grouped(sum.worst) + " |";
    EXPECT_NE(guide.find(line), std::string::npos) << line;
  }
}

TEST_F(Compare, RefusesWhatItDoesNotKnow) {
  const Said said = remap({"compare", "craft/t1", "--learner", "tree,magic"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: --learner cannot be 'magic', expected tour, tree, table or lstar\n");
  EXPECT_EQ(remap({"compare", "craft/t1", "--seeds", "0"}).code, 2);
}

// Where neighbouring values are always called equal, no run of the paper's method comes to an end.
TEST_F(Compare, ShowsWhatStuckRunsCost) {
  const std::vector<std::string> command{"compare",         "craft/t5", "--events", "one", "--learner", "tree",
                                         "--tie-threshold", "1.5",      "--seeds",  "2",   "--confirm", "off"};
  std::vector<std::string> with_json = command;
  with_json.emplace_back("--json");
  const Json report = Json::parse(output_of(with_json));
  std::uint64_t stuck = 0;
  for (const Json& row : report["rows"]) {
    stuck += row["stuck"].get<std::uint64_t>();
    EXPECT_GT(row["preference_queries"], 0) << row;
    EXPECT_EQ(row["unique_sequences"].is_null(), row["stuck"] == row["runs"]) << row;
  }
  ASSERT_GT(stuck, 0U);
  const std::string table = output_of(command);
  EXPECT_NE(table.find("  stuck  "), std::string::npos) << table;
  EXPECT_NE(table.find("the means include what"), std::string::npos) << table;
}

TEST_F(Compare, ShowsHowRunsCopeWithErrors) {
  const Json report = Json::parse(output_of({"compare", "office/t1", "--events", "one", "--learner", "tour", "--effort",
                                             "full", "--noise", "0.05", "--seeds", "3", "--json"}));
  EXPECT_EQ(report["noise"]["mistakes"], 0.05);
  EXPECT_EQ(report["noise"]["kind"], "transient");
  std::vector<std::string> methods;
  for (const Json& row : report["rows"]) {
    methods.push_back(row["method"]);
    EXPECT_EQ(row["correct"], 3) << row;
    EXPECT_EQ(row["stuck"], 0) << row;
  }
  EXPECT_EQ(methods, (std::vector<std::string>{"paper", "paper, confirm growth", "paper, confirm all", "tour full",
                                               "tour full, confirm growth", "tour full, confirm all"}));
  EXPECT_GT(report["rows"][4]["confirmations"], 0);
  EXPECT_NE(report["rows"][5]["confirmations"], report["rows"][4]["confirmations"]);
  EXPECT_EQ(remap({"compare", "office/t1", "--noise", "1.5"}).err,
            "remap: --noise must be a number above 0 and below 1, not '1.5'\n");
  EXPECT_EQ(remap({"compare", "office/t1", "--noise-kind", "persistent"}).err,
            "remap: --noise-kind has no effect without --noise, --unsure, --temperature or --tie-threshold\n");
}

}  // namespace
}  // namespace remap::test
