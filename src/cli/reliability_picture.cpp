#include "cli/reliability_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/console.hpp"

namespace remap::cli {

namespace {

constexpr std::array edges = {0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0000001};
constexpr std::array ticks = {0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999};
constexpr double picture_wide = 520, picture_high = 480, left = 70, top = 60, side = 380;
constexpr double closest = 0.0005;      // to 1, as drawn
constexpr double room_for_figure = 60;  // left of a point

// 0 for the probability 0, 1 for the largest one that is drawn.
double position(double probability) { return std::log(std::max(1 - probability, closest)) / std::log(closest); }
double x_of(double probability) { return left + side * position(probability); }
double y_of(double probability) { return top + side * (1 - position(probability)); }

// Wilson's interval.
std::pair<double, double> interval(std::size_t right, std::size_t runs) {
  constexpr double z = 1.96;
  const auto n = static_cast<double>(runs);
  const double share = static_cast<double>(right) / n;
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace

std::vector<ReliabilityBin> reliability(const std::vector<StatedRun>& runs) {
  std::vector<ReliabilityBin> bins;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    ReliabilityBin bin{edges[i], std::min(1.0, edges[i + 1])};
    for (const StatedRun& run : runs) {
      if (run.confidence < edges[i] || run.confidence >= edges[i + 1]) continue;
      ++bin.runs;
      bin.right += run.right ? 1 : 0;
      bin.stated += run.confidence;
    }
    if (bin.runs == 0) continue;
    bin.stated /= static_cast<double>(bin.runs);
    bins.push_back(bin);
  }
  return bins;
}

std::string reliability_svg(const std::vector<ReliabilityBin>& bins) {
  std::string body;
  for (const double tick : ticks) {
    body += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\"/>\n", x_of(tick), top,
                        top + side);
    body += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\"/>\n", left, y_of(tick),
                        left + side);
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n", x_of(tick),
                        top + side + 18, tick);
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", left - 8, y_of(tick) + 4,
                        tick);
  }
  body += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"honest\"/>\n", left,
                      top + side, left + side, top);
  for (const ReliabilityBin& bin : bins) {
    const auto [low, high] = interval(bin.right, bin.runs);
    const double x = x_of(bin.stated), y = y_of(static_cast<double>(bin.right) / static_cast<double>(bin.runs));
    body += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" class=\"whisker\"/>\n", x,
                        y_of(low), y_of(high));
    body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", x, y);
    const bool at_edge = x < left + room_for_figure;
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"figure\">{} of {}</text>\n",
                        at_edge ? x + 7 : x - 7, std::min(y - 6, top + side - 6), at_edge ? "start" : "end",
                        grouped(bin.right), grouped(bin.runs));
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\">\n"
      "<style>text {{ font: 12px sans-serif; fill: #222 }} .title {{ font-size: 15px; font-weight: bold }}\n"
      ".figure {{ fill: #444 }} line {{ stroke: #ddd }} .honest {{ stroke: #999; stroke-dasharray: 5 4 }}\n"
      ".whisker {{ stroke: #0072b2 }} circle {{ fill: #0072b2 }}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"16\" y=\"24\" class=\"title\">How often runs are right, by the confidence they state</text>\n"
      "<text x=\"16\" y=\"42\">x: stated; y: right; on the dashed line the confidence is calibrated</text>\n"
      "{2}</svg>\n",
      picture_wide, picture_high, body);
}

}  // namespace remap::cli
