// The settings of a method, one entry each: name, kind, help, choices, and how it is read and written.
//
// The options of the command, the settings in a log, `--json` and the documents are made from this table; a new setting
// is one entry.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remap/formats/session_head.hpp"
#include "remap/runs/method.hpp"

namespace remap {

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
  /// Written to a log only where it differs from the default: settings that came later, so that old logs stay valid.
  bool later;
  std::vector<SettingChoice> choices;
  /// Throws InputError that says what was expected. `self` is the entry itself.
  void (*set)(const MethodSetting& self, Method& method, std::string_view text, const std::optional<Outputs>& outputs);
  /// Empty: not set.
  std::string (*get)(const Method& method, const std::optional<Outputs>& outputs);
  /// Whether it helps to decide what this method asks: the effort of `tour` means nothing to the other learners.
  bool (*decides)(const Method& method) = [](const Method&) { return true; };
  /// The heading that help texts show it under; empty: among what everybody needs.
  std::string_view topic = "Method";

  /// As the command has it: `--learner`.
  [[nodiscard]] std::string option() const { return "--" + std::string(name); }
};

/// All settings, in the order in which a log writes them.
std::span<const MethodSetting> method_settings();
/// Null when there is none of that name.
const MethodSetting* find_setting(std::string_view name);

/// The presets, for help texts.
std::vector<SettingChoice> preset_choices();

/// What somebody asked for, by name; "preset", "comparison-cost" and "equivalence-cost" are known besides the table.
using AskedSettings = std::map<std::string, std::string, std::less<>>;

/// The method: the preset, changed by what was asked for. Throws InputError, naming settings as `--name`, when one is
/// unknown or out of range, when two exclude each other, or when one would have no effect.
Method make_method(const AskedSettings& asked, const Alphabet& alphabet, const std::optional<Outputs>& outputs);
/// The method for a teacher who compares, and answers equivalence questions if `judges` says so, which is called only
/// where it matters; otherwise order-sampling takes their place. Throws InputError likewise, when values would be asked
/// for, and when `outputs` are needed but missing.
Method make_method_for_teacher(const AskedSettings& asked, const Alphabet& alphabet,
                               const std::optional<Outputs>& outputs, const std::function<bool()>& judges);

/// True when both ask the same questions.
bool same_questions(const Method& a, const Method& b);

/// The settings of a method as a log keeps them.
Settings write_method(const Method& method, const std::optional<Outputs>& outputs);
/// Throws InputError when a setting is missing, unknown or out of range.
Method read_method(const Settings& settings, const std::optional<Outputs>& outputs);

/// The name of a choice, as the table has it.
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

}  // namespace remap
