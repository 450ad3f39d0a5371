// A place in the order for every word: an ordered list of levels, and the level of each word.
//
// A level corresponds to a class when answers are certain. Words may move: a level without words is removed.
#pragma once

#include <vector>

#include "learning/words/word_tree.hpp"

namespace remap::belief {

enum class Level : std::uint32_t {};
inline constexpr Level no_level = no_id<Level>;

class Labels {
 public:
  /// The number of levels.
  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  [[nodiscard]] const std::vector<Level>& order() const noexcept { return order_; }
  [[nodiscard]] Level at_rank(std::size_t rank) const { return order_[rank]; }
  /// Only for a level that has words.
  [[nodiscard]] std::size_t rank(Level level) const { return rank_[index(level)]; }
  [[nodiscard]] const std::vector<WordId>& members(Level level) const { return members_[index(level)]; }
  /// `no_level` for words without a level.
  [[nodiscard]] Level level(WordId word) const { return index(word) < level_.size() ? level_[index(word)] : no_level; }
  [[nodiscard]] bool labelled(WordId word) const { return level(word) != no_level; }
  [[nodiscard]] std::size_t rank(WordId word) const { return rank(level(word)); }
  /// Whether the word is the only one of its level.
  [[nodiscard]] bool alone(WordId word) const { return labelled(word) && members(level(word)).size() == 1; }
  /// The probability that the label of a word is wrong, as last computed; 1 for words without one.
  [[nodiscard]] double error(WordId word) const { return index(word) < error_.size() ? error_[index(word)] : 1; }
  void set_error(WordId word, double error);

  /// A new level; words must be put into it before any other call.
  Level make_level(std::size_t rank);
  /// Moves a word to a level.
  void put(WordId word, Level level);
  void take_out(WordId word);
  /// Removes the labels of all words.
  void clear();

 private:
  void make_room(WordId word);
  void renumber();

  std::vector<Level> order_;
  std::vector<std::size_t> rank_;             // per level
  std::vector<std::vector<WordId>> members_;  // per level
  std::vector<Level> level_;                  // per word
  std::vector<double> error_;                 // per word
};

}  // namespace remap::belief
