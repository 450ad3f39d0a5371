// remap equal A B
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_json.hpp"
#include "cli/source.hpp"
#include "remap/automata/equivalence.hpp"

namespace remap::cli {

namespace {

struct EqualOptions {
  SourceArgument a, b;
  bool json = false;
};

/// The same machine with the letters of `alphabet`, matched by name. Throws InputError when they do not match.
MooreMachine with_letters(const MooreMachine& machine, const std::string& name, const Alphabet& alphabet,
                          const std::string& other) {
  if (machine.alphabet() == alphabet) return machine;
  if (!machine.alphabet().listed() && !alphabet.listed()) {
    const auto sorted = [](std::vector<std::string> names) {
      std::sort(names.begin(), names.end());
      return names;
    };
    if (sorted(machine.alphabet().propositions()) == sorted(alphabet.propositions())) {
      return restrict_letters(machine, alphabet);
    }
  }
  if (!machine.alphabet().listed() || !alphabet.listed()) {
    throw InputError(fmt::format("the machines have different propositions, or not all sets of them are letters of {}",
                                 alphabet.listed() ? other : name));
  }
  std::vector<Letter> own(alphabet.size());
  std::vector<bool> used(machine.letters(), false);
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    own[a] = machine.alphabet().find(alphabet.name(make_id<Letter>(a)));
    if (own[a] == no_letter) {
      throw InputError(fmt::format("the machines have different letters: '{}' is in {}, but not in {}",
                                   alphabet.name(make_id<Letter>(a)), other, name));
    }
    used[index(own[a])] = true;
  }
  for (std::size_t a = 0; a < used.size(); ++a) {
    if (used[a]) continue;
    throw InputError(fmt::format("the machines have different letters: '{}' is in {}, but not in {}",
                                 machine.alphabet().name(make_id<Letter>(a)), name, other));
  }
  std::vector<Output> outputs;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    outputs.push_back(machine.output(make_id<State>(q)));
    for (const Letter letter : own) next.push_back(machine.next(make_id<State>(q), letter));
  }
  return {alphabet, machine.outputs(), machine.initial(), std::move(outputs), std::move(next)};
}

int tell_equal(const EqualOptions& options) {
  SourceArgument other = options.b;
  other.events = options.a.events;
  other.undefined = options.a.undefined;
  const auto a = resolve_moore(options.a);
  const auto second = resolve_moore(other);
  const MooreMachine b = with_letters(second, options.b.text, a.alphabet(), options.a.text);
  const auto counterexample = find_counterexample(a, b);
  if (!counterexample) {
    print(options.json ? "{\"equal\":true}\n" : "equal\n");
    return 0;
  }
  const std::string& output_a = a.outputs().name(a.output_after(*counterexample));
  const std::string& output_b = b.outputs().name(b.output_after(*counterexample));
  if (options.json) {
    nlohmann::ordered_json result{{"equal", false}, {"counterexample", word_json(a.alphabet(), *counterexample)}};
    result["outputs"] = {output_json(output_a), output_json(output_b)};
    print(result.dump() + '\n');
  } else {
    print(fmt::format("different: a shortest counterexample is {}\n  {} gives {}\n  {} gives {}\n",
                      format_word(a.alphabet(), *counterexample), options.a.text, output_a, options.b.text, output_b));
  }
  return 1;
}

}  // namespace

void add_equal(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<EqualOptions>();
  CLI::App& command = *program.add_subcommand("equal", "Check whether two machines are equivalent");
  options->a.add(command, "A", "The first machine");
  options->b.add(command, "B", "The second machine");
  options->a.add_events(command);
  options->a.add_undefined(command);
  command.add_flag("--json", options->json, "Print a JSON object: equal, and if not, counterexample and both outputs");
  command.footer(
      "Letters and outputs are matched by name, so the files may be of different formats.\n"
      "Exit code 0: equal; 1: different, and a shortest counterexample is printed.\n\n" +
      source_help() +
      "\nExamples:\n"
      "  remap equal craft/t5 t5.txt\n"
      "  remap equal 'regex:a*b' 'regex:(a|b)*b'");
  when_called(command, chosen, options, tell_equal);
}

}  // namespace remap::cli
