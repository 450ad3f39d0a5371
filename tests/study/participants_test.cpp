// Participants, export and removal: what is in the folder of a study.
#include "study/participants.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <set>

#include "formats/log/session_log.hpp"
#include "remap/automata/error.hpp"
#include "remap/runs/durable_run.hpp"
#include "study/answers.hpp"
#include "study/export.hpp"
#include "study/folder.hpp"
#include "study/forget.hpp"
#include "study/summary.hpp"

namespace remap {
namespace {

std::string next_token() {
  static int number = 0;
  return fmt::format("token{:05}aaaaaaaaaaaaaaaa", ++number).substr(5);
}

class Study : public test::StudyFolder {
 protected:
  [[nodiscard]] StudyDescription study() const { return read_study(folder); }
  static Word word(std::initializer_list<std::uint32_t> letters) {
    Word result;
    for (const std::uint32_t letter : letters) result.push_back(make_id<Letter>(letter));
    return result;
  }
  /// All of a file's text.
  [[nodiscard]] std::string text(const std::filesystem::path& file) const {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(Study, ParticipantsSurviveARestart) {
  std::vector<Participant> before;
  std::string researcher;
  {
    Participants participants(study(), next_token);
    researcher = participants.researcher();
    participants.consent(participants.all()[1].id, study().consent_hash);
    participants.finish(participants.all()[1].id, {{"states", 3}});
    participants.add(2);
    before = participants.all();
    EXPECT_THROW(Participants(study(), next_token), InputError) << "used by another process";
  }
  ASSERT_EQ(before.size(), 5u);
  std::set<std::string> ids, tokens;
  for (const Participant& each : before) ids.insert(each.id), tokens.insert(each.token);
  EXPECT_EQ(ids.size() + tokens.size(), 10u);
  struct stat status {};
  ASSERT_EQ(stat((folder / "participants.jsonl").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U) << "it holds secrets";

  write("participants.jsonl", text(folder / "participants.jsonl") + "{\"participant\":\"p-torn");
  Participants participants(study(), next_token);
  EXPECT_EQ(participants.researcher(), researcher);
  ASSERT_EQ(participants.all().size(), 5u);
  EXPECT_EQ(participants.all()[1].consent, study().consent_hash);
  EXPECT_EQ(participants.all()[1].result["states"], 3);
  EXPECT_GT(participants.all()[1].finished, 0);
  EXPECT_EQ(participants.by_token(before[3].token)->id, before[3].id);
  EXPECT_EQ(participants.by_token("none"), nullptr);
}

TEST_F(Study, ALineThatCannotBeStoredLeavesNothing) {
  const std::filesystem::path list = folder / "participants.jsonl";
  {
    Participants participants(study(), next_token);
    const std::string id = participants.all()[0].id;
    const std::string before = text(list);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit full{before.size() + 10, limit.rlim_max};
    const auto handler = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &full);
    EXPECT_THROW(participants.consent(id, study().consent_hash), NotStored);
    EXPECT_THROW(participants.add(2), NotStored);
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, handler);
    EXPECT_EQ(text(list), before);
    EXPECT_EQ(participants.all().size(), 3u);
    EXPECT_EQ(participants.all()[0].consent, "");
    participants.consent(id, study().consent_hash);
    participants.finish(id, nullptr);
    EXPECT_GT(participants.all()[0].finished, 0);
    participants.reopen(id);
  }
  const Participants participants(study(), next_token);
  EXPECT_EQ(participants.all()[0].consent, study().consent_hash);
  EXPECT_EQ(participants.all()[0].finished, 0) << "an answer was changed";
}

TEST_F(Study, ADamagedLogCostsNoOther) {
  std::filesystem::create_directories(folder / "sessions");
  for (const char* id : {"p-one", "p-two"}) {
    DurableRun run = DurableRun::create(study().session(id), study().session_head(id));
    run.answered_by(id);
    run.take(word({0}), word({}), Preference::greater);
  }
  std::string damaged = text(study().session("p-one"));
  damaged[damaged.size() - 40] ^= 1;
  write("sessions/p-one.jsonl", damaged);
  const StudyExport exported = export_study(study(), ExportFormat::csv);
  EXPECT_NE(exported.text.find("p-two"), std::string::npos);
  EXPECT_EQ(exported.text.find("p-one"), std::string::npos);
  ASSERT_EQ(exported.unreadable.size(), 1u);
  EXPECT_NE(exported.unreadable[0].find("p-one.jsonl:3"), std::string::npos) << exported.unreadable[0];
}

TEST_F(Study, AnotherTextNeedsAnotherStudy) {
  {
    Participants participants(study(), next_token);
    participants.consent(participants.all()[0].id, study().consent_hash);
  }
  write("consent.txt", "Something else.");
  try {
    Participants(study(), next_token);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("agreed to another text"), std::string::npos);
  }
}

/// Two people answer together: "good" against nothing, "bad" against "good", and nothing against "good" once more.
TEST_F(Study, IsExportedAndForgotten) {
  describe({{"mode", "together"}});
  std::string anna, berta;
  {
    Participants participants(study(), next_token);
    anna = participants.all()[0].id;
    berta = participants.all()[1].id;
    DurableRun run = DurableRun::create(study().session(""), study().session_head(""));
    run.answered_by(anna);
    run.shown_at(study_time() - 2000);
    run.take(word({0}), word({}), Preference::greater);
    run.answered_by(berta);
    run.take(word({1}), word({0}), Preference::less);
    run.take(word({}), word({0}), Preference::equal);
  }
  const std::string csv = export_study(study(), ExportFormat::csv).text;
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "task,worker,label,shown,answered,seconds,left,right,session,number,retracted");
  EXPECT_NE(csv.find(" | good," + anna + ",right,20"), std::string::npos) << csv;
  EXPECT_NE(csv.find("good | bad," + berta + ",left,,20"), std::string::npos) << csv;
  EXPECT_NE(csv.find(" | good," + berta + ",equal,"), std::string::npos) << csv;
  const std::string lines = export_study(study(), ExportFormat::json_lines).text;
  const auto first = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["worker"], anna);
  EXPECT_EQ(first["label"], "right");
  EXPECT_EQ(first["left"], nlohmann::json::array());

