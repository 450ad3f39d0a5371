// The parts of the extension module, each in its own file.
#pragma once

#include <pybind11/pybind11.h>

namespace remap {
struct RunResult;
}

namespace remap::python {

namespace py = pybind11;

void add_errors(py::module_& module);
void add_machines(py::module_& module);
void add_runs(py::module_& module);
void add_pull(py::module_& module);
void add_worlds(py::module_& module);

/// (machine, counts by name).
py::tuple result_of(const RunResult& result);

}  // namespace remap::python
