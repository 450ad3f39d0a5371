#include <remap/learning/z3.hpp>
#include <remap/remap.hpp>

int main() {
  using namespace remap;
  const Alphabet letters = Alphabet::plain({"a", "b"});
  const MooreMachine hidden(letters, Outputs{"0", "1"}, State{0}, {Output{0}, Output{1}},
                            {State{0}, State{1}, State{1}, State{0}});
  MachineTeacher teacher(hidden);
  SessionOptions options;
  options.valuation = ValuationKind::z3;
  try {
    learn(teacher, letters, hidden.outputs(), options);
    return 1;  // nobody has enabled Z3 yet
  } catch (const InputError&) {
  }
  enable_z3();
  return find_counterexample(hidden, learn(teacher, letters, hidden.outputs(), options).machine.moore()) ? 1 : 0;
}
