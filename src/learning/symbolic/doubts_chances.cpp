// What a test of a rule would show.
//
// The chance that it shows an error takes one pass over the places that it tells apart, everything else is independent
// of their number, because all places but a few share one weight and are counted by how many letters speak against
// them. Where places are few, what leads to known ones is remembered by the set told apart.
#include <algorithm>
#include <cmath>
#include <utility>

#include "learning/symbolic/doubts.hpp"

namespace remap::symbolic {

namespace {
// Several rules side by side, since each sum has to wait for its previous term.
template <std::size_t many>
void add_up(std::span<const std::uint32_t> places, const std::array<const double*, 4>& shown,
            const std::array<const std::uint8_t*, 4>& against, std::array<double, 4>& sum) {
  for (const std::uint32_t q : places) {
    for (std::size_t i = 0; i < many; ++i) sum[i] += shown[i][against[i][q]];
  }
}
}  // namespace

[[gnu::always_inline]] inline Doubts::Chance Doubts::with_unknown(const Candidate& candidate, const KnownPart& part,
                                                                  Way way) const {
  const Evidence& seen = evidence_[index(candidate.rule)];
  const Weight& weight = weights_[index(candidate.rule)];
  const Missed& missed = *weight.missed;
  const std::size_t used = candidate.used;
  double impure = part.impure, wrong = part.wrong;
  const std::size_t ways = std::min(tests(seen) + used, most_counted);
  const std::uint32_t gone = seen.ways[way];
  const double worth = gone < stale_.size() ? stale_[gone] : std::pow(stale, gone);
  const double fresh = part.unknown * worth;
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

// Words differ more in how they go on than in which places they tell apart, so much of a chance has been found before.
void Doubts::find_few_chances(std::span<Candidate> candidates, Rest& rest, Way way) const {
  const FewPlaces apart = rest.few();
  const auto telling = [apart] { return [apart](Place place) { return (apart >> index(place) & 1) != 0; }; };
  for (Candidate& each : candidates) {
    const Weight& weight = weights_[index(each.rule)];
    const std::uint64_t mixed = apart + (std::uint64_t{weight.version} << 32) + (each.used << 20);
    Found& found = found_[mixed * 0x9E3779B97F4A7C15ULL >> (64 - found_bits)];
    if (found.version != weight.version || found.apart != apart || found.used != each.used) {
      const Missed& missed = *weight.missed;
      double sum = 0;
      if (!missed.nothing) {
        const double* const shown = missed.shown.data() + std::min(each.used, most_counted);
        const std::uint8_t* const against = evidence_[index(each.rule)].letters_against.data();
        for (FewPlaces left = apart; left != 0; left &= left - 1) sum += shown[against[std::countr_zero(left)]];
      }
      found = {apart, each.used, weight.version, known_part(each, rest, telling, sum)};
    }
    each.chance = with_unknown(each, found.part, way);
  }
}

void Doubts::find_many_chances(std::span<Candidate> candidates, Rest& rest, Way way) const {
  const auto telling = [&rest] {  // which reads the rest
    return [to = rest.classes().data(), own = rest.own()](Place place) { return to[index(place)] != own; };
  };
  constexpr std::size_t many = 4;
  constexpr std::array add{add_up<1>, add_up<2>, add_up<3>, add_up<4>};
  std::array<Candidate*, many> now{};
  std::array<const double*, many> shown{};
  std::array<const std::uint8_t*, many> against{};
  std::size_t count = 0;
  const auto finish = [&] {
    std::array<double, many> sum{};
    add[count - 1](rest.others(), shown, against, sum);
    for (std::size_t i = 0; i < count; ++i)
      now[i]->chance = with_unknown(*now[i], known_part(*now[i], rest, telling, sum[i]), way);
    count = 0;
  };
  for (Candidate& each : candidates) {
    const Missed& missed = *weights_[index(each.rule)].missed;
    if (missed.nothing) {
      each.chance = with_unknown(each, known_part(each, rest, telling, 0), way);
      continue;
    }
    now[count] = &each;
    shown[count] = missed.shown.data() + std::min(each.used, most_counted);
    against[count] = evidence_[index(each.rule)].letters_against.data();
    if (++count == many) finish();
  }
  if (count > 0) finish();
}

template <class Telling>
Doubts::KnownPart Doubts::known_part(const Candidate& candidate, Rest& rest, const Telling& telling,
                                     double shown) const {
  const Evidence& seen = evidence_[index(candidate.rule)];
  const Weight& weight = weights_[index(candidate.rule)];
  const Missed& missed = *weight.missed;
  const std::size_t used = candidate.used;
  const Spread spread = spread_of(weight);
  double impure = shown * spread.any, wrong = 0;
  const bool supposed = !weight.is_sifted && used == 0;  // and no letter has tested that
  // Calls `with` for the likely places that the rest tells from the target.
  const auto each_likely = [&](const auto& with) {
    const auto is_apart = telling();
    const Likely* each = likely_.data() + weight.likely.first;
    const auto go = [&](std::size_t places, double more) {
      for (const Likely* const end = each + places; each != end; ++each) {
        if (is_apart(each->place)) with(each->letters, more);
      }
    };
    go(weight.others, spread.other);
    go(weight.next, spread.next);
  };
  if (!missed.nothing) {
    const double* const shown_after = missed.shown.data() + std::min(used, most_counted);
    each_likely([&](std::size_t letters, double more) { impure += more * shown_after[letters]; });
  }
  if (supposed) {
    std::size_t untested = 0;
    if (missed.nothing || rest.are_few()) {
      untested = count_besides(rest.apart(), seen.opposed);
    } else {
      for (const std::uint32_t q : rest.others()) untested += seen.letters_against[q] == 0 ? 1 : 0;
    }
    wrong = spread.any * static_cast<double>(untested);
    each_likely([&](std::size_t letters, double more) { wrong += letters == 0 ? more : 0; });
  }
  return {impure, wrong, spread.unknown};
}

Place Doubts::rival(RuleId id, double chance) const {
  const Weight& weight = weights_[index(id)];
  const Spread spread = spread_of(weight);
  const std::size_t target = index(rules_[id].target), places = rules_.places().size();
  if (weight.missed->nothing && places > 1) {  // no place is likelier than another: the last one
    return make_id<Place>(places - (target + 1 == places ? 2 : 1));
  }
  const double* const known = weight.missed->known.data();
  const std::uint8_t* const against = evidence_[index(id)].letters_against.data();
  const auto share = [&](std::size_t p, double of) { return of * known[against[p]]; };
  const Likely* const likely = likely_.data() + weight.likely.first;
  const std::size_t all_likely = std::size_t{weight.others} + weight.next;
  const auto more = [&](std::size_t i) { return i < weight.others ? spread.other : spread.next; };
  Rivals& rivals = rivals_[index(id)];
  if (std::exchange(rivals.of, made_spreads_) != made_spreads_) {
    double total = 0;
    for (std::size_t p = 0; p < places; ++p) total += share(p, spread.any);
    total -= share(target, spread.any);
    for (std::size_t i = 0; i < all_likely; ++i) total += share(index(likely[i].place), more(i));
    rivals.weight = total;
  }
  double at = chance * rivals.weight;
  Place last = no_place;
  for (std::size_t i = 0; i < all_likely; ++i) {
    last = likely[i].place;
    if ((at -= share(index(last), more(i))) < 0) return last;
  }
  for (std::size_t p = 0; p < places; ++p) {
    if (p == target) continue;
    last = make_id<Place>(p);
    if ((at -= share(p, spread.any)) < 0) return last;
  }
  return last;
}

}  // namespace remap::symbolic
