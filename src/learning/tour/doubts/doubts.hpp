// How likely each rule is wrong, and what a test of it would show.
//
// A rule can be wrong in two ways. Its cube may be impure: a part of it, given by some more literals, leads elsewhere.
// Or its fact may be: supposed wrongly, or sifted to a state that stands for two. A letter of the cube that was *borne
// out* (a word through it had the class predicted) speaks against an impurity that leads to a rival state from which
// the rest of the word would have led to another class; so letters are counted per rival, each letter once. The parts
// that c letters have missed so far, if they are drawn as `TourPlan` draws them, are 0.6 · [c = 0] + Σ mⱼ(1 - 2⁻ʲ)ᶜ for
// parts of one more literal and of j = 2, 3, 4. States not met yet are rivals too: they show at a word's end with some
// chance, once per way that words went on.
//
// The rates are counted on the way: how often cubes of that kind (by number of literals, staying or not, lacking a
// proposition that matters elsewhere in the state) were impure, where their parts led, how often facts were wrong.
// Evidence holds only for the shape it was gathered under, so it is gathered again when much has changed.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/storage/number_map.hpp"
#include "learning/tour/rules/rest.hpp"
#include "learning/tour/rules/tails.hpp"

namespace remap::symbolic {

class Doubts {
 public:
  /// The chance that a word shows a rule to be wrong: its cube, or its fact.
  struct Chance {
    double impure = 0, wrong = 0;
    [[nodiscard]] double either() const noexcept { return impure + wrong; }
  };
  /// How a word goes on after a step, as far as the next three steps.
  using Way = std::uint64_t;
  static Way way_of(RuleId first, RuleId second, RuleId third) noexcept {
    const auto mix = [](RuleId id, std::uint64_t with) { return (static_cast<std::uint64_t>(index(id)) + 1) * with; };
    const std::uint64_t hash =
        mix(first, 0x9E3779B97F4A7C15ULL) ^ mix(second, 0xC2B2AE3D27D4EB4FULL) ^ mix(third, 0x165667B19E3779F9ULL);
    return hash ^ (hash >> 31);
  }

  Doubts(const Rules& rules, const LetterSpace& letters);

  /// Adapts to new rules and states, and counts the rates anew. Before any of the next four.
  void refresh();
  /// How often that was done.
  [[nodiscard]] std::size_t refreshes() const noexcept { return refreshes_; }
  /// A rule that may be a word's next step, backwards. `used`: how often the same word has tested it already, less than
  /// `most_used`.
  static constexpr std::size_t most_used = 40;
  struct Candidate {
    RuleId rule;
    std::size_t used = 0;
    Chance chance = {};
  };
  /// Sets the chance that a step by each rule shows an error. Each leads to a place from which the rest leads to its
  /// own class.
  void find_chances(std::span<Candidate> candidates, Rest& rest, Way way) const {
    if (!rest.are_few()) return find_many_chances(candidates, rest, way);
    for (Candidate& each : candidates) each.chance = chance_of(each.rule, each.used, rest.few(), way);
  }
  /// The same for one rule, if places are few. Words differ more in how they go on than in which places they tell
  /// apart, so much of a chance has been found before.
  [[nodiscard]] Chance chance_of(RuleId id, std::size_t used, FewPlaces apart, Way way) const {
    const Weight& weight = weights_[index(id)];
    const std::uint64_t mixed = apart + (std::uint64_t{weight.version} << 32) + (used << 20);
    Found& found = found_[mixed * 0x9E3779B97F4A7C15ULL >> (64 - found_bits)];
    if (found.version != weight.version || found.apart != apart || found.used != used)
      find_part(id, used, apart, found);
    return with_unknown(id, used, found.part, way);
  }
  /// The chance that a rule is wrong.
  [[nodiscard]] double doubt(RuleId id) const;
  /// A place that the letters of a rule might lead to instead, by chance (0 ≤ chance < 1); `no_place` if there is none.
  [[nodiscard]] Place rival(RuleId id, double chance) const;
  /// Of the errors found at steps by such rules, the share that the fact was to blame for.
  [[nodiscard]] double share_of_fact(RuleId id) const;
  /// How likely a proposition is to tell apart the letters of a rule of that state.
  [[nodiscard]] double weight(State state, std::size_t proposition) const;

