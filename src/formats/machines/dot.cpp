// Machines in DOT. Several dialects are in use for Moore machines: `{ A | 0 }` and `s0|1` (AALpy), `0 / a`
// (AutomataLib), labels that are outputs and nothing else; and both libraries draw the accepting states of a DFA as
// double circles. The tools of each silently misread the others' files. All are recognised here by labels and shapes
// alone, and what is not recognised is an error. Letters and outputs that a file does not list are put into a
// documented order.
#include "formats/machines/dot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "automata/machines/guard_formulas.hpp"
#include "formats/machines/dot_label.hpp"
#include "formats/machines/dot_syntax.hpp"
#include "formats/machines/guard_reader.hpp"
#include "formats/text/file_limits.hpp"
#include "formats/text/names.hpp"

namespace remap {
namespace {

using Position = std::unordered_map<std::string, std::size_t>;

template <class Names>
Position positions(const Names& names) {
  Position position_of;
  for (std::size_t i = 0; i < names.size(); ++i) position_of.emplace(names[i], i);
  return position_of;
}

bool is_one_of(const std::optional<DotValue>& value, std::initializer_list<std::string_view> texts) {
  return value && std::ranges::find(texts, value->text) != texts.end();
}

// A graph whose nodes are told apart into states and the mark of the initial state.
class DotReader {
 public:
  explicit DotReader(DotGraph graph) : graph_(std::move(graph)) {
    state_of_.assign(graph_.nodes.size(), no_state);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const DotNode& node = graph_.nodes[i];
      const bool mark = is_one_of(node.attributes.shape, {"none", "point", "plaintext"}) && !has_output(node);
      if (node.id == "__start0" || mark) continue;
      state_of_[i] = make_id<State>(states_.size());
      states_.push_back(i);
    }
    if (states_.empty()) throw ParseError("this graph has no states", {1, 1});
    find_initial();
  }

  AnyMachine read() {
    const std::string type = kind();
    if (type == "mealy") return by_formulas() ? guarded_mealy() : mealy();
    if (type == "reward_machine") return reward_machine();
    return by_formulas() ? guarded_moore(type) : moore(type);
  }

 private:
  [[nodiscard]] const DotValue* attribute(const std::string& name) const {
    const auto found = graph_.attributes.find(name);
    return found == graph_.attributes.end() ? nullptr : &found->second;
  }
  [[nodiscard]] const DotNode& node(std::size_t state) const { return graph_.nodes[states_[state]]; }

  static bool has_output(const DotNode& node) {
    return node.attributes.label && !node.attributes.label->html &&
           decode_label(*node.attributes.label).find_first_of(u"|/") != DotLabel::npos;
  }

  // The edge of the mark is taken out of the graph.
  void find_initial() {
    const auto from_mark = [&](const DotEdge& edge) { return state_of_[edge.from] == no_state; };
    for (const DotEdge& edge : graph_.edges) {
      if (state_of_[edge.to] == no_state) {
        throw ParseError(fmt::format("an edge into '{}', which only marks the initial state", graph_.nodes[edge.to].id),
                         edge.position);
      }
      if (!from_mark(edge)) continue;
      if (initial_ != no_state) throw ParseError("a second initial state, expected one", edge.position);
      initial_ = state_of_[edge.to];
    }
    if (initial_ == no_state) {
      throw ParseError(fmt::format("no initial state, expected an edge such as __start0 -> {}", node(0).id),
                       node(0).position);
    }
    std::erase_if(graph_.edges, from_mark);
  }

  // moore, labels (a Moore machine whose labels are outputs), dfa, mealy or reward_machine.
  [[nodiscard]] std::string kind() const {
    const bool on_states = std::ranges::any_of(states_, [&](std::size_t i) { return has_output(graph_.nodes[i]); });
    if (const DotValue* type = attribute("remap_type")) {
      if (type->text == "moore" && !on_states) return "labels";
      for (const char* known_type : {"moore", "dfa", "mealy", "reward_machine"}) {
        if (type->text == known_type) return type->text;
      }
      throw ParseError(fmt::format("the remap_type is '{}', expected moore, dfa, mealy or reward_machine", type->text),
                       type->position);
    }
    const bool on_edges = !graph_.edges.empty() && std::ranges::all_of(graph_.edges, [](const DotEdge& edge) {
      return edge.attributes.label && decode_label(*edge.attributes.label).find(u'/') != DotLabel::npos;
    });
    if (on_states && on_edges) {
      throw ParseError(
          "both states and transitions carry outputs, expected remap_type=moore or remap_type=mealy in the graph",
          graph_.edges.front().position);
    }
    if (on_edges) return "mealy";
    if (on_states) return "moore";
    for (std::size_t q = 0; q < states_.size(); ++q) {
      if (doubly_drawn(q)) return "dfa";
    }
    return labels_repeat() ? "labels" : "moore";
  }

