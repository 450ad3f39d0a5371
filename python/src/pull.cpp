// A run driven by its caller: it asks, and waits for the caller to answer.
//
// The run drives itself in a thread of its own, which never touches Python, and stops at each question. An answer is in
// the log when `answer` returns, since the run has then come to its next question.
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core.hpp"
#include "run.hpp"
#include "runs/method/run_teacher.hpp"
#include "teacher.hpp"

namespace remap::python {

namespace {

struct Closed : Error {
  Closed() : Error("the session was closed") {}
};

struct Question {
  Word left, right;
  std::optional<MooreMachine> machine;  // an equivalence question
};

class Pull {
 public:
  Pull(Run& run, py::object letters) : run_(run), words_(std::move(letters)) {}
  ~Pull() { close(); }
  Pull(const Pull&) = delete;
  Pull& operator=(const Pull&) = delete;

  /// Continues to the next question; false when the run is finished.
  bool next() {
    if (!thread_.joinable() && stage_ != Stage::finished) begin();
    wait_for_run();
    if (stage_ == Stage::failed) {
      stop();
      stage_ = Stage::idle;
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    return stage_ == Stage::asking;
  }

  py::object question() {
    require_question();
    if (question_.machine) return py::cast(*question_.machine);
    return py::make_tuple(words_(question_.left), words_(question_.right));
  }

  void answer(const py::object& given) {
    require_question();
    if (question_.machine) throw py::type_error("the question is about a machine, the answer about two words");
    preference_ = preference_of(given);
    hand_over();
  }

  void judge(const std::optional<Told>& told) {
    require_question();
    if (!question_.machine) throw py::type_error("the question is about two words, the answer about a machine");
    verdict_ = told ? answer_of(*told) : EquivalenceAnswer::accepted();
    hand_over();
  }

  void close() {
    {
      const std::lock_guard guard(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    stop();
    closing_ = false;
    if (stage_ != Stage::finished) stage_ = Stage::idle;
    failure_ = nullptr;
  }

  [[nodiscard]] const std::optional<RunResult>& result() const { return result_; }

 private:
  enum class Stage : std::uint8_t { idle, working, asking, finished, failed };

  /// Asks one comparison at a time.
  class Asking final : public JudgingTeacher {
   public:
    explicit Asking(Pull& pull) : pull_(pull) {}
    void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
      for (std::size_t i = 0; i < comparisons.size(); ++i) {
        pull_.ask({comparisons.left(i), comparisons.right(i), std::nullopt});
        answers[i] = pull_.preference_;
      }
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
      pull_.ask({{}, {}, question.machine.moore()});
      return pull_.verdict_;
    }

   private:
    Pull& pull_;
  };

  /// As for a person: every answer is kept before the next question.
  class Person final : public RunTeacher {
   public:
    explicit Person(Pull& pull) : asking_(pull) {}
    Teacher& get() override { return asking_; }
    [[nodiscard]] bool is_person() const override { return true; }

   private:
    Asking asking_;
  };

  void require_question() const {
    if (stage_ != Stage::asking) throw Misuse("Session.answer", "there is no question to answer");
  }

  void begin() {
    stage_ = Stage::working;
    thread_ = std::thread([this] { work(); });
  }

  void work() {
    Stage ended = Stage::finished;
    std::exception_ptr failure;
    std::optional<RunResult> result;
    try {
      Person person(*this);
      result = run_.get().finish(person, nullptr);
    } catch (...) {
      ended = Stage::failed;
      failure = std::current_exception();
    }
    const std::lock_guard guard(mutex_);
    result_ = std::move(result);
    failure_ = failure;
    stage_ = ended;
    changed_.notify_all();
  }

  /// In the thread of the run.
  void ask(Question question) {
    std::unique_lock lock(mutex_);
    question_ = std::move(question);
    stage_ = Stage::asking;
    changed_.notify_all();
    changed_.wait(lock, [&] { return closing_ || stage_ == Stage::working; });
    if (closing_) throw Closed{};
  }

  void hand_over() {
    {
      const std::lock_guard guard(mutex_);
      stage_ = Stage::working;
    }
    changed_.notify_all();
    wait_for_run();
  }

  /// Without the interpreter's lock, but awake for Ctrl-C.
  void wait_for_run() {
    for (;;) {
      {
        const py::gil_scoped_release release;
        std::unique_lock lock(mutex_);
        if (changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return stage_ != Stage::working; })) return;
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
  }

  void stop() {
    if (!thread_.joinable()) return;
    const py::gil_scoped_release release;
    thread_.join();
  }

  Run& run_;
  Words words_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Stage stage_ = Stage::idle;
  bool closing_ = false;
  Question question_;
  Preference preference_{};
  EquivalenceAnswer verdict_;
  std::optional<RunResult> result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

void add_pull(py::module_& module) {
  py::class_<Pull>(module, "Pull")
      .def(py::init<Run&, py::object>(), py::keep_alive<1, 2>())
      .def("next", &Pull::next)
      .def("question", &Pull::question)
      .def("answer", &Pull::answer)
      .def("judge", &Pull::judge)
      .def("close", &Pull::close)
      .def("result", [](const Pull& pull) -> std::optional<py::tuple> {
        if (!pull.result()) return std::nullopt;
        return result_of(*pull.result());
      });
}

}  // namespace remap::python
