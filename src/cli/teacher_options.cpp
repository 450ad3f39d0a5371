#include "cli/teacher_options.hpp"

#include <fmt/format.h>

#include "cli/console.hpp"
#include "cli/file_prints.hpp"
#include "cli/name_list.hpp"
#include "cli/person.hpp"
#include "cli/session_teachers.hpp"
#include "cli/source.hpp"
#include "formats/text/events.hpp"
#include "formats/text/names_file.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/numbers.hpp"
#include "remap/runs/settings.hpp"

namespace remap::cli {

namespace {

Alphabet alphabet_of(const TeacherOptions& options, const std::optional<std::string>& letters,
                     const std::optional<std::string>& events) {
  const std::optional<Alphabet> named = named_alphabet(options, letters, events);
  if (!named) throw InputError("--teacher needs either --letters or --propositions, as in --letters a,b,c");
  return *named;
}

std::vector<std::string> names_in_file(const TeacherOptions& options, const Alphabet& alphabet) {
  if (!options.names) {
    return options.usual_names.empty() ? std::vector<std::string>{} : remap::parse_names(options.usual_names, alphabet);
  }
  try {
    return remap::parse_names(read_text_file(*options.names), alphabet);
  } catch (const ParseError& error) {
    throw ParseError(error.sentence(), error.position(), *options.names);
  }
}

PersonSettings person_of(const TeacherOptions& options, const SessionHead& head) {
  PersonSettings person;
  person.names = names_in_file(options, head.alphabet);
  if (options.value_names) {
    person.value_names = parse_names("--value-names", *options.value_names);
    const std::size_t outputs = head.outputs ? head.outputs->size() : 0;
    if (person.value_names.size() != outputs) {
      throw InputError(fmt::format("--value-names gives {} for {}", counted(person.value_names.size(), "name", "names"),
                                   counted(outputs, "output", "outputs")));
    }
  }
  if (options.longest) person.longest = parse_whole("--longest", *options.longest, 1, 1'000'000);
  person.story = options.story.value_or("");
  person.world = options.world;
  return person;
}

}  // namespace

std::optional<Alphabet> named_alphabet(const TeacherOptions& options, const std::optional<std::string>& letters,
                                       const std::optional<std::string>& events) {
  if (!letters && !options.propositions) return std::nullopt;
  if (letters && options.propositions) {
    throw InputError("--teacher needs either --letters or --propositions, as in --letters a,b,c");
  }
  if (letters) {
    if (events) throw InputError("--events chooses among sets of propositions, but --letters are plain");
    return Alphabet::plain(parse_letters(*letters));
  }
  std::vector<std::string> propositions = parse_names("--propositions", *options.propositions);
  return letters_of_events(std::move(propositions), events.value_or("any"), "--events");
}

bool nobody(const TeacherOptions& options) { return options.teacher == "none"; }

void TeacherOptions::add_for_people(CLI::App& command, const std::string& condition) {
  command.add_option("--propositions", propositions, condition + "Letters are sets of these, as in a,b")
      ->type_name("NAMES");
  command.add_option("--outputs", outputs, condition + "The values, lowest first, as in 0,1")->type_name("VALUES");
  command.add_option("--session", session, "Store every answer in this file, for 'remap resume' (docs/session-log.md)")
      ->type_name("FILE");
  command.add_option("--names", names, "For a person: readable names, lines 'LETTER = name'")
      ->type_name("FILE")
      ->group("Teachers");
  command.add_option("--value-names", value_names, "For a person: names of the values, lowest first, as in bad,good")
      ->type_name("NAMES")
      ->group("Teachers");
  command.add_option("--longest", longest, "For a person: maximum number of events in a sequence (12)")
      ->type_name("NUMBER")
      ->group("Teachers");
  command.add_option("--story", story, "For a person: a story shown before the first question")
      ->type_name("TEXT")
      ->group("Teachers");
  command.add_option("--by", by, "Who answers; stored with each answer of a session")
      ->type_name("NAME")
      ->group("Teachers");
}

void TeacherOptions::add(CLI::App& command) {
  command
      .add_option(
          "--teacher", teacher,
          "Who answers instead of a SOURCE: 'terminal' is you (docs/people.md), 'none' is no one (docs/data.md), "
          "anything else is the command of a program (docs/protocol.md)")
      ->type_name("COMMAND");
  add_for_people(command, "With --teacher. ");
  command
      .add_option_function<std::string>(
          "--timeout",
          [this](const std::string& text) {
            timeout = parse_number(text);
            if (!timeout || !(*timeout > 0) || *timeout > 1e9) {
              throw InputError(fmt::format("--timeout must be a number of seconds above 0, not '{}'", text));
            }
          },
          "Seconds a program may take to answer (no limit)")
      ->type_name("SECONDS")
      ->group("Teachers");
  command
      .add_option_function<std::string>(
          "--settle",
          [this](const std::string& text) {
            if (text != "ask" && text != "vote" && text != "off") {
              throw InputError(fmt::format("--settle cannot be '{}', expected ask, vote or off", text));
            }
            settle = text;
          },
          "Answers of a program that contradict each other or are unsure: ask them again (the default), vote by up to "
          "15 "
          "answers each, or off: stop")
      ->type_name("HOW")
      ->group("Teachers");
}

void TeacherOptions::refuse_without_teacher() const {
  const char* option = propositions  ? "--propositions"
                       : outputs     ? "--outputs"
                       : timeout     ? "--timeout"
                       : names       ? "--names"
                       : value_names ? "--value-names"
                       : longest     ? "--longest"
                       : story       ? "--story"
                       : settle      ? "--settle"
                                     : nullptr;
  if (option != nullptr) throw InputError(fmt::format("{} has no effect without --teacher", option));
  if (by) throw InputError("--by has no effect without --session");
}

OutsideTeacher outside_teacher(const TeacherOptions& options, const std::optional<std::string>& letters,
                               const std::optional<std::string>& events, const MethodOptions& said) {
  SessionHead head{REMAP_VERSION, alphabet_of(options, letters, events)};
  if (options.outputs) head.outputs = Outputs(parse_names("--outputs", *options.outputs));
  std::unique_ptr<RunTeacher> teacher;  // a person is made later, with the log
  const bool person = *options.teacher == "terminal";
  const bool elsewhere = nobody(options);
  // A teacher that errs is treated as such, unless another setting for errors, or one that excludes this, was given.
  const bool doubt =
      !said.given("teacher-errs") && !said.given("confirm") && !said.given("recheck") && !said.given("absorbing");
  AskedSettings asked = said.asked;
  if (person && doubt) asked["teacher-errs"] = "on";
  if (person) ask_for_people(asked, head.alphabet);
  ProgramTeacher* program = nullptr;
  if (person) {
    if (options.timeout) throw InputError("--timeout is for programs, not for people");
    if (options.settle) throw InputError("--settle is for programs: a person sees the answers and chooses");
    head.teacher = write_person(person_of(options, head));
    add_file_print(head.teacher, options.names.value_or(""));
  } else if (elsewhere) {
    if (options.timeout || options.names) throw InputError("--timeout and --names have no effect with --teacher none");
    head.teacher = {{"answers", "elsewhere"}};
  } else {
    const char* option = options.names         ? "--names"
                         : options.value_names ? "--value-names"
                         : options.longest     ? "--longest"
                         : options.story       ? "--story"
                                               : nullptr;
    if (option != nullptr) throw InputError(fmt::format("{} is for people, with --teacher terminal", option));
    head.teacher = {{"command", *options.teacher}};
    if (options.timeout) head.teacher.emplace_back("timeout", format_number(*options.timeout));
    add_file_print(head.teacher, file_in_command(*options.teacher));
    auto made =
        std::make_unique<ProgramTeacher>(*options.teacher, options.timeout.value_or(0), head.alphabet, head.outputs);
    program = made.get();
    teacher = std::move(made);
  }
  const auto can = [&]() -> Abilities {
    if (elsewhere) return {said.given("equivalence")};  // with --equivalence, someone judges machines
    return person ? Abilities{true} : Abilities::of(program->get());
  };
  Method method = make_method_for_teacher(asked, head.alphabet, head.outputs, can);
  if (doubt && program != nullptr && program->errs()) {
    asked["teacher-errs"] = "on";
    method = make_method_for_teacher(asked, head.alphabet, head.outputs, can);
  }
  if (person && method.teacher_errs == TeacherErrs::off && !said.given("confirm")) method.confirm = Confirm::growth;
  if (program != nullptr && method.teacher_errs != TeacherErrs::off) {
    if (const std::size_t batch = program->get().at_once(); batch != 1) {
      head.teacher.emplace_back("at_once", fmt::format("{}", batch));
    }
  }
  if (program != nullptr && method.teacher_errs == TeacherErrs::off) {
    head.teacher.emplace_back("settle", options.settle.value_or("ask"));
  } else if (options.settle) {
    throw InputError("--settle has no effect with --teacher-errs on: there answers never contradict each other");
  }
  head.settings = write_method(method, head.outputs);
  return {std::move(head), std::move(teacher)};
}

}  // namespace remap::cli
