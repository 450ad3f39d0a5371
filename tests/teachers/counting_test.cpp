#include "teachers/counting.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

TEST(CountingTeacher, CountsWhatTheSessionCountsAndChangesNothing) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({20, 3, 4}, 2));
  for (RankerKind ranker : {RankerKind::search, RankerKind::membership}) {
    SessionOptions options = SessionOptions::paper();
    options.ranker = ranker;
    MachineTeacher plain(*hidden);
    Session alone(hidden->alphabet(), hidden->outputs(), options);
    drive(alone, plain);

    MachineTeacher inner(*hidden);
    CountingTeacher teacher(inner);
    Session session(hidden->alphabet(), hidden->outputs(), options);
    drive(session, teacher);
    EXPECT_EQ(session.machine(), alone.machine());
    EXPECT_EQ(teacher.comparisons(), alone.counts().comparisons);
    EXPECT_EQ(teacher.values(), alone.counts().values);
    EXPECT_EQ(teacher.equivalence_questions(), alone.counts().equivalence_questions);
    EXPECT_GT(teacher.batches(), 0U);
    EXPECT_LE(teacher.batches(), teacher.comparisons() + teacher.values());
    EXPECT_GT(teacher.seconds(), 0.0);
  }
}

}  // namespace
}  // namespace remap
