#include "cli/method_options.hpp"

#include "cli/help.hpp"
#include "logic/letters/numbers.hpp"

namespace remap::cli {

namespace {

void add_option(CLI::App& command, AskedSettings& asked, std::string_view name, std::string_view help,
                std::string_view topic, const std::string& type) {
  const auto take = [&asked, key = std::string(name)](const std::string& text) { asked[key] = text; };
  command.add_option_function<std::string>("--" + std::string(name), take, std::string(help))
      ->type_name(type)
      ->group(topic.empty() ? "Options" : std::string(topic));
}

void add_setting(CLI::App& command, AskedSettings& asked, const MethodSetting& setting) {
  const std::string type = !setting.choices.empty()                      ? choice_names(setting.choices)
                           : setting.kind == MethodSetting::Kind::output ? "OUTPUT"
                                                                         : "NUMBER";
  add_option(command, asked, setting.name, choice_help(setting.help, setting.choices), setting.topic, type);
}

}  // namespace

std::string choice_names(const std::vector<SettingChoice>& choices) {
  std::string text;
  for (const SettingChoice& choice : choices) text += (text.empty() ? "" : "|") + std::string(choice.name);
  return text;
}

std::string choice_help(std::string_view title, const std::vector<SettingChoice>& choices) {
  std::string text(title);
  for (const SettingChoice& choice : choices) text += help_line(choice.name, choice.help);
  return text;
}

CLI::Option* add_seed(CLI::App& command, std::optional<std::uint64_t>& into, const std::string& help) {
  const auto parse = [&into](const std::string& text) { into = parse_whole("--seed", text); };
  return command.add_option_function<std::string>("--seed", parse, help)->type_name("NUMBER");
}

Method MethodOptions::method(const HiddenMachine& hidden) const {
  AskedSettings settings = asked;
  const auto learner = settings.find("learner");
  const bool as_such = learner == settings.end() || learner->second == "tree" || learner->second == "tour";
  const bool learned_so = !given("preset") && as_such;
  if (hidden.kind == MachineKind::mealy && learned_so) settings.try_emplace("machine", "mealy");
  return make_method(settings, hidden.machine.alphabet(), hidden.machine.outputs());
}

void MethodOptions::add(CLI::App& command) {
  const std::vector<SettingChoice> presets = preset_choices();
  add_option(command, asked, "preset", choice_help("Settings to start from; other options override them", presets), "",
             choice_names(presets));
  for (const MethodSetting& setting : method_settings()) add_setting(command, asked, setting);
}

void MethodOptions::add_limits(CLI::App& command) {
  for (const MethodSetting& setting : method_settings()) {
    if (setting.is_limit()) add_setting(command, asked, setting);
  }
}

}  // namespace remap::cli
