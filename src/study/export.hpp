// The answers of a study for programs that analyse them.
//
// CSV has one line per comparison and begins with the columns that tools for crowdsourcing expect: task, worker, label.
// JSON Lines also has the checks of machines.
#pragma once

#include <string>
#include <vector>

#include "study/description.hpp"

namespace remap {

enum class ExportFormat : std::uint8_t { csv, json_lines };

struct StudyExport {
  std::string text;
  std::vector<std::string> unreadable;  // why, for each log that is damaged and left out
};

StudyExport export_study(const StudyDescription& study, ExportFormat format);

}  // namespace remap
