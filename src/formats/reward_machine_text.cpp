// The text format of the reward machine benchmarks. Its original readers evaluate each line as a Python expression;
// this is a recursive-descent parser of the same lines, one token of lookahead, linear in the text. Two passes over the
// formulas: the first collects the propositions, which the file does not list, the second reads the formulas over them.
#include "formats/reward_machine_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "limits.hpp"
#include "names.hpp"
#include "remap/automata/outputs.hpp"
#include "text_cursor.hpp"

namespace remap {
namespace {

using StatePair = std::pair<State, State>;

struct Line {
  State from{}, to{};
  std::string_view formula;
  TextPosition formula_position;
  std::string reward;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : cursor_(text) {}

  RewardMachine read() {
    skip_empty_lines();
    machine_.initial = state("the number of the initial state");
    end_of_line("the end of the line after the initial state");
    terminal_states();
    for (skip_empty_lines(); !cursor_.at_end(); skip_empty_lines()) transition();
    machine_.propositions.assign(propositions_.begin(), propositions_.end());
    for (Line& line : lines_) {
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
    lines_.push_back(std::move(line));
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
    if (!cursor_.looking_at(function)) cursor_.fail_expecting("a reward such as ConstantRewardFunction(1)");
    cursor_.skip(function.size());
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

  TextCursor cursor_;
  RewardMachine machine_;
  std::vector<Line> lines_;
  std::set<std::string> propositions_;
  std::map<StatePair, std::size_t> line_of_;
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

RewardMachine read_reward_machine_text(std::string_view text) { return Reader(text).read(); }

std::string write_reward_machine_text(const RewardMachine& machine) {
  check_writable(machine);
  const RewardMachine sorted = with_sorted_propositions(machine);
  struct Merged {
    Formula formula;
    std::string reward;
  };
  std::map<StatePair, Merged> merged;
  std::vector<StatePair> order;
  for (const RewardTransition& transition : sorted.transitions) {
    const StatePair pair{transition.from, transition.to};
    std::string reward = reward_text(transition);
    const auto [found, is_new] = merged.try_emplace(pair, Merged{transition.formula, reward});
    if (is_new) {
      order.push_back(pair);
    } else if (found->second.reward != reward) {
      throw InputError(
          fmt::format("state {} goes to state {} with reward {} and with reward {}, but reward machine text can say "
                      "only one transition per pair of states",
                      index(pair.first), index(pair.second), found->second.reward, reward));
    } else {
      found->second.formula = found->second.formula | transition.formula;
    }
  }
  std::vector<std::size_t> terminal;
  for (const State state : sorted.terminal) terminal.push_back(index(state));
  std::string text =
      fmt::format("{} # initial state\n[{}] # terminal states\n", index(sorted.initial), fmt::join(terminal, ","));
  for (const StatePair& pair : order) {
    const Merged& transition = merged.at(pair);
    text += fmt::format("({},{},'{}',ConstantRewardFunction({}))\n", index(pair.first), index(pair.second),
                        transition.formula.text(sorted.propositions), transition.reward);
  }
  return text;
}

}  // namespace remap
