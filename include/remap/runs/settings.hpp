// A complete method, that is the options of a session and how a teacher that knows the machine answers; and its
// settings, one entry each: name, kind, help, choices, and functions to read and write it.
//
// The options of the command, the settings in a log, `--json` and the documents are generated from this table.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/equivalence.hpp"
#include "remap/formats/session_head.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Whether answers may be wrong, as those of people and language models are.
enum class TeacherErrs : std::uint8_t {
  off,
  on,
  comparisons,  // only comparisons may be wrong: verdicts on machines are correct
};

struct Method : SessionOptions {
  CounterexampleOrder counterexample = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  /// Which questions are asked a second time before their answers count.
  Confirm confirm = Confirm::off;
  /// The number of rechecks per new question: earlier questions, picked at random, are asked once more.
  double recheck = 0;
  /// If on, answers are treated as evidence (teachers/erring.hpp); otherwise every answer counts as given.
  TeacherErrs teacher_errs = TeacherErrs::off;
  double error_rate = 0.05;  // of comparisons, as expected before the first answer
  double confidence = 0.99;  // the required probability that the machine is correct
};

enum class Preset : std::uint8_t {
  best,   // the fewest questions, for this alphabet
  paper,  // the method of the paper
  lstar,  // the baseline that asks for values
};

/// The method of a preset; its learner is never `LearnerKind::best`. If the teacher errs, a comparison has to be
/// repeated several times before it counts, so the best method makes fewer of them before an equivalence question.
Method preset_method(Preset preset, const Alphabet& alphabet, TeacherErrs errs = TeacherErrs::off);

/// One of the values that a setting can have.
struct SettingChoice {
  std::string_view name;
  std::string_view help;
};

struct MethodSetting {
  enum class Kind : std::uint8_t { choice, whole, fraction, output };

  std::string_view name;
  Kind kind;
  std::string_view help;  // one line
  /// Written to a log only if it differs from the default. Set for settings added after the first release, so that old
  /// logs stay valid.
  bool later;
  std::vector<SettingChoice> choices;
  /// Throws an InputError that says what was expected. `self` is the entry itself.
  void (*set)(const MethodSetting& self, Method& method, std::string_view text, const std::optional<Outputs>& outputs);
  /// Empty: not set.
  std::string (*get)(const Method& method, const std::optional<Outputs>& outputs);
  /// Whether it affects what this method asks: the effort of `tour` has no effect on other learners.
  bool (*decides)(const Method& method) = [](const Method&) { return true; };
  /// Its heading in help texts; empty for the options that everyone needs.
  std::string_view topic = "Method";

  /// Its option on the command line: `--learner`.
  [[nodiscard]] std::string option() const { return "--" + std::string(name); }
  /// A limit on a run, which can be changed when it is resumed.
  [[nodiscard]] bool is_limit() const;
};

/// All settings, in the order in which a log writes them.
std::span<const MethodSetting> method_settings();
/// Null if there is none of that name.
const MethodSetting* find_setting(std::string_view name);

/// The presets, for help texts.
std::vector<SettingChoice> preset_choices();

/// The settings that were requested, by name; besides those of the table, "preset".
using AskedSettings = std::map<std::string, std::string, std::less<>>;

/// The preset, changed as requested. Throws an InputError that names settings as `--name` if one is unknown or out of
/// range, if two exclude each other, or if one would have no effect.
Method make_method(const AskedSettings& asked, const Alphabet& alphabet, const std::optional<Outputs>& outputs);
/// What a teacher can do besides comparing.
struct Abilities {
  bool judges = false;    // answers equivalence questions
  bool values = false;    // gives values
  bool prefixes = false;  // gives the values of all prefixes in one answer
  static Abilities of(Teacher& teacher);
};
/// The method for a teacher who compares. If the outputs are rewards (HALT and numbers) a Mealy machine is learned,
/// unless something else was asked for. Without equivalence questions, order-sampling replaces them; without prefixes,
/// values are asked for one by one. `can` is called only if it matters. Throws InputError as above, and also if values
/// would be asked for that the teacher does not give, or if `outputs` are needed but missing.
Method make_method_for_teacher(const AskedSettings& asked, const Alphabet& alphabet,
                               const std::optional<Outputs>& outputs, const std::function<Abilities()>& can);

/// The same method without a limit.
Method without_limits(Method method);

/// True when both ask the same questions.
bool same_questions(const Method& a, const Method& b);

/// The settings of a method as stored in a log.
Settings write_method(const Method& method, const std::optional<Outputs>& outputs);
/// Throws InputError if a setting is missing, unknown or out of range.
Method read_method(const Settings& settings, const std::optional<Outputs>& outputs);

/// The name of a choice in the table.
std::string_view name_of(MachineKind machine);
std::string_view name_of(Answers answers);
std::string_view name_of(LearnerKind learner);
std::string_view name_of(Effort effort);
std::string_view name_of(RankerKind ranker);
std::string_view name_of(Equivalence equivalence);
std::string_view name_of(CounterexampleOrder order);
std::string_view name_of(FeedbackStrength feedback);
std::string_view name_of(ValuationKind valuation);
std::string_view name_of(Guess guess);
std::string_view name_of(Confirm confirm);
std::string_view name_of(TeacherErrs errs);
std::string_view name_of(Preset preset);
/// "comparisons".
std::string_view name_of(Limit limit);

}  // namespace remap
