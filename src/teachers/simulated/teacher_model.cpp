#include "teachers/simulated/teacher_model.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <vector>

#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {

using Numbers = std::vector<double>;

struct Part {
  std::string_view name;
  std::string_view numbers;  // as shown
  std::size_t count;
  std::string_view meaning;
  void (*apply)(TeacherModel&, const Numbers&);
};

constexpr std::array parts = {
    Part{"exact", "", 0, "never errs", [](TeacherModel&, const Numbers&) {}},
    Part{"independent", ":P", 1, "a share P of answers is wrong, redrawn each time",
         [](TeacherModel& m, const Numbers& n) { m.noise.mistakes = n[0]; }},
    Part{"persistent", ":P", 1, "the same, but a pair always gets the same answer",
         [](TeacherModel& m, const Numbers& n) {
           m.noise.mistakes = n[0];
           m.noise.persistent = true;
         }},
    Part{"bradley-terry", ":T", 1, "the nearer two values, the likelier the wrong one is preferred; temperature T",
         [](TeacherModel& m, const Numbers& n) { m.noise.temperature = n[0]; }},
    Part{"near-ties", ":P", 1, "a share P of pairs with neighbouring values is called equal",
         [](TeacherModel& m, const Numbers& n) { m.noise.near_ties = n[0]; }},
    Part{"all-near-ties", "", 0, "all pairs with neighbouring values are called equal",
         [](TeacherModel& m, const Numbers&) { m.noise.near_ties = 1; }},
    Part{"fatigue", ":P,Q,N", 3, "the share of wrong answers grows from P to Q over N questions",
         [](TeacherModel& m, const Numbers& n) {
           m.noise.fatigue_first = n[0];
           m.noise.fatigue_last = n[1];
           m.noise.fatigue_questions = n[2];
         }},
    Part{"longer", ":P", 1, "a share P of answers prefers the longer word",
         [](TeacherModel& m, const Numbers& n) { m.noise.longer = n[0]; }},
    Part{"first", ":P", 1, "a share P of answers prefers the word shown first",
         [](TeacherModel& m, const Numbers& n) { m.noise.first = n[0]; }},
    Part{"unsure", ":P", 1, "a share P of answers is unsure",
         [](TeacherModel& m, const Numbers& n) { m.noise.unsure = n[0]; }},
    Part{"misread", ":P", 1, "a share P of words is taken for one of another value, always and against every word",
         [](TeacherModel& m, const Numbers& n) { m.noise.misread = n[0]; }},
    Part{"incomparable", ":P", 1, "a share P of words is never compared with any other: always unsure",
         [](TeacherModel& m, const Numbers& n) { m.noise.incomparable = n[0]; }},
    Part{"overlooks", ":P", 1, "looks at a list of words instead of the machine, and overlooks a share P of wrong ones",
         [](TeacherModel& m, const Numbers& n) { m.overlooking.overlooks = n[0]; }},
    Part{"wrong-values", ":P", 1, "a share P of values given for counterexamples is wrong",
         [](TeacherModel& m, const Numbers& n) { m.overlooking.wrong_values = n[0]; }},
};

Numbers read_numbers(std::string_view text, const Part& part) {
  const auto wrong = [&](std::string_view what) {
    return InputError(fmt::format("teacher model '{}{}': {}", part.name, part.numbers, what));
  };
  Numbers numbers;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, number);
    if (error != std::errc{} || end != text.data() + comma || !(number >= 0)) {
      throw wrong(fmt::format("'{}' is not a number of at least 0", safe(std::string(text.substr(0, comma)))));
    }
    // All but a temperature and a number of questions are chances.
    const bool chance = part.name != "bradley-terry" && numbers.size() < 2;
    if (chance && number > 1) throw wrong(fmt::format("a share is at most 1, not {}", number));
    numbers.push_back(number);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  if (numbers.size() != part.count) {
    throw wrong(fmt::format("expected {} number{}, found {}", part.count, part.count == 1 ? "" : "s", numbers.size()));
  }
  return numbers;
}

void apply_part(std::string_view text, TeacherModel& model) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  for (const Part& part : parts) {
    if (part.name != name) continue;
    return part.apply(model, read_numbers(text.substr(std::min(colon + 1, text.size())), part));
  }
  std::string known;
  for (const Part& part : parts) known += fmt::format("{}{}{}", known.empty() ? "" : ", ", part.name, part.numbers);
  throw InputError(fmt::format("'{}' is not a teacher model; expected one or more of {}, joined by +",
                               safe(std::string(text)), known));
}

}  // namespace

TeacherModel parse_teacher_model(std::string_view text) {
  TeacherModel model;
  for (;;) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    apply_part(text.substr(0, plus), model);
    if (plus == text.size()) return model;
    text.remove_prefix(plus + 1);
  }
}

std::string teacher_models_help() {
  std::string help;
  for (const Part& part : parts) {
    help += fmt::format("  {:<18}{}\n", fmt::format("{}{}", part.name, part.numbers), part.meaning);
  }
  return help;
}

}  // namespace remap
