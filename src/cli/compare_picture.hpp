// The picture of `remap compare`: one bar per method, by source.
#pragma once

#include <string>
#include <vector>

namespace remap::cli {

struct CompareBar {
  std::string source;
  std::string method;
  double comparisons = 0;  // or values asked for
  double equivalence_questions = 0;
};

/// An SVG picture. Bars are grouped by source; lengths are logarithmic, and every bar is labelled with its figures.
std::string compare_svg(const std::vector<CompareBar>& bars, std::size_t seeds);

}  // namespace remap::cli
