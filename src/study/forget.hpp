// Removes a participant from a study.
#pragma once

#include "study/description.hpp"

namespace remap {

struct Forgotten {
  std::size_t answers = 0;  // that were removed
};

/// Removes everything that a participant said, from the disk and not only from the result, and their link. What rested
/// on it is asked again when the study continues. Throws InputError if there is no such participant or if the study is
/// being served.
Forgotten forget_participant(const StudyDescription& study, const std::string& id);

}  // namespace remap
