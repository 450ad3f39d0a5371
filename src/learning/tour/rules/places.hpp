// Where a step leads to: a state and, in a Mealy machine, the class of the step.
//
// In a Moore machine the state says the class, so places are the states themselves. In a Mealy machine the places of a
// state share its rules, and whatever is found out or tested after one of them holds after all.
#pragma once

#include <vector>

#include "base/storage/number_map.hpp"
#include "learning/order/classes.hpp"

namespace remap::symbolic {

enum class Place : std::uint32_t {};
inline constexpr Place no_place = no_id<Place>;

/// A set of places where there are at most 64 of them: bit p stands for place p.
using FewPlaces = std::uint64_t;

class Places {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return states_.size(); }
  [[nodiscard]] std::size_t states() const noexcept { return homes_.size(); }
  /// Whether a set of places fits into one number.
  [[nodiscard]] bool are_few() const noexcept { return states_.size() <= 64; }
  [[nodiscard]] State state(Place place) const noexcept { return states_[index(place)]; }
  [[nodiscard]] ClassId class_of(Place place) const noexcept { return classes_[index(place)]; }
  /// Of all places.
  [[nodiscard]] const std::vector<ClassId>& classes() const noexcept { return classes_; }
  /// The places of other classes than this one, of the first 64.
  [[nodiscard]] FewPlaces apart_from(ClassId own) const noexcept {
    return everywhere() & ~(index(own) < with_class_.size() ? with_class_[index(own)] : 0);
  }
  /// `no_place` if no step has led there.
  [[nodiscard]] Place find(State state, ClassId id) const noexcept {
    const std::uint32_t number = numbers_[key(state, id)];
    return number == 0 ? no_place : make_id<Place>(number - 1);
  }
  /// Where a step leads to that changes nothing, as far as is supposed.
  [[nodiscard]] Place home(State state) const noexcept { return homes_[index(state)]; }
  /// All places of a state.
  [[nodiscard]] const std::vector<Place>& of(State state) const noexcept { return of_[index(state)]; }

  /// A new state whose home has this class.
  State add_state(ClassId id) {
    const State made = make_id<State>(homes_.size());
    of_.emplace_back();
    homes_.push_back(add(made, id));
    return made;
  }
  void set_home(State state, Place place) { homes_[index(state)] = place; }
  /// A place, which is added if it was not there.
  Place find_or_add(State state, ClassId id) {
    const Place found = find(state, id);
    return found != no_place ? found : add(state, id);
  }
  /// A place that was not there.
  Place add(State state, ClassId id) {
    const Place made = make_id<Place>(states_.size());
    if (index(id) >= with_class_.size()) with_class_.resize(index(id) + 1, 0);
    with_class_[index(id)] |= index(made) < 64 ? FewPlaces{1} << index(made) : 0;
    states_.push_back(state);
    classes_.push_back(id);
    of_[index(state)].push_back(made);
    numbers_.at(key(state, id)) = static_cast<std::uint32_t>(states_.size());
    return made;
  }

 private:
  /// All of the first 64 places.
  [[nodiscard]] FewPlaces everywhere() const noexcept {
    return states_.size() < 64 ? (FewPlaces{1} << states_.size()) - 1 : ~FewPlaces{0};
  }
  static std::uint64_t key(State state, ClassId id) noexcept {
    return static_cast<std::uint64_t>(index(state)) << 32 | index(id);
  }

  std::vector<State> states_;          // per place
  std::vector<ClassId> classes_;       // likewise
  std::vector<FewPlaces> with_class_;  // per class, those of the first 64 places that have it
  std::vector<Place> homes_;           // per state
  std::vector<std::vector<Place>> of_;
  NumberMap numbers_;  // from 1
};

}  // namespace remap::symbolic
