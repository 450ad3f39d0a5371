// Settings of a method, and runs with or without a log.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <map>

#include "core.hpp"
#include "remap/runs/settings.hpp"
#include "run.hpp"
#include "teacher.hpp"

namespace remap::python {

namespace {

struct Setting {
  std::string name, kind, help;
  std::vector<std::pair<std::string, std::string>> choices;
  bool limit = false;
};

std::vector<std::pair<std::string, std::string>> texts(const std::vector<SettingChoice>& choices) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const SettingChoice& each : choices) result.emplace_back(each.name, each.help);
  return result;
}

/// None if no limit ended the run.
py::object limit_of(Limit limit) {
  if (limit == Limit::none) return py::none();
  return py::str(std::string(name_of(limit)));
}

const char* kind_name(MethodSetting::Kind kind) {
  if (kind == MethodSetting::Kind::choice) return "choice";
  return kind == MethodSetting::Kind::output ? "output" : "number";
}

/// How many words the `check`-th check (from 1) tests.
std::uint64_t sample_size(const std::map<std::string, std::string>& settings, std::size_t check) {
  SampleSize size;
  const auto value = [&](const char* name) { return parse_number(settings.at(name)).value_or(0); };
  size.fixed = static_cast<std::uint64_t>(value("samples"));
  size.epsilon = value("epsilon");
  size.delta = value("delta");
  return size.for_question(check);
}

void add_settings(py::module_& module) {
  py::class_<Setting>(module, "Setting")
      .def_readonly("name", &Setting::name)
      .def_readonly("kind", &Setting::kind)
      .def_readonly("help", &Setting::help)
      .def_readonly("choices", &Setting::choices)
      .def("__repr__",
           [](const Setting& setting) {
             std::string text = "<Setting " + setting.name + ": ";
             for (const auto& [choice, help] : setting.choices)
               text += choice + (&choice == &setting.choices.back().first ? "" : ", ");
             return text + (setting.choices.empty() ? setting.kind : "") + "; " + setting.help + ">";
           })
      .def_readonly("limit", &Setting::limit);
  module.def("settings", [] {
    std::vector<Setting> result;
    result.push_back({"preset", "choice", "Settings to start from; others override them", texts(preset_choices())});
    for (const MethodSetting& each : method_settings()) {
      result.push_back(
          {std::string(each.name), kind_name(each.kind), std::string(each.help), texts(each.choices), each.is_limit()});
    }
    return result;
  });
  // `checks`: "teacher" who judges machines, "words" that are sampled elsewhere, "comparisons" alone. `calls`: as in
  // `calls_of`.
  module.def("method", [](const AskedSettings& asked, const Alphabet& alphabet, const std::optional<Outputs>& outputs,
                          const std::string& checks, const std::string& calls) {
    const auto can = [&] {
      const Calls called = calls_of(calls);
      return Abilities{checks == "teacher", called == Calls::values || called == Calls::prefixes,
                       called == Calls::prefixes};
    };
    Method method = make_method_for_teacher(asked, alphabet, outputs, can);
    if (checks == "words") method.equivalence = Equivalence::order;
    return write_method(method, outputs);
  });
  module.def("sample_size", &sample_size);
}

py::dict counts_of(const SessionCounts& counts) {
  py::dict result;
  result["comparisons"] = counts.comparisons;
  result["unsure"] = counts.unsure;
  result["values"] = counts.values;
  result["value_letters"] = counts.value_letters;
  result["equivalence_questions"] = counts.equivalence_questions;
  result["words"] = counts.words;
  result["counterexample_lengths"] = counts.counterexample_lengths;
  return result;
}

SessionHead head_of(const Alphabet& alphabet, const std::optional<Outputs>& outputs, const Settings& settings,
                    const Settings& teacher) {
  SessionHead head{REMAP_VERSION, alphabet, outputs};
  head.settings = settings;
  head.teacher = teacher;
  return head;
}

py::tuple finish(Run& held, const py::object& letters, const py::function& about_words, const std::string& calls,
                 const py::object& equivalence, const py::object& after_questions) {
  DurableRun& run = held.get();
  PythonTeacher teacher(letters, {about_words, calls_of(calls), equivalence, after_questions});
  std::optional<RunResult> result;
  {
    const py::gil_scoped_release release;
    try {
      result = run.finish(teacher);
    } catch (...) {
      run.sync();  // whatever ended the run, what was answered is on disk
      throw;
    }
  }
  return result_of(*result);
}

std::optional<py::tuple> replay(Run& held) {
  std::optional<RunResult> result;
  {
    const py::gil_scoped_release release;
    result = held.get().replay();
  }
  if (!result) return std::nullopt;
  return result_of(*result);
}

