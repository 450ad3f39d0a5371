#include "runs/method/person_settings.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::vector<std::string> list_in(const SessionHead& head, const char* key, std::size_t size) {
  const std::string text = setting(head.teacher, key);
  if (text.empty()) return {};
  std::vector<std::string> names;
  try {
    names = nlohmann::json::parse(text).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    names.clear();
  }
  if (names.size() != size) {
    throw InputError(fmt::format("the first line of the session does not name each {} once",
                                 std::string_view(key) == "names" ? "letter" : "value"));
  }
  return names;
}

std::size_t count_in(const SessionHead& head, const char* key, std::size_t usual) {
  const std::string text = setting(head.teacher, key);
  if (text.empty()) return usual;
  const auto number = parse_number(text);
  if (!number || *number < 1 || *number > 1e6) {
    throw InputError(fmt::format("the first line of the session says {} '{}', expected a number from 1", key, text));
  }
  return static_cast<std::size_t>(*number);
}

}  // namespace

// People look at a small machine sooner than they answer many questions, so one costs little.
void ask_for_people(AskedSettings& asked, const Alphabet& alphabet) {
  if (const auto answers = asked.find("answers"); answers != asked.end() && answers->second != "comparisons") {
    throw InputError("--answers values is for machines and programs: people compare");
  }
  if (!alphabet.listed()) return;  // tree needs a list
  for (const char* other : {"preset", "effort", "equivalence-cost"}) {
    if (asked.contains(other)) return;
  }
  const auto learner = asked.try_emplace("learner", name_of(LearnerKind::tree)).first;
  if (learner->second == name_of(LearnerKind::tree)) asked.try_emplace("equivalence-cost", "1");
}

Settings write_person(const PersonSettings& person) {
  Settings settings{{"person", "terminal"}};
  if (!person.names.empty()) settings.emplace_back("names", nlohmann::json(person.names).dump());
  if (!person.value_names.empty()) settings.emplace_back("value_names", nlohmann::json(person.value_names).dump());
  if (person.longest != PersonSettings::usual_longest)
    settings.emplace_back("longest", fmt::format("{}", person.longest));
  if (!person.world.empty()) settings.emplace_back("world", person.world);
  if (!person.story.empty()) settings.emplace_back("story", person.story);
  if (person.at_once != 1) settings.emplace_back("at_once", fmt::format("{}", person.at_once));
  return settings;
}

PersonSettings read_person(const SessionHead& head) {
  PersonSettings person;
  const Alphabet& alphabet = head.alphabet;
  person.names = list_in(head, "names", alphabet.listed() ? alphabet.size() : alphabet.propositions().size());
  person.value_names = list_in(head, "value_names", head.outputs ? head.outputs->size() : 0);
  person.world = setting(head.teacher, "world");
  person.story = setting(head.teacher, "story");
  person.longest = count_in(head, "longest", person.longest);
  person.at_once = count_in(head, "at_once", person.at_once);
  return person;
}

bool by_person(const SessionHead& head) { return setting(head.teacher, "person") == "terminal"; }

Wording wording_for(const SessionHead& head) {
  PersonSettings person = read_person(head);
  return {head.alphabet, head.outputs, std::move(person.names), std::move(person.value_names)};
}

}  // namespace remap
