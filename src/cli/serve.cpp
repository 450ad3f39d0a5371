// remap serve [SESSION]
#ifdef REMAP_HAS_PAGE
#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/given_options.hpp"
#include "cli/person.hpp"
#include "cli/session_teachers.hpp"
#include "cli/source.hpp"
#include "cli/teacher_options.hpp"
#include "logic/letters/numbers.hpp"
#include "logic/letters/shown.hpp"
#include "web/http_server.hpp"
#include "web/study_site.hpp"
#include "worlds/world.hpp"

namespace remap::cli {

namespace {

struct ServeOptions {
  const CLI::App* command = nullptr;
  std::string file;
  std::string study;
  bool demo = false;
  std::string task;
  SourceArgument source;
  TeacherOptions teacher;
  MethodOptions method;
  std::optional<std::string> listen;
  bool allow_remote = false;
  std::string origin;
  std::string page_folder;
};

/// Coffee for the office, with self-explanatory words.
void set_demo(ServeOptions& options) {
  options.source.letters = "f,g,n";
  options.teacher.outputs = "bad,nothing,good";
  options.teacher.usual_names = "f = gets coffee\ng = comes to the office\nn = breaks a plant\n";
  options.teacher.world = "office";
  if (!options.teacher.story) {
    options.teacher.story =
        "A robot works in an office. It is good when it has brought coffee to the office, and bad once it has broken a "
        "plant. Anything else is neither good nor bad.";
  }
  options.method.asked.try_emplace("absorbing", "bad");
  options.method.asked.try_emplace("confirm", "off");
}

/// The letters and values of a built-in task, by the names of the things in its world.
void set_task(ServeOptions& options) {
  const Task* task = find_task(options.task);
  if (task == nullptr || task->original) {
    throw InputError(fmt::format("there is no task '{}' to teach, 'remap tasks' lists all", options.task));
  }
  const World& world = world_of(task->world);
  std::string propositions;
  for (const std::string& name : task->machine.propositions) {
    propositions += (propositions.empty() ? "" : ",") + name;
    for (const Object& object : world.objects()) {
      if (object.proposition == name) options.teacher.usual_names += fmt::format("{} = {}\n", name, object.title);
    }
  }
  std::string outputs;
  const MooreMachine machine = task_machine(*task);
  for (const std::string& name : machine.outputs().names()) outputs += (outputs.empty() ? "" : ",") + name;
  options.teacher.propositions = propositions;
  options.teacher.outputs = outputs;
  options.teacher.world = world.name();
  if (!options.teacher.story) options.teacher.story = task->title;
}

void check_exclusive(const ServeOptions& options) {
  const int ways = static_cast<int>(!options.file.empty()) + static_cast<int>(!options.study.empty()) +
                   static_cast<int>(options.demo) + static_cast<int>(!options.task.empty()) +
                   static_cast<int>(options.source.letters || options.teacher.propositions);
  if (ways == 1) return;
  throw InputError(
      "remap serve needs one of: a session to continue, --letters or --propositions, --task, --study, or --demo; try "
      "'remap serve --demo'");
}

constexpr std::string_view of_session[] = {"SESSION",        "--by",     "--listen",
                                           "--allow-remote", "--origin", "--page-folder"};
constexpr std::string_view of_study[] = {"--study", "--listen", "--allow-remote", "--origin", "--page-folder"};
constexpr std::string_view of_letters[] = {"--letters", "--propositions", "--outputs"};
constexpr std::string_view of_propositions[] = {"--events"};

void check_used(const ServeOptions& options) {
  const CLI::App& command = *options.command;
  if (!options.file.empty()) refuse_others(command, of_session, "with a session to continue");
  if (!options.study.empty()) refuse_others(command, of_study, "with --study, whose study.json says everything");
  if (options.demo) refuse_these(command, of_letters, "with --demo, which has its own");
  if (options.demo) refuse_these(command, of_propositions, "with --demo, whose letters are plain");
  if (!options.task.empty()) refuse_these(command, of_letters, "with --task, which has its own");
}

/// The page shows every letter.
void check_listed(const Alphabet& alphabet) {
  if (alphabet.listed()) return;
  throw InputError(
      fmt::format("the page lists all letters, but has no list of the sets of {} propositions; expected at most 16 of "
                  "them, --events one, at-most:M or a file of sets, or 'remap learn --teacher terminal'",
                  alphabet.propositions().size()));
}

DurableRun run_of(ServeOptions& options) {
  if (!options.file.empty()) {
    DurableRun run = DurableRun::open(options.file);
    warn_of_torn_line(run);
    refuse_study(run.head(), options.file);
    if (!by_person(run.head()))
      throw InputError(fmt::format("{}: this session is not answered by a person", options.file));
    check_listed(run.head().alphabet);
    return run;
  }
  if (options.demo) set_demo(options);
  if (!options.task.empty()) set_task(options);
  options.teacher.teacher = "terminal";
  OutsideTeacher asked =
      outside_teacher(options.teacher, options.source.letters, options.source.events, options.method);
  check_listed(asked.head.alphabet);
  const std::string file = options.teacher.session.value_or(free_session_name());
  if (file.empty()) throw InputError("--session needs the name of a file");
  return DurableRun::create(file, std::move(asked.head));
}

struct ListenAddress {
  std::string host = "127.0.0.1";
  int port = 0;
};

ListenAddress parse_address(const ServeOptions& options) {
  if (!options.listen) return {};
  const std::string& text = *options.listen;
  const std::size_t colon = text.rfind(':');
  ListenAddress address;
  address.host = text.substr(0, colon);
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  if (colon == std::string::npos || address.host.empty()) {
    throw InputError(
        fmt::format("--listen cannot be '{}', expected an address and a port, as in 127.0.0.1:8080", text));
  }
  address.port = static_cast<int>(parse_whole("the port of --listen", text.substr(colon + 1), 0, 65535));
  const bool loopback = address.host == "127.0.0.1" || address.host == "localhost" || address.host == "::1";
  if (!loopback && !options.allow_remote) {
    throw InputError(
        fmt::format("--listen {} allows other machines to connect without encryption: anyone who intercepts the "
                    "address can answer; put a "
                    "TLS proxy in front (docs/people.md shows one) and add --allow-remote",
                    text));
  }
  return address;
}

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

/// What is served, and what to tell about it.
struct Served {
  std::unique_ptr<web::Website> site;
  std::string begun, stopped;
};

/// One line on standard error per failure, without addresses.
void report_failure(const std::string& who, const std::string& sentence) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  fmt::print(stderr, "remap: {:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z {}{}\n", parts.tm_year + 1900, parts.tm_mon + 1,
             parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, who.empty() ? "" : safe(who) + ": ",
             safe(sentence));
}

/// How many files this process may open at the same time, as many as possible.
std::size_t most_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

Served serve_session(const ServeOptions& options, DurableRun run, const web::Access& access, const std::string& token) {
  const std::string file = run.path().string();
  return {std::make_unique<web::Site>(std::move(run), options.teacher.by.value_or(user_name()), access, token,
                                      options.page_folder, report_failure),
          fmt::format("in a browser. Every answer is stored in {}; Ctrl-C stops the server.", safe(file)),
          "remap serve " + shell_word(file)};
}

Served serve_study(const ServeOptions& options, StudyDescription study, const web::Access& access,
                   std::size_t most_open) {
  return {
      std::make_unique<web::StudySite>(std::move(study), access, options.page_folder, most_open, report_failure),
      "in a browser: it has the links of the participants and shows how far they are. Do not pass this address on.\n"
      "Ctrl-C stops the server; links stay valid.",
      "remap serve --study " + shell_word(options.study)};
}

int serve(ServeOptions options) {
  ListenAddress address = parse_address(options);
  check_exclusive(options);
  check_used(options);
  if (!options.page_folder.empty()) web::check_page_folder(options.page_folder);
  std::optional<StudyDescription> study;
  std::optional<DurableRun> run;
  web::KeptAddress kept;
  if (options.study.empty()) {
    run.emplace(run_of(options));
    kept = web::kept_address(run->path());
  } else {
    study = read_study(options.study);
    check_listed(study->head.alphabet);
  }
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before any thread: only this one waits for them
  const std::size_t files = most_files();
  web::HttpLimits limits;
  limits.connections = std::clamp<std::size_t>(files / 2, 16, limits.connections);
  Served served;
  const auto listen = [&](int port) {
    return std::make_unique<web::HttpServer>(
        address.host, port, [&](const web::HttpRequest& request) { return served.site->check(request); },
        [&](const web::HttpRequest& request) { return served.site->handle(request); }, limits);
  };
  std::unique_ptr<web::HttpServer> server;
  if (!options.listen && kept.port != 0) {
    try {
      server = listen(kept.port);
    } catch (const InputError&) {  // taken meanwhile
    }
  }
  if (!server) server = listen(address.port);
  const web::Access access(address.host, server->port(), options.origin);
  if (study) {
    served = serve_study(options, *std::move(study), access, std::clamp<std::size_t>(files / 4, 8, 256));
  } else {
    kept.port = server->port();
    web::keep_address(run->path(), kept);
    served = serve_session(options, *std::move(run), access, kept.token);
  }
  server->start();
  print(fmt::format("Open {}\n{}\n", served.site->address(), served.begun));
  flush();
  int signal = 0;
  sigwait(&signals, &signal);
  server->stop();
  fmt::print(stderr, "remap: stopped; every answer that was called saved is stored; continue with\n  {}\n",
             safe(served.stopped));
  return 0;
}

}  // namespace

