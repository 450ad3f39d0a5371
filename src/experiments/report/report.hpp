// The report: the figures of each experiment, and the paper's claims next to the measurements. One self-contained page.
//
// A verdict is computed where the claim is stated, from the numbers that are shown; none is hard-coded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/experiment.hpp"
#include "experiments/report/figures.hpp"

namespace remap::experiments {

enum class Verdict : std::uint8_t {
  agrees,
  differs,
  open,  // these trials cannot decide
};

struct Claim {
  std::string claim;     // what the paper says
  std::string measured;  // the result, with numbers
  Verdict verdict = Verdict::open;
  std::string rule = {};  // when the result agrees, with every tolerance
};

/// A picture not drawn by gnuplot.
struct Picture {
  std::string svg;
  std::string caption;
  double width = 4;  // inches
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows = {};
};

struct Section {
  std::string title;
  std::string text;
  std::vector<Claim> claims = {};
  std::vector<Figure> figures = {};
  std::vector<Picture> pictures = {};
  std::vector<ReportTable> tables = {};
  std::vector<Figure> more_figures = {};  // collapsed
};

/// The sections of an experiment's kinds, from the trials in its database.
std::vector<Section> sections(const Experiment& experiment);

struct ReportHead {
  std::string title;
  std::vector<std::pair<std::string, std::string>> settings;  // name, value
};

/// Draws all figures into FOLDER/figures and writes FOLDER/report.html. Throws InputError.
void write_report(const std::filesystem::path& folder, const ReportHead& head, const std::vector<Section>& sections);

}  // namespace remap::experiments
