#include "cli/teacher_options.hpp"

#include <nlohmann/json.hpp>

#include "cli/person.hpp"
#include "cli/session_teachers.hpp"
#include "formats/names_file.hpp"
#include "formats/text_file.hpp"
#include "remap/runs/settings.hpp"

namespace remap::cli {

namespace {

/// "a,b,c", or a JSON list for names with commas and the like.
std::vector<std::string> names(const char* option, const std::string& text) {
  if (!text.starts_with('[')) {
    std::vector<std::string> result;
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      result.push_back(text.substr(from, comma - from));
      from = comma + 1;
    }
    return result;
  }
  try {
    return nlohmann::json::parse(text).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is not a JSON list of names: '{}'", option, text));
  }
}

Alphabet alphabet_of(const TeacherOptions& options, const std::optional<std::string>& letters,
                     const std::optional<std::string>& events) {
  if (letters.has_value() == options.propositions.has_value()) {
    throw InputError("--teacher needs either --letters or --propositions, as in --letters a,b,c");
  }
  if (letters) {
    if (events) throw InputError("--events chooses among sets of propositions, but --letters are plain");
    return Alphabet::plain(names("--letters", *letters));
  }
  std::vector<std::string> propositions = names("--propositions", *options.propositions);
  if (events && *events != "one" && *events != "any") {
    throw InputError(fmt::format("--events cannot be '{}' with --teacher, expected any or one", *events));
  }
  return events && *events == "one" ? Alphabet::at_most_one(std::move(propositions))
                                    : Alphabet::power_set(std::move(propositions));
}

std::vector<std::string> names_in_file(const TeacherOptions& options, const Alphabet& alphabet) {
  if (!options.names) return {};
  try {
    return parse_names(read_text_file(*options.names), alphabet);
  } catch (const ParseError& error) {
    throw ParseError(error.sentence(), error.position(), *options.names);
  }
}

}  // namespace

void TeacherOptions::add(CLI::App& command) {
  command
      .add_option("--teacher", teacher,
                  "Who answers instead of a SOURCE: 'terminal' is you (docs/people.md),\n"
                  "anything else the command of a program (docs/protocol.md)")
      ->type_name("COMMAND");
  command.add_option("--propositions", propositions, "With --teacher: letters are sets of these, as in a,b")
      ->type_name("NAMES");
  command.add_option("--outputs", outputs, "With --teacher: the values, lowest first, as in 0,1")->type_name("VALUES");
  command
      .add_option_function<std::string>(
          "--timeout",
          [this](const std::string& text) {
            timeout = parse_number(text);
            if (!timeout || !(*timeout > 0) || *timeout > 1e9) {
              throw InputError(fmt::format("--timeout must be a number of seconds above 0, not '{}'", text));
            }
          },
          "With --teacher: seconds an answer may take; without it, for ever")
      ->type_name("SECONDS");
  command.add_option("--names", names, "With --teacher terminal: lines 'LETTER = name', to show letters by")
      ->type_name("FILE");
  command.add_option("--session", session, "Keep every answer in this file, for 'remap resume' (docs/session-log.md)")
      ->type_name("FILE");
}

void TeacherOptions::refuse_without_teacher() const {
  const char* option = propositions ? "--propositions"
                       : outputs    ? "--outputs"
                       : timeout    ? "--timeout"
                       : names      ? "--names"
                                    : nullptr;
  if (option != nullptr) throw InputError(fmt::format("{} has no effect without --teacher", option));
}

OutsideTeacher outside_teacher(const TeacherOptions& options, const std::optional<std::string>& letters,
                               const std::optional<std::string>& events, const MethodOptions& said) {
  SessionHead head{REMAP_VERSION, alphabet_of(options, letters, events)};
  if (options.outputs) head.outputs = Outputs(names("--outputs", *options.outputs));
  Method method = make_method(said.asked, head.alphabet, head.outputs);
  if (method.learner == LearnerKind::lstar) {
    throw InputError("--learner lstar asks for values, which --teacher does not tell");
  }
  if (said.given("equivalence") && method.equivalence != Equivalence::exact &&
      method.equivalence != Equivalence::order_sampling) {
    throw InputError(
        fmt::format("--equivalence {} is not for --teacher: the teacher checks a hypothesis itself, or "
                    "order-sampling does it by comparisons",
                    name_of(method.equivalence)));
  }
  std::unique_ptr<RunTeacher> teacher;  // a person is made later, with the log
  if (*options.teacher == "terminal") {
    if (options.timeout) throw InputError("--timeout is for programs: people take the time they need");
    if (!said.given("confirm")) method.confirm = Confirm::growth;
    head.teacher = person_settings(names_in_file(options, head.alphabet));
  } else {
    if (options.names) throw InputError("--names is for people, with --teacher terminal");
    head.teacher = {{"command", *options.teacher}};
    if (options.timeout) head.teacher.emplace_back("timeout", format_number(*options.timeout));
    teacher = make_run_teacher(head, "");
    if (method.equivalence == Equivalence::exact && !teacher->get().judges()) {
      if (said.given("equivalence")) {
        throw InputError("--equivalence exact: the teacher says that it answers no such question");
      }
      method.equivalence = Equivalence::order_sampling;
    }
  }
  if (!head.outputs && method.equivalence == Equivalence::exact) {
    throw InputError("--teacher needs --outputs, the values lowest first, unless the order alone is learned");
  }
  head.settings = write_method(method, head.outputs);
  return {std::move(head), std::move(teacher)};
}

}  // namespace remap::cli
