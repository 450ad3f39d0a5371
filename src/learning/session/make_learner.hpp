// Learners by the name of their kind.
#pragma once

#include <memory>

#include "learning/learner/learner.hpp"

namespace remap {

/// Throws Misuse for a kind that depends on the alphabet.
std::unique_ptr<Learner> make_learner(LearnerKind kind, const LearnerSetting& setting);

}  // namespace remap
