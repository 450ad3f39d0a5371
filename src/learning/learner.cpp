#include "remap/learning/learner.hpp"

#include "remap/automata/error.hpp"
#include "remap/learning/table.hpp"
#include "remap/learning/tour.hpp"
#include "remap/learning/tree.hpp"

namespace remap {

std::unique_ptr<Learner> make_learner(LearnerKind kind, const LearnerSetting& setting) {
  switch (kind) {
    case LearnerKind::table:
      return std::make_unique<TableLearner>(setting);
    case LearnerKind::tree:
      return std::make_unique<TreeLearner>(setting);
    case LearnerKind::tour:
      return std::make_unique<TourLearner>(setting);
  }
  throw Misuse("make_learner", "unknown kind");
}

}  // namespace remap
