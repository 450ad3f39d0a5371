// A session answered by commands, as a page sends them.
#include "web/page_session.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <future>
#include <set>

#include "formats/log/session_log.hpp"
#include "remap/automata/random.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/machine.hpp"
#include "runs/method/person_settings.hpp"

namespace remap::web {
namespace {

/// Value 2 after "good", 0 after "bad", 1 before anything: the last event decides.
MooreMachine last_event(std::size_t levels) {
  std::vector<State> next;
  for (int i = 0; i < 3; ++i) next.insert(next.end(), {State{1}, State{2}});
  const Outputs outputs = levels == 3 ? Outputs{"0", "1", "2"} : Outputs{"0", "1"};
  const Output middle = levels == 3 ? Output{1} : Output{0};
  return {Alphabet::plain({"good", "bad"}), outputs, State{0}, {middle, make_id<Output>(levels - 1), Output{0}}, next};
}

/// A session that one person answers.
class OnePage {
 public:
  explicit OnePage(DurableRun run) : session_(std::move(run)) {}
  Json state() { return session_.state("tester").body; }
  PageSession::Reply act(const std::string& action, const Json& body) { return session_.act("tester", action, body); }
  std::optional<Hypothesis> machine(bool named) { return session_.machine(named); }
  Json history() { return session_.history("tester"); }

 private:
  PageSession session_;
};

class OnAPage : public testing::Test {
 protected:
  OnAPage() { remove(); }
  ~OnAPage() override { remove(); }
  void remove() const {
    for (const char* end : {"", ".1", ".new"}) std::filesystem::remove(path.string() + end);
  }

  [[nodiscard]] SessionHead head(const MooreMachine& machine, const PersonSettings& person = {}) const {
    SessionHead result{"test", machine.alphabet(), machine.outputs()};
    result.settings = write_method(preset_method(Preset::best, machine.alphabet()), machine.outputs());
    result.teacher = write_person(person);
    return result;
  }
  void begin(const MooreMachine& machine) { page.emplace(DurableRun::create(path, head(machine))); }

