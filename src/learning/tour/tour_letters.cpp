// Which letter stands for a rule in a tour.
#include <algorithm>
#include <limits>
#include <utility>

#include "learning/tour/tour_planner.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

PropositionSet TourPlanner::draw(RuleId id, Use& use) {
  const Rule& rule = rules_[id];
  Doubts::Evidence& seen = doubts_.evidence(id);
  if (letters_.all_sets()) return draw_dense(rule, seen);
  return letters_.listed().empty() ? draw_sparse(rule, seen, use.met) : draw_listed(rule, seen, use.met);
}

// Draws until a letter is new, or several times.
PropositionSet TourPlanner::draw_dense(const Rule& rule, Doubts::Evidence& seen) {
  const std::size_t open = letters_.propositions() - rule.cube.literals();
  const bool small = open <= tuning::small_cube;
  const auto is_new = [&](PropositionSet letter) { return letter != rule.fact && !seen.borne_out.contains(letter); };
  const std::size_t left = small ? (std::size_t{1} << open) - seen.borne_out.size() : 2;  // letters, and maybe the fact
  if (left == 0 || (left == 1 && !seen.borne_out.contains(rule.fact)))
    return least_tested(rule, seen, std::size_t{1} << open);
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  PropositionSet letter = rule.cube.value;
  for (int tries = 0; tries < tuning::most_letter_tries; ++tries) {
    const PropositionSet chosen = seen.drawn == 0       ? ~rule.fact
                                  : seen.drawn % 2 == 0 ? ~seen.last_drawn
                                                        : random_.next();
    letter = rule.cube.value | (chosen & free);
    ++seen.drawn;
    seen.last_drawn = letter;
    if (is_new(letter)) return letter;
  }
  return small ? least_tested(rule, seen, std::size_t{1} << open) : letter;
}

std::size_t TourPlanner::tested(const Doubts::Evidence& seen, PropositionSet letter) {
  const std::size_t place = seen.borne_out.find(letter);
  return place == seen.borne_out.size() ? 0 : 1 + count_shared(seen.borne_out.against(place), rest_.apart());
}

// Of a small cube, a letter that has been tested least, beginning anywhere.
PropositionSet TourPlanner::least_tested(const Rule& rule, const Doubts::Evidence& seen, std::size_t letters) {
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  const PropositionSet first = ((random_.next() & free) - free) & free;
  const Doubts::BorneOut& known = seen.borne_out;
  const bool passes_fact = rule.basis == Basis::sifted && free != 0;
  const auto passed_over = [&](PropositionSet letter) { return passes_fact && letter == rule.fact; };
  const std::size_t untested = letters - known.size();
  if (untested > 1 || (untested == 1 && (!passes_fact || known.contains(rule.fact)))) {
    PropositionSet part = first;
    while (passed_over(rule.cube.value | part) || known.contains(rule.cube.value | part)) {
      part = (part - free) & free;  // the next subset of `free`
    }
    return rule.cube.value | part;
  }
  if (letters == 1) return rule.cube.value;
  const std::span<const std::uint64_t> apart = rest_.apart();
  std::size_t least = std::numeric_limits<std::size_t>::max();
  PropositionSet best = rule.fact, best_after = 0;
  const auto consider = [&](std::size_t i, std::size_t count) {
    if (count > least) return;
    const PropositionSet letter = known.letter(i);
    const PropositionSet after = ((letter & free) - first) & free;  // how many letters after the first
    if ((count == least && after > best_after) || passed_over(letter)) return;
    least = count;
    best = letter;
    best_after = after;
  };
  if (apart.size() == 1) {  // what matters are the places that some letters speak against, but not all
    const FewPlaces telling = apart.front() & seen.opposed.front() & ~known.against_all();
    if (telling == 0) return rule.cube.value | (passed_over(rule.cube.value | first) ? (first - free) & free : first);
    const FewPlaces* const against = known.against(0).data();
    for (std::size_t i = 0; i < known.size(); ++i) {
      if ((against[i] & telling) == 0) consider(i, 0);
    }
    if (least == 0) return best;
    for (std::size_t i = 0; i < known.size(); ++i) consider(i, count_ones(against[i] & telling));
  } else {
    for (std::size_t i = 0; i < known.size(); ++i) consider(i, count_shared(known.against(i), apart));
  }
  return best;
}

PropositionSet TourPlanner::draw_sparse(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met) {
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  const auto on = static_cast<std::size_t>(std::popcount(rule.cube.value));
  std::size_t room = letters_.most() - std::min(letters_.most(), on);
  PropositionSet letter = rule.cube.value;
  PropositionSet left = free & ~seen.cleared & ~met;
  if (left == 0 && room > 0) {  // those whose letter has been tested least
    std::size_t least = std::numeric_limits<std::size_t>::max();
    each_proposition(free & ~met, [&](std::size_t proposition) {
      const PropositionSet bit = PropositionSet{1} << proposition;
      const std::size_t count = tested(seen, letter | bit);
      if (count < least) left = 0;
      if (count <= least) left |= bit;
      least = std::min(least, count);
    });
    if (left == 0 || (letters_.most() > 1 && random_.below(2) == 0)) left = free;
  }
  // Propositions that matter somewhere come first.
  std::vector<PropositionSet> known, others;
  each_proposition(left, [&](std::size_t proposition) {
    (doubts_.was_used(proposition) ? known : others).push_back(PropositionSet{1} << proposition);
  });
  for (std::vector<PropositionSet>* bits : {&known, &others}) {
    for (std::size_t i = bits->size(); i > 1; --i) std::swap((*bits)[i - 1], (*bits)[random_.below(i)]);
    for (const PropositionSet bit : *bits) {
      if (room == 0) break;
      letter |= bit;
      met |= bit;
      --room;
    }
  }
  return letter;
}

// Of the listed letters in the cube, one that is new in as many propositions as possible, or has been tested least.
PropositionSet TourPlanner::draw_listed(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met) {
  const std::vector<PropositionSet>& listed = letters_.listed();
  const PropositionSet fresh = ~seen.cleared & ~met;
  const std::size_t start = random_.below(listed.size());
  PropositionSet best = rule.fact;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const PropositionSet letter = listed[(start + i) % listed.size()];
    if (!rule.cube.contains(letter) || (letter == rule.fact && rule.basis == Basis::sifted)) continue;
    const auto gained = static_cast<std::size_t>(std::popcount((letter ^ rule.fact) & fresh));
    const std::size_t cost = (tested(seen, letter) + 1) * 64 - gained;
    if (cost >= least) continue;
    least = cost;
    best = letter;
  }
  met |= best ^ rule.fact;
  return best;
}

}  // namespace remap::symbolic