  const StudySummary summary = summarise(study_answers(study().session("")));
  EXPECT_EQ(summary.answers, 3u);
  EXPECT_EQ(summary.agreement.pairs, 1u);
  EXPECT_EQ(summary.agreement.agreeing, 0u);
  EXPECT_NEAR(summary.participants.at(anna).median_seconds, 2, 0.5);

  {
    const Participants served(study(), next_token);
    EXPECT_THROW(forget_participant(study(), berta), InputError) << "it is in use";
  }
  EXPECT_THROW(forget_participant(study(), "p-nobody"), InputError);
  EXPECT_EQ(forget_participant(study(), berta).answers, 2u);
  EXPECT_EQ(text(study().session("")).find(berta), std::string::npos);
  EXPECT_EQ(text(folder / "participants.jsonl").find(berta), std::string::npos);
  EXPECT_EQ(read_session(study().session("")).book.size(), 1u);
  EXPECT_EQ(DurableRun::open(study().session("")).answer_giver(AnswerId{1}), anna) << "the others are kept";
  Participants after(study(), next_token);
  EXPECT_EQ(after.all().size(), 3u) << "as many as the study has";
  EXPECT_EQ(after.all()[0].id, anna);
}

TEST_F(Study, AnOwnSessionIsRemovedAsAWhole) {
  std::string id;
  {
    Participants participants(study(), next_token);
    id = participants.all()[0].id;
    std::filesystem::create_directories(folder / "sessions");
    DurableRun run = DurableRun::create(study().session(id), study().session_head(id));
    run.answered_by(id);
    run.take(word({0}), word({}), Preference::greater);
    run.set_outputs(Outputs{"0", "1", "2", "3"});
  }
  EXPECT_TRUE(std::filesystem::exists(study().session(id).string() + ".1"));
  EXPECT_EQ(forget_participant(study(), id).answers, 1u);
  EXPECT_FALSE(std::filesystem::exists(study().session(id)));
  EXPECT_FALSE(std::filesystem::exists(study().session(id).string() + ".1"));
}

TEST(Cells, AreQuotedWhereNeeded) {
  // A letter with a comma and quotes comes back as one cell.
  const auto folder = std::filesystem::path(testing::TempDir()) / "remap_study_cells";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "consent.txt") << "x";
  std::ofstream(folder / "study.json") << R"({"letters":["a, \"b\"","c"],"outputs":["0","1"],"mode":"together"})";
  {
    const StudyDescription study = read_study(folder);
    DurableRun run = DurableRun::create(study.session(""), study.session_head(""));
    run.take({make_id<Letter>(0)}, {}, Preference::unsure);
    const std::string csv = export_study(study, ExportFormat::csv).text;
    EXPECT_NE(csv.find(R"(" | ""a, \""b\""""",,unsure,)"), std::string::npos) << csv;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace remap