  void forget(RuleId id);
  void forget_all();
  /// A word was borne out: `through` are the rules along it. `apart_after(letters)` are the places from which its last
  /// letters would have been noticed to lead to another class. Returns how many letters were new evidence.
  template <class ApartAfter>
  std::size_t bear_out(std::span<const PropositionSet> word, std::span<const RuleId> through,
                       const ApartAfter& apart_after) {
    count_ways(through);
    // Most words begin with facts, before which it does not matter where the rest leads to.
    const auto is_fact = [&](std::size_t i) {
      return rules_[through[i]].fact == word[i] && rules_[through[i]].basis == Basis::sifted;
    };
    std::size_t first = 0;
    while (first < word.size() && is_fact(first)) ++first;
    std::size_t fresh = 0;
    for (std::size_t i = word.size(); i-- > first;) {
      if (is_fact(i)) continue;
      const std::span<const std::uint64_t> apart = apart_after(word.size() - 1 - i);
      if (evidence_[index(through[i])].borne_out.speaks_against(word[i], apart)) continue;
      fresh += bear_out_letter(through[i], word[i], apart) ? 1 : 0;
    }
    return fresh;
  }

  /// The letters of a rule that were borne out, and against which places.
  class BorneOut {
   public:
    [[nodiscard]] std::size_t size() const noexcept { return letters_.size(); }
    [[nodiscard]] bool contains(PropositionSet letter) const noexcept { return place_[letter] != 0; }
    /// Where a letter is among them; their number if it is not.
    [[nodiscard]] std::size_t find(PropositionSet letter) const noexcept {
      const std::size_t place = place_[letter];
      return place == 0 ? size() : place - 1;
    }
    [[nodiscard]] PropositionSet letter(std::size_t at) const noexcept { return letters_[at]; }
    [[nodiscard]] std::span<const std::uint64_t> against(std::size_t at) const noexcept {
      return std::span(places_).subspan(at * blocks_, blocks_);
    }
    /// Whether a letter is among them, and speaks against all of these places.
    [[nodiscard]] bool speaks_against(PropositionSet letter, std::span<const std::uint64_t> places) const noexcept {
      const std::size_t place = place_[letter];
      if (place == 0 || places.size() > blocks_) return false;
      const std::uint64_t* own = places_.data() + (place - 1) * blocks_;
      return std::all_of(places.begin(), places.end(), [&](std::uint64_t each) { return (each & ~*own++) == 0; });
    }
    /// The places that every letter speaks against; only if places are few, and there is a letter.
    [[nodiscard]] FewPlaces against_all() const noexcept {
      if (!shares_) {
        shares_ = true;
        shared_ = places_.front();
        for (const FewPlaces each : places_) shared_ &= each;
      }
      return shared_;
    }
    /// The places of a letter, in so many entries, to be added to. A letter that is not there is added.
    [[nodiscard]] std::span<std::uint64_t> add(PropositionSet letter, std::size_t blocks) {
      if (blocks > blocks_) widen(blocks);
      std::size_t place = place_[letter];
      if (place == 0) place = append(letter);
      shares_ = false;
      return std::span(places_).subspan((place - 1) * blocks_, blocks);
    }
    void clear() noexcept;

   private:
    void widen(std::size_t blocks);
    std::size_t append(PropositionSet letter);

    NumberMap place_;  // per letter, from 1
    std::vector<PropositionSet> letters_;
    PlaceSet places_;               // letter by letter
    std::size_t blocks_ = 0;        // the entries of a letter
    mutable FewPlaces shared_ = 0;  // the places that every letter speaks against
    mutable bool shares_ = false;   // these are known
  };
  /// What tests of a rule have shown, for those who draw letters.
  struct Evidence {
    BorneOut borne_out;
    PlaceSet opposed;                           // the places that some letter speaks against
    std::vector<std::uint8_t> letters_against;  // per place, with room for some more; only if the cube has parts
    std::vector<std::uint32_t> histogram;       // of letters_against, but for 0
    NumberMap ways;                             // how often words went on that way
    PropositionSet cleared = 0;                 // propositions in which a letter borne out differs from the fact
    std::size_t drawn = 0;
    PropositionSet last_drawn = 0;
  };
  [[nodiscard]] Evidence& evidence(RuleId id) { return evidence_[index(id)]; }

  // What was found, for the rates. `among_others`: a proposition could have been to blame as well.
  void found_impure(RuleId id, PropositionSet bit);
  void part_led_to(Place place, bool is_new, const std::vector<Place>& others, const std::vector<Place>& next);
  void found_fact_wrong(RuleId id, bool among_others);
  void new_state() noexcept { supposed_ += 1; }
  void searched() noexcept { searches_ += 1; }
  void expanded(std::size_t kind, bool impure) { (impure ? impure_ : held_)[kind] += 1; }
  void composed(bool right) { (right ? composed_right_ : composed_wrong_) += 1; }
  [[nodiscard]] bool composing_pays() const noexcept;
  [[nodiscard]] std::size_t kind(RuleId id) const;
  /// Cubes of that kind are nearly always impure, as far as many have shown.
  [[nodiscard]] bool hopeless(std::size_t kind) const { return impure_[kind] >= 12 && prior_[kind] >= 0.75; }
  [[nodiscard]] bool any_hopeless() const {
    for (std::size_t k = 0; k < kinds; ++k) {
      if (hopeless(k)) return true;
    }
    return false;
  }
  /// The other targets of the rule's state.
  [[nodiscard]] std::vector<Place> others(const Rule& rule) const;
  [[nodiscard]] bool was_used(std::size_t proposition) const { return used_[proposition] > 0; }

