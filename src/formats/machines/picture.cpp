// Pictures for people. All letters between two states become one edge: a minimal formula where the alphabet is
// propositional, a list otherwise, "other letters" for the largest group of a large alphabet. What matters stands out:
// outputs and rewards other than 0 are bold and coloured; HALT and the transitions to it are grey. Laid out by
// graphviz' dot, run as a program (its library offers no protection from its own exits), with its input in a file that
// has no name.
#include "formats/machines/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "automata/machines/guard_formulas.hpp"
#include "formats/machines/graphviz.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {
namespace {

constexpr std::size_t max_pictured_states = 300;
constexpr std::size_t max_pictured_edges = 600;
constexpr std::size_t max_curved_edges = 120;  // beyond, graphviz would take minutes for its best layout
constexpr std::size_t max_formula_propositions = 8;
constexpr std::size_t max_listed_letters = 24;
constexpr std::size_t line_width = 26;

std::string html(std::string_view text) {
  std::string result = markup(text);
  for (std::size_t at = 0; (at = result.find('\n', at)) != std::string::npos;) result.replace(at, 1, "<br/>");
  return result;
}

// Joins parts by a separator, several to a line.
std::string wrapped(const std::vector<std::string>& parts, const std::string& separator) {
  std::string result;
  std::size_t line = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      const bool full = line + separator.size() + parts[i].size() > line_width;
      result += html(separator) + (full ? "<br/>" : "");
      line = full ? 0 : line + separator.size();
    }
    result += html(parts[i]);
    line += parts[i].size();
  }
  return result;
}

std::string formula_html(const Formula& formula, const std::vector<std::string>& propositions) {
  std::vector<std::string> cubes;
  for (const Cube& cube : formula.cubes()) {
    std::string text;
    for (const char c : Formula({cube}).text(propositions)) text += c == '&' ? std::string(" & ") : std::string(1, c);
    cubes.push_back(std::move(text));
  }
  return cubes.empty() ? "False" : wrapped(cubes, " | ");
}

// The letters of one edge; `others` are all other letters. `rest`: they are most letters, and all others are shown.
std::string letters_html(const Alphabet& alphabet, const std::vector<Letter>& letters,
                         const std::vector<Letter>& others, bool rest) {
  if (alphabet.propositional() && alphabet.propositions().size() <= max_formula_propositions) {
    std::vector<PropositionSet> on, off;
    for (const Letter letter : letters) on.push_back(alphabet.set_of(letter));
    for (const Letter letter : others) off.push_back(alphabet.set_of(letter));
    return formula_html(minimal_dnf(on, off, alphabet.propositions().size()), alphabet.propositions());
  }
  if (letters.size() == alphabet.size() && letters.size() > 3) return "any letter";
  if (rest && letters.size() > 6) return "other letters";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(letters.size(), max_listed_letters); ++i)
    names.push_back(alphabet.name(letters[i]));
  if (letters.size() > names.size()) names.push_back(fmt::format("… {} more", letters.size() - names.size()));
  return wrapped(names, ", ");
}

struct Colour {
  const char* ink;
  const char* fill;
};
constexpr Colour plain{"#1f2937", "#ffffff"}, good{"#0f766e", "#d6f5ee"}, bad{"#b42318", "#fde7e4"},
    grey{"#9ca3af", "#f3f4f6"};

Colour colour_of(std::string_view value) {
  if (value == halt_name) return grey;
  const auto number = parse_number(value);
  if (!number || *number == 0) return plain;
  return *number > 0 ? good : bad;
}

constexpr std::string_view style = R"(digraph machine {
  rankdir=LR; nodesep=0.45; ranksep=0.8; pad=0.25; bgcolor="white"; forcelabels=true;
  node [fontname="Helvetica,Arial,sans-serif", fontsize=13, fontcolor="#1f2937", color="#1f2937", penwidth=1.2];
  edge [fontname="Helvetica,Arial,sans-serif", fontsize=11, fontcolor="#1f2937", color="#6b7280", arrowsize=0.7];
  start [shape=point, width=0.09, color="#1f2937"];
)";