  // Whether all states have labels and two share one, so that these cannot be the names of states.
  [[nodiscard]] bool labels_repeat() const {
    std::unordered_set<std::string> seen;
    for (const std::size_t i : states_) {
      const auto& label = graph_.nodes[i].attributes.label;
      if (!label || label->html || label_text(decode_label(*label)).empty()) return false;
      seen.insert(label_text(decode_label(*label)));
    }
    return seen.size() < states_.size();
  }

  // --- names, listed in the file or collected from it ---

  [[nodiscard]] Alphabet alphabet(std::vector<std::string> used) const {
    const DotValue* listed = attribute("remap_letters");
    const DotValue* propositions = attribute("remap_propositions");
    if (listed != nullptr) {
      used = names_of_list(*listed);
    } else {
      sort_letter_names(used);
    }
    try {
      return alphabet_from_names(std::move(used),
                                 propositions == nullptr ? std::nullopt : std::optional(names_of_list(*propositions)));
    } catch (const ParseError&) {
      throw;
    } catch (const InputError& error) {
      throw ParseError(error.what(), listed != nullptr ? listed->position : TextPosition{1, 1});
    }
  }

  [[nodiscard]] Outputs outputs(const std::vector<std::string>& used) const {
    const DotValue* listed = attribute("remap_outputs");
    try {
      return Outputs(listed == nullptr ? ordered_outputs(used) : names_of_list(*listed));
    } catch (const ParseError&) {
      throw;
    } catch (const InputError& error) {
      throw ParseError(error.what(), listed != nullptr ? listed->position : TextPosition{1, 1});
    }
  }

  // The position of a name that an alphabet or a list of outputs knows.
  template <class Names>
  static std::size_t known(const Position& position_of, const Names& names, const std::string& name, const char* what,
                           const DotValue& place) {
    if (const auto found = position_of.find(name); found != position_of.end()) return found->second;
    if (const auto found = names.find(name); index(found) < names.size()) return index(found);
    throw ParseError(fmt::format("the {0} '{1}' is not in the list remap_{0}s", what, name), place.position);
  }

  static std::vector<std::string> distinct(const std::vector<std::string>& names) {
    std::unordered_set<std::string_view> seen;
    std::vector<std::string> result;
    for (const std::string& name : names) {
      if (seen.insert(name).second) result.push_back(name);
    }
    return result;
  }

  const DotValue& label_of(const DotEdge& edge, const char* expected) const {
    if (!edge.attributes.label) {
      throw ParseError(fmt::format("the transition from '{}' to '{}' has no label, expected {}",
                                   graph_.nodes[edge.from].id, graph_.nodes[edge.to].id, expected),
                       edge.position);
    }
    return *edge.attributes.label;
  }

  [[noreturn]] void fail_second(const DotEdge& edge, const std::string& letter) const {
    throw ParseError(
        fmt::format("state '{}' has a second transition for the letter '{}', expected a deterministic machine",
                    graph_.nodes[edge.from].id, letter),
        edge.position);
  }

  // --- the three kinds ---

  // The output of a state of a Moore machine, written in the way of its kind. Throws ParseError when it has none.
  [[nodiscard]] std::string output_name(std::size_t q, const std::string& type) const {
    if (type == "dfa") return doubly_drawn(q) ? "1" : "0";
    const auto& label = node(q).attributes.label;
    std::optional<std::string> output;
    if (label) output = type == "labels" ? label_text(decode_label(*label)) : output_of_label(*label);
    if (output && !output->empty()) return *std::move(output);
    throw ParseError(fmt::format("state '{0}' has no output, expected a label such as {{{0}|1}} or {0} / 1, or "
                                 "accepting states drawn as double circles",
                                 node(q).id),
                     label ? label->position : node(q).position);
  }

  [[nodiscard]] std::vector<std::string> edge_labels(const char* what) const {
    std::vector<std::string> labels;
    for (const DotEdge& edge : graph_.edges) {
      const DotValue& label = label_of(edge, what);
      labels.push_back(label_text(decode_label(label)));
      if (labels.back().empty())
        throw ParseError(fmt::format("this label is empty, expected {}", what), label.position);
    }
    return labels;
  }

