// Output alphabets: an ordered list of named values, lowest first.
//
// A value is a name. Names that read as numbers are numbers (also negative and fractional ones) and must increase along
// the list; other names, such as safe < risky < fatal, are ordered by position. Both may be mixed: HALT < 0 < 1. All
// other code works with positions (`Output`), so nothing depends on values being integers. Like alphabets, lists of
// outputs are immutable and cheap to copy.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

/// The output of a reward machine that has ended; it is below every reward.
inline constexpr std::string_view halt_name = "HALT";

class Outputs {
 public:
  /// Throws InputError if the list is empty, a name is empty or occurs twice, or numbers do not increase.
  explicit Outputs(std::vector<std::string> names_lowest_first);
  Outputs(std::initializer_list<const char*> names_lowest_first)
      : Outputs(std::vector<std::string>(names_lowest_first.begin(), names_lowest_first.end())) {}

  /// Reads "0,1,5" or "safe,risky", lowest first. Throws InputError as above.
  static Outputs parse_list(std::string_view text);
  /// `ranks(3)` is r0 < r1 < r2: outputs of which only the order is known.
  static Outputs ranks(std::size_t count);

  [[nodiscard]] std::size_t size() const noexcept { return contents_->names.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return contents_->names; }
  [[nodiscard]] const std::string& name(Output output) const { return contents_->names.at(index(output)); }
  /// The number that an output's name denotes, if any.
  [[nodiscard]] std::optional<double> number(Output output) const { return contents_->numbers.at(index(output)); }
  /// The output of that name, or of the same number in another notation (1 and 1.0). `no_output` if there is none.
  [[nodiscard]] Output find(std::string_view name) const;

  bool operator==(const Outputs& other) const {
    return contents_ == other.contents_ || contents_->names == other.contents_->names;
  }

 private:
  struct Contents {
    std::vector<std::string> names;
    std::vector<std::optional<double>> numbers;
  };

  std::shared_ptr<const Contents> contents_;
};

/// The number that the whole text denotes (decimal, with sign, fraction and exponent), locale-independent; empty if
/// none.
std::optional<double> parse_number(std::string_view text);
/// The shortest text that reads back as the same number: 1, -0.5, 0.1.
std::string format_number(double number);

}  // namespace remap