void add_serve(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App& command = *program.add_subcommand("serve", "Open a page on which a person teaches");
  options->command = &command;
  command
      .add_option("SESSION", options->file, "A session to continue, from 'remap serve' or 'learn --teacher terminal'")
      ->type_name("");
  command.add_flag("--demo", options->demo, "Try an example: coffee for an office");
  command.add_option("--task", options->task, "Letters and values of a built-in task, as in office/t1")
      ->type_name("TASK");
  command.add_option("--study", options->study, "A folder that describes a study with several people (docs/study.md)")
      ->type_name("FOLDER");
  options->source.add_letters(command);
  options->source.add_events(command);
  options->teacher.add_for_people(command, "");
  command.add_option("--listen", options->listen, "Address and port (127.0.0.1 and any free port)")
      ->type_name("HOST:PORT")
      ->group("Server");
  command
      .add_flag("--allow-remote", options->allow_remote,
                "Allow other machines to connect; needs a TLS proxy (docs/people.md)")
      ->group("Server");
  command.add_option("--origin", options->origin, "The address that people open, if there is a proxy")
      ->type_name("URL")
      ->group("Server");
  command.add_option("--page-folder", options->page_folder, "Read the files of the page from here, to customise them")
      ->type_name("FOLDER")
      ->group("Server");
  options->method.add(command);
  command.footer(
      "Prints the address to open; the random part of it keeps others out (docs/people.md).\n"
      "\nExamples:\n"
      "  remap serve --demo\n"
      "  remap serve --letters c,o,p --outputs 0,1 --names names.txt\n"
      "  remap serve session-1.jsonl\n"
      "      continues a session, also one from 'remap learn --teacher terminal'\n"
      "  remap serve --study coffee/");
  when_called(command, chosen, options, serve);
}

}  // namespace remap::cli
#endif