  [[nodiscard]] std::vector<Output> outputs_of_states(const std::vector<std::string>& values,
                                                      const Outputs& gamma) const {
    const Position output_at = positions(gamma.names());
    std::vector<Output> output_of;
    for (std::size_t q = 0; q < states_.size(); ++q) {
      const auto& label = node(q).attributes.label;
      const DotValue place = label ? *label : DotValue{"", node(q).position};
      output_of.push_back(make_id<Output>(known(output_at, gamma, values[q], "output", place)));
    }
    return output_of;
  }

  [[nodiscard]] std::vector<std::string> values_of_states(const std::string& type) const {
    std::vector<std::string> values;
    for (std::size_t q = 0; q < states_.size(); ++q) values.push_back(output_name(q, type));
    return values;
  }

  [[nodiscard]] MooreMachine moore(const std::string& type) const {
    const std::vector<std::string> values = values_of_states(type), letters = edge_labels("the name of a letter");
    if (graph_.edges.empty() && attribute("remap_letters") == nullptr) {
      throw ParseError("this machine has no transitions, expected one for each state and letter", node(0).position);
    }
    const Alphabet sigma = alphabet(distinct(letters));
    const Outputs gamma = outputs(type == "dfa" ? std::vector<std::string>{"0", "1"} : values);
    const Position letter_at = positions(sigma.names());
    std::vector<Output> output_of = outputs_of_states(values, gamma);
    // Row by row, so that the table never outgrows the file.
    std::vector<std::vector<std::size_t>> edges_of(states_.size());
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) edges_of[index(state_of_[graph_.edges[i].from])].push_back(i);
    std::vector<State> next;
    for (std::size_t q = 0; q < states_.size(); ++q) {
      std::vector<State> row(sigma.size(), no_state);
      for (const std::size_t i : edges_of[q]) {
        const DotEdge& edge = graph_.edges[i];
        State& target = row[known(letter_at, sigma, letters[i], "letter", *edge.attributes.label)];
        if (target != no_state) fail_second(edge, letters[i]);
        target = state_of_[edge.to];
      }
      if (const auto missing = std::ranges::find(row, no_state); missing != row.end()) {
        throw ParseError(fmt::format("state '{}' has no transition for the letter '{}', expected one for each letter",
                                     node(q).id, sigma.names()[static_cast<std::size_t>(missing - row.begin())]),
                         node(q).position);
      }
      next.insert(next.end(), row.begin(), row.end());
    }
    return {sigma, gamma, initial_, std::move(output_of), std::move(next)};
  }

  struct EdgeNames {
    std::vector<std::string> in, out;
  };

  EdgeNames edge_names(const char* what_in, const char* what_out) const {
    EdgeNames names;
    for (const DotEdge& edge : graph_.edges) {
      const DotValue& label = label_of(edge, fmt::format("{} / {}", what_in, what_out).c_str());
      auto parts = input_and_output(label);
      if (!parts || parts->first.empty() || parts->second.empty()) {
        throw ParseError(
            fmt::format("the label '{}' is not a transition's, expected {} / {}", label.text, what_in, what_out),
            label.position);
      }
      names.in.push_back(std::move(parts->first));
      names.out.push_back(std::move(parts->second));
    }
    return names;
  }

  // A terminal state of a Mealy or reward machine, an accepting state of a DFA.
  [[nodiscard]] bool doubly_drawn(std::size_t state) const {
    const DotAttributes& attributes = node(state).attributes;
    return is_one_of(attributes.peripheries, {"2"}) || is_one_of(attributes.shape, {"doublecircle"});
  }

