#include "formats/log/session_log_sums.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/checksum.hpp"

namespace remap {

namespace {

constexpr std::string_view key = ",\"sum\":\"";
constexpr std::string_view end_of_line = "\"}";
constexpr std::size_t digits = 16;
constexpr std::size_t ending = key.size() + digits + end_of_line.size();

std::uint32_t next_link(std::uint32_t link, std::uint64_t text) {
  return static_cast<std::uint32_t>(mixed(text + link * 0x9e3779b97f4a7c15U) >> 32);
}

std::uint32_t own_sum(std::uint32_t link, std::uint64_t text) {
  return static_cast<std::uint32_t>(mixed(text ^ (std::uint64_t{link} << 32)));
}

std::optional<std::uint32_t> parse_digits(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void LineSums::close(std::string& text, std::size_t begin) {
  const std::uint64_t sum = checksum(std::string_view(text).substr(begin));
  link_ = next_link(link_, sum);
  text += key;
  fmt::format_to(std::back_inserter(text), "{:08x}{:08x}", link_, own_sum(link_, sum));
  text += end_of_line;
}

LineSums::Found LineSums::check(std::string_view line) {
  const std::uint32_t before = link_;
  if (line.size() < ending || !line.ends_with(end_of_line) || line.substr(line.size() - ending, key.size()) != key) {
    return Found::changed;
  }
  const std::string_view sums = line.substr(line.size() - ending + key.size(), digits);
  const auto link = parse_digits(sums.substr(0, digits / 2));
  const auto own = parse_digits(sums.substr(digits / 2));
  if (link) link_ = *link;
  const std::uint64_t sum = checksum(line.substr(0, line.size() - ending));
  if (!own || !link || *own != own_sum(*link, sum)) return Found::changed;
  return *link == next_link(before, sum) ? Found::sound : Found::out_of_row;
}

}  // namespace remap
