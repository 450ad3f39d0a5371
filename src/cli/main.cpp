// remap: the command line tool. Finds the command, runs it, and turns whatever goes wrong into one sentence and an exit
// code: 0 done, 1 a negative result (machines differ, a teacher contradicts itself), 2 bad input, 3 no sure result, 70
// an internal error.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/help.hpp"
#include "cli/z3.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"
#include "remap/learning/session.hpp"

namespace remap::cli {

namespace {

int complain(const std::string& sentence, Exit code) {
  std::fflush(stdout);
  fmt::print(stderr, "remap: {}\n", safe_lines(sentence));
  return code;
}

/// Values of the JSON library allocate when they are destroyed, so unwinding would end in abort. What is on disk is
/// sound whenever the program ends.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view sentence = "remap: out of memory\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, sentence.data(), sentence.size());
  _exit(internal_error);
}

/// CLI11's message as one sentence that says where help is.
std::string usage_sentence(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
  const std::vector<CLI::App*> called = program.get_subcommands();
  if (called.empty() && argc > 1 && argv[1][0] != '-') find_command(program, argv[1]);
  const CLI::App& command = called.empty() ? program : *called.front();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    for (int i = 1; i < argc; ++i) {
      const std::string_view word = argv[i];
      const std::string name(word.substr(0, word.find('=')));
      if (!word.starts_with("--") || command.get_option_no_throw(name) != nullptr) continue;
      return unknown_option(command, name);
    }
  }
  std::string sentence = error.what();
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.')) sentence.pop_back();
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  if (sentence.size() > 1 && std::isupper(sentence[0]) != 0 && std::islower(sentence[1]) != 0) {
    sentence[0] = static_cast<char>(std::tolower(sentence[0]));
  }
  return fmt::format("{}; see 'remap {}--help'", sentence, called.empty() ? "" : command.get_name() + " ");
}

struct Command {
  std::string_view name;
  void (*add)(CLI::App&, Action&);
};

constexpr Command commands[] = {
    {"learn", add_learn},     {"compare", add_compare},
#ifdef REMAP_HAS_PAGE
    {"serve", add_serve},
#endif
    {"resume", add_resume},   {"replay", add_replay},   {"best", add_best},       {"log", add_log},
    {"retract", add_retract}, {"study", add_study},     {"suggest", add_suggest}, {"answer", add_answer},
    {"tasks", add_tasks},     {"show", add_show},       {"convert", add_convert}, {"eval", add_eval},
    {"equal", add_equal},     {"random", add_random},   {"world", add_world},     {"experiment", add_experiment},
    {"demo", add_demo},
};

/// Adds all commands, but if the first word of the command line says which one is called, only that one: describing the
/// options of all takes longer than most commands take to run.
void add_commands(CLI::App& program, Action& chosen, std::string_view first_word) {
  if (first_word == "--version") return;
  for (const Command& command : commands) {
    if (command.name == first_word) return command.add(program, chosen);
  }
  for (const Command& command : commands) command.add(program, chosen);
  add_help_commands(program, chosen);
}

int run(int argc, char** argv) {
  CLI::App program("Learns Moore machines and reward machines from preferences (REMAP).", "remap");
  program.set_version_flag("--version", "remap " REMAP_VERSION, "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  program.formatter(std::make_shared<HelpFormatter>());
  program.require_subcommand(0, 1);
  program.footer(
      "'remap COMMAND --help' describes a command in full.\n"
      "\nExit codes: 0 success; 1 a negative result (machines differ, answers contradict\n"
      "each other); 2 bad input; 3 no sure result (a limit was met); 70 an internal\n"
      "error.\n"
      "\nExamples:\n"
      "  remap demo\n"
      "  remap learn craft/t10\n"
      "  remap show craft/t10 --output t10.svg");
  Action chosen;
  add_commands(program, chosen, argc > 1 ? argv[1] : "");
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) command->group("Commands");
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + '\n');
    return 0;
  } catch (const CLI::Success&) {
    const std::vector<CLI::App*> called = program.get_subcommands();
    print(called.empty() ? program.help() : called.front()->help("remap"));
    return 0;
  } catch (const CLI::ParseError& error) {
    return complain(usage_sentence(program, error, argc, argv), bad_input);
  }
  if (!chosen) {
    print(program.help());
    return 0;
  }
  return chosen();
}

int run_safely(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    flush();
    return code;
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const InputError& error) {
    return complain(error.what(), bad_input);
  } catch (const Contradiction& error) {
    return complain(error.what(), negative);
  } catch (const Unsettled& error) {
    return complain(error.what(), negative);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", internal_error);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}; please report it with the command line", error.what()),
                    internal_error);
  }
}

}  // namespace

}  // namespace remap::cli

int main(int argc, char** argv) {
  std::set_new_handler(remap::cli::end_without_memory);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails
#ifdef REMAP_HAS_Z3
  remap::cli::offer_z3();
#endif
  return remap::cli::run_safely(argc, argv);
}
