// The answers of a study for programs that analyse them.
//
// CSV has one line per comparison and begins with the columns that tools for crowdsourcing expect: task, worker, label.
// JSON Lines also has the checks of machines.
#pragma once

#include <string>

#include "study/description.hpp"

namespace remap {

enum class ExportFormat : std::uint8_t { csv, json_lines };

std::string export_study(const StudyDescription& study, ExportFormat format);

}  // namespace remap
