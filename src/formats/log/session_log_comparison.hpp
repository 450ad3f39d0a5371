// Reads comparisons, as this program writes them to a log, without a JSON library.
//
// Nearly all lines of a log are comparisons, and parsing them as JSON would dominate the time to read a long log. A
// line of any other form, or with any error, is left to the JSON library, which also reports the error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/log/word_stems.hpp"
#include "teachers/book/answer_book.hpp"

namespace remap {

struct LoggedComparison {
  std::uint64_t id = 0;
  Word a, b;
  std::size_t end_of_a = 0, end_of_b = 0;  // where the last part of a stem begins: often after another word
  Preference answer = Preference::unsure;
  Purpose purpose = Purpose::question;
  std::optional<std::int64_t> at;
};

class ComparisonReader {
 public:
  explicit ComparisonReader(const Alphabet& alphabet);

  /// Reads a line with valid checksums. False if it is not of this form.
  bool read(std::string_view line, const ReadStems& stems, LoggedComparison& into) const;

 private:
  bool read_word(std::string_view& line, const ReadStems& stems, Word& into, std::size_t& end) const;
  [[nodiscard]] Letter letter(std::string_view name) const;

  Alphabet alphabet_;
  std::array<Letter, 256> short_{};  // names of one byte
  std::unordered_map<std::string, Letter> long_;
};

}  // namespace remap
