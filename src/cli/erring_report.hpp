// The report of a run whose teacher may err: how likely the machine is right, how the teacher errs, and which answers
// are probably wrong.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "remap/teachers/erring.hpp"

namespace remap::cli {

std::string erring_text(const ErringResult& result);
nlohmann::ordered_json erring_json(const ErringResult& result);

}  // namespace remap::cli