  [[nodiscard]] MealyMachine mealy() const {
    const EdgeNames names = edge_names("letter", "output");
    const Alphabet sigma = alphabet(distinct(names.in));
    const Outputs gamma = outputs(names.out);
    const Position letter_at = positions(sigma.names()), output_at = positions(gamma.names());
    if (states_.size() > max_steps / sigma.size()) {
      throw ParseError(fmt::format("{} states and {} letters are too many", states_.size(), sigma.size()), {1, 1});
    }
    std::vector<MealyMachine::Step> steps(states_.size() * sigma.size());
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
      const DotEdge& edge = graph_.edges[i];
      const DotValue& label = *edge.attributes.label;
      const std::size_t letter = known(letter_at, sigma, names.in[i], "letter", label);
      MealyMachine::Step& step = steps[index(state_of_[edge.from]) * sigma.size() + letter];
      if (step.to != no_state) fail_second(edge, names.in[i]);
      step = {state_of_[edge.to], make_id<Output>(known(output_at, gamma, names.out[i], "output", label))};
    }
    return {sigma, gamma, initial_, terminal_states(), std::move(steps)};
  }

  // --- labels that are formulas, where letters are not listed ---

  [[nodiscard]] bool by_formulas() const {
    const DotValue* labels = attribute("remap_labels");
    if (labels == nullptr) return false;
    if (labels->text == "formulas" && attribute("remap_propositions") != nullptr) return true;
    throw ParseError("remap_labels has to be formulas, beside a list remap_propositions", labels->position);
  }

  /// Edge i leads to `leaf_of(i)` where the formula `texts[i]` holds.
  [[nodiscard]] GuardReader read_guards(const std::vector<std::string>& texts, auto leaf_of) const {
    TextPosition position = attribute("remap_propositions")->position;
    try {
      GuardReader guards(names_of_list(*attribute("remap_propositions")), states_.size());
      for (std::size_t i = 0; i < texts.size(); ++i) {
        position = graph_.edges[i].attributes.label->position;
        guards.add(state_of_[graph_.edges[i].from], texts[i], leaf_of(i));
      }
      return guards;
    } catch (const ParseError& error) {
      throw ParseError(error.sentence(), position);
    } catch (const InputError& error) {
      throw ParseError(error.what(), position);
    }
  }

  [[nodiscard]] MooreMachine guarded_moore(const std::string& type) const {
    const std::vector<std::string> values = values_of_states(type);
    const Outputs gamma = outputs(type == "dfa" ? std::vector<std::string>{"0", "1"} : values);
    const GuardReader guards =
        read_guards(edge_labels("a formula"), [&](std::size_t i) { return state_of_[graph_.edges[i].to]; });
    if (const auto q = guards.incomplete()) {
      throw ParseError(
          fmt::format("some set of propositions satisfies no formula of state '{}', expected a transition for each",
                      node(index(*q)).id),
          node(index(*q)).position);
    }
    return guards.moore(gamma, initial_, outputs_of_states(values, gamma));
  }

  [[nodiscard]] MealyMachine guarded_mealy() const {
    const EdgeNames names = edge_names("formula", "output");
    const Outputs gamma = outputs(names.out);
    const Position output_at = positions(gamma.names());
    std::vector<MealyMachine::Step> steps;
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
      const DotEdge& edge = graph_.edges[i];
      steps.push_back({state_of_[edge.to],
                       make_id<Output>(known(output_at, gamma, names.out[i], "output", *edge.attributes.label))});
    }
    const GuardReader guards = read_guards(names.in, [](std::size_t i) { return make_id<State>(i); });
    return guards.mealy(gamma, initial_, terminal_states(), std::move(steps));
  }

  [[nodiscard]] std::vector<bool> terminal_states() const {
    std::vector<bool> terminal;
    for (std::size_t q = 0; q < states_.size(); ++q) terminal.push_back(doubly_drawn(q));
    return terminal;
  }

  [[nodiscard]] RewardMachine reward_machine() const {
    const EdgeNames names = edge_names("formula", "reward");
    RewardMachine machine;
    machine.states = states_.size();
    machine.initial = initial_;
    for (std::size_t q = 0; q < states_.size(); ++q) {
      if (doubly_drawn(q)) machine.terminal.push_back(make_id<State>(q));
    }
    TextPosition position{1, 1};
    try {
      if (const DotValue* listed = attribute("remap_propositions")) {
        position = listed->position;
        machine.propositions = names_of_list(*listed);
      } else {
        for (std::size_t i = 0; i < names.in.size(); ++i) {
          position = graph_.edges[i].attributes.label->position;
          std::ranges::move(propositions_in(names.in[i]), std::back_inserter(machine.propositions));
        }
        machine.propositions = distinct(machine.propositions);
        std::ranges::sort(machine.propositions);
      }
      check_propositions(machine.propositions);
      for (std::size_t i = 0; i < names.in.size(); ++i) {
        const DotEdge& edge = graph_.edges[i];
        position = edge.attributes.label->position;
        machine.transitions.push_back(
            {state_of_[edge.from], state_of_[edge.to], parse_formula(names.in[i], machine.propositions), names.out[i]});
      }
    } catch (const ParseError& error) {
      throw ParseError(error.sentence(), position);
    } catch (const InputError& error) {
      throw ParseError(error.what(), position);
    }
    return machine;
  }

  DotGraph graph_;
  std::vector<std::size_t> states_;  // positions of nodes
  std::vector<State> state_of_;      // per node
  State initial_ = no_state;
};

