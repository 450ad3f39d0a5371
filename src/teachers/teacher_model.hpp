// How a simulated teacher errs, by name: "persistent:0.05+unsure:0.1".
#pragma once

#include <string>
#include <string_view>

#include "noise.hpp"
#include "overlooking.hpp"

namespace remap {

struct TeacherModel {
  NoiseOptions noise;  // seeds are left to whoever uses the model
  OverlookingOptions overlooking;

  [[nodiscard]] bool any() const noexcept { return noise.any() || overlooking.any(); }
};

/// Names joined by `+`, each with numbers after a colon; "exact" errs never. Throws InputError that tells what is
/// known.
TeacherModel parse_teacher_model(std::string_view text);

/// One line per name: what is written, and what it means.
std::string teacher_models_help();

}  // namespace remap
