// The text format of the reward machine benchmarks. Its original readers evaluate each line as a Python expression;
// this is a recursive-descent parser of the same lines, one token of lookahead, linear in the text. Two passes over the
// formulas: the first collects the propositions, which the file does not list, the second reads the formulas over them.
#include "formats/machines/reward_machine_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/text/file_limits.hpp"
#include "formats/text/names.hpp"
#include "formats/text/text_cursor.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {
namespace {

using StatePair = std::pair<State, State>;

struct Line {
  State from{}, to{};
  std::string_view formula;
  TextPosition formula_position;
  std::string reward;
};

class TextReader {
 public:
  TextReader(std::string_view text, const Warn& warn) : cursor_(text), warn_(warn) {}

  RewardMachine read() {
    skip_empty_lines();
    machine_.initial = state("the number of the initial state");
    end_of_line("the end of the line after the initial state");
    terminal_states();
    for (skip_empty_lines(); !cursor_.at_end(); skip_empty_lines()) transition();
    const auto counts = [&](const Line& line) { return !machine_.is_terminal(line.from); };
    if (std::none_of(lines_.begin(), lines_.end(), counts)) {
      throw ParseError("this text holds no transition of a state that is not terminal, expected at least one",
                       cursor_.position());
    }
    machine_.propositions.assign(propositions_.begin(), propositions_.end());
    for (Line& line : lines_) {
      if (!counts(line)) continue;
      machine_.transitions.push_back({line.from, line.to,
                                      parse_formula(line.formula, machine_.propositions, line.formula_position),
                                      std::move(line.reward)});
    }
    return std::move(machine_);
  }

