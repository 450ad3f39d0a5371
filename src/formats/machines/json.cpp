// JSON by nlohmann's parser, which neither recurses nor trusts its input; the schema is checked value by value, and
// each complaint carries the path of the value (as in JSON Pointer). A number of the file becomes a name in our
// shortest spelling, and a name is written as a number only if it reads back as the same name, so nothing changes on
// the way.
#include "formats/machines/json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "automata/machines/guard_formulas.hpp"
#include "formats/machines/guard_reader.hpp"
#include "formats/text/file_limits.hpp"
#include "formats/text/names.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {
namespace {

using SortedJson = nlohmann::json;

// --- reading ---

TextPosition position_at(std::string_view text, std::size_t offset) {
  TextPosition position{1, 1};
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    if (text[i] == '\n') {
      ++position.line;
      position.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++position.column;
    }
  }
  return position;
}

// The parser's own explanation, without its prefix and its copy of the position.
std::string explanation(const std::string& what) {
  const std::size_t column = what.find(", column ");
  const std::size_t begin = column == std::string::npos ? std::string::npos : what.find(": ", column);
  return begin == std::string::npos ? what : what.substr(begin + 2);
}

// Builds the value as nlohmann's own parser does, and refuses a key that occurs twice in one object. (Its parser with a
// callback can do that, too, but searches the parent at the end of every object: quadratic for long lists.)
class Builder {  // NOLINT(bugprone-exception-escape): moving a value of nlohmann checks an invariant first
 public:
  SortedJson take() { return std::move(root_); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(SortedJson::number_integer_t value) { return add(value); }
  bool number_unsigned(SortedJson::number_unsigned_t value) { return add(value); }
  bool number_float(SortedJson::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(SortedJson::binary_t& value) { return add(std::move(value)); }
  bool start_object(std::size_t) { return open(SortedJson::object()); }
  bool start_array(std::size_t) { return open(SortedJson::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    const auto [place, is_new] = open_.back()->get_ref<SortedJson::object_t&>().try_emplace(name);
    if (!is_new) throw InputError(fmt::format("the key {} occurs twice in one object", SortedJson(name).dump()));
    member_ = &place->second;
    return true;
  }
  template <class Error>
  bool parse_error(std::size_t, const std::string&, const Error& error) {
    throw error;
  }

 private:
  SortedJson* put(SortedJson value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_object()) {
      *member_ = std::move(value);
      return member_;
    }
    open_.back()->push_back(std::move(value));
    return &open_.back()->back();
  }
  bool add(SortedJson value) {
    put(std::move(value));
    return true;
  }
  bool open(SortedJson value) {
    open_.push_back(put(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  SortedJson root_;
  SortedJson* member_ = nullptr;   // the value of the key that was read last
  std::vector<SortedJson*> open_;  // the objects and lists around what is read; nothing is added to them meanwhile
};

SortedJson parse(std::string_view text) {
  try {
    Builder builder;
    SortedJson::sax_parse(text, &builder);
    return builder.take();
  } catch (const SortedJson::parse_error& error) {
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    throw ParseError("this is not JSON: " + explanation(error.what()), position_at(text, offset));
  } catch (const SortedJson::exception& error) {
    throw InputError(std::string("this JSON cannot be used: ") + error.what());
  }
}

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw InputError(fmt::format("at {}: {}", path.empty() ? "the top" : path, what));
}

std::string found(const SortedJson& value) {
  switch (value.type()) {
    case SortedJson::value_t::object:
      return "an object";
    case SortedJson::value_t::array:
      return fmt::format("a list of {}", value.size());
    case SortedJson::value_t::string:
    case SortedJson::value_t::boolean:
    case SortedJson::value_t::null:
    case SortedJson::value_t::number_integer:
    case SortedJson::value_t::number_unsigned:
    case SortedJson::value_t::number_float: {
      const std::string text = value.dump(-1, ' ', false, SortedJson::error_handler_t::replace);
      return text.size() <= 60 ? text : "a long " + std::string(value.type_name());
    }
    default:
      return "nothing";
  }
}

[[noreturn]] void fail_expecting(const std::string& path, const std::string& expected, const SortedJson& value) {
  fail(path, fmt::format("expected {}, found {}", expected, found(value)));
}

std::string item(const std::string& path, std::size_t i) { return fmt::format("{}/{}", path, i); }

// An object whose keys are all known. Its path is put together only to complain: there may be many.
class Object {
 public:
  using Keys = std::initializer_list<std::string_view>;
  Object(const SortedJson& value, std::string path, Keys keys) : value_(value), path_(std::move(path)) { check(keys); }
  /// The entry `i` of the list at `path`.
  Object(const SortedJson& list, std::size_t i, std::string path, Keys keys)
      : value_(list[i]), path_(std::move(path)), entry_(i) {
    check(keys);
  }
  [[nodiscard]] bool has(const char* key) const { return value_.contains(key); }
  [[nodiscard]] const SortedJson& at(const char* key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) fail(path(), fmt::format("the key '{}' is missing", key));
    return *found;
  }
  [[nodiscard]] std::string path(const char* key) const { return path() + "/" + key; }
  [[nodiscard]] const SortedJson& list(const char* key) const {
    const SortedJson& value = at(key);
    if (!value.is_array()) fail_expecting(path(key), "a list", value);
    return value;
  }

 private:
  [[nodiscard]] std::string path() const { return entry_ ? item(path_, *entry_) : path_; }
  void check(Keys keys) const {
    if (!value_.is_object()) fail_expecting(path(), "an object", value_);
    for (const auto& [key, value] : value_.get_ref<const SortedJson::object_t&>()) {
      if (std::ranges::find(keys, key) == keys.end()) {
        fail(path(), fmt::format("unknown key '{}', expected {}", key, fmt::join(keys, ", ")));
      }
    }
  }

  const SortedJson& value_;
  std::string path_;
  std::optional<std::size_t> entry_ = std::nullopt;
};

std::size_t number_below(const SortedJson& value, const std::string& path, std::size_t bound, const char* what) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() < bound) return value.get<std::size_t>();
  fail_expecting(path, fmt::format("{} from 0 to {}", what, bound - 1), value);
}

State state(const SortedJson& value, const std::string& path, std::size_t states) {
  return make_id<State>(number_below(value, path, states, "the number of a state,"));
}

/// The same for the entry `i` of a list; its path is put together only to complain.
State state_in(const SortedJson& list, std::size_t i, const Object& entry, const char* key, std::size_t states) {
  const SortedJson& value = list[i];
  if (value.is_number_unsigned() && value.get<std::uint64_t>() < states)
    return make_id<State>(value.get<std::size_t>());
  return state(value, item(entry.path(key), i), states);
}

std::string text(const SortedJson& value, const std::string& path, const char* what) {
  if (!value.is_string()) fail_expecting(path, what, value);
  return value.get<std::string>();
}

std::string value_name(const SortedJson& value, const std::string& path) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned()) return fmt::format("{}", value.get<std::uint64_t>());
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  if (value.is_number_float()) return format_number(value.get<double>());
  fail_expecting(path, "a number or a word", value);
}

