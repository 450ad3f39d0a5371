// The commands, one per file. Each adds itself, with its options and help, to the program; if it is the one called, it
// stores its action in `chosen`. The action returns the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace remap::cli {

using Action = std::function<int()>;

enum Exit : int { success = 0, negative = 1, bad_input = 2, no_sure_result = 3, internal_error = 70 };

void add_learn(CLI::App& program, Action& chosen);
void add_compare(CLI::App& program, Action& chosen);
void add_resume(CLI::App& program, Action& chosen);
void add_replay(CLI::App& program, Action& chosen);
void add_best(CLI::App& program, Action& chosen);
void add_log(CLI::App& program, Action& chosen);
void add_retract(CLI::App& program, Action& chosen);
void add_study(CLI::App& program, Action& chosen);
void add_suggest(CLI::App& program, Action& chosen);
void add_answer(CLI::App& program, Action& chosen);
void add_tasks(CLI::App& program, Action& chosen);
void add_show(CLI::App& program, Action& chosen);
void add_convert(CLI::App& program, Action& chosen);
void add_eval(CLI::App& program, Action& chosen);
void add_equal(CLI::App& program, Action& chosen);
void add_random(CLI::App& program, Action& chosen);
void add_world(CLI::App& program, Action& chosen);
void add_experiment(CLI::App& program, Action& chosen);
#ifdef REMAP_HAS_PAGE
void add_serve(CLI::App& program, Action& chosen);
#endif
void add_demo(CLI::App& program, Action& chosen);

/// A command whose options live in `options`, shared with its action.
template <class Options, class RunCommand>
void when_called(CLI::App& command, Action& chosen, const std::shared_ptr<Options>& options, RunCommand run) {
  command.callback([&chosen, options, run] { chosen = [options, run] { return run(*options); }; });
}

}  // namespace remap::cli
