#include "formats/machines/dot.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  return fuzz::run(
      data, size, [](std::string_view text) { return read_dot(text); },
      [](const auto& machine) {
        if (fuzz::lists_many_steps(machine)) return;
        const std::string written = write_dot(machine);
        fuzz::require_same(written, write_dot(read_dot(written)));
      });
}
