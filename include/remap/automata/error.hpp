// The exceptions of the library. Every message is one sentence that says what is wrong, where, and what was expected.
#pragma once

#include <stdexcept>
#include <string>

namespace remap {

/// The base of all exceptions that this library throws deliberately.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An input (a file, a word, an option) cannot be used. The command line tool exits with 2.
class InputError : public Error {
 public:
  using Error::Error;
};

/// A function was called contrary to its contract. Names the function and the offending value.
class Misuse : public Error {
 public:
  Misuse(const std::string& function, const std::string& what) : Error(function + ": " + what) {}
};

/// A position in a text, counted from 1; `line` 0 means "no particular position".
struct TextPosition {
  std::size_t line = 0;
  std::size_t column = 0;
};

/// A text could not be read. `what()` is "FILE:LINE:COLUMN: sentence"; the reader of a file adds the file's name.
class ParseError : public InputError {
 public:
  ParseError(std::string sentence, TextPosition position, const std::string& file = "");

  [[nodiscard]] const std::string& sentence() const noexcept { return sentence_; }
  [[nodiscard]] TextPosition position() const noexcept { return position_; }

 private:
  std::string sentence_;
  TextPosition position_;
};

}  // namespace remap
