// The terminal as a screen: pages drawn in place on the alternate screen, keys read one by one.
#pragma once

#include <string>

#include "teachers/screen.hpp"

namespace remap::cli {

/// Throws InputError unless standard input is a terminal, and standard output or standard error, too.
void require_terminal();

/// At most one at a time. The terminal is put back as it was by the destructor and by every signal that ends or stops
/// the program; those that a person sends then leave `farewell` on standard error.
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
  /// The next byte of what is typed; none when nothing comes in time (negative: for ever), or a signal came first.
  int next_byte(int milliseconds);
  Key rest_of_escape();

  bool styled_;
  std::string buffer_;
};

}  // namespace remap::cli
