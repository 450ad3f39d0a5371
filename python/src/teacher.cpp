#include "teacher.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>

namespace remap::python {

py::tuple Words::operator()(const Word& word) const {
  py::tuple tuple(word.size());
  const bool listed = PyTuple_Check(letters_.ptr()) != 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!listed) {
      tuple[i] = letters_(index(word[i]));
      continue;
    }
    PyObject* letter = PyTuple_GET_ITEM(letters_.ptr(), static_cast<py::ssize_t>(index(word[i])));
    Py_INCREF(letter);
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<py::ssize_t>(i), letter);
  }
  return tuple;
}

namespace {

[[noreturn]] void refuse(py::handle answer, bool number) {
  const std::string text = py::repr(answer);
  const std::string sentence = "a teacher answers -1, 0, 1 or None (unsure), not " + text;
  if (number) throw py::value_error(sentence);
  throw py::type_error(sentence);
}

/// True is not an answer: False could mean worse or equal.
bool is_bool(py::handle answer) {
  if (PyBool_Check(answer.ptr())) return true;
  return py::hasattr(answer, "dtype") && std::string(py::str(answer.attr("dtype"))) == "bool";
}

}  // namespace

Preference preference_of(py::handle answer) {
  if (answer.is_none()) return Preference::unsure;
  if (PyNumber_Check(answer.ptr()) == 0 || is_bool(answer)) refuse(answer, false);
  const double value = PyFloat_AsDouble(answer.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse(answer, PyLong_Check(answer.ptr()) != 0);  // a number too large, or none after all
  }
  if (value != -1 && value != 0 && value != 1) refuse(answer, true);
  return static_cast<Preference>(static_cast<int>(value) + 1);
}

EquivalenceAnswer answer_of(const Told& told) {
  const auto& [letters, kind, outputs] = told;
  Word word;
  for (const std::uint32_t letter : letters) word.push_back(Letter{letter});
  using Kind = Feedback::Kind;
  Feedback feedback;
  feedback.kind = kind == "value"   ? Kind::value
                  : kind == "not"   ? Kind::not_value
                  : kind == "among" ? Kind::among
                                    : Kind::none;
  for (const std::uint32_t output : outputs) feedback.outputs.push_back(Output{output});
  return EquivalenceAnswer::wrong(std::move(word), std::move(feedback));
}

Calls calls_of(const std::string& text) {
  if (text == "batch") return Calls::batch;
  if (text == "values") return Calls::values;
  return text == "prefixes" ? Calls::prefixes : Calls::pairs;
}

PythonTeacher::PythonTeacher(py::object letters, Callbacks callbacks)
    : words_(std::move(letters)), callbacks_(std::move(callbacks)), judges_(!callbacks_.equivalence.is_none()) {}

PythonTeacher::~PythonTeacher() = default;

/// The answers to a batch. They are passed on in the order in which they come, a few times a second.
class PythonTeacher::Arriving {
 public:
  Arriving(std::span<Preference> answers, const Arrival& arrived)
      : answers_(answers), arrived_(arrived), answered_(answers.size(), false) {}

  [[nodiscard]] std::size_t size() const noexcept { return answers_.size(); }

  void add(std::size_t position, Preference answer) {
    if (position >= answers_.size() || answered_[position]) {
      throw py::value_error("the teacher answered comparison " + std::to_string(position) +
                            (position < answers_.size() ? " twice" : ", which was not asked"));
    }
    answers_[position] = answer;
    answered_[position] = true;
    come_.push_back(position);
    if (Clock::now() >= next_) pass_on();
  }

  void pass_on() {
    if (come_.empty()) return;
    std::sort(come_.begin(), come_.end());
    arrived_(std::exchange(come_, {}));
    next_ = Clock::now() + std::chrono::milliseconds(100);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::span<Preference> answers_;
  const Arrival& arrived_;
  std::vector<bool> answered_;
  std::vector<std::size_t> come_;  // not yet passed on
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(100);
};

void PythonTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  compare(comparisons, answers, [](std::span<const std::size_t>) {});
}

void PythonTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  Arriving arriving(answers, arrived);
  try {
    if (callbacks_.calls == Calls::batch) {
      compare_batch(comparisons, arriving);
    } else {
      compare_pairs(comparisons, arriving);
    }
  } catch (...) {
    arriving.pass_on();  // what was answered before the teacher failed has been answered
    throw;
  }
  arriving.pass_on();
  tell(comparisons.size(), 0);
}

void PythonTeacher::compare_pairs(const Comparisons& comparisons, Arriving& answers) {
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const py::tuple left = words_(comparisons.left(i));
    const py::tuple right = words_(comparisons.right(i));
    PyObject* words[] = {nullptr, left.ptr(), right.ptr()};
    const auto answer = py::reinterpret_steal<py::object>(
        PyObject_Vectorcall(callbacks_.about_words.ptr(), words + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    if (!answer) throw py::error_already_set();
    answers.add(i, preference_of(answer));
  }
}

void PythonTeacher::compare_batch(const Comparisons& comparisons, Arriving& answers) {
  py::list pairs(comparisons.size());
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    py::tuple pair(2);
    PyTuple_SET_ITEM(pair.ptr(), 0, words_(comparisons.left(i)).release().ptr());
    PyTuple_SET_ITEM(pair.ptr(), 1, words_(comparisons.right(i)).release().ptr());
    PyList_SET_ITEM(pairs.ptr(), static_cast<py::ssize_t>(i), pair.release().ptr());
  }
  const auto check = [&](std::size_t count) {
    if (count == answers.size()) return;
    throw py::value_error("the teacher was asked " + std::to_string(answers.size()) + " comparisons and answered " +
                          std::to_string(count));
  };
  // Whatever can be iterated over: a list, an array, a generator that answers as it goes.
  const py::object given = callbacks_.about_words(pairs);
  if (PySequence_Check(given.ptr()) != 0) check(py::len(given));
  std::size_t count = 0;
  for (const py::handle answer : py::iter(given)) {
    if (PyTuple_Check(answer.ptr()) != 0 && PyTuple_GET_SIZE(answer.ptr()) == 2) {
      const auto [position, about] = answer.cast<std::pair<std::size_t, py::object>>();
      answers.add(position, preference_of(about));
    } else if (count < answers.size()) {
      answers.add(count, preference_of(answer));
    }
    ++count;
  }
  check(count);
}

void PythonTeacher::values(const AskedWords& asked, std::span<Output> answers) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  auto answer = answers.begin();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (const py::handle output : callbacks_.about_words(words_(asked.word(i)))) {
      if (answer == answers.end()) break;
      *answer++ = Output{output.cast<std::uint32_t>()};
    }
  }
  if (answer != answers.end()) throw py::value_error("the teacher gave fewer values than it was asked for");
  tell(asked.size(), 0);
}

EquivalenceAnswer PythonTeacher::equivalence(const EquivalenceQuestion& question) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  py::list representatives;
  const MooreMachine& machine = question.machine.moore();
  for (std::size_t q = 0; q < machine.size(); ++q) {
    representatives.append(words_(question.representative_of(machine.output(make_id<State>(q)))));
  }
  const py::object given = callbacks_.equivalence(MooreMachine(machine), representatives);
  EquivalenceAnswer answer = given.is_none() ? EquivalenceAnswer::accepted() : answer_of(given.cast<Told>());
  tell(0, 1);
  return answer;
}

void PythonTeacher::tell(std::size_t comparisons, std::size_t equivalence_questions) {
  if (!callbacks_.after_questions.is_none()) callbacks_.after_questions(comparisons, equivalence_questions);
}

}  // namespace remap::python