std::vector<std::string> names(const Object& object, const char* key, auto name_of) {
  std::vector<std::string> result;
  const SortedJson& list = object.list(key);
  for (std::size_t i = 0; i < list.size(); ++i) result.push_back(name_of(list[i], item(object.path(key), i)));
  return result;
}

std::vector<std::string> words(const Object& object, const char* key) {
  return names(object, key,
               [](const SortedJson& value, const std::string& path) { return text(value, path, "a name"); });
}

// Runs `make`; what it finds wrong is said of the value at `path`.
auto at_path(const std::string& path, auto make) {
  try {
    return make();
  } catch (const ParseError& error) {
    fail(path, fmt::format("{} (column {})", error.sentence(), error.position().column));
  } catch (const InputError& error) {
    fail(path, error.what());
  }
}

Alphabet alphabet(const Object& machine) {
  std::optional<std::vector<std::string>> propositions;
  if (machine.has("propositions")) propositions = words(machine, "propositions");
  auto letters = words(machine, "letters");
  return at_path(machine.path("letters"),
                 [&] { return alphabet_from_names(std::move(letters), std::move(propositions)); });
}

Outputs outputs(const Object& machine) {
  auto values = names(machine, "outputs", value_name);
  return at_path(machine.path("outputs"), [&] { return Outputs(std::move(values)); });
}