 private:
  static constexpr std::size_t kinds = 16;
  static constexpr std::size_t most_counted = 255;
  static constexpr double stale = 0.3;  // what a way gone before is worth
  // What c letters have missed: parts that lead to a known rival, and to a state not met yet.
  struct Missed {
    std::vector<double> known, unknown;
    std::vector<double> shown;  // of known parts, what one more letter meets; the last of all counts repeated
    bool nothing = false;       // a cube of one letter has no parts
  };
  // Of a cube: the propositions it leaves open; how many of them can hold at once; its letters, as far as
  // `few_letters`; how many of the open propositions matter somewhere, and how often such were to blame, in 16ths.
  using CubeSize = std::array<std::size_t, 5>;
  static constexpr double shares = 16;
  // How the chance that a part leads to a place is spread: each place has `any`, likely ones have more: first the other
  // targets of the rule's state, then the successors of its target.
  struct Spread {
    double any = 0, other = 0, next = 0, unknown = 1;
  };

  struct KnownPart {
    double impure = 0, wrong = 0;
    double unknown = 0;  // the share of errors that lead to a state not met yet
  };

  void count_ways(std::span<const RuleId> through);
  bool bear_out_letter(RuleId id, PropositionSet letter, std::span<const std::uint64_t> apart);
  [[nodiscard]] const Missed& missed(const Rule& rule);
  void fill(Missed& made, const CubeSize& cube) const;
  /// Makes all tables long enough for the tests there have been, and one more word.
  void lengthen_tables();
  /// Letters are small sets, and those with propositions that matter somewhere are tested first.
  [[nodiscard]] bool draws_familiar_first() const { return !letters_.all_sets() && letters_.listed().empty(); }
  struct Weight;
  void find_likely(const Rule& rule, Weight& weight);
  [[nodiscard]] Spread spread(std::size_t others, std::size_t next) const;
  void make_spreads();
  [[nodiscard]] Spread spread_of(const Weight& weight) const {
    if (weight.spread < spreads_.size()) return spreads_[weight.spread];
    return spread(weight.others, weight.next);
  }
  void make_room(Evidence& seen) const {
    if (seen.letters_against.size() < rules_.places().size()) widen(seen);
  }
  void widen(Evidence& seen) const;
  /// Whether a cube may be impure, as far as is known.
  [[nodiscard]] bool may_have_parts(RuleId id) const {
    return weights_[index(id)].missed == nullptr || !weights_[index(id)].missed->nothing;
  }
  void look_at(RuleId id);
  void count_tests(RuleId id);
  [[nodiscard]] double known_missed(const Weight& weight) const;
  [[nodiscard]] double fault_missed(const Weight& weight) const;
  /// What a word shows of errors that lead to known places, if there are errors. `telling()` says of a place whether
  /// the rest tells it from the target. `shown`: of parts that lead to each place, what the word shows, summed up.
  /// `untested()`: how many places the rest tells apart that no letter speaks against.
  template <class Telling, class Untested>
  [[nodiscard]] KnownPart known_part(RuleId id, std::size_t used, const Telling& telling, double shown,
                                     const Untested& untested) const;
  struct Found;
  void find_part(RuleId id, std::size_t used, FewPlaces apart, Found& found) const;
  /// The same with what leads to states not met yet, weighed by the chance that there is such an error.
  [[nodiscard]] Chance with_unknown(RuleId id, std::size_t used, const KnownPart& part, Way way) const {
    const Evidence& seen = evidence_[index(id)];
    const Weight& weight = weights_[index(id)];
    const Missed& missed = *weight.missed;
    double impure = part.impure, wrong = part.wrong;
    const std::size_t ways = std::min(tests(seen) + used, most_counted);
    const std::uint32_t gone = seen.ways[way];
    const double fresh = part.unknown * (gone < stale_.size() ? stale_[gone] : long_stale(gone));
    if (all_sets_) {
      impure += fresh * (missed.unknown[ways] - missed.unknown[ways + 1]);
    } else {
      const std::size_t letters = std::min(looks(seen) + used, most_counted);
      impure += part.unknown * (missed.unknown[letters] - missed.unknown[letters + 1]);
    }
    wrong += fresh * (unseen()[ways] - unseen()[ways + 1]);
    const double prior = prior_[weight.kind];
    return {prior * impure / (prior * weight.impurity_missed + 1 - prior), fact_doubt(weight) * wrong};
  }
  [[nodiscard]] static double long_stale(std::uint32_t gone);
  void find_many_chances(std::span<Candidate> candidates, Rest& rest, Way way) const;
  [[nodiscard]] double fact_doubt(const Weight& weight) const {
    return weight.is_sifted ? 0.5 * sifted_rate_ : supposed_rate_;
  }
  [[nodiscard]] std::size_t bucket(RuleId id) const;
  [[nodiscard]] std::size_t looks(const Evidence& seen) const;
  [[nodiscard]] static std::size_t tests(const Evidence& evidence) { return evidence.ways.size(); }

