#include "learning/session/make_learner.hpp"

#include "learning/table/table.hpp"
#include "learning/tour/tour_learner.hpp"
#include "learning/tree/tree.hpp"
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
      if (!setting.alphabet.propositional()) return std::make_unique<TreeLearner>(setting);
      return std::make_unique<symbolic::TourLearner>(setting);
    case LearnerKind::best:
      break;
  }
  throw Misuse("make_learner", "a kind is expected that does not depend on the alphabet");
}

}  // namespace remap
