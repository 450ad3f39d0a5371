// remap._core: the library as Python's package needs it. Users see remap/*.py; what is here takes and gives numbers,
// lists and arrays, and leaves names and sets to the package.
#include <string>

#include "core.hpp"

namespace {

// An older pybind11 does not know the arrays of NumPy 2: it would fill them with wrong numbers without a word.
void check_numpy() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  const auto version = pybind11::module_::import("numpy").attr("__version__").cast<std::string>();
  if (std::stoi(version) >= 2) {
    throw pybind11::import_error("remap was built with pybind11 " + std::to_string(PYBIND11_VERSION_MAJOR) + "." +
                                 std::to_string(PYBIND11_VERSION_MINOR) + ", which does not work with NumPy " +
                                 version + ": build it with pybind11 2.12 or later, or install NumPy 1");
  }
#endif
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using namespace remap::python;
  check_numpy();
  module.doc() = "The C++ side of remap; use the package instead.";
  module.attr("version") = REMAP_VERSION;
  add_errors(module);
  add_machines(module);
  add_runs(module);
  add_pull(module);
  add_worlds(module);
}
