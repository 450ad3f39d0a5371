#include "belief/answers/labels.hpp"

#include <algorithm>

namespace remap::belief {

void Labels::make_room(WordId word) {
  if (index(word) < level_.size()) return;
  level_.resize(index(word) + 1, no_level);
  error_.resize(index(word) + 1, 1);
}

void Labels::renumber() {
  for (std::size_t rank = 0; rank < order_.size(); ++rank) rank_[index(order_[rank])] = rank;
}

void Labels::set_error(WordId word, double error) {
  make_room(word);
  error_[index(word)] = error;
}

Level Labels::make_level(std::size_t rank) {
  const Level made = make_id<Level>(members_.size());
  members_.emplace_back();
  rank_.push_back(rank);
  order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(rank), made);
  renumber();
  return made;
}

void Labels::take_out(WordId word) {
  const Level old = level(word);
  if (old == no_level) return;
  level_[index(word)] = no_level;
  std::vector<WordId>& members = members_[index(old)];
  members.erase(std::find(members.begin(), members.end(), word));
  if (!members.empty()) return;
  order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(rank(old)));
  renumber();
}

void Labels::put(WordId word, Level level) {
  if (this->level(word) == level) return;
  take_out(word);
  make_room(word);
  level_[index(word)] = level;
  members_[index(level)].push_back(word);
}

void Labels::clear() {
  order_.clear();
  for (std::vector<WordId>& members : members_) members.clear();
  std::fill(level_.begin(), level_.end(), no_level);
}

}  // namespace remap::belief