  static Word word(const Json& letters) {
    Word result;
    for (const Json& letter : letters) result.push_back(make_id<Letter>(letter.get<std::size_t>()));
    return result;
  }
  static std::string side(const MooreMachine& machine, const Json& state) {
    const Output left = machine.output_after(word(state["question"]["left"]));
    const Output right = machine.output_after(word(state["question"]["right"]));
    return left > right ? "left" : left < right ? "right" : "equal";
  }
  /// Answers as the machine does, until another kind of thing is asked or `most` answers are given.
  Json teach(const MooreMachine& machine, std::size_t most = 1000) {
    Json state = page->state();
    for (std::size_t i = 0; i < most; ++i) {
      if (state["kind"] == "comparison") {
        state = page->act("answer", {{"name", state["name"]}, {"answer", side(machine, state)}}).body;
      } else if (state["kind"] == "check") {
        Json command = {{"name", state["name"]}};
        for (const Json& line : state["check"]["predictions"]) {
          const Output right = machine.output_after(word(line["word"]));
          if (line["value"] == index(right)) continue;
          command["word"] = line["word"];
          command["value"] = index(right);
        }
        state = page->act(command.contains("word") ? "reject" : "accept", command).body;
      } else {
        break;
      }
    }
    return state;
  }

  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) /
      (std::string("remap_page_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl");
  std::optional<OnePage> page;
};

TEST_F(OnAPage, LearnsTheMachine) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  const Json state = teach(machine);
  EXPECT_EQ(state["kind"], "done");
  EXPECT_EQ(state["result"]["machine"]["states"].size(), 3u);
  EXPECT_EQ(state["order"].size(), 3u) << "worst first";
  EXPECT_EQ(state["order"][0]["example"], Json::array({1}));
  EXPECT_EQ(page->machine(false)->moore(), canonical(machine));
  EXPECT_EQ(page->history().size(), state["answers"]);
}

TEST_F(OnAPage, EndsAtALimit) {
  const MooreMachine machine = random_machine({6, 2, 3}, 4);
  SessionHead limited = head(machine);
  Method method = preset_method(Preset::best, machine.alphabet());
  method.most_comparisons = 5;
  limited.settings = write_method(method, machine.outputs());
  page.emplace(DurableRun::create(path, limited));
  const Json state = teach(machine);
  EXPECT_EQ(state["kind"], "done");
  EXPECT_LE(state["answers"], 5);
}

TEST_F(OnAPage, AMealyMachineIsShownAsSuch) {
  const MooreMachine machine = last_event(3);
  SessionHead mealy = head(machine);
  Method method = preset_method(Preset::best, machine.alphabet());
  method.machine = MachineKind::mealy;
  mealy.settings = write_method(method, machine.outputs());
  page.emplace(DurableRun::create(path, mealy));
  Json state = page->state();
  while (state["kind"] == "comparison") state = teach(machine, 1);
  ASSERT_EQ(state["kind"], "check");
  const Json shown = state["check"]["machine"];
  EXPECT_TRUE(shown.contains("value"));
  const Json right = {{"name", state["name"]}, {"word", Json::array()}, {"value", shown["value"]}};
  EXPECT_EQ(page->act("reject", right).status, 400) << "it says so already";
  state = teach(machine);
  EXPECT_EQ(state["kind"], "done");
  // Whatever came before, "good" gives 2 and "bad" gives 0: a single state.
  const Json expected = {{"initial", 0}, {"value", 1}, {"states", {{{"next", {0, 0}}, {"values", {2, 0}}}}}};
  EXPECT_EQ(state["result"]["machine"], expected);
  EXPECT_NE(page->machine(true)->mealy(), nullptr);
}

TEST_F(OnAPage, WhichSideIsLeftDoesNotMatter) {
  const MooreMachine machine = random_machine({6, 2, 3}, 4);
  begin(machine);
  EXPECT_EQ(teach(machine)["kind"], "done");
  EXPECT_EQ(page->machine(false)->moore(), canonical(machine));
}

TEST_F(OnAPage, GoesOnElsewhereWithTheSameQuestion) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  const Json state = teach(machine, 3);
  page.reset();
  DurableRun run = DurableRun::open(path);
  struct Asked : Error {
    Asked(Word a, Word b) : Error("asked"), left(std::move(a)), right(std::move(b)) {}
    Word left, right;
  };
  class Curious final : public JudgingTeacher {
    void compare(const Comparisons& comparisons, std::span<Preference>) override {
      throw Asked(comparisons.left(0), comparisons.right(0));
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return {}; }
  } curious;
  try {
    run.finish(curious);
    FAIL() << "nothing was asked";
  } catch (const Asked& asked) {
    const Word left = word(state["question"]["left"]), right = word(state["question"]["right"]);
    EXPECT_TRUE((asked.left == left && asked.right == right) || (asked.left == right && asked.right == left));
  }
}

TEST_F(OnAPage, AQuestionIsAnsweredOnce) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  const Json first = page->state();
  const Json command = {{"name", first["name"]}, {"answer", side(machine, first)}};
  Json other = command;
  other["answer"] = command["answer"] == "unsure" ? "equal" : "unsure";
  EXPECT_EQ(page->act("answer", command).status, 200);
  EXPECT_EQ(page->act("answer", command).status, 200) << "sent again, since the reply was lost";
  const PageSession::Reply refused = page->act("answer", other);
  EXPECT_EQ(refused.status, 409) << "another window";
  EXPECT_NE(refused.body["error"].get<std::string>().find("another window"), std::string::npos);
  EXPECT_EQ(page->state()["answers"], 1);

  // Two at the same time.
  const Json second = page->state();
  const Json one = {{"name", second["name"]}, {"answer", "left"}},
             two = {{"name", second["name"]}, {"answer", "right"}};
  auto left = std::async(std::launch::async, [&] { return page->act("answer", one).status; });
  auto right = std::async(std::launch::async, [&] { return page->act("answer", two).status; });
  EXPECT_EQ(left.get() + right.get(), 200 + 409);
  EXPECT_EQ(page->state()["answers"], 2);

  // The same after a restart.
  page.reset();
  page.emplace(DurableRun::open(path));
  EXPECT_EQ(page->act("answer", command).status, 200);
  EXPECT_EQ(page->act("answer", other).status, 409);
  page.reset();
  EXPECT_EQ(read_session(path).book.size(), 2u);
}

