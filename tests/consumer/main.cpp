#include <iostream>
#include <remap/remap.hpp>

int main() {
  using namespace remap;
  const Alphabet letters = Alphabet::plain({"a", "b"});
  const Outputs outputs{"safe", "risky", "fatal"};
  const std::vector<Output> output_of = {Output{0}, Output{1}, Output{2}};
  const std::vector<State> next = {State{0}, State{1}, State{0}, State{2}, State{2}, State{2}};
  // The hidden machine: every b makes things worse, an a in between makes them good again, "fatal" is for ever.
  const MooreMachine hidden(letters, outputs, State{0}, output_of, next);

  MachineTeacher teacher(hidden);
  const MooreMachine learned = learn(teacher, letters, outputs);

  const Word word = parse_word(letters, "abab");
  std::cout << learned.size() << " states, " << format_word(letters, word) << " is "
            << outputs.name(learned.output_after(word)) << '\n';
  return find_counterexample(hidden, learned) ? 1 : 0;
}
