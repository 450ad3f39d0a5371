#include "worlds/draw.hpp"

#include <gtest/gtest.h>

namespace remap {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Draw, OfficeAsText) {
  EXPECT_EQ(draw_text(office_world()), R"(+-----+-----+-----+-----+
|. . .|. . .|. . .|. . .|
|. b . . n . . n . . c .|
|. . .|f . .|. . .|. . .|
+-- --+-- --+-- --+-- --+
|. . .|. . .|. . .|. . .|
|. n .|. g .|. e .|. n .|
|. . .|. . .|. . .|. . .|
+-- --+-----+-----+-- --+
|. . .|. . .|. . f|. . .|
|. a @ . n . . n . . d .|
|. . .|. . .|. . .|. . .|
+-----+-----+-----+-----+
@ start, a room A, b room B, c room C, d room D, e mail, f coffee, g office, n plant
)");
}

TEST(Draw, SolidCellsWallsAndTheWayAsText) {
  World world("small", 2, 3, {1, 0}, {{"key", "a key", {{0, 2}}}});
  world.make_solid({1, 2});
  world.add_wall({0, 0}, Move::right);
  const std::vector<Cell> way = {world.cell({1, 0}), world.cell({1, 1}), world.cell({0, 1}), world.cell({0, 2})};
  EXPECT_EQ(draw_text(world, way), R"(+-+---+
|.|* k|
|@ * #
+----
@ start, key a key, * the path
)");
}

TEST(Draw, PictureShowsEveryObjectAndALegend) {
  const std::string svg = draw_svg(craft_world());
  EXPECT_EQ(svg.rfind("<svg ", 0), 0U);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  // Once on the map for each place, once in the legend.
  for (const auto& object : craft_world().objects()) {
    EXPECT_EQ(count(svg, ">" + object.proposition + "</text>"), object.places.size() + 1) << object.proposition;
    EXPECT_EQ(count(svg, ">" + object.title + "</text>"), 1U) << object.title;
  }
  EXPECT_EQ(count(svg, "<polyline"), 0U);
}

TEST(Draw, PictureShowsTheWay) {
  const World& world = office_world();
  std::vector<Cell> way = {world.start()};
  for (const Move move : {Move::left, Move::up, Move::up, Move::down, Move::down})
    way.push_back(world.next(way.back(), move));
  const std::string svg = draw_svg(world, way);
  EXPECT_GE(count(svg, "<polyline"), 1U);
  EXPECT_EQ(count(svg, "the path, 5 steps"), 1U);
}

TEST(Draw, NamesAreEscaped) {
  const World world("a<b", 1, 1, {0, 0}, {{"x", "salt & pepper", {{0, 0}}}});
  const std::string svg = draw_svg(world);
  EXPECT_NE(svg.find("a&lt;b"), std::string::npos);
  EXPECT_NE(svg.find("salt &amp; pepper"), std::string::npos);
}

}  // namespace
}  // namespace remap
