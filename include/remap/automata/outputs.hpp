// Output alphabets: an ordered list of named values, lowest first.
//
// A value is a name. Names that read as numbers are numbers (negative and fractional ones too) and must increase along
// the list; other names, such as safe < risky < fatal, mean what their position says. Both may be mixed: HALT < 0 < 1.
// Everything downstream works with positions (`Output`), so nothing can come to depend on values being integers.
// Like an alphabet, a list of outputs is a value that never changes and is cheap to copy.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

/// The name of the output below every reward that a finished reward machine shows for ever.
inline constexpr std::string_view halt_name = "HALT";

class Outputs {
 public:
  /// Throws InputError when the list is empty, a name is empty or occurs twice, or numbers do not increase.
  explicit Outputs(std::vector<std::string> names_lowest_first);
  Outputs(std::initializer_list<const char*> names_lowest_first)
      : Outputs(std::vector<std::string>(names_lowest_first.begin(), names_lowest_first.end())) {}

  /// Reads "0,1,5" or "safe,risky", lowest first. Throws InputError likewise.
  static Outputs parse_list(std::string_view text);
  /// `ranks(3)` is r0 < r1 < r2: outputs known by their order alone.
  static Outputs ranks(std::size_t count);

  [[nodiscard]] std::size_t size() const noexcept { return contents_->names.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return contents_->names; }
  [[nodiscard]] const std::string& name(Output output) const { return contents_->names.at(index(output)); }
  /// The number an output's name stands for, if it does.
  [[nodiscard]] std::optional<double> number(Output output) const { return contents_->numbers.at(index(output)); }
  /// The output of that name, or of the same number written otherwise (1 and 1.0). `no_output` when there is none.
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

/// The number a text stands for as a whole (decimal, sign, fraction, exponent), locale-independent; none otherwise.
std::optional<double> parse_number(std::string_view text);
/// The shortest text that reads back as the same number: 1, -0.5, 0.1.
std::string format_number(double number);

}  // namespace remap