// Finds outputs by name, quickly; the same number written otherwise is found too.
class OutputFinder {
 public:
  explicit OutputFinder(const Outputs& all) : all_(all) {
    for (std::size_t i = 0; i < all.size(); ++i) by_name_.emplace(all.names()[i], make_id<Output>(i));
  }
  /// `path_of` is called only to complain.
  template <class PathOf>
  Output operator()(const SortedJson& value, PathOf path_of) const {
    const bool named = value.is_string() || value.is_number();
    const std::string name = value_name(value, named ? std::string() : path_of());
    const auto place = by_name_.find(name);
    const Output output = place == by_name_.end() ? all_.find(name) : place->second;
    if (output == no_output) fail(path_of(), fmt::format("{} is not in the list /outputs", found(value)));
    return output;
  }

 private:
  const Outputs& all_;
  std::unordered_map<std::string, Output> by_name_;
};

const SortedJson& states_of(const Object& machine) {
  const SortedJson& states = machine.list("states");
  if (states.empty()) fail(machine.path("states"), "expected at least one state, found an empty list");
  return states;
}

const SortedJson& row(const Object& state, const char* key, std::size_t letters) {
  const SortedJson& list = state.list(key);
  if (list.size() != letters) {
    fail(state.path(key), fmt::format("expected a list of {} (one entry per letter), found {}", letters, list.size()));
  }
  return list;
}

// Without a list of letters every set of propositions is one, and successors are given by formulas.
bool by_formulas(const Object& machine) { return machine.has("propositions") && !machine.has("letters"); }

void read_formula(GuardReader& guards, State from, const Object& edge, State leaf) {
  const std::string formula = text(edge.at("formula"), edge.path("formula"), "a formula");
  at_path(edge.path("formula"), [&] { guards.add(from, formula, leaf); });
}

GuardReader guard_reader(const Object& machine, std::size_t states) {
  std::vector<std::string> propositions = words(machine, "propositions");
  return at_path(machine.path("propositions"), [&] { return GuardReader(std::move(propositions), states); });
}

bool is_terminal(const Object& state) {
  if (!state.has("terminal")) return false;
  if (!state.at("terminal").is_boolean()) fail_expecting(state.path("terminal"), "true or false", state.at("terminal"));
  return state.at("terminal").get<bool>();
}

MooreMachine read_guarded_moore(const Object& machine) {
  const SortedJson& states = states_of(machine);
  GuardReader guards = guard_reader(machine, states.size());
  const Outputs gamma = outputs(machine);
  const OutputFinder output_named(gamma);
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < states.size(); ++q) {
    const Object entry(states, q, "/states", {"output", "next"});
    output_of.push_back(output_named(entry.at("output"), [&] { return entry.path("output"); }));
    const SortedJson& edges = entry.list("next");
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Object edge(edges, i, entry.path("next"), {"formula", "to"});
      const State to = state(edge.at("to"), edge.path("to"), states.size());
      read_formula(guards, make_id<State>(q), edge, to);
    }
  }
  if (const auto q = guards.incomplete()) {
    fail(item("/states", index(*q)) + "/next", "some set of propositions satisfies no formula");
  }
  return guards.moore(gamma, state(machine.at("initial"), "/initial", states.size()), std::move(output_of));
}

