#include "automata/machines/fingerprint.hpp"

#include <fmt/format.h>

#include "base/checksum.hpp"
#include "logic/guards/guards.hpp"

namespace remap {

std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", checksum(text)); }

std::string fingerprint(const MooreMachine& machine) {
  const MooreMachine plain = canonical(machine);
  std::string text;
  const bool listed = plain.alphabet().listed();
  for (const std::string& name : listed ? plain.alphabet().names() : plain.alphabet().propositions()) {
    text += name + '\n';
  }
  for (const std::string& name : plain.outputs().names()) text += name + '\n';
  for (std::size_t q = 0; q < plain.size(); ++q) {
    text += fmt::format("{}:", index(plain.output(make_id<State>(q))));
    if (listed) {
      for (const State to : plain.row(make_id<State>(q))) text += fmt::format(" {}", index(to));
    }
    text += '\n';
  }
  if (!listed) text += plain.guards()->text();
  return fingerprint(text);
}

}  // namespace remap
