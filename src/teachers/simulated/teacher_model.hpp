// How a simulated teacher errs, by name: "persistent:0.05+unsure:0.1".
#pragma once

#include <string>
#include <string_view>

#include "teachers/simulated/noise.hpp"
#include "teachers/simulated/overlooking.hpp"

namespace remap {

struct TeacherModel {
  NoiseOptions noise;  // the user of the model sets the seeds
  OverlookingOptions overlooking;

  [[nodiscard]] bool any() const noexcept { return noise.any() || overlooking.any(); }
};

/// Names joined by `+`, each with numbers after a colon; "exact" never errs. Throws an InputError that lists the known
/// names.
TeacherModel parse_teacher_model(std::string_view text);

/// One line per name: its syntax and its meaning.
std::string teacher_models_help();

}  // namespace remap
