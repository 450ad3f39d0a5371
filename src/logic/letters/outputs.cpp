#include "remap/automata/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "remap/automata/error.hpp"

namespace remap {

Outputs::Outputs(std::vector<std::string> names_lowest_first) {
  Contents contents{std::move(names_lowest_first), {}};
  const auto& [names, numbers] = contents;
  if (names.empty()) throw InputError("a list of outputs needs at least one output");
  std::unordered_set<std::string_view> seen;
  std::size_t last_number = names.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) throw InputError("an output has an empty name");
    if (!seen.insert(names[i]).second) throw InputError(fmt::format("output '{}' occurs twice", names[i]));
    contents.numbers.push_back(parse_number(names[i]));
    if (!numbers[i]) continue;
    if (last_number < i && *numbers[last_number] >= *numbers[i]) {
      throw InputError(fmt::format("output {} comes after {} but is not greater, expected the lowest output first",
                                   names[i], names[last_number]));
    }
    last_number = i;
  }
  contents_ = std::make_shared<const Contents>(std::move(contents));
}

Outputs Outputs::parse_list(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    names.emplace_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return Outputs(std::move(names));
}

Outputs Outputs::ranks(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("r{}", i));
  return Outputs(std::move(names));
}

Output Outputs::find(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (names()[i] == name) return make_id<Output>(i);
  }
  const auto number = parse_number(name);
  for (std::size_t i = 0; number && i < size(); ++i) {
    if (contents_->numbers[i] == number) return make_id<Output>(i);
  }
  return no_output;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with("+-")) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string format_number(double number) {
  if (number == 0) return "0";
  std::array<char, 64> buffer{};
  const double size = std::abs(number);
  const auto form = size >= 1e-6 && size < 1e21 ? std::chars_format::fixed : std::chars_format::scientific;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, form);
  return {buffer.data(), result.ptr};
}

}  // namespace remap
