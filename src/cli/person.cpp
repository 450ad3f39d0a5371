#include "cli/person.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "automata/shown.hpp"
#include "cli/console.hpp"
#include "cli/terminal_screen.hpp"

namespace remap::cli {

namespace {

std::vector<std::string> names_of(const SessionHead& head) {
  const std::string text = setting(head.teacher, "names");
  if (text.empty()) return {};
  std::vector<std::string> names;
  try {
    names = nlohmann::json::parse(text).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    names.clear();
  }
  if (names.size() != head.alphabet.size()) {
    throw InputError("the first line of the session does not name each letter once");
  }
  return names;
}

class Person final : public RunTeacher {
 public:
  Person(const SessionHead& head, std::string file, std::function<void()> check)
      : file_(std::move(file)), check_(std::move(check)), wording_(head.alphabet, head.outputs, names_of(head)) {}

  Teacher& get() override { return terminal(); }
  bool is_person() const override { return true; }

  void attend(const Session& session, const RecordingTeacher& recording) override {
    session_ = &session;
    recording_ = &recording;
    if (terminal_) terminal_->attend(session, recording);
  }

  std::optional<Correction> correct(TerminalTeacher::Trouble trouble, const AnswerBook& book,
                                    std::span<const AnswerId> answers, const std::string& note) override {
    return terminal().correct(trouble, book, answers, note);
  }

  void leave() override {
    terminal_.reset();
    screen_.reset();
  }

 private:
  // A run that is finished needs no terminal, so it is taken over with the first question.
  TerminalTeacher& terminal() {
    if (!terminal_) {
      check_();
      screen_.emplace(file_.empty() ? ""
                                    : fmt::format("remap: every answer is kept; go on with\n  {}\n",
                                                  safe("remap resume " + shell_word(file_))));
      terminal_.emplace(*screen_, wording_, file_);
      terminal_->attend(*session_, *recording_);
    }
    return *terminal_;
  }

  std::string file_;
  std::function<void()> check_;
  Wording wording_;
  const Session* session_ = nullptr;
  const RecordingTeacher* recording_ = nullptr;
  std::optional<TerminalScreen> screen_;
  std::optional<TerminalTeacher> terminal_;
};

}  // namespace

Settings person_settings(const std::vector<std::string>& names) {
  Settings settings{{"person", "terminal"}};
  if (!names.empty()) settings.emplace_back("names", nlohmann::json(names).dump());
  return settings;
}

bool by_person(const SessionHead& head) { return setting(head.teacher, "person") == "terminal"; }

std::unique_ptr<RunTeacher> make_person(const SessionHead& head, const std::string& file, std::function<void()> check) {
  return std::make_unique<Person>(head, file, std::move(check));
}

std::string free_session_name() {
  for (std::size_t i = 1;; ++i) {
    std::string name = fmt::format("session-{}.jsonl", i);
    if (!std::filesystem::exists(name)) return name;
  }
}

}  // namespace remap::cli
