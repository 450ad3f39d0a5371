// The exceptions of the library as exceptions of Python; bad input is also a ValueError.
#include "core.hpp"
#include "remap/automata/error.hpp"
#include "remap/learning/session.hpp"

namespace remap::python {

void add_errors(py::module_& module) {
  // Later registrations are tried first, so derived classes come after their bases.
  const auto error = py::register_exception<Error>(module, "Error");
  const py::tuple input_bases = py::make_tuple(error, py::reinterpret_borrow<py::object>(PyExc_ValueError));
  const auto input_error = py::register_exception<InputError>(module, "InputError", input_bases);
  py::register_exception<ParseError>(module, "ParseError", input_error);
  py::register_exception<Misuse>(module, "Misuse", error);
  const auto contradiction = py::register_exception<Contradiction>(module, "Contradiction", error);
  py::register_exception<TooFewOutputs>(module, "TooFewOutputs", contradiction);
  py::register_exception<Unsettled>(module, "Unsettled", error);
}

}  // namespace remap::python
