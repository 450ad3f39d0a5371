// A teacher as another program, for tests and measurements: knows a machine from a file and answers at once.
//
//     machine_teacher MACHINE.json [LOG [DELAY_IN_MICROSECONDS]]
//
// Reads comparisons by hand, since it is to be faster than whoever asks. Every pair it answers is appended to LOG.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "formats/machines/json.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/formats/machine_file.hpp"

namespace {

using namespace remap;

/// Runs the machine along a list of plain names, which must need no escapes; stops after the closing bracket.
Output run_list(const MooreMachine& machine, const std::string& line, std::size_t& at) {
  at = line.find('[', at) + 1;
  State state = machine.initial();
  while (line[at] != ']') {
    const std::size_t begin = line.find('"', at) + 1;
    const std::size_t end = line.find('"', begin);
    state = machine.next(state, machine.alphabet().find(std::string_view(line).substr(begin, end - begin)));
    at = end + 1;
  }
  ++at;
  return machine.output(state);
}

std::string compare(const MooreMachine& machine, const std::string& line, std::ofstream* log) {
  std::string reply = "{\"answers\":[";
  bool first = true;
  for (std::size_t at = line.find("\"id\":"); at != std::string::npos; at = line.find("\"id\":", at)) {
    at += 5;
    const std::size_t comma = line.find(',', at);
    const std::string id = line.substr(at, comma - at);
    const Output a = run_list(machine, line, at);
    const Output b = run_list(machine, line, at);
    if (log != nullptr) *log << line.substr(comma + 1, at - comma - 1) << '\n';
    reply += (first ? "{\"id\":" : ",{\"id\":") + id + ",\"answer\":\"" + (a > b ? "a" : b > a ? "b" : "equal") + "\"}";
    first = false;
  }
  return reply + "]}";
}

std::string check(const MooreMachine& machine, const std::string& line) {
  const auto question = nlohmann::json::parse(line)["equivalence"];
  const MooreMachine hypothesis = as_moore(read_json(question["machine"].dump()));
  nlohmann::json reply{{"id", question["id"]}};
  if (const auto word = find_counterexample(machine, hypothesis)) {
    reply["counterexample"] = nlohmann::json::array();
    for (const Letter letter : *word) reply["counterexample"].push_back(machine.alphabet().name(letter));
    reply["output"] = machine.outputs().name(machine.output_after(*word));
  } else {
    reply["accept"] = true;
  }
  return reply.dump();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ios::sync_with_stdio(false);
  const MooreMachine machine = as_moore(read_machine_file(argv[1]));
  std::ofstream file;
  if (argc > 2) file.open(argv[2], std::ios::app);
  const unsigned delay = argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 0;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("{\"remap\"")) {
      std::cout << "{\"ready\":true,\"equivalence\":true}\n" << std::flush;
    } else if (line.starts_with("{\"compare\"")) {
      if (delay > 0) usleep(delay);
      const std::string reply = compare(machine, line, argc > 2 ? &file : nullptr);
      file.flush();
      std::cout << reply << '\n' << std::flush;
    } else if (line.starts_with("{\"equivalence\"")) {
      std::cout << check(machine, line) << '\n' << std::flush;
    } else {
      break;
    }
  }
  return 0;
}
