#include "learning/learner.hpp"

#include "learning/table.hpp"
#include "learning/tour.hpp"
#include "learning/tree.hpp"
#include "remap/automata/error.hpp"

namespace remap {

std::unique_ptr<Learner> make_learner(LearnerKind kind, const LearnerSetting& setting) {
  switch (kind) {
    case LearnerKind::table:
    case LearnerKind::lstar:
      return std::make_unique<TableLearner>(setting);
    case LearnerKind::tree:
      return std::make_unique<TreeLearner>(setting);
    case LearnerKind::tour:
      return std::make_unique<TourLearner>(setting);
    case LearnerKind::best:
      break;
  }
  throw Misuse("make_learner", "a kind is expected that does not depend on the alphabet");
}

}  // namespace remap
