#include "web/world_json.hpp"

#include <algorithm>

#include "worlds/world.hpp"

namespace remap::web {

using Json = nlohmann::json;

namespace {

/// The numbers of the objects that a letter means; for a plain letter the one of that name.
Json objects_of(const World& world, const Alphabet& alphabet, Letter letter) {
  Json numbers = Json::array();
  for (std::size_t i = 0; i < world.objects().size(); ++i) {
    const std::string& name = world.objects()[i].proposition;
    if (!alphabet.propositional()) {
      if (alphabet.name(letter) == name) numbers.push_back(i);
      continue;
    }
    const auto& known = alphabet.propositions();
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end() && (alphabet.set_of(letter) >> (found - known.begin()) & 1U) != 0) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace

Json world_json(const std::string& name, const Alphabet& alphabet) {
  const World& world = world_of(name);
  Json solid = Json::array(), blocked = Json::array(), objects = Json::array(), letters = Json::array();
  for (std::size_t i = 0; i < world.cells(); ++i) {
    const Cell cell = make_id<Cell>(i);
    std::size_t moves = 0;
    for (const Move move : all_moves) moves |= world.blocked(cell, move) ? std::size_t{1} << index(move) : 0;
    blocked.push_back(moves);
    if (world.solid(cell)) solid.push_back(i);
  }
  for (const Object& object : world.objects()) {
    Json places = Json::array();
    for (const Place& place : object.places) places.push_back(index(world.cell(place)));
    objects.push_back({{"name", object.proposition}, {"title", object.title}, {"cells", places}});
  }
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    letters.push_back(objects_of(world, alphabet, make_id<Letter>(i)));
  }
  return {{"name", world.name()}, {"rows", world.rows()}, {"columns", world.columns()}, {"start", index(world.start())},
          {"solid", solid},       {"blocked", blocked},  // per cell: 1 up, 2 right, 4 down, 8 left
          {"objects", objects},   {"letters", letters}};
}

}  // namespace remap::web
