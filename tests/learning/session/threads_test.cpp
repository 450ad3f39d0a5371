// Const members may be called from several threads; ThreadSanitizer shows races that these tests hide.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap {
namespace {

/// Calls a function from several threads at once.
template <class Function>
void from_threads(const Function& function) {
  std::atomic<int> waiting = 4;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (--waiting; waiting > 0;) std::this_thread::yield();
      function();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, ReadALearnedMachineTogether) {
  const MooreMachine hidden = task_machine(*find_task("office/t1"));
  MachineTeacher teacher(hidden);
  SessionOptions options;
  options.machine = MachineKind::mealy;
  const Learned learned = learn(teacher, hidden.alphabet(), hidden.outputs(), options);
  ASSERT_NE(learned.machine.mealy(), nullptr);
  std::atomic<const MooreMachine*> met = nullptr;
  std::atomic<int> same = 0;
  from_threads([&] {
    const Hypothesis copy = learned.machine;
    const MooreMachine* none = nullptr;
    const MooreMachine* mine = &copy.moore();
    if (met.compare_exchange_strong(none, mine) || none == mine) ++same;
    static_cast<void>(copy.output_after(Word{Letter{0}}));
  });
  EXPECT_EQ(same, 4) << "it was made once";
  EXPECT_FALSE(find_counterexample(learned.machine.moore(), hidden));
}

TEST(Threads, LearnTogetherWithOneAlphabet) {
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i) names.push_back("p" + std::to_string(i));
  const Alphabet alphabet = Alphabet::unlisted(names);
  std::atomic<std::size_t> states = 0;
  from_threads([&] {
    const auto value = [&](const Word& word) {
      return std::any_of(word.begin(), word.end(), [&](Letter letter) { return (alphabet.set_of(letter) & 1U) != 0; });
    };
    const auto compare = [&](const Word& left, const Word& right) { return compared(value(left), value(right)); };
    states += learn(alphabet, {"0", "1"}, compare).machine.size();
  });
  EXPECT_EQ(states, 8U);
}

}  // namespace
}  // namespace remap
