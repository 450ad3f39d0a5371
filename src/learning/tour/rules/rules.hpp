// What is believed about the transitions of each state: a decision tree over propositions, with a rule at each leaf.
//
// A rule says that all letters of its cube lead to one place, which is a state or, in a Mealy machine, a state and the
// class of the step. One of the letters, the *fact*, has been sifted; the others are guessed to go where it goes. A new
// state has a single rule, whose fact is only supposed: the smallest letter stays. Rules are split when a letter is
// found to lead elsewhere than the fact. A tree that grew in a bad order is rebuilt from its facts (ID3: the most
// informative proposition first), which turns lists of priorities that have become bushes back into lists; facts that
// then share a leaf with another are kept beside the rules.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/storage/number_map.hpp"
#include "learning/order/classes.hpp"
#include "learning/tour/rules/letter_space.hpp"
#include "learning/tour/rules/places.hpp"
#include "logic/guards/guards.hpp"

namespace remap::symbolic {

enum class RuleId : std::uint32_t {};
inline constexpr RuleId no_rule = no_id<RuleId>;

/// Where the target of a rule comes from.
enum class Basis : std::uint8_t {
  sifted,
  supposed,  // a new state is supposed to stay where it is
  composed,  // its propositions are supposed to do together what they do one after the other
};

struct Rule {
  State state = no_state;  // none: it has been replaced
  Cube cube;
  PropositionSet fact = 0;
  PropositionSet smallest = 0;  // a smallest letter of the cube
  Basis basis = Basis::supposed;
  Place target = no_place;
  std::uint32_t node = 0;  // its leaf
};

/// A letter with the place it was sifted to.
struct Fact {
  PropositionSet letter;
  Place target;
};

class Rules {
 public:
  Rules(const LetterSpace& letters, const Places& places) : letters_(letters), places_(places) {}

  [[nodiscard]] std::size_t states() const noexcept { return states_.size(); }
  [[nodiscard]] const Places& places() const noexcept { return places_; }
  /// Rules that were replaced keep their number.
  [[nodiscard]] std::size_t size() const noexcept { return rules_.size(); }
  [[nodiscard]] const Rule& operator[](RuleId id) const noexcept { return rules_[index(id)]; }
  [[nodiscard]] RuleId rule_for(State state, PropositionSet letter) const noexcept {
    const std::vector<Branch>& tree = states_[index(state)].tree;
    std::uint32_t at = 0;
    while (tree[at].rule == no_rule) at = (letter & tree[at].bit) != 0 ? tree[at].high : tree[at].low;
    return tree[at].rule;
  }
  [[nodiscard]] RuleId rule_for(Place place, PropositionSet letter) const noexcept {
    return rule_for(places_.state(place), letter);
  }
  /// From a state or a place.
  template <class From>
  [[nodiscard]] Place step(From from, PropositionSet letter) const noexcept {
    return rules_[index(rule_for(from, letter))].target;
  }
  /// Whether a rule changes nothing.
  [[nodiscard]] bool stays(const Rule& rule) const noexcept { return rule.target == places_.home(rule.state); }
  [[nodiscard]] std::span<const RuleId> rules_of(State state) const noexcept { return states_[index(state)].rules; }
  /// The propositions that were found to matter in a state.
  [[nodiscard]] PropositionSet relevant(State state) const noexcept { return states_[index(state)].relevant; }
  void note_relevant(State state, PropositionSet bit) noexcept {
    states_[index(state)].relevant |= bit;
    ++versions_[index(state)];
  }
  /// Facts that share a rule with another one.
  [[nodiscard]] std::span<Fact> more_facts(State state) noexcept { return states_[index(state)].more; }
  /// The places that a state's letters lead to, its home left out, each once. Valid until rules change.
  [[nodiscard]] const std::vector<Place>& successors(State state) const;
  /// How often its rules, its home, what matters in it or its successors, or their order, may have changed.
  [[nodiscard]] std::uint32_t version(State state) const noexcept { return versions_[index(state)]; }
  /// The same of all states.
  [[nodiscard]] std::span<const std::uint32_t> versions() const noexcept { return versions_; }
  /// From the class that a word leads to from each place, to the same for the word with a letter before it.
  void prepend(PropositionSet letter, std::span<const ClassId> tail, std::vector<ClassId>& into) const;
  /// The places from which a letter leads into a set; only if places are few.
  [[nodiscard]] FewPlaces leading_into(FewPlaces places, PropositionSet letter) const {
    const Column& read = column(letter);
    const FewPlaces* const from = read.from.data();
    FewPlaces found = places & read.staying;
    for (places &= read.reached; places != 0; places &= places - 1) found |= from[std::countr_zero(places)];
    return found;
  }