TEST_F(OnAPage, SeveralQuestionsAtOnceAreStoredOneByOne) {
  const MooreMachine machine = random_machine({6, 2, 3}, 4);
  PersonSettings person;
  person.at_once = 5;
  SessionHead several = head(machine, person);
  several.settings =
      write_method(make_method({{"teacher-errs", "on"}}, machine.alphabet(), machine.outputs()), machine.outputs());
  page.emplace(DurableRun::create(path, several));
  std::set<std::string> names;
  Json state = page->state();
  for (std::size_t i = 0; i < 40 && state["kind"] == "comparison"; ++i) {
    ASSERT_TRUE(names.insert(state["name"]).second) << "another question has another name";
    EXPECT_EQ(state["answers"], i);
    EXPECT_EQ(state["question"]["number"], i + 1);
    state = page->act("answer", {{"name", state["name"]}, {"answer", side(machine, state)}}).body;
    const LoggedSession logged = read_session(path);
    ASSERT_EQ(logged.book.size(), i + 1) << "it was called saved";
  }
  EXPECT_GT(names.size(), 10u);
}

TEST_F(OnAPage, UndoneOnceAlthoughSentTwice) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  Json state = teach(machine, 3);
  const Json undo = {{"id", state["last"]}};
  EXPECT_EQ(page->act("undo", undo).status, 200);
  EXPECT_EQ(page->act("undo", undo).status, 200);
  EXPECT_EQ(page->state()["answers"], 2);
  page.reset();
  page.emplace(DurableRun::open(path));
  EXPECT_EQ(page->act("undo", undo).status, 200) << "after a restart, too";
  EXPECT_EQ(page->state()["answers"], 2);
}

/// No file may grow beyond the size of this one and some bytes.
class FullDisk {
 public:
  FullDisk(const std::filesystem::path& path, std::size_t room) : before_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit full{std::filesystem::file_size(path) + room, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    signal(SIGXFSZ, before_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit limit_{};
  void (*before_)(int);
};

TEST_F(OnAPage, OnAFullDiskNothingChanges) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  Json state = teach(machine, 2);
  const Json undo = {{"id", state["last"]}};
  for (const std::size_t room : {0, 10}) {
    const FullDisk full(path, room);
    PageSession::Reply reply = page->act("answer", {{"name", state["name"]}, {"answer", "equal"}});
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(reply.body["error"], "Not saved: the disk is full");
    EXPECT_EQ(page->act("undo", undo).status, 503);
    EXPECT_EQ(page->act("change", {{"id", state["last"]}, {"answer", "unsure"}}).status, 503);
    EXPECT_EQ(page->state(), state) << "the same question, the same count";
  }
  EXPECT_EQ(teach(machine)["kind"], "done") << "there is room again";
  EXPECT_EQ(page->machine(false)->moore(), canonical(machine));
  page.reset();
  EXPECT_FALSE(read_session(path).torn);
}

TEST_F(OnAPage, AVerdictThatCannotBeStoredIsGivenAgain) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  Json state = page->state();
  while (state["kind"] == "comparison") state = teach(machine, 1);
  ASSERT_EQ(state["kind"], "check");
  {
    const FullDisk full(path, 0);
    EXPECT_EQ(page->act("accept", {{"name", state["name"]}}).status, 503);
    EXPECT_EQ(page->state(), state);
  }
  EXPECT_EQ(teach(machine)["kind"], "done");
}

TEST_F(OnAPage, RefusesWhatIsNoAnswer) {
  begin(last_event(3));
  const Json state = page->state();
  const auto refused = [&](const char* action, Json body) {
    body["name"] = state["name"];
    const PageSession::Reply reply = page->act(action, body);
    return reply.status == 400 && reply.body.contains("error");
  };
  EXPECT_TRUE(refused("answer", {{"answer", "maybe"}}));
  EXPECT_TRUE(refused("answer", Json::object()));
  EXPECT_TRUE(refused("undo", Json::object())) << "nothing to take back";
  EXPECT_TRUE(refused("change", {{"id", 1}, {"answer", "a"}}));
  EXPECT_TRUE(refused("change", {{"id", -1}, {"answer", "a"}}));
  EXPECT_TRUE(refused("accept", Json::object()));
  EXPECT_TRUE(refused("reject", {{"word", {0}}, {"value", 0}}));
  EXPECT_TRUE(refused("levels", {{"outputs", nullptr}}));
  EXPECT_TRUE(refused("dance", Json::object()));
  EXPECT_EQ(page->state()["answers"], 0);
}

