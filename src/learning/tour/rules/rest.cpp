#include "learning/tour/rules/rest.hpp"

#include <utility>

namespace remap::symbolic {

void Rest::read_letters() {
  for (const PropositionSet letter : letters_) {
    rules_.prepend(letter, classes_, scratch_);
    made_.swap(scratch_);
    classes_ = made_;
  }
  letters_.clear();
}

void Rest::list_others() {
  const std::span<const ClassId> tail = classes();
  if (room_.size() < tail.size()) room_.resize(tail.size());
  std::uint32_t* end = room_.data();
  for (std::size_t q = 0; q < tail.size(); ++q) {
    *end = static_cast<std::uint32_t>(q);
    end += tail[q] != own_ ? 1 : 0;
  }
  others_ = {room_.data(), end};
  listed_ = true;
}

void Rest::find_apart() {
  find_places(
      classes(), [own = own_](ClassId id) { return id != own; }, apart_);
  found_ = true;
}

}  // namespace remap::symbolic
