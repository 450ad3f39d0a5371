#include "cli/method_options.hpp"

#include "automata/numbers.hpp"

namespace remap::cli {

namespace {

void add_option(CLI::App& command, AskedSettings& asked, const std::string& name, std::string_view help,
                const std::string& type, const std::vector<SettingChoice>& choices) {
  const auto take = [&asked, name](const std::string& text) { asked[name] = text; };
  command.add_option_function<std::string>("--" + name, take, choice_help(help, choices))
      ->type_name(choices.empty() ? type : choice_names(choices));
}

}  // namespace

std::string choice_names(const std::vector<SettingChoice>& choices) {
  std::string text;
  for (const SettingChoice& choice : choices) text += (text.empty() ? "" : "|") + std::string(choice.name);
  return text;
}

std::string choice_help(std::string_view title, const std::vector<SettingChoice>& choices) {
  std::string text(title);
  for (const SettingChoice& choice : choices) text += fmt::format("\n  {:<11} {}", choice.name, choice.help);
  return text;
}

CLI::Option* add_seed(CLI::App& command, std::optional<std::uint64_t>& into, const std::string& help) {
  const auto parse = [&into](const std::string& text) { into = parse_whole("--seed", text); };
  return command.add_option_function<std::string>("--seed", parse, help)->type_name("NUMBER");
}

void MethodOptions::add(CLI::App& command) {
  add_option(command, asked, "preset", "Settings to start from; other options override them", "", preset_choices());
  for (const MethodSetting& setting : method_settings()) {
    const bool output = setting.kind == MethodSetting::Kind::output;
    add_option(command, asked, std::string(setting.name), setting.help, output ? "OUTPUT" : "NUMBER", setting.choices);
    if (setting.name != "effort") continue;
    add_option(command, asked, "comparison-cost", "What a comparison costs (1): chooses the effort of tour", "NUMBER",
               {});
    add_option(command, asked, "equivalence-cost", "What an equivalence question costs (1), likewise", "NUMBER", {});
  }
}

}  // namespace remap::cli
