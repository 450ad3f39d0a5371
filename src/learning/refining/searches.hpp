// Where along a counterexample does a shape go wrong? Rivest and Schapire's search (1993), for many at once.
//
// A counterexample is a walk through the shape. With state(i) for where the shape is before step i, and letters[i..]
// for the letters from there on, the word access(state(i))·letters[i..] has the class that the shape gives the whole
// walk when i is its end, and another one when i is its beginning. Somewhere between, one step changes the class: that
// transition is wrong. The search keeps two places, `low` and `high`, between which such a step must be, and asks about
// a place between them: first near the end in growing steps, because most walks go wrong there and a short rest makes a
// short word, then by bisection.
#pragma once

#include <span>
#include <vector>

#include "learning/discrimination/walks.hpp"
#include "learning/order/classes.hpp"

namespace remap {

struct Search {
  std::size_t begin = 0;  // where its steps begin among those of all searches
  std::size_t length = 0;
  std::size_t first_print = 0;    // where the prints of its beginnings are
  Print print{};                  // of its letters
  State end = no_state;           // where the shape ends
  ClassId true_class = no_class;  // of the counterexample
  ClassId end_class = no_class;   // of the state where the shape ends
  std::size_t low = 0;            // a place with another class than `end_class`
  std::size_t high = 0;           // a place with `end_class`
  WordId low_word = no_word;      // their words
  WordId high_word = no_word;
  std::size_t step = 1;    // how far from `high` to look next, while only the ends are known
  std::size_t at = 0;      // the place asked about
  WordId asked = no_word;  // its word, if there is one

  [[nodiscard]] bool ended() const noexcept { return high - low <= 1; }
  /// Where to look next, strictly between low and high.
  [[nodiscard]] std::size_t probe() const noexcept;
  /// The word asked about has this class.
  void narrow(ClassId id) noexcept;
};

class Searches {
 public:
  explicit Searches(std::size_t letters) : letters_(letters) {}

  [[nodiscard]] std::span<Search> all() noexcept { return searches_; }
  /// A search along these steps, of which `letters` are the letters, and at whose end the shape is in `end`.
  Search& add(std::span<const Transition> steps, std::span<const Letter> letters, State end);
  void clear() noexcept;
  /// How many steps all searches have.
  [[nodiscard]] std::size_t steps() const noexcept { return steps_.size(); }

  [[nodiscard]] Transition step(const Search& search, std::size_t i) const noexcept { return steps_[search.begin + i]; }
  /// Where the shape is before step i.
  [[nodiscard]] State state(const Search& search, std::size_t i) const noexcept {
    return i < search.length ? make_id<State>(step(search, i) / letters_) : search.end;
  }
  /// The letters from step i on. Valid until the next search is added.
  [[nodiscard]] std::span<const Letter> rest(const Search& search, std::size_t i) const noexcept {
    return std::span(rests_).subspan(search.begin + i, search.length - i);
  }
  [[nodiscard]] Print print_of_rest(const Search& search, std::size_t i) const noexcept {
    if (i == 0) return search.print;
    const std::span<const Letter> block = std::span(rests_).subspan(search.begin + i - i % apart, i % apart);
    return rest_of(search.print, print_of(block, before_[search.first_print + i / apart]),
                   print_power(search.length - i));
  }

 private:
  std::size_t letters_;
  std::vector<Search> searches_;
  std::vector<Transition> steps_;  // of all searches, one after the other
  Word rests_;                     // their letters
  std::vector<Print> before_;      // for the first of so many letters: the print of those before it in its search
  static constexpr std::size_t apart = 32;
};

}  // namespace remap
