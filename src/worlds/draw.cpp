// Text and SVG maps. The SVG is written directly: a map needs six kinds of shapes, and the result must be the same
// bytes everywhere. Colours are Okabe and Ito's, which colour-blind readers can tell apart; every object also shows its
// letter.
#include "worlds/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "logic/letters/shown.hpp"

namespace remap {
namespace {

struct Point {
  double x = 0;
  double y = 0;
};

constexpr std::string_view palette[] = {"#e69f00", "#56b4e9", "#009e73", "#f0e442",
                                        "#0072b2", "#d55e00", "#cc79a7", "#444444"};
constexpr bool dark_colour[] = {false, false, true, false, true, true, false, true};

/// A wall between two free cells, or at the edge; solid cells show themselves.
bool shows_wall(const World& world, Cell cell, Move side) {
  if (world.solid(cell) || !world.blocked(cell, side)) return false;
  const Place at = world.place(cell);
  switch (side) {
    case Move::up:
      return at.row == 0 || !world.solid(world.cell({at.row - 1, at.column}));
    case Move::down:
      return at.row + 1 == world.rows() || !world.solid(world.cell({at.row + 1, at.column}));
    case Move::left:
      return at.column == 0 || !world.solid(world.cell({at.row, at.column - 1}));
    case Move::right:
      return at.column + 1 == world.columns() || !world.solid(world.cell({at.row, at.column + 1}));
  }
  return false;
}

std::size_t first_object(PropositionSet label) { return static_cast<std::size_t>(std::countr_zero(label)); }

char symbol(const World& world, Cell cell, bool on_way) {
  if (cell == world.start()) return '@';
  if (world.solid(cell)) return '#';
  if (world.label(cell) != 0) return world.objects()[first_object(world.label(cell))].proposition.front();
  return on_way ? '*' : '.';
}

std::string right_trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

/// The corners of the path: cell centres, moved to the right of the directions of travel before and after.
std::vector<Point> way_points(const World& world, std::span<const Cell> way, double size, double margin) {
  constexpr double aside = 0.16;
  std::vector<Point> points;
  Point before;  // the side step of the last move, none at the start
  const auto add = [&](Cell cell, Point side) {
    const Place at = world.place(cell);
    points.push_back({margin + size * (static_cast<double>(at.column) + 0.5 + side.x),
                      margin + size * (static_cast<double>(at.row) + 0.5 + side.y)});
  };
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    if (way[i] == way[i + 1]) continue;
    const Place from = world.place(way[i]);
    const Place to = world.place(way[i + 1]);
    const Point side{-aside * (static_cast<double>(to.row) - static_cast<double>(from.row)),
                     aside * (static_cast<double>(to.column) - static_cast<double>(from.column))};
    const double along = before.x * side.x + before.y * side.y;
    if (along < 0) {
      add(way[i], before);
      add(way[i], side);
    } else {
      add(way[i], along > 0 ? side : Point{before.x + side.x, before.y + side.y});
    }
    before = side;
  }
  if (!points.empty()) add(way.back(), before);
  return points;
}

std::string way_colour(double progress) {
  const auto mix = [&](int from, int to) { return static_cast<int>(std::lround(from + progress * (to - from))); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0xf2, 0x7a), mix(0xa6, 0x00), mix(0x8c, 0x3c));
}

/// Writes the parts of a map, back to front.
class Picture {
 public:
  Picture(const World& world, std::span<const Cell> way)
      : world_(world),
        way_(way),
        size_(std::clamp(760.0 / static_cast<double>(world.columns()), 16.0, 48.0)),
        width_(2 * margin + size_ * static_cast<double>(world.columns())),
        map_height_(2 * margin + size_ * static_cast<double>(world.rows())) {}

  std::string svg() {
    legend();
    std::string body = std::move(out_);
    out_.clear();
    open();
    floor();
    walls();
    way();
    objects();
    start();
    way_end();
    return out_ + body + "</svg>\n";
  }

 private:
  static constexpr double margin = 12;

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  Point corner(Cell cell) const {
    const Place at = world_.place(cell);
    return {margin + size_ * static_cast<double>(at.column), margin + size_ * static_cast<double>(at.row)};
  }

