// What a test of a rule would show.
//
// The chance that it shows an error takes one pass over the places that it tells apart, everything else is independent
// of their number, because all places but a few share one weight and are counted by how many letters speak against
// them. Where places are few, what leads to known ones is remembered by the set told apart.
#include <algorithm>
#include <utility>

#include "base/portable_math.hpp"
#include "learning/tour/doubts/doubts.hpp"

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

double Doubts::long_stale(std::uint32_t gone) { return portable::pow(stale, gone); }

void Doubts::find_part(RuleId id, std::size_t used, FewPlaces apart, Found& found) const {
  const Weight& weight = weights_[index(id)];
  const Missed& missed = *weight.missed;
  const Evidence& seen = evidence_[index(id)];
  const auto telling = [apart] { return [apart](Place place) { return (apart >> index(place) & 1) != 0; }; };
  const auto untested = [&] { return count_besides({&apart, 1}, seen.opposed); };
  if (apart == 0) {
    found = {apart, used, weight.version, {0, 0, spread_of(weight).unknown}};
    return;
  }
  double sum = 0;
  if (!missed.nothing) {
    const double* const shown = missed.shown.data() + std::min(used, most_counted);
    const std::uint8_t* const against = seen.letters_against.data();
    for (FewPlaces left = apart; left != 0; left &= left - 1) sum += shown[against[std::countr_zero(left)]];
  }
  found = {apart, used, weight.version, known_part(id, used, telling, sum, untested)};
}

void Doubts::find_many_chances(std::span<Candidate> candidates, Rest& rest, Way way) const {
  const auto telling = [&rest] {  // which reads the rest
    return [to = rest.classes().data(), own = rest.own()](Place place) { return to[index(place)] != own; };
  };
  const auto chance = [&](const Candidate& of, double shown_there) {
    const auto untested = [&] {
      const Evidence& seen = evidence_[index(of.rule)];
      if (weights_[index(of.rule)].missed->nothing) return count_besides(rest.apart(), seen.opposed);
      std::size_t places = 0;
      for (const std::uint32_t q : rest.others()) places += seen.letters_against[q] == 0 ? 1 : 0;
      return places;
    };
    return with_unknown(of.rule, of.used, known_part(of.rule, of.used, telling, shown_there, untested), way);
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
    for (std::size_t i = 0; i < count; ++i) now[i]->chance = chance(*now[i], sum[i]);
    count = 0;
  };
  for (Candidate& each : candidates) {
    const Missed& missed = *weights_[index(each.rule)].missed;
    if (missed.nothing) {
      each.chance = chance(each, 0);
      continue;
    }
    now[count] = &each;
    shown[count] = missed.shown.data() + std::min(each.used, most_counted);
    against[count] = evidence_[index(each.rule)].letters_against.data();
    if (++count == many) finish();
  }
  if (count > 0) finish();
}

template <class Telling, class Untested>
Doubts::KnownPart Doubts::known_part(RuleId id, std::size_t used, const Telling& telling, double shown,
                                     const Untested& untested) const {
  const Weight& weight = weights_[index(id)];
  const Missed& missed = *weight.missed;
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
    wrong = spread.any * static_cast<double>(untested());
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
