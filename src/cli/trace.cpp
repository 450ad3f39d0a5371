// The figures of the paper as text. A step is a filling of the table, under a title that says what led to it, or a
// hypothesis. A table is drawn twice: with the variable that each word got when it was first asked, and after
// unification, with the representative of the variable's class, where equal rows can be seen. For L* it is drawn once,
// with values.
#include "cli/trace.hpp"

#include <fmt/format.h>
#include "learning/session/session_engine.hpp"

#include <algorithm>
#include <unordered_set>

#include "cli/console.hpp"

namespace remap::cli {

namespace {

constexpr const char* indent = "    ";

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns - std::min(columns, width(text)), ' ');
}

/// The lines of a table with row and column titles; a rule below the titles and below the first `upper` rows.
std::vector<std::string> drawn(const std::vector<std::vector<std::string>>& rows, std::size_t upper) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string rule;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    for (std::size_t j = 0; j < widths[i] + (i == 0 ? 1 : 2); ++j) rule += "─";
    if (i == 0) rule += "┼";
  }
  std::vector<std::string> lines;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = padded(rows[r][0], widths[0]) + " │";
    for (std::size_t i = 1; i < rows[r].size(); ++i) line += fmt::format(" {} ", padded(rows[r][i], widths[i]));
    lines.push_back(std::move(line));
    if (r == 0 || r == upper) lines.push_back(rule);
  }
  return lines;
}

void print_line(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  print(line + '\n');
}

}  // namespace

std::string StepLabels::next() {
  std::string label;
  for (std::size_t rest = ++count_; rest > 0; rest = (rest - 1) / 26) label += static_cast<char>('a' + (rest - 1) % 26);
  return {label.rbegin(), label.rend()};
}

const TableLearner& Trace::table() const {
  const auto* table = dynamic_cast<const TableLearner*>(&session().engine().learner());
  if (table == nullptr) throw Misuse("Trace", "only the table learner can be traced");
  return *table;
}

std::string Trace::word_text(WordId word) const {
  return format_word(session().alphabet(), session().engine().words().spell(word));
}

std::string Trace::suffix_text(std::size_t column) const {
  return format_word(session().alphabet(), table().suffixes()[column]);
}

std::string Trace::variable(WordId word) const { return fmt::format("v{}", number_.at(word)); }

std::string Trace::entry(WordId word) const {
  const ClassId id = session().engine().classes().class_of(word);
  if (!values_) return variable(id);
  return session().outputs()->name(session().engine().classes().domain(id).members().front());
}

WordId Trace::entry_word(WordId prefix, const Word& suffix) const {
  return session().engine().words().find(prefix, suffix);
}

void Trace::begin_step(const std::string& title) { print(fmt::format("({}) {}\n", labels_.next(), title)); }

void Trace::name_new_words() {
  const auto name = [this](WordId row) {
    for (const Word& suffix : table().suffixes()) {
      const WordId word = entry_word(row, suffix);
      if (number_.try_emplace(word, words_.size()).second) words_.push_back(word);
    }
  };
  for (const WordId prefix : table().prefixes()) {
    name(prefix);
    for (std::size_t a = 0; a < session().alphabet().size(); ++a) {
      name(entry_word(prefix, {make_id<Letter>(a)}));
    }
  }
}

void Trace::print_table() const {
  const std::vector<WordId>& upper = table().prefixes();
  const std::unordered_set<WordId> in_upper(upper.begin(), upper.end());
  std::vector<WordId> order = upper;
  for (const WordId prefix : upper) {
    for (std::size_t a = 0; a < session().alphabet().size(); ++a) {
      const WordId next = entry_word(prefix, {make_id<Letter>(a)});
      if (!in_upper.contains(next)) order.push_back(next);
    }
  }
  std::vector<std::string> head{""};
  for (std::size_t e = 0; e < table().suffixes().size(); ++e) head.push_back(suffix_text(e));
  std::vector<std::vector<std::string>> fresh{head}, unified{head};
  for (const WordId row : order) {
    fresh.push_back({word_text(row)});
    unified.push_back({word_text(row)});
    for (const Word& suffix : table().suffixes()) {
      const WordId word = entry_word(row, suffix);
      fresh.back().push_back(variable(word));
      unified.back().push_back(entry(word));
    }
  }
  const std::vector<std::string> left = drawn(fresh, upper.size());
  const std::vector<std::string> right = drawn(unified, upper.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const char* between = i == 2 ? "  unify  " : "         ";
    print_line(indent + (values_ ? right[i] : left[i] + between + right[i]));
  }
}

void Trace::print_classes() const {
  constexpr std::size_t shown = 16;
  const Classes& classes = session().engine().classes();
  std::vector<std::vector<std::string>> members(classes.size());
  for (const WordId word : words_) members[classes.rank(classes.class_of(word))].push_back(variable(word));
  std::string text;
  for (auto& variables : members) {
    if (variables.size() > shown) {
      const std::string count = fmt::format("… {} in all", variables.size());
      variables.resize(shown - 1);
      variables.push_back(count);
    }
    text += fmt::format("{}{{{}}}", text.empty() ? "" : " < ", list(variables));
  }
  print(fmt::format("{}classes:     {}\n", indent, text));
}

