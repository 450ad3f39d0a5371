#include "teacher.hpp"

#include <pybind11/stl.h>

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

[[noreturn]] void refuse(py::handle answer) {
  const std::string text = py::repr(answer);
  const std::string sentence = "a teacher answers -1, 0, 1 or None (unsure), not " + text;
  if (PyLong_Check(answer.ptr()) && !PyBool_Check(answer.ptr())) throw py::value_error(sentence);
  throw py::type_error(sentence);
}

}  // namespace

Preference preference_of(py::handle answer) {
  if (answer.is_none()) return Preference::unsure;
  PyObject* object = answer.ptr();
  // True is not an answer: False could mean worse or equal.
  if (PyBool_Check(object)) refuse(answer);
  py::object whole;
  if (!PyLong_Check(object)) {
    whole = py::reinterpret_steal<py::object>(PyNumber_Index(object));  // numbers of NumPy
    if (!whole) {
      PyErr_Clear();
      refuse(answer);
    }
    object = whole.ptr();
  }
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(object, &overflow);
  if (overflow != 0 || value < -1 || value > 1) refuse(answer);
  return static_cast<Preference>(value + 1);
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

void PythonTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (callbacks_.calls == Calls::batch) {
    compare_batch(comparisons, answers);
  } else {
    compare_pairs(comparisons, answers);
  }
  tell(comparisons.size(), 0);
}

void PythonTeacher::compare_pairs(const Comparisons& comparisons, std::span<Preference> answers) {
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const py::tuple left = words_(comparisons.left(i));
    const py::tuple right = words_(comparisons.right(i));
    PyObject* words[] = {nullptr, left.ptr(), right.ptr()};
    const auto answer = py::reinterpret_steal<py::object>(
        PyObject_Vectorcall(callbacks_.about_words.ptr(), words + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    if (!answer) throw py::error_already_set();
    answers[i] = preference_of(answer);
  }
}

void PythonTeacher::compare_batch(const Comparisons& comparisons, std::span<Preference> answers) {
  py::list pairs(comparisons.size());
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    py::tuple pair(2);
    PyTuple_SET_ITEM(pair.ptr(), 0, words_(comparisons.left(i)).release().ptr());
    PyTuple_SET_ITEM(pair.ptr(), 1, words_(comparisons.right(i)).release().ptr());
    PyList_SET_ITEM(pairs.ptr(), static_cast<py::ssize_t>(i), pair.release().ptr());
  }
  // Whatever can be iterated over: a list, an array, a generator that answers as it goes.
  const py::object given = callbacks_.about_words(pairs);
  std::size_t count = 0;
  for (const py::handle answer : py::iter(given)) {
    if (count < answers.size()) answers[count] = preference_of(answer);
    ++count;
  }
  if (count != answers.size()) {
    throw py::value_error("the teacher was asked " + std::to_string(answers.size()) + " comparisons and answered " +
                          std::to_string(count));
  }
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
