// Words, values and answers as people read them.
//
// A letter is shown by its name or by a more readable one; the letters of a word are consecutive events. Whatever the
// names contain, the texts are safe to show, no two letters look alike, and what is too long is cut in the middle, with
// a count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "teachers/book/answer_book.hpp"
#include "teachers/person/screen.hpp"

namespace remap {

class Wording {
 public:
  /// `names`: one per letter, in the order of the alphabet, or one per proposition if letters are not listed; empty for
  /// their own. `outputs` may be null.
  /// `value_names`: one per output, lowest first; empty for their own.
  Wording(Alphabet alphabet, std::optional<Outputs> outputs, std::vector<std::string> names = {},
          std::vector<std::string> value_names = {});

  [[nodiscard]] std::string letter(Letter letter) const;
  [[nodiscard]] std::string output(Output output) const;
  /// "0, 1 or 2".
  [[nodiscard]] std::string some_of(const std::vector<Output>& outputs) const;
  [[nodiscard]] const std::optional<Outputs>& outputs() const noexcept { return outputs_; }

  /// "a → b → c", "(nothing yet)", in at most `columns` columns.
  [[nodiscard]] std::string word(const Word& word, std::size_t columns) const;
  /// The same in pieces, to be broken into lines; only words of more than 25 letters are cut.
  [[nodiscard]] TextLine pieces(const Word& word) const;
  /// A word next to another one: their common beginning and end are dim, the difference is strong and, if anything is
  /// common, in brackets. Lines may be broken between pieces. `ends`: how many letters are shown at each end of a long
  /// difference; of a long common part, a third of that.
  [[nodiscard]] TextLine beside(const Word& word, const Word& other, std::size_t ends = 12) const;
  /// An answer in one line of at most `columns` columns.
  [[nodiscard]] std::string answer(const AnswerBook& book, AnswerId id, std::size_t columns) const;

  /// Reads typed text: letters by their own names as `parse_word` does, or by the names shown, separated by commas or
  /// arrows. Throws InputError.
  [[nodiscard]] Word parse(const std::string& text) const;
  /// A value by its own name or the name shown; `no_output` if there is none.
  [[nodiscard]] Output find_output(std::string_view name) const;

 private:
  [[nodiscard]] Letter find(std::string_view name) const;
  void append(TextLine& line, std::span<const Letter> letters, Style style, std::size_t ends) const;

  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  std::vector<std::string> letters_;  // as shown; empty if they are not listed
  std::vector<std::string> names_;    // as given
  std::vector<std::string> values_;   // as shown
};

/// Breaks pieces into lines of at most `columns`, those after the first indented by `indent`; wider pieces are
/// shortened.
Page broken(const TextLine& pieces, std::size_t columns, std::size_t indent = 0);

}  // namespace remap
