#include "study/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/log/session_log_file.hpp"
#include "formats/log/session_log_reader.hpp"
#include "formats/text/events.hpp"
#include "formats/text/names_file.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/shown.hpp"
#include "remap/runs/settings.hpp"
#include "study/sha256.hpp"
#include "worlds/world.hpp"

namespace remap {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t most_participants = 10'000;

/// Reads the keys of study.json; each may be asked for once, and none may be left.
class Description {
 public:
  explicit Description(std::filesystem::path file) : file_(std::move(file)) {
    json_ = OrderedJson::parse(read_text_file(file_), nullptr, false);
    if (!json_.is_object()) fail_at(file_, "expected a JSON object (docs/study.md has an example)");
  }

  [[noreturn]] void fail(const std::string& key, const std::string& expected) const {
    fail_at(file_, fmt::format("'{}' must be {}", safe(key), expected));
  }
  [[nodiscard]] OrderedJson take(const std::string& key) {
    OrderedJson value = json_.contains(key) ? json_[key] : OrderedJson();
    json_.erase(key);
    return value;
  }
  [[nodiscard]] std::string text(const std::string& key, const std::string& usual) {
    const OrderedJson value = take(key);
    if (!value.is_null() && !value.is_string()) fail(key, "a text");
    return value.is_null() ? usual : value.get<std::string>();
  }
  [[nodiscard]] std::size_t whole(const std::string& key, std::size_t usual, std::size_t least, std::size_t most) {
    const OrderedJson value = take(key);
    if (value.is_null()) return usual;
    if (!value.is_number_unsigned() || value < least || value > most) {
      fail(key, fmt::format("a whole number from {} to {}", least, most));
    }
    return value.get<std::size_t>();
  }
  [[nodiscard]] bool flag(const std::string& key) {
    const OrderedJson value = take(key);
    if (!value.is_null() && !value.is_boolean()) fail(key, "true or false");
    return value.is_boolean() && value.get<bool>();
  }
  [[nodiscard]] std::vector<std::string> list(const std::string& key) {
    const OrderedJson value = take(key);
    if (value.is_null()) return {};
    const auto is_text = [](const OrderedJson& each) { return each.is_string(); };
    if (!value.is_array() || value.empty() || !std::all_of(value.begin(), value.end(), is_text)) {
      fail(key, "a list of texts");
    }
    return value.get<std::vector<std::string>>();
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> table(const std::string& key) {
    const OrderedJson value = take(key);
    if (!value.is_null() && !value.is_object()) fail(key, "an object");
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto& [name, each] : value.items()) {
      if (!each.is_string()) fail(key, "an object of texts");
      entries.emplace_back(name, each.get<std::string>());
    }
    return entries;
  }
  void refuse_others() const {
    if (!json_.empty()) {
      fail_at(file_, fmt::format("'{}' is unknown (docs/study.md lists what a study has)",
                                 shortened(safe(json_.begin().key()), 40)));
    }
  }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

 private:
  std::filesystem::path file_;
  OrderedJson json_;
};

Alphabet alphabet_in(Description& said) {
  std::vector<std::string> letters = said.list("letters"), propositions = said.list("propositions");
  const std::string events = said.text("events", "one");
  if (letters.empty() == propositions.empty()) fail_at(said.file(), "expected either 'letters' or 'propositions'");
  if (!letters.empty()) return Alphabet::plain(std::move(letters));
  const std::filesystem::path file = said.file().parent_path() / events;  // if it is the name of one
  try {
    return letters_of_events(std::move(propositions), is_regular_file(file) ? file.string() : events, "'events'");
  } catch (const InputError& error) {
    fail_at(said.file(), error.what());
  }
}

std::vector<std::string> names_in(Description& said, const Alphabet& alphabet) {
  std::string lines;
  for (const auto& [letter, name] : said.table("names"))
    lines += json_string(letter) + " = " + json_string(name) + "\n";
  if (lines.empty()) return {};
  try {
    return parse_names(lines, alphabet);
  } catch (const ParseError& error) {
    fail_at(said.file(), "'names': " + error.sentence());
  }
}

}  // namespace

std::filesystem::path StudyDescription::session(const std::string& participant) const {
  return mode == StudyMode::own ? folder / "sessions" / (participant + ".jsonl") : folder / "session.jsonl";
}

SessionHead StudyDescription::session_head(const std::string& participant) const {
  SessionHead result = head;
  if (!participant.empty()) result.teacher.emplace_back("participant", participant);
  result.teacher.emplace_back("consent", consent_hash);
  return result;
}

StudyDescription read_study(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) fail_at(folder, "there is no such folder");
  Description said(folder / "study.json");
  SessionHead head{REMAP_VERSION, alphabet_in(said)};
  if (std::vector<std::string> outputs = said.list("outputs"); !outputs.empty()) head.outputs = Outputs(outputs);
  StudyDescription study{folder, said.text("title", "A study"), StudyMode::own, "", "", 10, 60, false, head};
  const std::string mode = said.text("mode", "own");
  if (mode != "own" && mode != "together") said.fail("mode", "\"own\" or \"together\"");
  if (mode == "together") study.mode = StudyMode::together;
  study.participants = said.whole("participants", study.participants, 0, most_participants);
  study.lease_seconds = static_cast<std::int64_t>(said.whole("lease_seconds", 60, 1, 86'400));
  study.show_machine = said.flag("show_machine");
  PersonSettings person;
  person.story = said.text("text", "");
  person.names = names_in(said, head.alphabet);
  person.value_names = said.list("value_names");
  if (!person.value_names.empty() && (!head.outputs || person.value_names.size() != head.outputs->size())) {
    said.fail("value_names", "one name for each of 'outputs'");
  }
  person.longest = said.whole("longest", person.longest, 1, 1'000'000);
  person.at_once = said.whole("at_once", study.mode == StudyMode::together ? 4 : 1, 1, 1000);
  person.world = said.text("world", "");
  if (!person.world.empty()) static_cast<void>(world_of(person.world));
  AskedSettings asked;
  for (const auto& [name, value] : said.table("settings")) asked[name] = value;
  said.refuse_others();
  const bool doubt = !asked.contains("confirm") && !asked.contains("recheck") && !asked.contains("absorbing");
  if (doubt) asked.try_emplace("teacher-errs", "on");
  ask_for_people(asked, head.alphabet);
  try {
    const Method method = make_method_for_teacher(asked, head.alphabet, head.outputs, [] { return Abilities{true}; });
    if (study.mode == StudyMode::together && method.teacher_errs == TeacherErrs::off) {
      throw InputError("people who answer together contradict each other: teacher-errs must be on");
    }
    study.head.settings = write_method(method, head.outputs);
  } catch (const InputError& error) {
    fail_at(said.file(), fmt::format("'settings': {}", error.what()));
  }
  study.head.teacher = write_person(person);
  study.consent = read_text_file(folder / "consent.txt");
  if (study.consent.find_first_not_of(" \n\r\t") == std::string::npos) {
    fail_at(folder / "consent.txt", "the text that participants agree to is missing");
  }
  study.consent_hash = sha256(study.consent);
  return study;
}

}  // namespace remap
