// Gnuplot runs as a program, as graphviz does elsewhere: its absence costs figures only. A script holds its data, so
// that a figure can be changed by hand without the database.
#include "experiments/report/figures.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "formats/text/text_file.hpp"
#include "remap/automata/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to us

namespace remap::experiments {

namespace {

namespace fs = std::filesystem;

constexpr std::array<SeriesStyle, 7> styles = {{{"#0072B2", 7, "1"},
                                                {"#D55E00", 5, "(8,4)"},
                                                {"#009E73", 9, "(3,3)"},
                                                {"#CC79A7", 13, "(12,4,3,4)"},
                                                {"#E69F00", 6, "(6,2)"},
                                                {"#56B4E9", 4, "(2,2)"},
                                                {"#000000", 8, "(10,3,2,3,2,3)"}}};

struct Ended {
  int status;
  std::string complaint;  // the first line
};

Ended run_gnuplot(std::vector<std::string> arguments) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> complaints(std::tmpfile(), &std::fclose);
  if (!complaints) throw InputError("no temporary file can be created for gnuplot");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(complaints.get()), STDERR_FILENO);
  arguments.insert(arguments.begin(), "gnuplot");
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = error == 0 ? 0 : 127 << 8;
  while (error == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::rewind(complaints.get());
  std::array<char, 400> line{};
  std::string complaint;
  while (std::fgets(line.data(), line.size(), complaints.get()) != nullptr) {
    complaint = line.data();
    while (!complaint.empty() && (complaint.back() == '\n' || complaint.back() == ' ')) complaint.pop_back();
    if (complaint.find_first_not_of(" ^\t") != std::string::npos && complaint.find("line ") != std::string::npos) break;
  }
  return {status, complaint};
}

}  // namespace

void check_gnuplot() {
  if (run_gnuplot({"--version"}).status != 0) {
    throw InputError(
        "gnuplot is needed for the figures but its program 'gnuplot' was not found, install gnuplot or give "
        "--no-figures");
  }
}

std::string draw_figure(const fs::path& folder, const Figure& figure) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: this folder cannot be created ({})", folder.string(), error.message()));
  const fs::path script = folder / (figure.name + ".gp");
  write_text_file(script, figure.script);
  // 8 point letters in both; an inch is 120 units of the SVG.
  const std::array<std::pair<const char*, std::string>, 2> terminals = {
      {{"svg", fmt::format("svg size {:.0f},{:.0f} dynamic enhanced font 'DejaVu Sans,13' background '#ffffff'",
                           figure.width * 120, figure.height * 120)},
       {"pdf", fmt::format("pdfcairo size {}in,{}in enhanced font 'DejaVu Sans,8' background '#ffffff'", figure.width,
                           figure.height)}}};
  for (const auto& [extension, terminal] : terminals) {
    const fs::path target = folder / (figure.name + "." + extension);
    const fs::path fresh = target.string() + ".new";
    const Ended ended = run_gnuplot(
        {"-e", fmt::format("set terminal {}; set output {}", terminal, gnuplot_text(fresh.string())), script.string()});
    std::error_code none;
    if (ended.status != 0 || fs::file_size(fresh, none) == 0 || none) {
      fs::remove(fresh, none);
      throw InputError(fmt::format("{}: gnuplot could not draw this figure ({})", script.string(),
                                   ended.complaint.empty() ? "no reason given, is the disk full?" : ended.complaint));
    }
    fs::rename(fresh, target, none);
    if (none) throw InputError(fmt::format("{}: this file cannot be written ({})", target.string(), none.message()));
  }
  return read_text_file(folder / (figure.name + ".svg"));
}

Plot& Plot::set(std::string_view line) { return command(fmt::format("set {}", line)); }

Plot& Plot::command(std::string_view line) {
  commands_ += line;
  commands_ += '\n';
  return *this;
}

Plot& Plot::axes(std::string_view x, std::string_view y) {
  return set("xlabel " + gnuplot_text(x)).set("ylabel " + gnuplot_text(y));
}

Plot& Plot::samples_axis(const std::vector<std::uint64_t>& sizes) {
  if (sizes.empty()) return *this;
  const auto [low, high] = std::minmax_element(sizes.begin(), sizes.end());
  set("logscale x").set(fmt::format("xrange [{}:{}]", double(*low) * 0.8, double(*high) * 1.25));
  std::string tics;
  double last = 0;
  for (const std::uint64_t size : sizes) {
    const double decades = std::log10(double(*high) / double(*low)) + 0.2;
    if (last > 0 && std::log10(double(size) / last) < decades / 8.5) continue;
    last = double(size);
    tics += fmt::format("{}'{}' {}", tics.empty() ? "" : ", ",
                        size % 1000 == 0 ? fmt::format("{}k", size / 1000) : fmt::format("{}", size), size);
  }
  return set(fmt::format("xtics ({})", tics));
}

Plot& Plot::log_values_axis(double least, double most) {
  const double low = least * 0.7, high = most * 1.5;
  set("logscale y").set(fmt::format("yrange [{}:{}]", low, high));
  if (high / low > 100) return *this;
  std::string tics;
  for (double decade = std::pow(10, std::floor(std::log10(low))); decade < high; decade *= 10) {
    for (const double step : {1, 2, 5}) tics += fmt::format("{}{:g}", tics.empty() ? "" : ", ", decade * step);
  }
  return set(fmt::format("ytics ({})", tics));
}

Plot& Plot::key_below(std::size_t entries, std::size_t columns, double sample_length) {
  const std::size_t rows = (entries + columns - 1) / columns;
  return set(fmt::format("key at screen 0.55, screen 0.02 center bottom maxrows {} maxcols {} samplen {}", rows,
                         columns, sample_length))
      .set(fmt::format("bmargin {:.2f}", 2.6 + 1.15 * static_cast<double>(rows)));
}

std::string Plot::data(const std::vector<Row>& rows) {
  std::string name = fmt::format("$d{}", blocks_++);
  data_ += name + " << EOD\n";
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      data_ += i == 0 ? "" : " ";
      data_ += std::isfinite(row[i]) ? fmt::format("{:.7g}", row[i]) : "NaN";
    }
    data_ += '\n';
  }
  data_ += "EOD\n";
  return name;
}

Plot& Plot::add(std::string_view what, std::string_view title) {
  plot_ += fmt::format("{}{} {}", plot_.empty() ? "plot " : ", \\\n     ", what,
                       title.empty() ? "notitle" : "title " + gnuplot_text(title));
  return *this;
}

Plot& Plot::finish() {
  if (!plot_.empty()) commands_ += plot_ + '\n';
  plot_.clear();
  return *this;
}

std::string Plot::script() {
  finish();
  return data_ +
         "set border 3 lw 0.75\nset tics nomirror out scale 0.6\nset xtics offset 0,0.3\nset xlabel offset 0,1.1\nset "
         "grid lc rgb '#dddddd' lt 1 lw 0.5\n"
         "set key samplen 2.5 spacing 1.1\n" +
         commands_;
}

const SeriesStyle& series_style(std::size_t n) { return styles[n % styles.size()]; }

std::string style_text(std::size_t n, double line_width, double point_size) {
  const SeriesStyle& style = series_style(n);
  return fmt::format("lc rgb '{}' pt {} dt {} lw {} ps {}", style.colour, style.point, style.dash, line_width,
                     point_size);
}

std::string gnuplot_text(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c;
  }
  return result + "'";
}

}  // namespace remap::experiments
