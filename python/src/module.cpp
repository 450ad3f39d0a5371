// remap._core: the library as Python's package needs it. Users see remap/*.py; what is here takes and gives numbers,
// lists and arrays, and leaves names and sets to the package.
#include "core.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace remap::python;
  module.doc() = "The C++ side of remap; use the package instead.";
  module.attr("version") = REMAP_VERSION;
  add_errors(module);
  add_machines(module);
  add_runs(module);
  add_pull(module);
  add_worlds(module);
}
