// A screen for tests: keys come from a function or a text, pages are kept as plain text.
#pragma once

#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "logic/letters/shown.hpp"
#include "remap/automata/moore.hpp"
#include "teachers/person/screen.hpp"

namespace remap::test {

class FakeScreen final : public Screen {
 public:
  /// Which key to press, seeing this page.
  using Person = std::function<Key(const std::string&)>;

  explicit FakeScreen(Person person, std::size_t columns = 80, std::size_t rows = 24)
      : person_(std::move(person)), columns_(columns), rows_(rows) {}
  /// Presses these keys, one after the other.
  explicit FakeScreen(std::u32string keys, std::size_t columns = 80, std::size_t rows = 24)
      : FakeScreen(
            [keys = std::move(keys), at = std::size_t{0}](const std::string&) mutable {
              if (at >= keys.size()) throw std::runtime_error("no more keys");
              return static_cast<Key>(keys[at++]);
            },
            columns, rows) {}

  void show(const Page& page) override {
    std::string text;
    bool fits = page.size() <= rows_;
    for (const TextLine& line : page) {
      std::string shown;
      for (const Piece& piece : line) {
        shown += piece.text;
        if (piece.style == Style::dim) dim_ += piece.text + "|";
        if (piece.style == Style::strong) strong_ += piece.text + "|";
      }
      fits = fits && columns_of(shown) <= columns_ + 2 && safe(shown) == shown;
      text += shown.substr(0, shown.find_last_not_of(' ') + 1) + "\n";
    }
    if (!fits) throw std::runtime_error("the page does not fit, or is not safe:\n" + text);
    pages.push_back(text);
  }
  Key key() override { return person_(pages.back()); }
  void forget_keys() override {}
  [[nodiscard]] std::size_t columns() const override { return columns_; }
  [[nodiscard]] std::size_t rows() const override { return rows_; }

  /// What was ever shown in that style, with a bar after each piece.
  [[nodiscard]] const std::string& dim() const noexcept { return dim_; }
  [[nodiscard]] const std::string& strong() const noexcept { return strong_; }

  std::vector<std::string> pages;

 private:
  Person person_;
  std::size_t columns_, rows_;
  std::string dim_, strong_;
};

/// The words of a comparison on a page, as shown, without the marks of their difference.
inline std::pair<std::string, std::string> words_on(const std::string& page) {
  const auto between = [&](const std::string& from, const std::string& to) {
    const std::size_t begin = page.find(from) + from.size();
    std::string text = page.substr(begin, page.find(to, begin) - begin);
    std::string joined;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\n';
      if (c == '[' || c == ']' || (blank && (joined.empty() || joined.back() == ' '))) continue;
      joined += blank ? ' ' : c;
    }
    while (!joined.empty() && joined.back() == ' ') joined.pop_back();
    return joined;
  };
  return {between("\n   1   ", "\n   2   "), between("\n   2   ", "\n   1 the")};
}

/// Letters of a word that was shown, where names hold no blanks.
inline std::vector<std::string> letters_in(const std::string& shown) {
  std::vector<std::string> letters;
  if (shown == "(nothing yet)") return letters;
  for (std::size_t from = 0; from < shown.size();) {
    const std::size_t end = std::min(shown.find(" → ", from), shown.size());
    const std::string letter = shown.substr(from, end - from);
    if (letter != "nothing here" && letter != "nothing more") letters.push_back(letter);
    from = end + std::string(" → ").size();
  }
  return letters;
}

/// Somebody who knows the machine: reads pages, presses the right keys.
class HonestPerson {
 public:
  explicit HonestPerson(const MooreMachine& machine) : machine_(machine) {}

  [[nodiscard]] static bool compares(const std::string& page) {
    return page.find("hich do you prefer?") != std::string::npos;
  }

  Key operator()(const std::string& page) {
    if (!planned_.empty()) return take();
    if (page.find("skip the examples") != std::string::npos) return U's';
    if (compares(page)) {
      const auto [first, second] = words_on(page);
      const Output a = value_of(first), b = value_of(second);
      if (a == no_output || b == no_output) return U'?';
      return a == b ? U'=' : a > b ? U'1' : U'2';
    }
    if (const auto wrong = wrong_line(page)) {
      planned_ = "w" + wrong->first + "\r" + wrong->second + "\r";
      return take();
    }
    const std::size_t lines = page.find("Lines ");
    if (lines == std::string::npos) return U'a';
    std::istringstream counts(page.substr(lines));
    std::string word;
    std::size_t from = 0, to = 0, all = 0;
    counts >> word >> from >> word >> to >> word >> all;
    return to == all ? U'a' : U'n';
  }

  /// `no_output` for a word of which some is left out.
  [[nodiscard]] Output value_of(const std::string& shown) const {
    Word word;
    for (const std::string& letter : letters_in(shown)) {
      word.push_back(machine_.alphabet().find(letter));
      if (word.back() == no_letter) return no_output;
    }
    return machine_.output_after(word);
  }

 private:
  Key take() {
    const auto key = static_cast<Key>(planned_.front());
    planned_.erase(0, 1);
    return key;
  }

  /// A word that ends with an arrow goes on in the next row.
  [[nodiscard]] static std::string joined_rows(const std::string& page) {
    std::string joined;
    std::istringstream rows(page);
    for (std::string row; std::getline(rows, row);) {
      if (joined.ends_with("→")) {
        joined += ' ';
        joined += row.substr(std::min(row.find_first_not_of(' '), row.size()));
      } else {
        if (!joined.empty()) joined += '\n';
        joined += row;
      }
    }
    return joined;
  }
  /// The number of a line of predictions that is wrong, and the right value.
  [[nodiscard]] std::optional<std::pair<std::string, std::string>> wrong_line(const std::string& page) const {
    std::istringstream lines(joined_rows(page));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t number = line.find_first_not_of(' ');
      if (number == std::string::npos || line[number] < '0' || line[number] > '9') continue;
      const std::size_t number_end = line.find("  ", number);
      const std::size_t value = line.rfind(' ');
      if (number_end == std::string::npos || value <= number_end + 2) continue;
      const std::string shown = line.substr(number_end + 2, line.find("  ", number_end + 2) - number_end - 2);
      if (value_of(shown) == no_output) continue;
      const std::string right = machine_.outputs().name(value_of(shown));
      if (line.substr(value + 1) != right) return std::pair(line.substr(number, number_end - number), right);
    }
    return std::nullopt;
  }

  const MooreMachine& machine_;
  std::string planned_;
};

}  // namespace remap::test
