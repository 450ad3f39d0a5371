// The report of 'remap best', also printed by a run that could not be finished.
#pragma once

#include <string>

#include "remap/runs/durable_run.hpp"
#include "runs/durable/best_machine.hpp"

namespace remap::cli {

std::string best_text(const DurableRun& run, const BestMachine& best);
/// One object and a line break.
std::string best_json(const DurableRun& run, const BestMachine& best);

}  // namespace remap::cli
