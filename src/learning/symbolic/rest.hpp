// Where the rest of a word leads to from every place, as a word is made or read backwards, letter by letter.
//
// Each letter takes a pass over all places, and so do the places that the rest tells from one of them. All of this is
// put off until somebody asks: steps by most rules do not.
#pragma once

#include <vector>

#include "learning/symbolic/tails.hpp"

namespace remap::symbolic {

class Rest {
 public:
  explicit Rest(const Rules& rules) : rules_(rules) {}

  /// A rest that leads from each place to that class; these must stay as they are while they may be asked for.
  void begin(std::span<const ClassId> classes) {
    letters_.clear();
    classes_ = classes;
    listed_ = found_ = false;
  }
  /// The rest with a letter before it. Rules must not change in between.
  void prepend(PropositionSet letter) {
    letters_.push_back(letter);
    listed_ = found_ = false;
  }
  /// The step before the rest leads to this place.
  void reach(Place target) noexcept {
    target_ = target;
    listed_ = found_ = false;
  }
  /// Per place, the class that the rest leads to.
  [[nodiscard]] std::span<const ClassId> classes() {
    if (!letters_.empty()) read_letters();
    return classes_;
  }
  /// The same for the place reached.
  [[nodiscard]] ClassId own() { return classes()[index(target_)]; }
  /// The places from which the rest leads to another class than from the place reached.
  [[nodiscard]] std::span<const std::uint32_t> others() {
    if (!listed_) list_others();
    return others_;
  }
  /// The same as a set.
  [[nodiscard]] std::span<const std::uint64_t> apart() {
    if (!found_) find_apart();
    return apart_;
  }

 private:
  void read_letters();
  void list_others();
  void find_apart();

  const Rules& rules_;
  std::vector<PropositionSet> letters_;  // still to be read
  std::span<const ClassId> classes_;     // after those that were
  std::vector<ClassId> made_, scratch_;
  Place target_{0};
  bool listed_ = false, found_ = false;  // the others, as a list and as a set
  std::span<const std::uint32_t> others_;
  std::vector<std::uint32_t> room_;  // for as many as there may be
  PlaceSet apart_;
};

}  // namespace remap::symbolic
