// Figures drawn by gnuplot, each as a script that can be run again, an SVG and a PDF.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace remap::experiments {

/// The width of a printed column, in inches.
inline constexpr double column_width = 3.5;

struct Figure {
  std::string name;  // of its files
  std::string caption;
  std::string script;  // gnuplot, without terminal and output
  double width = column_width;
  double height = 2.6;
  std::string paper = {};  // the figure of the paper that shows the same, such as "4, left"
};

/// Throws InputError if there is no gnuplot.
void check_gnuplot();

/// Writes NAME.gp, NAME.svg and NAME.pdf into the folder and returns the SVG. Throws InputError.
std::string draw_figure(const std::filesystem::path& folder, const Figure& figure);

/// A plot as it is put together: data first, then settings, then one `plot` command.
class Plot {
 public:
  using Row = std::vector<double>;

  Plot& set(std::string_view line);
  /// Any other command.
  Plot& command(std::string_view line);
  /// Axis titles, with units.
  Plot& axes(std::string_view x, std::string_view y);
  /// A logarithmic x axis for these sample sizes, labelled at some of them.
  Plot& samples_axis(const std::vector<std::uint64_t>& sizes);
  /// A logarithmic y axis for values from `least` to `most`, with readable labels.
  Plot& log_values_axis(double least, double most);
  /// A key below the x axis, clear of its title.
  Plot& key_below(std::size_t entries, std::size_t columns, double sample_length);
  /// Adds a data block with these rows and returns its name.
  std::string data(const std::vector<Row>& rows);
  /// Adds to the plot command; `what` as in gnuplot: "$d0 using 1:2 with lines".
  Plot& add(std::string_view what, std::string_view title = "");
  /// Ends the plot command, so that another plot (of a multiplot) can follow.
  Plot& finish();
  [[nodiscard]] std::string script();

 private:
  std::string data_, commands_, plot_;
  std::size_t blocks_ = 0;
};

/// The appearance of the n-th series of a figure: a colour-blind safe colour (Okabe and Ito), a marker and a dash, as
/// gnuplot writes them.
struct SeriesStyle {
  std::string_view colour;
  int point;
  std::string_view dash;
};
const SeriesStyle& series_style(std::size_t n);
/// "lc rgb '#…' pt … dt … lw …" of the n-th series.
std::string style_text(std::size_t n, double line_width = 1.5, double point_size = 0.6);

/// A text quoted so that gnuplot shows it literally.
std::string gnuplot_text(std::string_view text);

}  // namespace remap::experiments
