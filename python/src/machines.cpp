// Alphabets, outputs and machines. Arrays go to Python as read-only copies.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "core.hpp"
#include "logic/guards/guards.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::python {

namespace {

using Integers = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

constexpr std::int32_t none = -1;

template <class Id>
std::int32_t number(Id id) {
  return id == no_id<Id> ? none : static_cast<std::int32_t>(index(id));
}

template <class Id>
Id id_of(std::int32_t number) {
  return number < 0 ? no_id<Id> : make_id<Id>(static_cast<std::size_t>(number));
}

template <class Id>
std::vector<Id> ids(const Integers& array) {
  std::vector<Id> result;
  result.reserve(static_cast<std::size_t>(array.size()));
  for (py::ssize_t i = 0; i < array.size(); ++i) result.push_back(id_of<Id>(array.data()[i]));
  return result;
}

Word word_of(const std::vector<std::uint32_t>& letters, const Alphabet& alphabet) {
  Word word;
  for (const std::uint32_t letter : letters) {
    if (!alphabet.has(Letter{letter})) throw InputError("a word has a letter beyond the alphabet");
    word.push_back(Letter{letter});
  }
  return word;
}

std::vector<std::uint32_t> numbers(const Word& word) {
  std::vector<std::uint32_t> result;
  for (const Letter letter : word) result.push_back(static_cast<std::uint32_t>(letter));
  return result;
}

/// A table with one row per state.
template <class Value, class Entry>
py::array_t<Value> table(std::size_t states, std::size_t letters, Entry entry) {
  py::array_t<Value> array({states, letters});
  auto* cell = array.mutable_data();
  for (std::size_t q = 0; q < states; ++q) {
    for (std::size_t a = 0; a < letters; ++a) *cell++ = entry(make_id<State>(q), make_id<Letter>(a));
  }
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class Value, class Entry>
py::array_t<Value> row(std::size_t states, Entry entry) {
  py::array_t<Value> array(static_cast<py::ssize_t>(states));
  for (std::size_t q = 0; q < states; ++q) array.mutable_data()[q] = entry(make_id<State>(q));
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

void add_names(py::module_& module) {
  py::class_<Alphabet>(module, "Alphabet")
      .def_static("plain", &Alphabet::plain)
      .def_static("power_set", &Alphabet::power_set)
      .def_static("at_most_one", &Alphabet::at_most_one)
      .def_static("of_sets", &Alphabet::of_sets)
      .def_property_readonly("names", &Alphabet::names)
      .def_property_readonly("propositions", &Alphabet::propositions)
      .def_property_readonly("sets", &Alphabet::sets)
      .def_property_readonly("listed", &Alphabet::listed)
      .def("set_of", [](const Alphabet& alphabet, std::uint32_t letter) { return alphabet.set_of(Letter{letter}); })
      .def("letter_of", [](const Alphabet& alphabet, PropositionSet set) { return number(alphabet.letter_of(set)); })
      .def("find", [](const Alphabet& alphabet, const std::string& name) { return number(alphabet.find(name)); })
      .def("parse_word",
           [](const Alphabet& alphabet, const std::string& text) { return numbers(parse_word(alphabet, text)); });
  py::class_<Outputs>(module, "Outputs")
      .def(py::init<std::vector<std::string>>())
      .def_property_readonly("names", &Outputs::names)
      .def_property_readonly("numbers",
                             [](const Outputs& outputs) {
                               std::vector<std::optional<double>> result;
                               for (std::size_t i = 0; i < outputs.size(); ++i) {
                                 result.push_back(outputs.number(make_id<Output>(i)));
                               }
                               return result;
                             })
      .def("find", [](const Outputs& outputs, const std::string& name) { return number(outputs.find(name)); });
  module.def("format_number", &format_number);
}

void add_moore(py::module_& module) {
  py::class_<MooreMachine>(module, "MooreMachine")
      .def(py::init([](const Alphabet& alphabet, const Outputs& outputs, std::int32_t initial,
                       const Integers& output_of, const Integers& next) {
        return MooreMachine(alphabet, outputs, id_of<State>(initial), ids<Output>(output_of), ids<State>(next));
      }))
      .def_property_readonly("alphabet", &MooreMachine::alphabet)
      .def_property_readonly("outputs", &MooreMachine::outputs)
      .def_property_readonly("initial", [](const MooreMachine& machine) { return number(machine.initial()); })
      .def("output_of",
           [](const MooreMachine& machine) {
             return row<std::int32_t>(machine.size(), [&](State q) { return number(machine.output(q)); });
           })
      .def("__len__", &MooreMachine::size)
      .def("next",
           [](const MooreMachine& machine, std::uint32_t state, std::uint32_t letter) {
             if (state >= machine.size()) throw InputError("there is no such state");
             return number(machine.next(State{state}, word_of({letter}, machine.alphabet()).front()));
           })
      .def("transitions",
           [](const MooreMachine& machine) {
             return table<std::int32_t>(machine.size(), machine.letters(),
                                        [&](State q, Letter a) { return number(machine.next(q, a)); });
           })
      .def("minimise", [](const MooreMachine& machine) { return minimise(machine); })
      .def("canonical", [](const MooreMachine& machine) { return canonical(machine); })
      .def("to_mealy", [](const MooreMachine& machine) { return to_mealy(machine); })
      .def("restrict",
           [](const MooreMachine& machine, const Alphabet& letters) { return restrict_letters(machine, letters); });
  module.def("find_counterexample",
             [](const MooreMachine& a, const MooreMachine& b) -> std::optional<std::vector<std::uint32_t>> {
               const auto word = find_counterexample(a, b);
               if (!word) return std::nullopt;
               return numbers(*word);
             });
  module.def("disagreement", &disagreement);
  module.def("random_machine", [](std::size_t states, std::size_t letters, std::size_t outputs, std::uint64_t seed) {
    return random_machine({states, letters, outputs}, seed);
  });
  module.def("from_regexes", [](const std::vector<std::string>& expressions, const Alphabet& alphabet) {
    return machine_from_regexes(expressions, alphabet);
  });
  module.def("family", [](const std::string& text) { return family_machine(text); });
}

void add_mealy(py::module_& module) {
  py::class_<MealyMachine>(module, "MealyMachine")
      .def(py::init([](const Alphabet& alphabet, const Outputs& outputs, std::int32_t initial,
                       std::vector<bool> terminal, const Integers& next, const Integers& output_of) {
        if (next.size() != output_of.size()) throw InputError("there must be as many outputs as transitions");
        std::vector<MealyMachine::Step> steps;
        for (py::ssize_t i = 0; i < next.size(); ++i) {
          steps.push_back({id_of<State>(next.data()[i]), id_of<Output>(output_of.data()[i])});
        }
        return MealyMachine(alphabet, outputs, id_of<State>(initial), std::move(terminal), std::move(steps));
      }))
      .def_property_readonly("alphabet", &MealyMachine::alphabet)
      .def_property_readonly("outputs", &MealyMachine::outputs)
      .def_property_readonly("initial", [](const MealyMachine& machine) { return number(machine.initial()); })
      .def("terminal",
           [](const MealyMachine& machine) {
             return row<bool>(machine.size(), [&](State q) { return machine.terminal(q); });
           })
      .def("__len__", &MealyMachine::size)
      .def("next",
           [](const MealyMachine& machine, std::uint32_t state, std::uint32_t letter) {
             if (state >= machine.size()) throw InputError("there is no such state");
             const MealyMachine::Step& step = machine.step(State{state}, word_of({letter}, machine.alphabet()).front());
             return std::pair(number(step.to), number(step.output));
           })
      .def("transitions",
           [](const MealyMachine& machine) {
             return table<std::int32_t>(machine.size(), machine.alphabet().size(),
                                        [&](State q, Letter a) { return number(machine.step(q, a).to); });
           })
      .def("output_of",
           [](const MealyMachine& machine) {
             return table<std::int32_t>(machine.size(), machine.alphabet().size(),
                                        [&](State q, Letter a) { return number(machine.step(q, a).output); });
           })
      .def("minimise", [](const MealyMachine& machine) { return minimise(machine); });
}

using PlainTransition = std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>;

RewardMachine make_reward_machine(std::vector<std::string> propositions, std::size_t states, std::uint32_t initial,
                                  const std::vector<std::uint32_t>& terminal,
                                  const std::vector<PlainTransition>& transitions) {
  const auto state = [&](std::uint32_t number) {
    if (number >= states) throw InputError("a state must be a number from 0, below the number of states");
    return State{number};
  };
  RewardMachine machine{std::move(propositions), states, state(initial), {}, {}};
  for (const std::uint32_t each : terminal) machine.terminal.push_back(state(each));
  std::sort(machine.terminal.begin(), machine.terminal.end());
  for (const auto& [from, to, formula, reward] : transitions) {
    machine.transitions.push_back({state(from), state(to), parse_formula(formula, machine.propositions), reward});
  }
  check_deterministic(machine);
  return machine;
}

/// The same machine without the propositions that no formula mentions.
RewardMachine relevant(const RewardMachine& machine) {
  PropositionSet mentioned = 0;
  for (const RewardTransition& each : machine.transitions) {
    for (const Cube& cube : each.formula.cubes()) mentioned |= cube.positive | cube.negative;
  }
  RewardMachine result = machine;
  result.propositions.clear();
  for (std::size_t i = 0; i < machine.propositions.size(); ++i) {
    if ((mentioned >> i & 1) != 0) result.propositions.push_back(machine.propositions[i]);
  }
  for (RewardTransition& each : result.transitions) {
    each.formula = parse_formula(each.formula.text(machine.propositions), result.propositions);
  }
  return result;
}

/// For each state where a set of propositions leads, and the number of the transition; -1 where there is none.
std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>> row_of(const RewardMachine& machine,
                                                                       PropositionSet set) {
  std::vector<std::int32_t> next(machine.states, none);
  std::vector<std::int32_t> taken(machine.states, none);
  for (std::size_t i = 0; i < machine.transitions.size(); ++i) {
    const RewardTransition& each = machine.transitions[i];
    if (machine.is_terminal(each.from) || !each.formula.holds(set)) continue;
    next[index(each.from)] = number(each.to);
    taken[index(each.from)] = static_cast<std::int32_t>(i);
  }
  return {std::move(next), std::move(taken)};
}

/// The states that are not terminal and have no transition for some set of propositions.
std::vector<std::size_t> incomplete_states(const RewardMachine& machine) {
  std::vector<std::size_t> result;
  if (machine.propositions.empty()) {
    const auto next = row_of(machine, 0).first;
    for (std::size_t q = 0; q < machine.states; ++q) {
      if (next[q] == none && !machine.is_terminal(make_id<State>(q))) result.push_back(q);
    }
    return result;
  }
  const MealyMachine mealy = to_mealy(machine, Alphabet::unlisted(machine.propositions));
  for (std::size_t q = 0; q < machine.states; ++q) {
    const std::vector<State> leaves = mealy.guards()->successors(make_id<State>(q));
    const auto missing = [&](State leaf) { return mealy.steps()[index(leaf)].to == no_state; };
    if (!mealy.terminal(make_id<State>(q)) && std::any_of(leaves.begin(), leaves.end(), missing)) result.push_back(q);
  }
  return result;
}

/// A table with a column for each set of propositions, whose number has their bits.
py::tuple table_of(const RewardMachine& machine) {
  const std::size_t sets = std::size_t{1} << machine.propositions.size();
  py::array_t<std::int32_t> next({machine.states, sets});
  py::array_t<std::int32_t> taken({machine.states, sets});
  for (std::size_t set = 0; set < sets; ++set) {
    const auto [to, by] = row_of(machine, set);
    for (std::size_t q = 0; q < machine.states; ++q) {
      next.mutable_data()[q * sets + set] = to[q];
      taken.mutable_data()[q * sets + set] = by[q];
    }
  }
  return py::make_tuple(next, taken);
}

void add_reward(py::module_& module) {
  py::class_<RewardMachine>(module, "RewardMachine")
      .def(py::init(&make_reward_machine))
      .def_readonly("propositions", &RewardMachine::propositions)
      .def_readonly("states", &RewardMachine::states)
      .def_property_readonly("initial", [](const RewardMachine& machine) { return number(machine.initial); })
      .def_property_readonly("terminal",
                             [](const RewardMachine& machine) {
                               std::vector<std::uint32_t> result;
                               for (const State state : machine.terminal) {
                                 result.push_back(static_cast<std::uint32_t>(state));
                               }
                               return result;
                             })
      .def_property_readonly("transitions",
                             [](const RewardMachine& machine) {
                               std::vector<PlainTransition> result;
                               for (const RewardTransition& each : machine.transitions) {
                                 result.emplace_back(index(each.from), index(each.to),
                                                     each.formula.text(machine.propositions), each.reward);
                               }
                               return result;
                             })
      .def("relevant", &relevant)
      .def("row", &row_of)
      .def("table", &table_of)
      .def("incomplete_states", &incomplete_states)
      .def("to_moore", [](const RewardMachine& machine) { return to_moore(machine); })
      .def("to_moore_over",
           [](const RewardMachine& machine, const Alphabet& letters) { return to_moore(machine, letters); })
      .def("to_mealy",
           [](const RewardMachine& machine, const Alphabet& letters) { return to_mealy(machine, letters); });
}

MachineFormat format_named(const std::string& name) {
  if (name == "text" || name == "txt") return MachineFormat::text;
  if (name == "dot") return MachineFormat::dot;
  if (name == "json") return MachineFormat::json;
  throw InputError("there is no format '" + name + "', expected text, dot or json");
}

AnyMachine any(const py::handle& machine) {
  if (py::isinstance<MooreMachine>(machine)) return machine.cast<MooreMachine>();
  if (py::isinstance<MealyMachine>(machine)) return machine.cast<MealyMachine>();
  return machine.cast<RewardMachine>();
}

py::object object_of(AnyMachine machine) {
  return std::visit([](auto&& each) { return py::cast(std::forward<decltype(each)>(each)); }, std::move(machine));
}

void add_files(py::module_& module) {
  module.def("as_moore", [](const py::object& machine) { return as_moore(any(machine)); });
  module.def("as_reward_machine", [](const py::object& machine) { return as_reward_machine(any(machine)); });
  module.def("read", [](const std::filesystem::path& path, bool check_deterministic) {
    return object_of(read_machine_file(path, {.check_deterministic = check_deterministic}));
  });
  module.def("write", [](const std::filesystem::path& path, const py::object& machine) {
    const AnyMachine written = any(machine);
    const py::gil_scoped_release release;  // pictures take a program and its time
    write_machine_file(path, written);
  });
  module.def("parse", [](const std::string& text, const std::string& format, bool check_deterministic) {
    return object_of(parse_machine(text, format_named(format), {.check_deterministic = check_deterministic}));
  });
  module.def("format", [](const py::object& machine, const std::string& format) {
    return format_machine(any(machine), format_named(format));
  });
}

void add_tasks(py::module_& module) {
  module.def("task_names", [] {
    std::vector<std::pair<std::string, std::string>> names;
    for (const Task& task : tasks()) names.emplace_back(task.name, task.title);
    return names;
  });
  module.def("task", [](const std::string& name) {
    const Task* task = find_task(name);
    if (task == nullptr) throw InputError("there is no task '" + name + "'; remap.tasks() lists all");
    return task->machine;
  });
  module.def("word_of", [](const std::vector<std::uint32_t>& letters, const Alphabet& alphabet) {
    return format_word(alphabet, word_of(letters, alphabet));
  });
}

}  // namespace

void add_machines(py::module_& module) {
  add_names(module);
  add_moore(module);
  add_mealy(module);
  add_reward(module);
  add_files(module);
  add_tasks(module);
}

}  // namespace remap::python
