// Grid worlds: cells, walls, objects, a start and four moves.
//
// A cell may be solid (it cannot be entered), and there may be a wall between two neighbours. A move into a wall, a
// solid cell or over the edge does nothing. Each kind of object is a proposition, which holds while the agent stands on
// one.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/ids.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap {

/// A cell of a world: row * columns + column, from the top left.
enum class Cell : std::uint32_t {};

enum class Move : std::uint8_t { up, right, down, left };
inline constexpr std::array<Move, 4> all_moves = {Move::up, Move::right, Move::down, Move::left};
inline constexpr std::size_t move_count = all_moves.size();

/// Row 0 is the topmost one, column 0 the leftmost.
struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
  bool operator==(const Place&) const = default;
};

struct Object {
  std::string proposition;  // its name in formulas
  std::string title;        // a description for people
  std::vector<Place> places;
};

class World {
 public:
  /// Every place must be inside, and the start must not be solid; throws Misuse otherwise.
  World(std::string name, std::size_t rows, std::size_t columns, Place start, std::vector<Object> objects);

  /// The cell cannot be entered.
  void make_solid(Place place);
  /// A wall between a cell and its neighbour in that direction, seen from both sides.
  void add_wall(Place place, Move side);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t cells() const noexcept { return rows_ * columns_; }
  [[nodiscard]] Cell start() const noexcept { return start_; }
  [[nodiscard]] Cell cell(Place place) const noexcept { return make_id<Cell>(place.row * columns_ + place.column); }
  [[nodiscard]] Place place(Cell cell) const noexcept { return {index(cell) / columns_, index(cell) % columns_}; }

  [[nodiscard]] bool solid(Cell cell) const noexcept { return solid_[index(cell)]; }
  /// True if a move from that cell has no effect.
  [[nodiscard]] bool blocked(Cell cell, Move move) const noexcept {
    return (blocked_[index(cell)] >> index(move) & 1U) != 0;
  }
  [[nodiscard]] Cell next(Cell cell, Move move) const noexcept;

  /// The objects; their positions are the bits of `label`.
  [[nodiscard]] const std::vector<Object>& objects() const noexcept { return objects_; }
  [[nodiscard]] PropositionSet label(Cell cell) const noexcept { return label_[index(cell)]; }

 private:
  void block(Cell cell, Move move) noexcept;

  std::string name_;
  std::size_t rows_;
  std::size_t columns_;
  Cell start_;
  std::vector<Object> objects_;
  std::vector<bool> solid_;
  std::vector<std::uint8_t> blocked_;  // per cell, one bit per move
  std::vector<PropositionSet> label_;
};

/// Twelve rooms of 3 × 3 cells, with mail, coffee, an office and plants that must not be touched.
const World& office_world();
/// 39 × 39 free cells inside a wall, with raw materials and workshops: map 0 of the benchmark.
const World& craft_world();
const World& world_of(WorldName name);
/// The world of a built-in task (`office/…`, `craft/…`) or of a world's own name. Throws InputError for other names.
WorldName world_named(std::string_view name);
const World& world_of(std::string_view name);

}  // namespace remap
