#include "formats/machines/reward_machine_text.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  return fuzz::run(
      data, size, [](std::string_view text) { return read_reward_machine_text(text); },
      [](const auto& machine) {
        const std::string written = write_reward_machine_text(machine);
        fuzz::require_same(written, write_reward_machine_text(read_reward_machine_text(written)));
      });
}
