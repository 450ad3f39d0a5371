// The two worlds of the REMAP paper's experiments, which took them from the reward machine benchmarks of Toro Icarte et
// al. (ICML 2018). OfficeWorld is described there with y pointing up; here rows are counted from the top, so that a map
// reads like its drawing: row = 8 - y.
#include "worlds/world.hpp"

#include "remap/automata/error.hpp"

namespace remap {
namespace {

constexpr Move opposite(Move move) { return make_id<Move>((index(move) + 2) % 4); }

World make_office() {
  constexpr std::size_t top = 8;
  const auto at = [](std::size_t x, std::size_t y) { return Place{top - y, x}; };
  World world("office", 9, 12, at(2, 1),
              {{"a", "room A", {at(1, 1)}},
               {"b", "room B", {at(1, 7)}},
               {"c", "room C", {at(10, 7)}},
               {"d", "room D", {at(10, 1)}},
               {"e", "mail", {at(7, 4)}},
               {"f", "coffee", {at(8, 2), at(3, 6)}},
               {"g", "office", {at(4, 4)}},
               {"n", "plant", {at(4, 1), at(7, 1), at(4, 7), at(7, 7), at(1, 4), at(10, 4)}}});
  for (const std::size_t x : {2, 5, 8}) {
    for (std::size_t y = 0; y <= top; ++y) {
      if (y != 1 && y != 7) world.add_wall(at(x, y), Move::right);
    }
  }
  for (std::size_t x = 0; x < 12; ++x) {
    if (x != 1 && x != 10) world.add_wall(at(x, 2), Move::up);
    if (x % 3 != 1) world.add_wall(at(x, 5), Move::up);
  }
  return world;
}

World make_craft() {
  constexpr std::size_t side = 41;
  World world("craft", side, side, {20, 20},
              {{"a", "wood", {{31, 36}, {33, 9}, {36, 1}, {36, 31}, {39, 10}}},
               {"b", "toolshed", {{25, 27}, {26, 20}}},
               {"c", "workbench", {{3, 17}, {31, 23}}},
               {"d", "grass", {{6, 26}, {7, 23}, {19, 9}, {20, 7}, {29, 34}}},
               {"e", "factory", {{33, 32}, {38, 14}}},
               {"f", "iron", {{5, 22}, {17, 4}, {17, 35}, {28, 21}, {32, 22}}},
               {"g", "gold", {{16, 21}, {37, 15}}},
               {"h", "gem", {{5, 13}, {16, 10}}}});
  for (std::size_t i = 0; i < side; ++i) {
    for (const Place place : {Place{0, i}, Place{side - 1, i}, Place{i, 0}, Place{i, side - 1}}) {
      world.make_solid(place);
    }
  }
  return world;
}

}  // namespace

World::World(std::string name, std::size_t rows, std::size_t columns, Place start, std::vector<Object> objects)
    : name_(std::move(name)),
      rows_(rows),
      columns_(columns),
      start_(cell(start)),
      objects_(std::move(objects)),
      solid_(rows * columns),
      blocked_(rows * columns),
      label_(rows * columns) {
  const auto check_inside = [&](Place place) {
    if (place.row >= rows || place.column >= columns) {
      throw Misuse("World", "the place (" + std::to_string(place.row) + ", " + std::to_string(place.column) +
                                ") lies outside " + std::to_string(rows) + " rows of " + std::to_string(columns));
    }
  };
  check_inside(start);
  if (objects_.size() > 64) throw Misuse("World", std::to_string(objects_.size()) + " kinds of objects, at most 64");
  for (std::size_t bit = 0; bit < objects_.size(); ++bit) {
    for (const Place place : objects_[bit].places) {
      check_inside(place);
      label_[index(cell(place))] |= PropositionSet{1} << bit;
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {
    block(cell({row, 0}), Move::left);
    block(cell({row, columns - 1}), Move::right);
  }
  for (std::size_t column = 0; column < columns; ++column) {
    block(cell({0, column}), Move::up);
    block(cell({rows - 1, column}), Move::down);
  }
}

void World::block(Cell cell, Move move) noexcept {
  blocked_[index(cell)] |= static_cast<std::uint8_t>(1U << index(move));
}

void World::add_wall(Place place, Move side) {
  if (place.row >= rows_ || place.column >= columns_) throw Misuse("World::add_wall", "the place lies outside");
  const Cell here = cell(place);
  if (blocked(here, side)) return;
  block(next(here, side), opposite(side));
  block(here, side);
}

void World::make_solid(Place place) {
  if (place.row >= rows_ || place.column >= columns_) throw Misuse("World::make_solid", "the place lies outside");
  if (cell(place) == start_) throw Misuse("World::make_solid", "the agent starts there");
  solid_[index(cell(place))] = true;
  for (const Move move : all_moves) add_wall(place, move);
}

Cell World::next(Cell cell, Move move) const noexcept {
  if (blocked(cell, move)) return cell;
  switch (move) {
    case Move::up:
      return make_id<Cell>(index(cell) - columns_);
    case Move::right:
      return make_id<Cell>(index(cell) + 1);
    case Move::down:
      return make_id<Cell>(index(cell) + columns_);
    case Move::left:
      return make_id<Cell>(index(cell) - 1);
  }
  return cell;
}

const World& office_world() {
  static const World world = make_office();
  return world;
}

const World& craft_world() {
  static const World world = make_craft();
  return world;
}

const World& world_of(WorldName name) { return name == WorldName::office ? office_world() : craft_world(); }

const World& world_of(std::string_view name) { return world_of(world_named(name)); }

WorldName world_named(std::string_view name) {
  const std::string_view world = name.substr(0, name.find('/'));
  for (const WorldName known : {WorldName::office, WorldName::craft}) {
    if (world == world_of(known).name()) return known;
  }
  throw InputError("there is no world named '" + std::string(name) +
                   "', expected office or craft, or a task of theirs");
}

}  // namespace remap