MealyMachine read_guarded_mealy(const Object& machine) {
  const SortedJson& states = states_of(machine);
  GuardReader guards = guard_reader(machine, states.size());
  const Outputs gamma = outputs(machine);
  const OutputFinder output_named(gamma);
  std::vector<bool> terminal;
  std::vector<MealyMachine::Step> steps;
  for (std::size_t q = 0; q < states.size(); ++q) {
    const Object entry(states, q, "/states", {"terminal", "next"});
    terminal.push_back(is_terminal(entry));
    const SortedJson& edges = entry.list("next");
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Object edge(edges, i, entry.path("next"), {"formula", "to", "output"});
      const State to = state(edge.at("to"), edge.path("to"), states.size());
      read_formula(guards, make_id<State>(q), edge, make_id<State>(steps.size()));
      steps.push_back({to, output_named(edge.at("output"), [&] { return edge.path("output"); })});
    }
  }
  return guards.mealy(gamma, state(machine.at("initial"), "/initial", states.size()), std::move(terminal),
                      std::move(steps));
}

MooreMachine read_moore(const SortedJson& value) {
  const Object machine(value, "", {"type", "propositions", "letters", "outputs", "initial", "states"});
  if (by_formulas(machine)) return read_guarded_moore(machine);
  const Alphabet sigma = alphabet(machine);
  const Outputs gamma = outputs(machine);
  const OutputFinder output_named(gamma);
  const SortedJson& states = states_of(machine);
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < states.size(); ++q) {
    const Object entry(states, q, "/states", {"output", "next"});
    output_of.push_back(output_named(entry.at("output"), [&] { return entry.path("output"); }));
    const SortedJson& targets = row(entry, "next", sigma.size());
    for (std::size_t a = 0; a < targets.size(); ++a) {
      next.push_back(state_in(targets, a, entry, "next", states.size()));
    }
  }
  const State initial = state(machine.at("initial"), "/initial", states.size());
  return {sigma, gamma, initial, std::move(output_of), std::move(next)};
}

MealyMachine read_mealy(const SortedJson& value) {
  const Object machine(value, "", {"type", "propositions", "letters", "outputs", "initial", "states"});
  if (by_formulas(machine)) return read_guarded_mealy(machine);
  const Alphabet sigma = alphabet(machine);
  const Outputs gamma = outputs(machine);
  const OutputFinder output_named(gamma);
  const SortedJson& states = states_of(machine);
  std::vector<bool> terminal;
  std::vector<MealyMachine::Step> steps;
  for (std::size_t q = 0; q < states.size(); ++q) {
    const Object entry(states, q, "/states", {"terminal", "next", "output"});
    terminal.push_back(is_terminal(entry));
    const SortedJson& targets = row(entry, "next", sigma.size());
    const SortedJson& values = row(entry, "output", sigma.size());
    for (std::size_t a = 0; a < targets.size(); ++a) {
      const auto path = [&] { return item(entry.path("output"), a); };
      if (targets[a].is_null() != values[a].is_null()) {
        fail(path(), "expected null exactly where next has null, for a missing transition");
      }
      steps.push_back(targets[a].is_null() ? MealyMachine::Step{}
                                           : MealyMachine::Step{state_in(targets, a, entry, "next", states.size()),
                                                                output_named(values[a], path)});
    }
  }
  const State initial = state(machine.at("initial"), "/initial", states.size());
  return {sigma, gamma, initial, std::move(terminal), std::move(steps)};
}

