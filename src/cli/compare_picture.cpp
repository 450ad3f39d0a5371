#include "cli/compare_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "cli/console.hpp"
#include "logic/letters/shown.hpp"

namespace remap::cli {

namespace {

// Okabe and Ito's colours, which are safe for colour-blind readers; methods are also named beside their bars.
constexpr std::array colours = {"#999999", "#56b4e9", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#d55e00"};

constexpr double picture_width = 860, left = 190, bar_room = 430, bar_height = 20, gap = 30, top = 62;

std::string figure(double value) {
  return value < 100 && std::abs(value - std::round(value)) > 0.05
             ? fmt::format("{:.1f}", value)
             : grouped(static_cast<std::uint64_t>(std::llround(value)));
}

}  // namespace

std::string compare_svg(const std::vector<CompareBar>& bars, std::size_t seeds) {
  double most = 10;
  for (const CompareBar& bar : bars) most = std::max(most, bar.comparisons);
  const double decades = std::ceil(std::log10(most));
  const auto length = [&](double value) { return bar_room * std::log10(std::max(1.0, value)) / decades; };
  std::map<std::string, std::size_t> colour_of;
  std::string body;
  double y = top;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const CompareBar& bar = bars[i];
    if (i == 0 || bars[i - 1].source != bar.source) {
      y += gap;
      body += fmt::format("<text x=\"16\" y=\"{:.0f}\" class=\"source\">{}</text>\n", y - 6, markup(bar.source));
    }
    const std::size_t colour = colour_of.try_emplace(bar.method, colour_of.size()).first->second;
    const double end = left + length(bar.comparisons);
    body += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>\n", left - 8, y + 14,
                        markup(bar.method));
    body += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\"/>\n", left,
                        y + 2, std::max(1.0, end - left), bar_height - 5, colours[colour % colours.size()]);
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" class=\"figure\">{} / {}</text>\n", end + 6, y + 14,
                        figure(bar.comparisons), figure(bar.equivalence_questions));
    y += bar_height;
  }
  std::string grid;
  for (int decade = 0; decade <= static_cast<int>(decades); ++decade) {
    const double x = left + bar_room * decade / decades;
    grid += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.0f}\" x2=\"{0:.1f}\" y2=\"{2:.0f}\"/>\n", x, top + 4, y + 6);
    grid += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>\n", x, top - 2,
                        grouped(static_cast<std::uint64_t>(std::llround(std::pow(10.0, decade)))));
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\">\n"
      "<style>text {{ font: 12px sans-serif; fill: #222 }} .source {{ font-weight: bold; font-size: 13px }}\n"
      ".figure {{ fill: #444 }} .title {{ font-size: 15px; font-weight: bold }} line {{ stroke: #ddd }}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"16\" y=\"24\" class=\"title\">Comparisons / equivalence questions per method</text>\n"
      "<text x=\"16\" y=\"42\">bars: comparisons, on a logarithmic scale; means over {2}</text>\n"
      "{3}{4}</svg>\n",
      picture_width, y + 20, counted(seeds, "seed", "seeds"), grid, body);
}

}  // namespace remap::cli
