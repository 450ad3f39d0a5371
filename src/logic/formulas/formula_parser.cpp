// Reads formulas by recursive descent, one function per level of binding, and multiplies out on the way up.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "remap/automata/formula.hpp"

namespace remap {
namespace {

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

constexpr std::size_t deepest_formula = 200;

class FormulaParser {
 public:
  /// `resolve` turns a name, met at a position, into the number of a proposition.
  using Resolve = std::function<std::size_t(const std::string&, TextPosition)>;

  FormulaParser(std::string_view text, TextPosition start, Resolve resolve)
      : text_(text), position_(start), resolve_(std::move(resolve)) {}

  Formula whole() {
    Formula formula = disjunction();
    if (at_ < text_.size()) fail("'&', '|' or the end of the formula");
    return formula;
  }

 private:
  Formula disjunction() {
    Formula formula = conjunction();
    while (take('|')) formula = formula | conjunction();
    return formula;
  }

  Formula conjunction() {
    Formula formula = factor();
    while (take('&')) formula = combine([&, right = factor()] { return formula & right; });
    return formula;
  }

  Formula factor() {
    skip_blanks();
    if (depth_ == deepest_formula) {
      throw ParseError(fmt::format("the formula is nested too deeply, expected at most {} levels", deepest_formula),
                       position_);
    }
    ++depth_;
    Formula formula = negation_group_or_name();
    --depth_;
    return formula;
  }

  Formula negation_group_or_name() {
    if (take('!')) {
      const Formula inner = factor();
      return combine([&] { return !inner; });
    }
    if (take('(')) {
      Formula inner = disjunction();
      if (!take(')')) fail("'&', '|' or ')'");
      return inner;
    }
    if (at_ == text_.size() || !starts_name(text_[at_])) fail("a proposition, '!' or '('");
    const TextPosition start = position_;
    std::string name;
    for (; at_ < text_.size() && continues_name(text_[at_]); advance()) name += text_[at_];
    skip_blanks();
    if (name == "True") return Formula::always();
    if (name == "False") return {};
    return Formula({Cube{PropositionSet{1} << resolve_(name, start), 0}});
  }

  /// A product may be refused as too large; the reader wants to know where.
  template <class Product>
  Formula combine(Product make) {
    try {
      return make();
    } catch (const InputError& error) {
      throw ParseError(error.what(), position_);
    }
  }

  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    advance();
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) advance();
  }

  void advance() {
    if (text_[at_++] == '\n') {
      ++position_.line;
      position_.column = 1;
    } else {
      ++position_.column;
    }
  }

  [[noreturn]] void fail(std::string_view expected) const {
    std::string found = "the end of the formula";
    if (at_ < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      found = c > 0x20 && c < 0x7F ? fmt::format("'{}'", text_[at_]) : fmt::format("byte {:#04x}", c);
    }
    throw ParseError(fmt::format("expected {} but found {}", expected, found), position_);
  }

  std::string_view text_;
  TextPosition position_;
  Resolve resolve_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

Formula parse_formula(std::string_view text, std::span<const std::string> propositions, TextPosition start) {
  if (propositions.size() > 64) {
    throw Misuse("parse_formula", fmt::format("{} propositions, at most 64 are possible", propositions.size()));
  }
  return FormulaParser(text, start,
                       [propositions](const std::string& name, TextPosition position) {
                         const auto place = std::find(propositions.begin(), propositions.end(), name);
                         if (place == propositions.end()) {
                           const std::string known = propositions.empty()
                                                         ? "True or False, since there are no propositions"
                                                         : fmt::format("one of {}", fmt::join(propositions, ", "));
                           throw ParseError(fmt::format("unknown proposition '{}', expected {}", name, known),
                                            position);
                         }
                         return static_cast<std::size_t>(place - propositions.begin());
                       })
      .whole();
}

std::vector<std::string> propositions_in(std::string_view text, TextPosition start) {
  std::vector<std::string> names;
  FormulaParser(text, start, [&names](const std::string& name, TextPosition position) {
    const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (place == 64) throw ParseError(fmt::format("proposition '{}' is one more than the 64 possible", name), position);
    if (place == names.size()) names.push_back(name);
    return place;
  }).whole();
  return names;
}

bool is_proposition_name(std::string_view name) {
  return !name.empty() && starts_name(name.front()) && std::all_of(name.begin(), name.end(), continues_name) &&
         name != "True" && name != "False";
}

}  // namespace remap
