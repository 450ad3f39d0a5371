// From which places the rest of a word leads elsewhere, as a word is made or read backwards, letter by letter.
//
// Each letter takes a pass over all places, and so do the places that the rest tells apart. All of this is put off
// until somebody asks: steps by most rules do not. Where places are few, a set of them is one number, and a letter
// takes a pass only over the places that it leads away from.
#pragma once

#include <vector>

#include "learning/tour/rules/tails.hpp"

namespace remap::symbolic {

class Rest {
 public:
  explicit Rest(const Rules& rules) : rules_(rules) {}

  /// A rest that leads from each place to that class; these must stay as they are while they may be asked for. `own`:
  /// the class that it leads to from where the word does.
  void begin(std::span<const ClassId> classes, ClassId own) {
    letters_.clear();
    classes_ = classes;
    own_ = own;
    are_few_ = listed_ = found_ = false;
  }
  /// A rest that leads to other classes from these places; only if places are few.
  void begin(FewPlaces apart) noexcept {
    few_ = apart;
    are_few_ = true;
  }
  /// The rest with a letter before it. Rules must not change in between.
  void prepend(PropositionSet letter) {
    if (are_few_) {
      few_ = rules_.leading_into(few_, letter);
      return;
    }
    letters_.push_back(letter);
    listed_ = found_ = false;
  }
  /// Whether it was begun with few places.
  [[nodiscard]] bool are_few() const noexcept { return are_few_; }
  /// The places from which the rest leads to another class than its own, if they are few.
  [[nodiscard]] FewPlaces few() const noexcept { return few_; }
  /// The same as a set, in any case.
  [[nodiscard]] std::span<const std::uint64_t> apart() {
    if (are_few_) return {&few_, 1};
    if (!found_) find_apart();
    return apart_;
  }
  /// The same as a list; only if it was begun with classes.
  [[nodiscard]] std::span<const std::uint32_t> others() {
    if (!listed_) list_others();
    return others_;
  }
  /// Per place, the class that the rest leads to; only if it was begun with classes.
  [[nodiscard]] std::span<const ClassId> classes() {
    if (!letters_.empty()) read_letters();
    return classes_;
  }
  [[nodiscard]] ClassId own() const noexcept { return own_; }

 private:
  void read_letters();
  void list_others();
  void find_apart();

  const Rules& rules_;
  FewPlaces few_ = 0;
  bool are_few_ = false;
  std::vector<PropositionSet> letters_;  // still to be read
  std::span<const ClassId> classes_;     // after those that were
  std::vector<ClassId> made_, scratch_;
  ClassId own_ = no_class;
  bool listed_ = false, found_ = false;  // the others, as a list and as a set
  std::span<const std::uint32_t> others_;
  std::vector<std::uint32_t> room_;  // for as many as there may be
  PlaceSet apart_;
};

}  // namespace remap::symbolic