RewardMachine read_reward_machine(const SortedJson& value) {
  const Object object(value, "", {"type", "propositions", "states", "initial", "terminal", "transitions"});
  RewardMachine machine;
  machine.propositions = words(object, "propositions");
  at_path("/propositions", [&] {
    check_propositions(machine.propositions);
    return 0;
  });
  machine.states = number_below(object.at("states"), "/states", max_states + 1, "a number of states");
  if (machine.states == 0) fail("/states", "expected at least one state, found 0");
  machine.initial = state(object.at("initial"), "/initial", machine.states);
  const SortedJson& terminal = object.list("terminal");
  for (std::size_t i = 0; i < terminal.size(); ++i) {
    machine.terminal.push_back(state(terminal[i], item("/terminal", i), machine.states));
    if (i > 0 && machine.terminal[i - 1] >= machine.terminal[i]) {
      fail(item("/terminal", i),
           fmt::format("state {} comes after state {}, expected each terminal state once, in order",
                       index(machine.terminal[i]), index(machine.terminal[i - 1])));
    }
  }
  const SortedJson& transitions = object.list("transitions");
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const Object entry(transitions, i, "/transitions", {"from", "to", "formula", "reward"});
    const State from = state(entry.at("from"), entry.path("from"), machine.states);
    const State to = state(entry.at("to"), entry.path("to"), machine.states);
    const std::string formula = text(entry.at("formula"), entry.path("formula"), "a formula");
    std::string reward = value_name(entry.at("reward"), entry.path("reward"));
    if (reward.empty()) fail(entry.path("reward"), "expected a number or a word, found \"\"");
    machine.transitions.push_back(
        {from, to, at_path(entry.path("formula"), [&] { return parse_formula(formula, machine.propositions); }),
         std::move(reward)});
  }
  return machine;
}

// --- writing ---

std::string quoted(const std::string& name) {
  try {
    return SortedJson(name).dump();
  } catch (const SortedJson::exception&) {
    throw InputError(fmt::format("the name '{}' is not UTF-8 and cannot be written as JSON", name));
  }
}

std::string value_text(const std::string& name) {
  const auto number = parse_number(name);
  const bool same = number && format_number(*number) == name && value_name(SortedJson::parse(name), "") == name;
  return same ? name : quoted(name);
}

std::string joined(std::size_t count, auto text_of) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) result += ", ";
    result += text_of(i);
  }
  return result;
}

std::string quoted_list(const std::vector<std::string>& list) {
  return joined(list.size(), [&](std::size_t i) { return quoted(list[i]); });
}

/// Without letters if these are not listed.
std::string head(const char* type, const Alphabet& alphabet, const Outputs& outputs, State initial) {
  if (!alphabet.listed()) check_propositions(alphabet.propositions());  // formulas must be able to name them
  std::string result = fmt::format("{{\n  \"type\": \"{}\",\n", type);
  if (alphabet.propositional())
    result += fmt::format("  \"propositions\": [{}],\n", quoted_list(alphabet.propositions()));
  if (alphabet.listed()) result += fmt::format("  \"letters\": [{}],\n", quoted_list(alphabet.names()));
  return result + fmt::format("  \"outputs\": [{}],\n  \"initial\": {},\n",
                              joined(outputs.size(), [&](std::size_t i) { return value_text(outputs.names()[i]); }),
                              index(initial));
}

std::string rows(const char* key, std::size_t count, auto row_of) {
  std::string result = fmt::format("  \"{}\": [", key);
  for (std::size_t i = 0; i < count; ++i) result += (i == 0 ? "\n    {" : ",\n    {") + row_of(i) + "}";
  return result + (count == 0 ? "]\n}\n" : "\n  ]\n}\n");
}

/// The transitions of a state by formulas; `text_of` says where a leaf leads, or nothing if nowhere.
std::string formula_list(const Guards& guards, State from, const Alphabet& alphabet, auto text_of) {
  std::string result;
  for (const auto& [leaf, formula] : formulas_of(guards, from)) {
    const std::string to = text_of(leaf);
    if (to.empty()) continue;
    result += fmt::format(R"({}{{"formula": {}, {}}})", result.empty() ? "" : ", ",
                          quoted(formula.text(alphabet.propositions())), to);
  }
  return result;
}

std::string next_of(const MooreMachine& machine, State from) {
  if (machine.guards() != nullptr) {
    return formula_list(*machine.guards(), from, machine.alphabet(),
                        [](State to) { return fmt::format(R"("to": {})", index(to)); });
  }
  const auto next = machine.row(from);
  return joined(next.size(), [&](std::size_t a) { return fmt::format("{}", index(next[a])); });
}

