// `remap compare --teacher-model`: what to expect when learning from teachers who err in different ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"

namespace remap::cli {

struct ModelComparison {
  std::vector<std::string> models;  // as typed
  ErringOptions erring;
  std::vector<std::string> sources;  // their names
  std::vector<MooreMachine> machines;
  std::vector<Method> methods;  // one per source
  std::uint64_t seeds = 10;
  std::optional<std::string> picture;  // a reliability diagram
  bool json = false;
  bool quiet = false;
};

int compare_models(const ModelComparison& comparison);

}  // namespace remap::cli
