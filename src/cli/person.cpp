#include "cli/person.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "cli/console.hpp"
#include "cli/terminal_screen.hpp"
#include "logic/letters/shown.hpp"
#include "runs/method/person_settings.hpp"
#include "teachers/person/terminal.hpp"

namespace remap::cli {

namespace {

class Person final : public RunTeacher {
 public:
  Person(const SessionHead& head, std::string file, std::string resume, std::function<void()> check)
      : file_(std::move(file)),
        resume_(std::move(resume)),
        check_(std::move(check)),
        wording_(wording_for(head)),
        story_(read_person(head).story) {}

  Teacher& get() override { return terminal(); }
  bool is_person() const override { return true; }

  void attend(const Session& session, const Recorder& recording) override {
    session_ = &session;
    recording_ = &recording;
    if (terminal_) terminal_->attend(session, recording);
  }

  std::optional<Correction> correct(Trouble trouble, const AnswerBook& book, std::span<const AnswerId> answers,
                                    const std::string& note) override {
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
                                    : fmt::format("remap: every answer is stored; continue with\n  {}\n", resume_));
      terminal_.emplace(*screen_, wording_, file_);
      terminal_->attend(*session_, *recording_);
      if (recording_->book().size() == 0) terminal_->introduce(story_);
    }
    return *terminal_;
  }

  std::string file_, resume_;
  std::function<void()> check_;
  Wording wording_;
  std::string story_;
  const Session* session_ = nullptr;
  const Recorder* recording_ = nullptr;
  std::optional<TerminalScreen> screen_;
  std::optional<TerminalTeacher> terminal_;
};

}  // namespace

std::unique_ptr<RunTeacher> make_person(const SessionHead& head, const std::string& file, const std::string& resume,
                                        std::function<void()> check) {
  return std::make_unique<Person>(head, file, resume, std::move(check));
}

std::string user_name() {
  const char* name = std::getenv("USER");
  return name != nullptr ? safe(name) : "";
}

std::string free_session_name() {
  for (std::size_t i = 1;; ++i) {
    std::string name = fmt::format("session-{}.jsonl", i);
    if (!std::filesystem::exists(name)) return name;
  }
}

}  // namespace remap::cli