 private:
  void skip_blanks() {
    while (cursor_.peek() == ' ' || cursor_.peek() == '\t' || cursor_.peek() == '\r') cursor_.take();
    if (cursor_.peek() == '#') {
      while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
    }
  }
  void skip_empty_lines() {
    for (skip_blanks(); cursor_.peek() == '\n'; skip_blanks()) cursor_.take();
  }
  void end_of_line(const std::string& expected) {
    skip_blanks();
    if (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.fail_expecting(expected);
  }
  void symbol(char c, const std::string& expected) {
    skip_blanks();
    if (cursor_.peek() != c) cursor_.fail_expecting(expected);
    cursor_.take();
  }

  State state(const std::string& expected) {
    skip_blanks();
    const TextPosition position = cursor_.position();
    if (!is_digit(cursor_.peek())) cursor_.fail_expecting(expected);
    std::size_t number = 0;
    while (is_digit(cursor_.peek())) {
      number = number * 10 + static_cast<std::size_t>(cursor_.take() - '0');
      if (number >= max_states) {
        throw ParseError(fmt::format("this state number is too large, expected one below {}", max_states), position);
      }
    }
    machine_.states = std::max(machine_.states, number + 1);
    return make_id<State>(number);
  }

  void terminal_states() {
    skip_empty_lines();
    symbol('[', "the list of terminal states in brackets, such as [2]");
    skip_blanks();
    while (cursor_.peek() != ']') {
      const TextPosition position = cursor_.position();
      const State terminal = state("the number of a terminal state or ']'");
      if (std::ranges::find(machine_.terminal, terminal) != machine_.terminal.end()) {
        throw ParseError(fmt::format("terminal state {} is listed twice", index(terminal)), position);
      }
      machine_.terminal.push_back(terminal);
      skip_blanks();
      if (cursor_.peek() != ']') symbol(',', "',' or ']' in the list of terminal states");
      skip_blanks();
    }
    cursor_.take();
    std::ranges::sort(machine_.terminal);
    end_of_line("the end of the line after the terminal states");
  }

  void transition() {
    const TextPosition start = cursor_.position();
    symbol('(', "a transition such as (0,1,'a&!b',ConstantRewardFunction(1))");
    Line line;
    line.from = state("the number of the state the transition leaves");
    symbol(',', "',' after the first state");
    line.to = state("the number of the state the transition reaches");
    symbol(',', "',' after the second state");
    formula(line);
    symbol(',', "',' after the formula");
    line.reward = reward();
    symbol(')', "')' at the end of the transition");
    end_of_line("the end of the line after the transition");
    const auto [earlier, is_new] = line_of_.try_emplace(StatePair{line.from, line.to}, start.line);
    if (!is_new) {
      throw ParseError(
          fmt::format("a second transition from state {} to state {}, the first is in line {}: the tools that "
                      "share this format keep only the last, so join the two formulas with |",
                      index(line.from), index(line.to), earlier->second),
          start);
    }
    if (machine_.is_terminal(line.from)) {
      warn(start, fmt::format("state {} is terminal, so this transition is ignored", index(line.from)));
    } else if (machine_.is_terminal(line.to)) {
      const auto [other, is_first] = ending_line_of_.try_emplace(line.from, start.line);
      if (!is_first) {
        warn(start, fmt::format("a second transition from state {} into a terminal state, the first is in line {}: the "
                                "tools that share this format keep only the last",
                                index(line.from), other->second));
      }
    }
    lines_.push_back(std::move(line));
  }

  void warn(TextPosition position, const std::string& sentence) const {
    if (warn_) warn_(ParseError(sentence, position));
  }

  void formula(Line& line) {
    skip_blanks();
    const char quote = cursor_.peek();
    if (quote != '\'' && quote != '"') cursor_.fail_expecting("a formula in quotes");
    const TextPosition start = cursor_.position();
    cursor_.take();
    line.formula_position = cursor_.position();
    const std::size_t begin = cursor_.offset();
    while (cursor_.peek() != quote) {
      if (cursor_.at_end() || cursor_.peek() == '\n') {
        throw ParseError("the quote of this formula is not closed in its line", start);
      }
      cursor_.take();
    }
    line.formula = cursor_.since(begin);
    cursor_.take();
    for (std::string& name : propositions_in(line.formula, line.formula_position)) {
      propositions_.insert(std::move(name));
    }
    if (propositions_.size() > max_propositions) {
      throw ParseError(fmt::format("more than {} propositions up to this formula", max_propositions),
                       line.formula_position);
    }
  }

  std::string reward() {
    static constexpr std::string_view function = "ConstantRewardFunction";
    skip_blanks();
    const TextPosition start = cursor_.position();
    const std::size_t name_begin = cursor_.offset();
    while (is_name(cursor_.peek())) cursor_.take();
    const std::string_view name = cursor_.since(name_begin);
    if (name.empty()) cursor_.fail_expecting("a reward such as ConstantRewardFunction(1)");
    if (name != function) {
      throw ParseError(fmt::format("the reward function {} is not supported, expected {}(NUMBER)", name, function),
                       start);
    }
    symbol('(', "'(' after ConstantRewardFunction");
    skip_blanks();
    const TextPosition position = cursor_.position();
    const std::size_t begin = cursor_.offset();
    while (is_digit(cursor_.peek()) || std::string_view("+-.eE").find(cursor_.peek()) != std::string_view::npos) {
      if (cursor_.at_end()) break;
      cursor_.take();
    }
    const std::string_view text = cursor_.since(begin);
    if (text.empty()) cursor_.fail_expecting("a number as reward");
    const auto number = parse_number(text);
    if (!number) throw ParseError(fmt::format("the reward '{}' is not a number", text), position);
    symbol(')', "')' after the reward");
    return format_number(*number);
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_name(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  TextCursor cursor_;
  const Warn& warn_;
  RewardMachine machine_;
  std::vector<Line> lines_;
  std::set<std::string> propositions_;
  std::map<StatePair, std::size_t> line_of_;
  std::map<State, std::size_t> ending_line_of_;
};

PropositionSet translate(PropositionSet set, std::span<const std::size_t> position_of) {
  PropositionSet result = 0;
  for (std::size_t i = 0; i < position_of.size(); ++i) {
    if ((set >> i & 1U) != 0) result |= PropositionSet{1} << position_of[i];
  }
  return result;
}

// The same machine over the propositions that its formulas mention, sorted: as it will be read back.
RewardMachine with_sorted_propositions(const RewardMachine& machine) {
  PropositionSet used = 0;
  for (const RewardTransition& transition : machine.transitions) {
    for (const Cube& cube : transition.formula.cubes()) used |= cube.positive | cube.negative;
  }
  RewardMachine result = machine;
  result.propositions.clear();
  for (std::size_t i = 0; i < machine.propositions.size(); ++i) {
    if ((used >> i & 1U) != 0) result.propositions.push_back(machine.propositions[i]);
  }
  std::ranges::sort(result.propositions);
  std::vector<std::size_t> position_of;
  for (const std::string& name : machine.propositions) {
    const auto found = std::ranges::lower_bound(result.propositions, name);
    position_of.push_back(static_cast<std::size_t>(found - result.propositions.begin()) % 64);
  }
  for (RewardTransition& transition : result.transitions) {
    std::vector<Cube> cubes;
    for (const Cube& cube : transition.formula.cubes()) {
      cubes.push_back({translate(cube.positive, position_of), translate(cube.negative, position_of)});
    }
    transition.formula = Formula(std::move(cubes));
  }
  return result;
}

std::string reward_text(const RewardTransition& transition) {
  const auto number = parse_number(transition.reward);
  if (!number) {
    throw InputError(
        fmt::format("the reward '{}' from state {} to state {} cannot be written as reward machine text, "
                    "expected a number",
                    transition.reward, index(transition.from), index(transition.to)));
  }
  return format_number(*number);
}

}  // namespace

RewardMachine read_reward_machine_text(std::string_view text, const Warn& warn) {
  return TextReader(text, warn).read();
}

std::string write_reward_machine_text(const RewardMachine& machine) {
  check_writable(machine);
  const RewardMachine sorted = with_sorted_propositions(machine);
  struct Line {
    State to{};
    Formula formula;
    std::string reward;
  };
  // All terminal states are one here, as they are for the tools that share this format.
  std::map<StatePair, Line> lines;
  std::vector<StatePair> order;
  for (const RewardTransition& transition : sorted.transitions) {
    if (sorted.is_terminal(transition.from)) continue;
    const bool ends = sorted.is_terminal(transition.to);
    const StatePair pair{transition.from, ends ? no_state : transition.to};
    const std::string reward = reward_text(transition);
    const auto [found, is_new] = lines.try_emplace(pair, Line{transition.to, transition.formula, reward});
    Line& line = found->second;
    if (is_new) {
      order.push_back(pair);
    } else if (line.reward == reward) {
      line.formula = line.formula | transition.formula;
    } else if (ends && line.reward == "0") {
      line = {transition.to, transition.formula, reward};  // what is missing ends with 0, too
    } else if (!ends || reward != "0") {
      throw InputError(fmt::format(
          "state {} goes to {} with reward {} and with reward {}, but reward machine text allows only one transition "
          "per pair of states{}",
          index(pair.first), ends ? "a terminal state" : fmt::format("state {}", index(line.to)), line.reward, reward,
          ends ? ", and all terminal states count as one; use JSON or DOT" : ""));
    }
  }
  if (order.empty()) {
    throw InputError("a reward machine without transitions cannot be told from a truncated file");
  }
  std::vector<std::size_t> terminal;
  for (const State state : sorted.terminal) terminal.push_back(index(state));
  std::string text =
      fmt::format("{} # initial state\n[{}] # terminal states\n", index(sorted.initial), fmt::join(terminal, ","));
  for (const StatePair& pair : order) {
    const Line& line = lines.at(pair);
    text += fmt::format("({},{},'{}',ConstantRewardFunction({}))\n", index(pair.first), index(line.to),
                        line.formula.text(sorted.propositions), line.reward);
  }
  return text;
}

}  // namespace remap
