// Deep machines: as many words as the square of their depth, of chains far fewer, but not the cube in letters.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "learning/session/session_engine.hpp"
#include "remap/automata/families.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

struct Stored {
  double words = 0;
  double letters = 0;
};

Stored stored_by(const std::string& family, std::size_t depth) {
  const MooreMachine hidden = *family_machine(family + ':' + std::to_string(depth) + (family == "lock" ? ",2" : ""));
  MachineTeacher teacher(hidden);
  Session session(hidden.alphabet(), hidden.outputs(), preset_method(Preset::best, hidden.alphabet()));
  drive(session, teacher);
  EXPECT_EQ(session.machine(), hidden);
  const WordTree& words = session.engine().words();
  return {static_cast<double>(words.size()), static_cast<double>(words.tails().all_letters().size())};
}

TEST(DeepMachines, LettersGrowNoFasterThanWords) {
  for (const auto& [family, most] : {std::pair<std::string, double>{"chain", 1.4}, {"lock", 2.3}}) {
    const Stored small = stored_by(family, 60), large = stored_by(family, 240);
    EXPECT_LT(std::log2(large.words / small.words) / 2, most) << family;
    EXPECT_LT(std::log2(large.letters / small.letters) / 2, 2.3) << family << ' ' << large.letters;
  }
}

}  // namespace
}  // namespace remap