TEST_F(OnAPage, AnswersCanBeTakenBackAndChanged) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  const Json first = page->state();
  Json state = page->act("answer", {{"name", first["name"]}, {"answer", "unsure"}}).body;
  state = page->act("undo", {{"name", state["name"]}}).body;
  EXPECT_EQ(state["answers"], 0);
  EXPECT_EQ(state["question"]["left"].size() + state["question"]["right"].size(),
            first["question"]["left"].size() + first["question"]["right"].size());
  state = teach(machine, 2);
  const std::size_t id = state["history"].back()["id"];
  const std::string now = state["history"].back()["answer"];
  state = page->act("change", {{"name", state["name"]}, {"id", id}, {"answer", now == "a" ? "b" : "a"}}).body;
  EXPECT_EQ(state["history"].back()["answer"], now == "a" ? "b" : "a");
}

TEST_F(OnAPage, AnotherLevelIsAddedAndEveryAnswerKept) {
  const MooreMachine three = last_event(3);
  SessionHead two = head(last_event(2));
  page.emplace(DurableRun::create(path, two));
  Json state = teach(three);
  ASSERT_EQ(state["kind"], "levels");
  EXPECT_EQ(state["trouble"]["needed"], 3);
  const Json answers = state["answers"];
  const auto levels = [&](const Json& names) {
    return page->act("levels", {{"name", state["name"]}, {"outputs", names}});
  };
  EXPECT_EQ(levels({"0", "1"}).status, 400) << "none was added";
  EXPECT_EQ(levels({"0", "5", "9"}).status, 400) << "1 is gone";
  EXPECT_EQ(levels({"1", "0", "2"}).status, 400) << "not in order";
  state = levels({"0", "1", "2"}).body;
  EXPECT_EQ(state["answers"], answers);
  EXPECT_EQ(state["task"]["values"], Json({"0", "1", "2"}));
  EXPECT_EQ(teach(three)["kind"], "done");
  EXPECT_EQ(page->machine(false)->moore(), canonical(three));
  EXPECT_TRUE(std::filesystem::exists(path.string() + ".1"));
}

TEST_F(OnAPage, OrTheOrderAloneIsLearned) {
  const MooreMachine three = last_event(3);
  page.emplace(DurableRun::create(path, head(last_event(2))));
  Json state = teach(three);
  ASSERT_EQ(state["kind"], "levels");
  const Json answers = state["answers"];
  state = page->act("levels", {{"name", state["name"]}, {"outputs", nullptr}}).body;
  EXPECT_EQ(state["answers"], answers);
  while (state["kind"] == "comparison" || state["kind"] == "check") {
    state = state["kind"] == "check"
                ? page->act("accept", {{"name", state["name"]}}).body
                : page->act("answer", {{"name", state["name"]}, {"answer", side(three, state)}}).body;
  }
  EXPECT_EQ(state["kind"], "done");
  EXPECT_TRUE(state["task"]["values"].is_null());
}

TEST_F(OnAPage, KeepsWhenItWasShownAndByWhom) {
  const MooreMachine machine = last_event(3);
  begin(machine);
  teach(machine, 2);
  page.reset();
  const LoggedSession logged = read_session(path);
  const Stamp stamp = logged.stamps.of(AnswerId{1});
  EXPECT_EQ(stamp.by, "tester");
  EXPECT_GT(stamp.shown, 1'700'000'000'000);
  EXPECT_GE(stamp.at, stamp.shown);
}

TEST_F(OnAPage, SequencesThatAreTooLongAreNotAsked) {
  const MooreMachine machine = random_machine({9, 2, 3}, 3);
  PersonSettings person;
  person.longest = 2;
  page.emplace(DurableRun::create(path, head(machine, person)));
  Json state = page->state();
  for (int i = 0; i < 200 && state["kind"] == "comparison"; ++i) {
    ASSERT_LE(state["question"]["left"].size(), 2u);
    ASSERT_LE(state["question"]["right"].size(), 2u);
    state = page->act("answer", {{"name", state["name"]}, {"answer", side(machine, state)}}).body;
  }
  EXPECT_NE(state["kind"], "comparison");
}

}  // namespace
}  // namespace remap::web
