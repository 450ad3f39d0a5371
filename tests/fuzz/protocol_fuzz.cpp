#include "fuzz.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "teachers/process/protocol_lines.hpp"

/// Each line is read as a greeting, as answers to a batch and as a verdict.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace remap;
  static const MooreMachine machine = random_machine({4, 2, 3}, 1);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<Preference> answers(8, Preference::unsure);
  BatchReader reader(1, answers);
  std::vector<bool> answered(answers.size(), false);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    try {
      read_greeting(line);
    } catch (const TeacherFailure&) {
    } catch (const TeacherStopped&) {
    }
    try {
      for (const std::size_t position : reader.read(line)) {
        if (answered.at(position)) fuzz::fail("a comparison is answered twice");
        answered[position] = true;
      }
    } catch (const TeacherFailure&) {
      break;  // the run ends there
    } catch (const TeacherStopped&) {
      break;
    }
  }
  static const MooreMachine unlisted = *family_machine("collect:2,40");
  for (const MooreMachine* each : {&machine, &unlisted}) {
    try {
      const EquivalenceAnswer verdict = read_verdict(text, 7, *each);
      if (verdict.counterexample && each->output_after(*verdict.counterexample) == no_output) fuzz::fail("no output");
    } catch (const TeacherFailure&) {
    } catch (const TeacherStopped&) {
    }
  }
  return 0;
}