AnswerId answer_id(const DurableRun& run, std::uint32_t number) {
  if (number == 0 || number > run.answers()) {
    throw InputError("there is no answer " + std::to_string(number) + ", there are " + std::to_string(run.answers()));
  }
  return AnswerId{number};
}

void add_run(py::module_& module) {
  py::class_<Run>(module, "Run")
      .def_static("create",
                  [](const std::filesystem::path& path, const Alphabet& alphabet, const std::optional<Outputs>& outputs,
                     const Settings& settings, const Settings& teacher) {
                    return Run(DurableRun::create(path, head_of(alphabet, outputs, settings, teacher)));
                  })
      .def_static("without_log",
                  [](const Alphabet& alphabet, const std::optional<Outputs>& outputs, const Settings& settings,
                     const Settings& teacher) {
                    return Run(DurableRun::without_log(head_of(alphabet, outputs, settings, teacher)));
                  })
      .def_static("open", [](const std::filesystem::path& path) { return Run(DurableRun::open(path)); })
      .def_static("read", [](const std::filesystem::path& path) { return Run(DurableRun::read(path)); })
      .def_property_readonly("alphabet", [](Run& run) { return run.get().head().alphabet; })
      .def_property_readonly("outputs", [](Run& run) { return run.get().head().outputs; })
      .def_property_readonly("settings", [](Run& run) { return run.get().head().settings; })
      .def_property_readonly("teacher", [](Run& run) { return run.get().head().teacher; })
      .def_property_readonly("answers", [](Run& run) { return run.get().answers(); })
      .def("answer_text",
           [](Run& run, std::uint32_t number) { return run.get().answer_text(answer_id(run.get(), number)); })
      .def("change",
           [](Run& run, std::uint32_t number, const py::object& answer) {
             run.get().change(answer_id(run.get(), number), preference_of(answer));
           })
      .def("retract", [](Run& run, std::uint32_t number) { run.get().retract(answer_id(run.get(), number)); })
      .def("set_limits", [](Run& run, const AskedSettings& limits) { run.get().set_limits(limits); })
      .def("close", &Run::close)
      .def("finish", &finish)
      .def("replay", &replay);
}

}  // namespace

namespace {

std::vector<std::size_t> positions(const Word& word) {
  std::vector<std::size_t> letters;
  for (const Letter letter : word) letters.push_back(index(letter));
  return letters;
}

py::object number_of(Preference answer) {
  if (answer == Preference::unsure) return py::none();
  return py::int_(answer == Preference::greater ? 1 : answer == Preference::less ? -1 : 0);
}

/// None for a teacher who never errs.
py::object doubts_of(const std::optional<ErringResult>& erring) {
  if (!erring) return py::none();
  const Outputs outputs = erring->machine.outputs();
  const TeacherErrors& errors = erring->errors;
  py::list doubtful, merged;
  for (const DoubtfulAnswer& each : erring->doubtful) {
    doubtful.append(py::make_tuple(each.number, positions(each.left), positions(each.right), number_of(each.answer),
                                   number_of(each.likely), each.chance));
  }
  for (const std::vector<Output>& group : erring->merged) {
    py::list names;
    for (const Output output : group) names.append(outputs.name(output));
    merged.append(names);
  }
  using namespace py::literals;
  return py::dict("confidence"_a = erring->confidence, "confidence_in_word"_a = erring->confidence_in_word,
                  "ten_more"_a = erring->ten_more,
                  "errors"_a = py::dict("overall"_a = errors.overall, "told_apart"_a = errors.told_apart,
                                        "missed_near"_a = errors.missed_near, "missed_far"_a = errors.missed_far,
                                        "reversed_near"_a = errors.reversed_near,
                                        "reversed_far"_a = errors.reversed_far, "to_longer"_a = errors.to_longer,
                                        "to_first"_a = errors.to_first, "persistence"_a = errors.persistence),
                  "doubtful"_a = doubtful, "merged"_a = merged, "gave_up"_a = erring->gave_up);
}

}  // namespace

py::tuple result_of(const RunResult& result) {
  py::dict counts = counts_of(result.counts);
  counts["asked"] = result.asked;
  counts["confirmations"] = result.confirmations;
  counts["rechecks"] = result.rechecks;
  counts["agreeing_rechecks"] = result.agreeing_rechecks;
  counts["seconds"] = result.seconds;
  const MealyMachine* mealy = result.machine.mealy();
  const py::object machine = mealy != nullptr ? py::cast(*mealy) : py::cast(result.machine.moore());
  return py::make_tuple(machine, counts, doubts_of(result.erring), limit_of(result.limit));
}

void add_runs(py::module_& module) {
  add_settings(module);
  add_run(module);
}

}  // namespace remap::python