std::string initial_edge(State initial) {
  return fmt::format("  start -> s{} [color=\"#1f2937\", penwidth=1.4];\n", index(initial));
}

std::string round_state(State state, bool terminal) {
  return fmt::format(
      "  s{0} [label=\"{0}\", shape=circle, width=0.5, fixedsize={2}, style=filled, "
      "fillcolor=\"{3}\"{1}];\n",
      index(state), terminal ? ", peripheries=2" : "", index(state) < 1000 ? "true" : "false",
      terminal ? grey.fill : plain.fill);
}

std::string edge(State from, State to, const std::string& label, bool faint) {
  return fmt::format("  s{} -> s{} [label=<{}>{}];\n", index(from), index(to),
                     label.empty() ? "" : "&#160;" + label + "&#160;",
                     faint ? fmt::format(R"(, color="{0}", fontcolor="{0}", style=dashed)", grey.ink) : "");
}

// A value after a slash, bold and coloured unless it is 0 (then nothing).
std::string earned(const std::string& value) {
  const auto number = parse_number(value);
  if (number && *number == 0) return "";
  return fmt::format(" / <font color=\"{}\"><b>{}</b></font>", colour_of(value).ink, html(value));
}

// For each key (a target, or a target and an output) the letters that have it, in order of appearance.
template <class Key>
std::vector<std::pair<Key, std::vector<Letter>>> groups(std::size_t letters, auto key_of) {
  std::vector<std::pair<Key, std::vector<Letter>>> result;
  std::map<Key, std::size_t> place;
  for (std::size_t a = 0; a < letters; ++a) {
    const std::optional<Key> key = key_of(make_id<Letter>(a));
    if (!key) continue;
    const auto [found, is_new] = place.try_emplace(*key, result.size());
    if (is_new) result.push_back({*key, {}});
    result[found->second].second.push_back(make_id<Letter>(a));
  }
  return result;
}

// Where the letters of a state lead, and the label of each edge.
template <class Key>
using Labels = std::vector<std::pair<Key, std::string>>;

template <class Key>
std::string label_of_group(const Alphabet& alphabet, const std::vector<std::pair<Key, std::vector<Letter>>>& all,
                           std::size_t chosen) {
  std::vector<bool> is_chosen(alphabet.size(), false);
  for (const Letter letter : all[chosen].second) is_chosen[index(letter)] = true;
  std::vector<Letter> others;  // also those that lead nowhere
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    if (!is_chosen[a]) others.push_back(make_id<Letter>(a));
  }
  std::size_t covered = 0, as_large = 0;
  for (const auto& group : all) {
    covered += group.second.size();
    as_large += group.second.size() >= all[chosen].second.size() ? 1 : 0;
  }
  const bool rest = covered == alphabet.size() && as_large == 1 && all.size() > 1;
  return letters_html(alphabet, all[chosen].second, others, rest);
}

template <class Key>
Labels<Key> labels_by_letters(const Alphabet& alphabet, auto key_of) {
  const auto all = groups<Key>(alphabet.size(), key_of);
  Labels<Key> labels;
  for (std::size_t i = 0; i < all.size(); ++i) labels.emplace_back(all[i].first, label_of_group(alphabet, all, i));
  return labels;
}

Labels<State> labels_of(const MooreMachine& machine, State from) {
  if (machine.guards() == nullptr) {
    return labels_by_letters<State>(machine.alphabet(),
                                    [&](Letter letter) { return std::optional(machine.next(from, letter)); });
  }
  Labels<State> labels;
  for (const auto& [to, formula] : formulas_of(*machine.guards(), from)) {
    labels.emplace_back(to, formula_html(formula, machine.alphabet().propositions()));
  }
  return labels;
}