  /// The tree of a state of a Moore machine as a diagram, with states renamed.
  [[nodiscard]] Guards::Diagram diagram(State state, std::span<const State> renamed, Guards::Builder& builder) const;

  /// The next of the states that have a place, with a single rule.
  void add_state();
  void retarget(RuleId id, Place target);
  /// After the home of a state was set.
  void note_home(State state) noexcept { ++versions_[index(state)]; }
  void set_basis(RuleId id, Basis basis) noexcept {
    rules_[index(id)].basis = basis;
    ++versions_[index(rules_[index(id)].state)];
  }
  /// The letters of a rule that agree with `letter` on a proposition, unlike its fact, get a rule of their own. Its
  /// fact is `letter`, and its target is as yet the same.
  RuleId split(RuleId id, PropositionSet bit, PropositionSet letter);
  /// A tree from the facts alone: if one of them is not where the tree leads to, or if that makes it smaller.
  void rebuild(State state, bool if_smaller);

  /// Another number whenever rules have other targets, or are replaced.
  [[nodiscard]] std::size_t alterations() const noexcept { return altered_.size(); }
  /// The rules changed or replaced since the last call: what was concluded about them is void.
  [[nodiscard]] std::vector<RuleId> take_changed() { return std::exchange(changed_, {}); }

 private:
  struct Branch {
    PropositionSet bit = 0;
    std::uint32_t low = 0, high = 0;
    RuleId rule = no_rule;  // of a leaf
  };
  struct Tree {
    std::vector<Branch> tree;
    std::vector<RuleId> rules;
    std::vector<Fact> more;
    PropositionSet relevant = 0;
  };
  // A fact on its way into a new tree.
  struct Known {
    PropositionSet letter;
    Place target;
    RuleId rule;  // none: one beside the rules
    Basis basis;
  };
  struct Grown {
    std::vector<Branch> tree;
    std::vector<std::vector<std::size_t>> leaves;  // which facts
    std::vector<Cube> cubes;
    std::vector<std::uint32_t> nodes;
  };
  [[nodiscard]] static PropositionSet most_informative(std::span<const Known> known, std::span<const std::size_t> here,
                                                       PropositionSet relevant);
  static std::uint32_t grow(std::span<const Known> known, const std::vector<std::size_t>& here, const Cube& cube,
                            PropositionSet relevant, Grown& into);
  void adopt(State state, std::span<const Known> known, Grown grown);
  // Per letter, where it leads from each place: the same letters come again and again. Brought up to date when used.
  struct Column {
    std::vector<Place> to;
    std::size_t upto = 0;   // how many changes it knows
    std::size_t moved = 0;  // how many places the letter leads away from: often none, if it is the empty set
    // If places are few: those it leads nowhere else from, those it leads to from others, and per place, from which.
    FewPlaces staying = 0, reached = 0;
    std::vector<FewPlaces> from = {};
  };
  [[nodiscard]] const Column& column(PropositionSet letter) const {
    const std::size_t number = column_of_[letter];
    if (number != 0) {
      const Column& known = columns_[number - 1];
      if (known.upto == altered_.size() && known.to.size() == places_.size()) return known;
    }
    return updated_column(letter, number);
  }
  [[nodiscard]] const Column& updated_column(PropositionSet letter, std::size_t number) const;
  void altered(State state);
  void pack() const;
  [[nodiscard]] Place packed_step(Place from, PropositionSet letter) const noexcept {
    const Packed* at = &packed_[roots_[index(from)]];
    while (at->bit != 0) at = &packed_[at->to[(letter & at->bit) != 0 ? 1 : 0]];
    return make_id<Place>(at->to[0]);
  }

  const LetterSpace& letters_;
  const Places& places_;
  std::vector<Tree> states_;
  std::vector<std::uint32_t> versions_;  // per state
  struct Successors {
    std::vector<Place> places;
    std::optional<std::uint32_t> of;  // the version
  };
  mutable std::vector<Successors> successors_;  // likewise
  std::vector<Rule> rules_;
  std::vector<RuleId> changed_;
  mutable NumberMap column_of_;  // from 1
  mutable std::vector<Column> columns_;
  // All trees one after the other, for reading a letter in every place.
  struct Packed {
    PropositionSet bit;               // 0: a leaf
    std::array<std::uint32_t, 2> to;  // of a leaf: its target
  };
  mutable std::vector<Packed> packed_;
  mutable std::vector<std::uint32_t> roots_;  // per place
  mutable std::size_t packed_upto_ = 0;       // how many changes they know
  mutable Column spare_;                      // for letters beyond the columns that are kept
  std::vector<Place> altered_;                // the places whose letters lead elsewhere, change by change
};

}  // namespace remap::symbolic