/// How each output is written: there are few, but a machine has many states.
std::vector<std::string> value_texts(const Outputs& outputs) {
  std::vector<std::string> texts;
  for (const std::string& name : outputs.names()) texts.push_back(value_text(name));
  return texts;
}

std::string as_json(const MooreMachine& machine) {
  const std::vector<std::string> outputs = value_texts(machine.outputs());
  return head("moore", machine.alphabet(), machine.outputs(), machine.initial()) +
         rows("states", machine.size(), [&](std::size_t q) {
           const State from = make_id<State>(q);
           return fmt::format(R"("output": {}, "next": [{}])", outputs[index(machine.output(from))],
                              next_of(machine, from));
         });
}

std::string steps_of(const MealyMachine& machine, State from) {
  if (machine.guards() != nullptr) {
    return fmt::format(R"("next": [{}])", formula_list(*machine.guards(), from, machine.alphabet(), [&](State leaf) {
                         const MealyMachine::Step& step = machine.steps()[index(leaf)];
                         if (step.to == no_state) return std::string();
                         return fmt::format(R"("to": {}, "output": {})", index(step.to),
                                            value_text(machine.outputs().name(step.output)));
                       }));
  }
  const std::size_t letters = machine.alphabet().size();
  const auto step = [&](std::size_t a) { return machine.step(from, make_id<Letter>(a)); };
  const auto next = [&](std::size_t a) {
    return step(a).to == no_state ? "null" : fmt::format("{}", index(step(a).to));
  };
  const auto output = [&](std::size_t a) {
    return step(a).to == no_state ? "null" : value_text(machine.outputs().name(step(a).output));
  };
  return fmt::format(R"("next": [{}], "output": [{}])", joined(letters, next), joined(letters, output));
}

std::string as_json(const MealyMachine& machine) {
  return head("mealy", machine.alphabet(), machine.outputs(), machine.initial()) +
         rows("states", machine.size(), [&](std::size_t q) {
           const State from = make_id<State>(q);
           return fmt::format("{}{}", machine.terminal(from) ? R"("terminal": true, )" : "", steps_of(machine, from));
         });
}

std::string as_json(const RewardMachine& machine) {
  check_writable(machine);
  const auto terminal = [&](std::size_t i) { return fmt::format("{}", index(machine.terminal[i])); };
  return fmt::format(
             "{{\n  \"type\": \"reward_machine\",\n  \"propositions\": [{}],\n  \"states\": {},\n  \"initial\": {},\n"
             "  \"terminal\": [{}],\n",
             quoted_list(machine.propositions), machine.states, index(machine.initial),
             joined(machine.terminal.size(), terminal)) +
         rows("transitions", machine.transitions.size(), [&](std::size_t i) {
           const RewardTransition& transition = machine.transitions[i];
           return fmt::format(R"("from": {}, "to": {}, "formula": {}, "reward": {})", index(transition.from),
                              index(transition.to), quoted(transition.formula.text(machine.propositions)),
                              value_text(transition.reward));
         });
}

}  // namespace

AnyMachine read_json(std::string_view text) {
  const SortedJson value = parse(text);
  if (!value.is_object()) fail_expecting("", "an object with a \"type\"", value);
  if (!value.contains("type")) fail("", R"(the key 'type' is missing, expected "moore", "mealy" or "reward_machine")");
  const SortedJson& type = value.at("type");
  if (type == "moore") return read_moore(value);
  if (type == "mealy") return read_mealy(value);
  if (type == "reward_machine") return read_reward_machine(value);
  fail_expecting("/type", R"("moore", "mealy" or "reward_machine")", type);
}

std::string write_json(const AnyMachine& machine) {
  return std::visit([](const auto& kind) { return as_json(kind); }, machine);
}

}  // namespace remap