  const Rules& rules_;
  const LetterSpace& letters_;
  const bool all_sets_ = letters_.all_sets();
  std::vector<Evidence> evidence_;
  std::vector<Way> gone_;  // by the word being counted
  // A place that a part is likely to lead to.
  struct Likely {
    Place place;
    std::uint8_t letters;  // that speak against it; at most 1 if the cube has no parts
    double missed;         // of such parts, what letters have missed
  };
  struct Stretch {
    std::uint32_t first = 0, room = 0;
  };
  // What is looked at of every rule whenever the rates change, which they do with every error found: the rest of it
  // holds as long as evidence and rules are the same.
  struct Weight {
    double impurity_missed = 1;  // of impurities, the share that evidence has not met
    double missed_known = 0;     // the same without parts that lead to a state not met yet
    double missed_unknown = 0;   // of these
    double unseen = 0;           // the same for a wrong fact
    const Missed* missed = nullptr;
    Stretch by_level;                    // in by_level_: for 1, 2, … letters against, what parts to such places miss
    std::uint32_t levels = 0;            // how many of these there are
    std::uint32_t opposed = 0;           // how many places some letter speaks against
    Stretch likely;                      // in likely_
    std::uint32_t others = 0, next = 0;  // how many of the two kinds there are
    std::uint32_t version = 0;           // another number whenever known parts may have changed
    std::uint32_t of_state = 0, of_target = 0;  // the versions of these under which this was found
    State state = no_state;                     // none: to be looked at
    Place target = no_place;
    State target_state = no_state;
    std::uint8_t spread = 0;  // which of `spreads_`; their number: another one
    std::uint8_t kind = 0;
    bool is_sifted = false;
    bool counted = false;    // the ways that words went on are the same
    bool looked_at = false;  // and so is all other evidence
    bool has_rule = true;    // which has not been replaced: none is brought back
  };
  std::vector<Weight> weights_;
  std::vector<double> by_level_;
  std::vector<Likely> likely_;
  // Per rule, the weight of all rivals, and for which spreads.
  struct Rivals {
    double weight = 0;
    std::size_t of = 0;
  };
  mutable std::vector<Rivals> rivals_;
  // Where places are few: some of the known parts found last.
  struct Found {
    FewPlaces apart = 0;
    std::size_t used = 0;
    std::uint32_t version = 0;  // of the rule's weight
    KnownPart part = {};
  };
  static constexpr int found_bits = 9;
  mutable std::array<Found, std::size_t{1} << found_bits> found_{};
  std::uint32_t versions_ = 0;  // given to weights
  static constexpr std::size_t few = 8;
  std::array<Spread, 4> shares_{};           // of all likely places of a kind, by whether there are any of each
  std::array<Spread, few * few> spreads_{};  // by the number of likely places of each kind
  std::size_t made_spreads_ = 0;             // how often they were made
  std::size_t rates_of_spreads_ = 0;
  std::size_t refreshes_ = 0;
  std::size_t places_ = 0;  // at the last refresh
  std::map<CubeSize, Missed> tables_;
  using ByCount = std::vector<double>;
  std::size_t most_tests_ = 0;  // of a rule: ways, or letters
  // Most runs need the beginnings of tables only. What so many tests have missed, if each meets 2⁻², 2⁻³, … of it.
  std::array<ByCount, 5> unmet_;
  // A wrong fact whose state is unknown, after so many ways.
  [[nodiscard]] const ByCount& unseen() const { return unmet_[0]; }
  std::array<double, 64> stale_{};  // what a way is worth that was gone so often
  std::array<double, kinds> prior_{}, impure_{}, held_{};
  double supposed_ = 0, supposed_wrong_ = 0, states_split_ = 0, searches_ = 0;
  double supposed_rate_ = 0.5, sifted_rate_ = 0.25;
  double to_other_ = 1.5, to_next_ = 1, to_any_ = 1, to_new_ = 1;  // where impure parts led
  std::size_t rates_ = 1;                                          // how often that has changed
  double same_ = 1, elsewhere_ = 1, never_ = 1;  // the proposition had mattered in the state, elsewhere, nowhere
  std::array<double, 64> used_{};
  double used_total_ = 0;
  double composed_right_ = 0, composed_wrong_ = 0;
  std::array<double, 12> fact_found_{}, part_found_{};
};

}  // namespace remap::symbolic
