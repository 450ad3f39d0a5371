// The terminal as a screen: pages drawn in place on the alternate screen, keys read one by one.
#pragma once

#include <string>

#include "teachers/person/screen.hpp"

namespace remap::cli {

/// Throws InputError unless standard input is a terminal, and standard output or standard error, too.
void require_terminal();

/// At most one may exist at a time. The destructor and every signal that ends or stops the program restore the
/// terminal; signals sent by a person also print `farewell` on standard error.
class TerminalScreen final : public Screen {
 public:
  explicit TerminalScreen(const std::string& farewell);
  ~TerminalScreen() override;
  TerminalScreen(const TerminalScreen&) = delete;
  TerminalScreen& operator=(const TerminalScreen&) = delete;

  void show(const Page& page) override;
  Key key() override;
  void forget_keys() override;
  [[nodiscard]] std::size_t columns() const override;
  [[nodiscard]] std::size_t rows() const override;

 private:
  /// The next byte typed; empty if none arrives in time (negative: no limit) or a signal arrives first.
  int next_byte(int milliseconds);
  Key rest_of_escape();

  bool styled_;
  std::string buffer_;
};

}  // namespace remap::cli
