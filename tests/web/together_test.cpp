// A session that several people answer at the same time.
#include "web/page_session.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <filesystem>

#include "formats/log/session_log.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/runs/settings.hpp"
#include "runs/method/person_settings.hpp"
#include "support/effort.hpp"
#include "support/one_event.hpp"

namespace remap::web {
namespace {

class Together : public testing::Test {
 protected:
  Together() { std::filesystem::remove(path); }
  ~Together() override {
    session.reset();
    std::filesystem::remove(path);
  }

  /// The name of the test, without what follows a slash.
  static std::string test_name() {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    return name.substr(0, name.find('/'));
  }
  void begin(const MooreMachine& machine, std::int64_t patience, std::size_t at_once = 4) {
    SessionHead head{"test", machine.alphabet(), machine.outputs()};
    const AskedSettings asked = {{"teacher-errs", "on"}};
    head.settings = write_method(make_method(asked, machine.alphabet(), machine.outputs()), machine.outputs());
    PersonSettings person;
    person.at_once = at_once;
    person.longest = 1000;
    head.teacher = write_person(person);
    session.emplace(DurableRun::create(path, head), PageOptions{true, patience});
  }
  static Word word(const Json& letters) {
    Word result;
    for (const Json& letter : letters) result.push_back(make_id<Letter>(letter.get<std::size_t>()));
    return result;
  }
  /// What a person says who knows the machine, and errs as often as given.
  static std::pair<std::string, Json> said(const MooreMachine& machine, const Json& state, Random& random,
                                           double wrong = 0) {
    Json command = {{"name", state["name"]}};
    if (state["kind"] == "comparison") {
      const Output left = machine.output_after(word(state["question"]["left"]));
      const Output right = machine.output_after(word(state["question"]["right"]));
      static constexpr const char* sides[] = {"left", "right", "equal"};
      std::size_t side = left > right ? 0 : left < right ? 1 : 2;
      if (random.chance(wrong)) side = (side + 1 + random.below(2)) % 3;
      command["answer"] = sides[side];
      return {"answer", command};
    }
    for (const Json& line : state["check"]["predictions"]) {
      const Output right = machine.output_after(word(line["word"]));
      if (line["value"] == index(right)) continue;
      command["word"] = line["word"];
      command["value"] = index(right);
      return {"reject", command};
    }
    return {"accept", command};
  }

  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / ("remap_together_" + test_name() + ".jsonl");
  std::optional<PageSession> session;
  Random random{5};
};

TEST_F(Together, SeveralPeopleEndInTheRightMachine) {
  const auto machine = test::one_event_task("office/t4");  // takes enough answers to know everybody
  begin(*machine, 60'000);
  const std::vector<std::pair<std::string, double>> people = {{"anna", 0.02}, {"berta", 0.05}, {"carla", 0.4}};
  std::vector<std::thread> threads;
  for (const auto& [who, wrong] : people) {
    threads.emplace_back([&, name = who, rate = wrong] {
      Random mine(name.size());
      Json state = session->state(name).body;
      while (state["kind"] != "done") {
        if (state["kind"] == "waiting") {
          state = session->state(name).body;
          continue;
        }
        const auto [action, body] = said(*machine, state, mine, rate);
        state = session->act(name, action, body).body;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(session->machine(false));
  EXPECT_FALSE(find_counterexample(*machine, session->machine(false)->moore()));
  EXPECT_EQ(session->progress()["kind"], "done");
  bool carla_is_unreliable = false;
  for (const AnnotatorErrors& each : session->annotators()) {
    if (each.name == "carla") carla_is_unreliable = each.unreliable;
    EXPECT_FALSE(each.name == "anna" && each.unreliable);
  }
  EXPECT_TRUE(carla_is_unreliable);
  const auto learned = session->machine(false);
  session.reset();
  const auto replayed = DurableRun::read(path).replay();
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->machine, *learned) << "the log alone gives the same machine";
}

TEST_F(Together, ALateAnswerIsKeptAndCountsOnce) {
  const auto machine = test::one_event_task("office/t1");
  begin(*machine, 1, 1);
  const Json slow = session->state("anna").body;
  ASSERT_EQ(slow["kind"], "comparison");
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const Json quick = session->state("berta").body;
  ASSERT_EQ(quick["kind"], "comparison");
  EXPECT_EQ(quick["name"], slow["name"]) << "it is the same question";
  const auto [action, body] = said(*machine, quick, random);
  EXPECT_EQ(session->act("berta", action, body).status, 200);
  Json other = body;
  other["answer"] = body["answer"] == "unsure" ? "equal" : "unsure";
  EXPECT_EQ(session->act("berta", action, body).status, 200) << "the reply was lost";
  EXPECT_EQ(session->act("berta", action, other).status, 409) << "sent from another window";
  const auto [late_action, late_body] = said(*machine, slow, random);
  EXPECT_EQ(session->act("anna", late_action, late_body).status, 200);
  EXPECT_EQ(session->act("anna", late_action, late_body).status, 200) << "the reply was lost";
  EXPECT_EQ(session->act("carla", late_action, late_body).status, 409) << "not hers";
  EXPECT_EQ(session->state("anna").body["answers"], 1);
  session.reset();
  const LoggedSession logged = read_session(path);
  ASSERT_EQ(logged.book.size(), 2u);
  EXPECT_EQ(logged.stamps.of(AnswerId{1}).by, "berta");
  EXPECT_EQ(logged.stamps.of(AnswerId{2}).by, "anna");
  EXPECT_GT(logged.stamps.of(AnswerId{2}).shown, 0);
  const auto pair = [&](AnswerId id) { return AnswerBook::key(logged.book.at(id).left, logged.book.at(id).right); };
  EXPECT_EQ(pair(AnswerId{1}), pair(AnswerId{2}));
}

TEST_F(Together, PeopleCorrectTheirOwnAnswersOnly) {
  const auto machine = test::one_event_task("office/t1");
  begin(*machine, 20, 1);  // anna is given the next question, too
  EXPECT_EQ(session->act("anna", "undo", {{"name", session->state("anna").body["name"]}}).status, 400);
  for (const char* who : {"anna", "berta"}) {
    const Json state = session->state(who).body;
    ASSERT_EQ(state["kind"], "comparison");
    const auto [action, body] = said(*machine, state, random);
    ASSERT_EQ(session->act(who, action, body).status, 200);
  }
  const Json history = session->state("anna").body["history"];
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(session->act("berta", "change", {{"id", history[0]["id"]}, {"answer", "equal"}}).status, 400);
  EXPECT_EQ(session->act("anna", "undo", Json::object()).status, 200);
  EXPECT_EQ(session->state("anna").body["answers"], 0);
  EXPECT_EQ(session->state("berta").body["answers"], 1);
  EXPECT_EQ(session->act("anna", "dance", Json::object()).status, 400);
  session.reset();
  EXPECT_FALSE(read_session(path).book.at(AnswerId{1}).valid);
  EXPECT_TRUE(read_session(path).book.at(AnswerId{2}).valid);
}

TEST_F(Together, WhatSomebodyElseOrAMachineWasAskedIsRefusedInASentence) {
  const auto machine = test::one_event_task("office/t1");
  begin(*machine, 60'000, 1);
  Json state = session->state("anna").body;
  while (state["kind"] == "comparison") {
    const auto [action, body] = said(*machine, state, random);
    state = session->act("anna", action, body).body;
  }
  ASSERT_EQ(state["kind"], "check");
  const Json accept = {{"name", state["name"]}};
  EXPECT_EQ(session->act("berta", "accept", {{"name", "m0123456789abcdef.0"}}).status, 409);
  const auto [action, body] = said(*machine, state, random);
  state = session->act("anna", action, body).body;
  EXPECT_EQ(session->act("berta", "accept", accept).status, 409) << "another machine is open, if any";
  const Json history = session->state("anna").body["history"];
  const auto verdict =
      std::find_if(history.begin(), history.end(), [](const Json& each) { return each["kind"] != "comparison"; });
  ASSERT_NE(verdict, history.end());
  const PageSession::Reply reply = session->act("anna", "change", {{"id", (*verdict)["id"]}, {"answer", "equal"}});
  EXPECT_EQ(reply.status, 400);
  EXPECT_NE(reply.body["error"].get<std::string>().find("is not a comparison"), std::string::npos);
  EXPECT_NE(session->progress()["kind"], "failed");
}

class Crowd : public Together, public testing::WithParamInterface<std::uint64_t> {};

// Fifty clients at once who leave in the middle, come back late and send things twice.
TEST_P(Crowd, FiftyClientsWithRandomDisconnects) {
  const MooreMachine machine = random_machine({test::nightly() ? std::size_t{120} : std::size_t{20}, 3, 3}, GetParam());
  begin(machine, 20, 40);
  std::atomic<std::uint64_t> accepted = 0;
  std::vector<std::thread> clients;
  for (std::size_t i = 0; i < 50; ++i) {
    clients.emplace_back([&, i] {
      Random mine(i);
      for (std::size_t life = 0;; ++life) {
        const std::string who = fmt::format("p{}-{}", i, life);
        for (;;) {
          const Json state = session->state(who).body;
          if (state["kind"] == "done" || state["kind"] == "failed") return;
          if (state["kind"] == "waiting") continue;
          if (mine.chance(0.05)) break;  // never comes back
          if (mine.chance(0.05)) std::this_thread::sleep_for(std::chrono::milliseconds(40));
          const auto [action, body] = said(machine, state, mine);
          const int status = session->act(who, action, body).status;
          if (status == 200 && action == "answer") ++accepted;
          const int again = mine.chance(0.1) ? session->act(who, action, body).status : status;
          EXPECT_EQ(again, status) << "sent twice";
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
  ASSERT_EQ(session->progress()["kind"], "done") << session->progress();
  EXPECT_FALSE(find_counterexample(machine, session->machine(false)->moore()));
  RecordProperty("leases", session->progress()["leases"].get<int>());
  EXPECT_GE(session->progress()["leases"], test::nightly() ? 3'400 : 150);
  session.reset();
  const LoggedSession logged = read_session(path);
  std::uint64_t comparisons = 0;
  for (std::size_t i = 1; i <= logged.book.size(); ++i) {
    comparisons += logged.book.at(make_id<AnswerId>(i)).kind == BookEntry::Kind::comparison ? 1 : 0;
  }
  EXPECT_EQ(comparisons, accepted) << "none is lost, none is there twice";
  const auto replayed = DurableRun::read(path).replay();
  ASSERT_TRUE(replayed) << "late answers and all";
  EXPECT_FALSE(find_counterexample(machine, replayed->machine.moore()));
}

// Together more than ten thousand leases when all of them are run.
INSTANTIATE_TEST_SUITE_P(Seeds, Crowd,
                         testing::ValuesIn(test::nightly() ? std::vector<std::uint64_t>{4, 5, 6}
                                                           : std::vector<std::uint64_t>{4}));

}  // namespace
}  // namespace remap::web