// --- writing ---

std::string list(const char* name, const std::vector<std::string>& names) {
  return fmt::format("  remap_{}={};\n", name, dot_quoted(list_of_names(names)));
}

std::string head(const char* type, const std::string& lists) {
  return fmt::format("digraph {0} {{\n  remap_type=\"{0}\";\n{1}  __start0 [label=\"\", shape=none];\n", type, lists);
}

std::string lists_of(const Alphabet& alphabet, const Outputs& outputs) {
  const std::string propositions = alphabet.propositional() ? list("propositions", alphabet.propositions()) : "";
  if (!alphabet.listed()) check_propositions(alphabet.propositions());  // formulas must be able to name them
  const std::string letters =
      alphabet.listed() ? list("letters", alphabet.names()) : std::string("  remap_labels=\"formulas\";\n");
  return propositions + letters + list("outputs", outputs.names());
}

std::string edge_text(State from, State to, const std::string& label) {
  return fmt::format("  q{} -> q{} [label={}];\n", index(from), index(to), dot_quoted(label));
}

std::string name_of_edge(std::string_view name) { return escape_name(name, "/", Blanks::at_ends); }

std::string plain_states(std::size_t count, State initial, auto is_terminal) {
  std::string text;
  for (std::size_t q = 0; q < count; ++q) {
    text += fmt::format("  q{0} [label=\"q{0}\"{1}];\n", q, is_terminal(make_id<State>(q)) ? ", peripheries=2" : "");
  }
  return text + fmt::format("  __start0 -> q{};\n", index(initial));
}

std::string as_dot(const MooreMachine& machine) {
  std::string text = head("moore", lists_of(machine.alphabet(), machine.outputs()));
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const std::string& output = machine.outputs().name(machine.output(make_id<State>(q)));
    const std::string label = fmt::format("{{q{}|{}}}", q, escape_name(output, "{}|<>", Blanks::everywhere));
    text += fmt::format("  q{} [label={}, shape=record];\n", q, dot_quoted(label));
  }
  text += fmt::format("  __start0 -> q{};\n", index(machine.initial()));
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State from = make_id<State>(q);
    if (machine.guards() != nullptr) {
      for (const auto& [to, formula] : formulas_of(*machine.guards(), from)) {
        text += edge_text(from, to, formula.text(machine.alphabet().propositions()));
      }
      continue;
    }
    for (std::size_t a = 0; a < machine.letters(); ++a) {
      const Letter letter = make_id<Letter>(a);
      text += edge_text(from, machine.next(from, letter),
                        escape_name(machine.alphabet().name(letter), "", Blanks::at_ends));
    }
  }
  return text + "}\n";
}

std::string as_dot(const MealyMachine& machine) {
  std::string text = head("mealy", lists_of(machine.alphabet(), machine.outputs()));
  text += plain_states(machine.size(), machine.initial(), [&](State state) { return machine.terminal(state); });
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State from = make_id<State>(q);
    const auto add = [&](const std::string& on, const MealyMachine::Step& step) {
      if (step.to == no_state) return;
      text += edge_text(from, step.to, on + " / " + name_of_edge(machine.outputs().name(step.output)));
    };
    if (machine.guards() != nullptr) {
      for (const auto& [leaf, formula] : formulas_of(*machine.guards(), from)) {
        add(formula.text(machine.alphabet().propositions()), machine.steps()[index(leaf)]);
      }
      continue;
    }
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      const Letter letter = make_id<Letter>(a);
      add(name_of_edge(machine.alphabet().name(letter)), machine.step(from, letter));
    }
  }
  return text + "}\n";
}

std::string as_dot(const RewardMachine& machine) {
  check_writable(machine);
  std::string text = head("reward_machine", list("propositions", machine.propositions));
  text += plain_states(machine.states, machine.initial, [&](State state) { return machine.is_terminal(state); });
  for (const RewardTransition& transition : machine.transitions) {
    text += edge_text(transition.from, transition.to,
                      transition.formula.text(machine.propositions) + " / " + name_of_edge(transition.reward));
  }
  return text + "}\n";
}

}  // namespace

AnyMachine read_dot(std::string_view text) { return DotReader(parse_dot_graph(text)).read(); }

std::string write_dot(const AnyMachine& machine) {
  return std::visit([](const auto& kind) { return as_dot(kind); }, machine);
}

}  // namespace remap