  void open() {
    put(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}" height="{1:g}" viewBox="0 0 {0:g} {1:g}" )"
        R"(font-family="DejaVu Sans, Helvetica, Arial, sans-serif">)",
        width_, height_);
    put("<title>{} world</title>", markup(world_.name()));
    put(R"(<rect width="{:g}" height="{:g}" fill="#ffffff"/>)", width_, height_);
  }

  void floor() {
    put(R"(<rect x="{0:g}" y="{0:g}" width="{1:g}" height="{2:g}" fill="#faf8f4"/>)", margin, width_ - 2 * margin,
        map_height_ - 2 * margin);
    std::string lines;
    for (std::size_t row = 1; row < world_.rows(); ++row) {
      lines += fmt::format("M{:g} {:g}H{:g}", margin, margin + size_ * static_cast<double>(row), width_ - margin);
    }
    for (std::size_t column = 1; column < world_.columns(); ++column) {
      lines +=
          fmt::format("M{:g} {:g}V{:g}", margin + size_ * static_cast<double>(column), margin, map_height_ - margin);
    }
    put(R"(<path d="{}" stroke="#e6e1d8" stroke-width="1" fill="none"/>)", lines);
  }

  void walls() {
    std::string solid;
    std::string lines;
    for (std::size_t i = 0; i < world_.cells(); ++i) {
      const Cell cell = make_id<Cell>(i);
      const Point at = corner(cell);
      if (world_.solid(cell)) solid += fmt::format("M{:g} {:g}h{:g}v{:g}h-{:g}z", at.x, at.y, size_, size_, size_);
      if (shows_wall(world_, cell, Move::up)) lines += fmt::format("M{:g} {:g}h{:g}", at.x, at.y, size_);
      if (shows_wall(world_, cell, Move::left)) lines += fmt::format("M{:g} {:g}v{:g}", at.x, at.y, size_);
      const Place place = world_.place(cell);
      if (place.row + 1 == world_.rows() && shows_wall(world_, cell, Move::down)) {
        lines += fmt::format("M{:g} {:g}h{:g}", at.x, at.y + size_, size_);
      }
      if (place.column + 1 == world_.columns() && shows_wall(world_, cell, Move::right)) {
        lines += fmt::format("M{:g} {:g}v{:g}", at.x + size_, at.y, size_);
      }
    }
    if (!solid.empty()) put(R"(<path d="{}" fill="#5b5750"/>)", solid);
    if (!lines.empty()) put(R"(<path d="{}" stroke="#3c3934" stroke-width="4" stroke-linecap="round"/>)", lines);
  }

  void marker(Point at, double size, std::size_t object, std::string_view letter) {
    const std::size_t colour = object % std::size(palette);
    put(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}" fill="{}" stroke="#33302c" stroke-width="1"/>)",
        at.x + 0.08 * size, at.y + 0.08 * size, 0.84 * size, 0.84 * size, 0.2 * size, palette[colour]);
    put(R"(<text x="{:g}" y="{:g}" font-size="{:g}" font-weight="bold" text-anchor="middle" fill="{}">{}</text>)",
        at.x + 0.5 * size, at.y + 0.72 * size, 0.62 * size, dark_colour[colour] ? "#ffffff" : "#1a1a1a",
        markup(letter));
  }

  void start_mark(Point at, double size) {
    put(R"(<circle cx="{0:g}" cy="{1:g}" r="{2:g}" fill="#ffffff" stroke="#1a1a1a" stroke-width="{3:g}"/>)"
        R"(<circle cx="{0:g}" cy="{1:g}" r="{4:g}" fill="#1a1a1a"/>)",
        at.x + 0.5 * size, at.y + 0.5 * size, 0.36 * size, 0.09 * size, 0.14 * size);
  }

  void objects() {
    for (std::size_t object = 0; object < world_.objects().size(); ++object) {
      for (const Place place : world_.objects()[object].places) {
        marker(corner(world_.cell(place)), size_, object, world_.objects()[object].proposition);
      }
    }
  }

  void start() { start_mark(corner(world_.start()), size_); }

  void way() {
    const auto points = way_points(world_, way_, size_, margin);
    constexpr std::size_t shades = 24;
    std::size_t from = 0;
    for (std::size_t shade = 0; shade < shades && points.size() > 1; ++shade) {
      const std::size_t to = (points.size() - 1) * (shade + 1) / shades;
      if (to == from) continue;
      std::string line;
      for (std::size_t i = from; i <= to; ++i)
        line += fmt::format("{}{:.5g},{:.5g}", i > from ? " " : "", points[i].x, points[i].y);
      put(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="{:g}" stroke-linecap="round" )"
          R"(stroke-linejoin="round"/>)",
          line, way_colour(static_cast<double>(shade) / (shades - 1)), std::max(2.2, 0.09 * size_));
      from = to;
    }
  }

  /// A ring, so that the object at the end stays readable.
  void way_end() {
    if (way_.size() < 2) return;
    const Point at = corner(way_.back());
    put(R"(<circle cx="{:g}" cy="{:g}" r="{:g}" fill="none" stroke="{}" stroke-width="{:g}"/>)", at.x + 0.5 * size_,
        at.y + 0.5 * size_, 0.66 * size_, way_colour(1), std::max(2.2, 0.07 * size_));
  }

  /// Entries in rows below the map, as many as fit side by side; decides the height of the document.
  void legend() {
    constexpr double entry = 22;
    double x = margin;
    double y = map_height_;
    const auto item = [&](std::string_view text, auto&& mark) {
      const double needed = entry + 22 + 7.6 * static_cast<double>(text.size());
      if (x + needed > width_ && x > margin) {
        x = margin;
        y += entry + 6;
      }
      mark(Point{x, y});
      put(R"(<text x="{:g}" y="{:g}" font-size="14" fill="#1a1a1a">{}</text>)", x + entry + 5, y + 16, markup(text));
      x += needed;
    };
    item("start", [&](Point at) { start_mark(at, entry); });
    for (std::size_t object = 0; object < world_.objects().size(); ++object) {
      const Object& shown = world_.objects()[object];
      item(shown.title, [&](Point at) { marker(at, entry, object, shown.proposition); });
    }
    if (way_.size() > 1) {
      item(fmt::format("the path, {} steps", way_.size() - 1), [&](Point at) {
        put(R"(<path d="M{:g} {:g}h18" stroke="{}" stroke-width="4" stroke-linecap="round"/>)", at.x + 2, at.y + 11,
            way_colour(1));
      });
    }
    height_ = y + entry + margin;
  }

  const World& world_;
  std::span<const Cell> way_;
  double size_;
  double width_;
  double map_height_;
  double height_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_text(const World& world, std::span<const Cell> way) {
  std::vector<bool> on_way(world.cells());
  for (const Cell cell : way) on_way[index(cell)] = true;

  // Twice the resolution: cells at odd positions, the lines between them at even ones.
  const std::size_t height = 2 * world.rows() + 1;
  std::vector<std::string> canvas(height, std::string(2 * world.columns() + 1, ' '));
  const auto draw_line = [&](std::size_t row, std::size_t column, bool upright) {
    const char line = upright ? '|' : '-';
    canvas[row][column] = line;
    for (const std::size_t end : {0, 2}) {
      char& corner = upright ? canvas[row - 1 + end][column] : canvas[row][column - 1 + end];
      corner = corner == ' ' || corner == line ? line : '+';
    }
  };
  for (std::size_t i = 0; i < world.cells(); ++i) {
    const Cell cell = make_id<Cell>(i);
    const auto [row, column] = world.place(cell);
    canvas[2 * row + 1][2 * column + 1] = symbol(world, cell, on_way[i]);
    if (shows_wall(world, cell, Move::up)) draw_line(2 * row, 2 * column + 1, false);
    if (shows_wall(world, cell, Move::down)) draw_line(2 * row + 2, 2 * column + 1, false);
    if (shows_wall(world, cell, Move::left)) draw_line(2 * row + 1, 2 * column, true);
    if (shows_wall(world, cell, Move::right)) draw_line(2 * row + 1, 2 * column + 2, true);
  }

  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    const bool between_rows = row % 2 == 0;
    if (between_rows && canvas[row].find('-') == std::string::npos) continue;
    text += right_trimmed(canvas[row]);
  }
  text += "@ start";
  for (const auto& object : world.objects()) text += fmt::format(", {} {}", object.proposition, object.title);
  return text + (way.size() > 1 ? ", * the path\n" : "\n");
}

std::string draw_svg(const World& world, std::span<const Cell> way) { return Picture(world, way).svg(); }

}  // namespace remap
