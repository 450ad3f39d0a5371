// The exceptions of the library as exceptions of Python; bad input is also a ValueError.
#include "core.hpp"
#include "remap/automata/error.hpp"
#include "remap/learning/session.hpp"

namespace remap::python {

void add_errors(py::module_& module) {
  const auto documented = [](auto exception, const char* text) {
    exception.attr("__doc__") = text;
    return exception;
  };
  // Later registrations are tried first, so derived classes come after their bases.
  const auto error = documented(py::register_exception<Error>(module, "Error"), "What remap raises.");
  const py::tuple input_bases = py::make_tuple(error, py::reinterpret_borrow<py::object>(PyExc_ValueError));
  const auto input_error = documented(py::register_exception<InputError>(module, "InputError", input_bases),
                                      "Something given is wrong: the message says what, where, and what was expected.");
  documented(py::register_exception<ParseError>(module, "ParseError", input_error),
             "A text or file cannot be read: the message has the line and the column.");
  documented(py::register_exception<Misuse>(module, "Misuse", error), "A call that is not allowed at this time.");
  const auto contradiction = documented(
      py::register_exception<Contradiction>(module, "Contradiction", error),
      "No machine fits the answers: the message lists those that contradict each other. Change or retract one "
      "of them (`Session`), or learn with teacher_errs='on'.");
  documented(py::register_exception<TooFewOutputs>(module, "TooFewOutputs", contradiction),
             "The answers tell more values apart than there are outputs.");
  documented(py::register_exception<Unsettled>(module, "Unsettled", error),
             "The run cannot continue without an answer that the teacher was unsure about.");
}

}  // namespace remap::python
