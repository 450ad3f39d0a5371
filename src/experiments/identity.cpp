#include "experiments/identity.hpp"

#include <fmt/format.h>

namespace remap {

namespace {

std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9U;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mix(value);
}

}  // namespace

std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", hash(text)); }

std::string fingerprint(const MooreMachine& machine) {
  const MooreMachine plain = canonical(machine);
  std::string text;
  for (const std::string& name : plain.alphabet().names()) text += name + '\n';
  for (const std::string& name : plain.outputs().names()) text += name + '\n';
  for (std::size_t q = 0; q < plain.size(); ++q) {
    text += fmt::format("{}:", index(plain.output(make_id<State>(q))));
    for (const State to : plain.row(make_id<State>(q))) text += fmt::format(" {}", index(to));
    text += '\n';
  }
  return fingerprint(text);
}

std::uint64_t derive_seed(std::uint64_t seed, std::string_view name, std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t value = mix(seed + 0x9e3779b97f4a7c15U) ^ hash(name);
  for (const std::uint64_t number : numbers) value = mix(value + 0x9e3779b97f4a7c15U) ^ number;
  return mix(value + 0x9e3779b97f4a7c15U) >> 1;
}

}  // namespace remap