void Trace::print_constraints() const {
  const Classes& classes = session().engine().classes();
  std::vector<std::string> constraints;
  std::string order;
  for (std::size_t rank = 0; rank < classes.size(); ++rank) {
    order += (rank > 0 ? " < " : "") + variable(classes.at_rank(rank));
  }
  if (classes.size() > 1) constraints.push_back(order);
  for (std::size_t rank = 0; rank < classes.size() && session().outputs(); ++rank) {
    const OutputSet& domain = classes.domain(classes.at_rank(rank));
    if (domain.size() == domain.universe()) continue;
    std::vector<std::string> allowed;
    for (const Output output : domain.members()) allowed.push_back(session().outputs()->name(output));
    const std::string name = variable(classes.at_rank(rank));
    constraints.push_back(allowed.size() == 1 ? name + " = " + allowed[0]
                                              : fmt::format("{} in {{{}}}", name, list(allowed)));
  }
  print(fmt::format("{}constraints: {}\n", indent, constraints.empty() ? "none" : list(constraints)));
}

void Trace::print_inconsistency() const {
  const Classes& classes = session().engine().classes();
  const std::vector<WordId>& prefixes = table().prefixes();
  const std::size_t columns = table().suffixes().size() - 1;
  const Word& added = table().suffixes().back();
  const auto class_at = [&](WordId prefix, const Word& suffix) { return classes.class_of(entry_word(prefix, suffix)); };
  for (std::size_t later = 1; later < prefixes.size(); ++later) {
    for (std::size_t first = 0; first < later; ++first) {
      bool equal_rows = class_at(prefixes[first], added) != class_at(prefixes[later], added);
      for (std::size_t e = 0; e < columns && equal_rows; ++e) {
        equal_rows =
            class_at(prefixes[first], table().suffixes()[e]) == class_at(prefixes[later], table().suffixes()[e]);
      }
      if (!equal_rows) continue;
      const std::string a = word_text(prefixes[first]), b = word_text(prefixes[later]);
      const std::string& letter = session().alphabet().name(added.front());
      print(fmt::format("{}Not consistent: {} and {} have equal rows, but {}·{} and {}·{} have not.\n", indent, a, b, a,
                        letter, b, letter));
      return;
    }
  }
}

void Trace::on_step(LearnerStep step, std::size_t) {
  switch (step) {
    case LearnerStep::made_consistent: {
      print_inconsistency();
      doings_.push_back(fmt::format("Make it consistent: add {} to E", suffix_text(table().suffixes().size() - 1)));
      return;
    }
    case LearnerStep::closed: {
      const std::string prefix = word_text(table().prefixes().back());
      print(fmt::format("{}Not closed: no row of S equals the row of {}.\n", indent, prefix));
      doings_.push_back(fmt::format("Close it: add {} to S", prefix));
      return;
    }
    case LearnerStep::filled:
      break;
  }
  if (doings_.empty()) doings_.emplace_back("Start with S = {ε} and E = {ε}");
  if (!words_.empty()) print("\n");
  std::string title;
  for (const std::string& doing : doings_) title += doing + "; ";
  begin_step(title + "fill the table.");
  doings_.clear();
  name_new_words();
  print_table();
  if (values_) {
    print(fmt::format("{}values asked so far: {}\n", indent, grouped(session().counts().values)));
    return;
  }
  print_classes();
  print_constraints();
  print(fmt::format("{}comparisons so far: {}\n", indent, grouped(session().counts().comparisons)));
}

void Trace::on_hypothesis(const Hypothesis& hypothesis) {
  const MooreMachine& machine = hypothesis.moore();
  if (!doings_.empty()) {  // a counterexample that was in S already: only its value is news
    print("\n");
    begin_step(fmt::format("{}; the table stays as it is.", doings_.front()));
    doings_.clear();
    print_constraints();
  }
  print(fmt::format("{}Closed and consistent.\n\n", indent));
  begin_step(fmt::format("Hypothesis h{}.", ++hypotheses_));
  const Shape shape = session().engine().learner().shape();
  std::vector<std::vector<std::string>> rows{{"", "output"}};
  rows[0].insert(rows[0].end(), machine.alphabet().names().begin(), machine.alphabet().names().end());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State state = make_id<State>(q);
    const std::string value = machine.outputs().name(machine.output(state));
    rows.push_back(
        {fmt::format("q{}", q), values_ ? value : fmt::format("{} = {}", variable(shape.class_of[q]), value)});
    for (const State next : machine.row(state)) rows.back().push_back(fmt::format("q{}", index(next)));
  }
  for (const std::string& line : drawn(rows, rows.size())) print_line(indent + line);
}

void Trace::on_counterexample(const Word& word, const Feedback& feedback) {
  std::vector<std::string> outputs;
  for (const Output output : feedback.outputs) outputs.push_back(session().outputs()->name(output));
  std::string told;
  switch (feedback.kind) {
    case Feedback::Kind::none:
      break;
    case Feedback::Kind::value:
      told = fmt::format(" with value {}", list(outputs));
      break;
    case Feedback::Kind::not_value:
      told = fmt::format(" with a value other than {}", list(outputs));
      break;
    case Feedback::Kind::among:
      told = fmt::format(" with a value among {}", list(outputs));
      break;
  }
  doings_.push_back(fmt::format("Equivalence question {}: counterexample {}{}", hypotheses_,
                                format_word(session().alphabet(), word), told));
  doings_.emplace_back("add it and its prefixes to S");
}

void Trace::on_accepted() {
  print(fmt::format("{}Equivalence question {}: no counterexample; h{} is the result.\n", indent, hypotheses_,
                    hypotheses_));
}

}  // namespace remap::cli