Labels<MealyMachine::Step> labels_of(const MealyMachine& machine, State from) {
  using Step = MealyMachine::Step;
  if (machine.guards() == nullptr) {
    return labels_by_letters<Step>(machine.alphabet(), [&](Letter letter) -> std::optional<Step> {
      const Step& step = machine.step(from, letter);
      return step.to == no_state ? std::nullopt : std::optional(step);
    });
  }
  Labels<Step> labels;
  for (const auto& [leaf, formula] : formulas_of(*machine.guards(), from)) {
    const Step& step = machine.steps()[index(leaf)];
    if (step.to != no_state) labels.emplace_back(step, formula_html(formula, machine.alphabet().propositions()));
  }
  return labels;
}

std::string picture(const MooreMachine& machine) {
  std::string text;
  const auto halts = [&](State q) { return machine.outputs().name(machine.output(q)) == halt_name; };
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const std::string& output = machine.outputs().name(machine.output(make_id<State>(q)));
    const Colour colour = colour_of(output);
    text += fmt::format(
        "  s{0} [shape=box, style=\"rounded,filled\", fillcolor=\"{1}\", color=\"{2}\", margin=\"0.14,0.06\", "
        "label=<<font point-size=\"10\" color=\"#6b7280\">q{0}</font><br/>"
        "<font color=\"{2}\"><b>{3}</b></font>>];\n",
        q, colour.fill, colour.ink, html(output));
  }
  text += initial_edge(machine.initial());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State from = make_id<State>(q);
    const Labels<State> all = labels_of(machine, from);
    for (const auto& [to, label] : all) {
      if (halts(from) && to == from) continue;
      text += edge(from, to, halts(to) && all.size() == 1 ? "" : label, halts(to));
    }
  }
  return text;
}

std::string picture(const MealyMachine& machine) {
  std::string text;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    text += round_state(make_id<State>(q), machine.terminal(make_id<State>(q)));
  }
  text += initial_edge(machine.initial());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State from = make_id<State>(q);
    for (const auto& [step, label] : labels_of(machine, from)) {
      const std::string& output = machine.outputs().name(step.output);
      const Colour colour = colour_of(output);
      text +=
          edge(from, step.to, fmt::format("{} / <font color=\"{}\"><b>{}</b></font>", label, colour.ink, html(output)),
               output == halt_name);
    }
  }
  return text;
}

std::string picture(const RewardMachine& machine) {
  std::string text;
  for (std::size_t q = 0; q < machine.states; ++q) {
    text += round_state(make_id<State>(q), machine.is_terminal(make_id<State>(q)));
  }
  text += initial_edge(machine.initial);
  for (const RewardTransition& transition : machine.transitions) {
    text += edge(transition.from, transition.to,
                 formula_html(transition.formula, machine.propositions) + earned(transition.reward), false);
  }
  return text;
}

// An arrow in a label would be escaped.
std::size_t edges_in(const std::string& source) {
  std::size_t count = 0;
  for (auto at = source.find(" -> "); at != std::string::npos; at = source.find(" -> ", at + 1)) ++count;
  return count;
}

}  // namespace

std::string picture_dot(const AnyMachine& machine) {
  const std::string body = std::visit([](const auto& kind) { return picture(kind); }, machine);
  const char* hurry =
      edges_in(body) > max_curved_edges ? "  splines=line; nslimit=0.5; nslimit1=0.5; mclimit=0.2;\n" : "";
  return fmt::format("{}{}{}}}\n", style, hurry, body);
}

std::string render_picture(const AnyMachine& machine, const std::string& type) {
  const auto states_of = [](const auto& kind) {
    if constexpr (requires { kind.states; }) {
      return kind.states;
    } else {
      return kind.size();
    }
  };
  if (const std::size_t states = std::visit(states_of, machine); states > max_pictured_states) {
    throw InputError(fmt::format(
        "a picture of {} states would be unreadable, expected at most {} (a .dot or .json file holds any number)",
        states, max_pictured_states));
  }
  const std::string source = picture_dot(machine);
  if (const std::size_t edges = edges_in(source); edges > max_pictured_edges) {
    throw InputError(fmt::format(
        "a picture of {} edges would be unreadable, expected at most {} (a .dot or .json file holds any number)", edges,
        max_pictured_edges));
  }
  return run_graphviz(source, type);
}

}  // namespace remap
