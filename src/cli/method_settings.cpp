#include "cli/method_settings.hpp"

#include "cli/numbers.hpp"

namespace remap::cli {

namespace {

/// Every setting of a method, in the order in which it is written. A new one joins with a line here, optional so that
/// older logs stay readable.
template <class SomeMethod, class Visit>
void each_setting(SomeMethod& method, Visit&& visit) {
  visit("learner", method.learner);
  visit("effort", method.effort);
  visit("ranker", method.ranker);
  visit("equivalence", method.equivalence);
  visit("counterexample", method.counterexample);
  visit("feedback", method.feedback);
  visit("valuation", method.valuation);
  visit("guess", method.guess);
  visit("samples", method.samples.fixed);
  visit("epsilon", method.samples.epsilon);
  visit("delta", method.samples.delta);
  visit("stop", method.stop);
  visit("absorbing", method.absorbing);
  visit("seed", method.seed);
  visit.optional("confirm", method.confirm, Confirm::off);
  visit.optional("recheck", method.recheck, 0.0);
}

struct Writer {
  Settings& settings;
  const std::optional<Outputs>& outputs;

  void operator()(const char* name, std::uint64_t value) const { settings.emplace_back(name, std::to_string(value)); }
  void operator()(const char* name, double value) const { settings.emplace_back(name, format_number(value)); }
  void operator()(const char* name, Output value) const {
    if (value != no_output) settings.emplace_back(name, outputs->name(value));
  }
  template <class Value>
  void operator()(const char* name, Value value) const {
    settings.emplace_back(name, name_of(value));
  }
  /// Left out where it has its usual value.
  template <class Value>
  void optional(const char* name, Value value, Value usual) const {
    if (value != usual) (*this)(name, value);
  }
};

struct Reader {
  const Settings& settings;
  const std::optional<Outputs>& outputs;
  std::size_t& used;

  [[nodiscard]] std::string take(const char* name) const {
    ++used;
    return setting(settings, name);
  }
  void operator()(const char* name, std::uint64_t& value) const { value = parse_whole(name, take(name)); }
  void operator()(const char* name, double& value) const {
    const auto number = parse_number(take(name));
    if (!number) throw InputError(fmt::format("the setting '{}' of the session is not a number", name));
    value = *number;
  }
  void operator()(const char* name, Output& value) const {
    const std::string text = setting(settings, name);
    if (text.empty()) return;
    ++used;
    value = outputs ? outputs->find(text) : no_output;
    if (value == no_output) throw InputError(fmt::format("the setting '{}' is no output: '{}'", name, text));
  }
  template <class Value>
  void operator()(const char* name, Value& value) const {
    value = parse_choice<Value>(fmt::format("the setting '{}' of the session", name), take(name));
  }
  template <class Value>
  void optional(const char* name, Value& value, Value) const {
    if (!setting(settings, name).empty()) (*this)(name, value);
  }
};

}  // namespace

Settings method_settings(const Method& method, const std::optional<Outputs>& outputs) {
  Settings settings;
  each_setting(method, Writer{settings, outputs});
  return settings;
}

Method method_of(const Settings& settings, const std::optional<Outputs>& outputs) {
  Method method;
  std::size_t used = 0;
  each_setting(method, Reader{settings, outputs, used});
  if (used != settings.size()) {
    throw InputError("the session has settings that this version does not know; go on with the version that began it");
  }
  return method;
}

std::string setting(const Settings& settings, std::string_view name) {
  for (const auto& [each, value] : settings) {
    if (each == name) return value;
  }
  return {};
}

}  // namespace remap::cli
