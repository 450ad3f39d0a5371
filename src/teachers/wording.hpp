// Words, values and answers as people read them.
//
// A letter is shown by its name, or by a better one that somebody gave it; letters of a word are events in time, one
// after the other. Whatever the names hold, the texts are safe to show, no two letters look alike, and what is too long
// for the place is cut in the middle, with a count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "teachers/answer_book.hpp"
#include "teachers/screen.hpp"

namespace remap {

class Wording {
 public:
  /// `names`: one per letter, in the order of the alphabet; empty for the letters' own. `outputs` may be null.
  /// `value_names`: one per output, lowest first; empty for their own.
  Wording(Alphabet alphabet, std::optional<Outputs> outputs, std::vector<std::string> names = {},
          std::vector<std::string> value_names = {});

  [[nodiscard]] const std::string& letter(Letter letter) const { return letters_[index(letter)]; }
  [[nodiscard]] std::string output(Output output) const;
  /// "0, 1 or 2".
  [[nodiscard]] std::string some_of(const std::vector<Output>& outputs) const;
  [[nodiscard]] const std::optional<Outputs>& outputs() const noexcept { return outputs_; }

  /// "a → b → c", "(nothing yet)", in at most `columns` columns.
  [[nodiscard]] std::string word(const Word& word, std::size_t columns) const;
  /// The same as pieces, to be broken into lines; only words of more than 25 letters are cut.
  [[nodiscard]] TextLine pieces(const Word& word) const;
  /// A word beside another one: what both begin and end with is dim, the difference is strong and, if anything is
  /// common, in brackets. Pieces are words of a text that may be broken between them. `ends`: how many letters are
  /// shown at each end of a difference that is long; of what is common, a third.
  [[nodiscard]] TextLine beside(const Word& word, const Word& other, std::size_t ends = 12) const;
  /// An answer in one line of at most `columns` columns.
  [[nodiscard]] std::string answer(const AnswerBook& book, AnswerId id, std::size_t columns) const;

  /// Reads what somebody typed: letters by their own names as `parse_word` does, or by the names shown, separated by
  /// commas or arrows. Throws InputError.
  [[nodiscard]] Word parse(const std::string& text) const;
  /// A value by its own name or the name shown; `no_output` when there is none.
  [[nodiscard]] Output find_output(std::string_view name) const;

 private:
  [[nodiscard]] Letter find(std::string_view name) const;
  void append(TextLine& line, std::span<const Letter> letters, Style style, std::size_t ends) const;

  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  std::vector<std::string> letters_;  // as shown
  std::vector<std::string> names_;    // as given
  std::vector<std::string> values_;   // as shown
};

/// Breaks pieces into lines of at most `columns`, after the first indented by `indent`; a piece that is wider is
/// shortened.
Page broken(const TextLine& pieces, std::size_t columns, std::size_t indent = 0);

}  // namespace remap
