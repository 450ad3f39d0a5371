// How much of what could be wrong with a rule its evidence has not met. It has to be known of all rules whenever an
// error is found, since that changes the rates, and the rates depend on what has been met everywhere. So what this
// takes is kept close together, and looked at anew only where evidence or rules have changed.
#include <algorithm>
#include <bit>
#include <utility>

#include "learning/tour/doubts/doubts.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {
constexpr std::size_t places_at_once = 64;  // for which room is made

std::size_t room_for(std::size_t places) { return (places + places_at_once - 1) / places_at_once * places_at_once; }

// Room for so many entries: where they are, or at the end of all.
template <class Entry, class Stretch>
Entry* room_in(std::vector<Entry>& all, Stretch& stretch, std::size_t count) {
  if (count > stretch.room) {
    stretch.first = static_cast<std::uint32_t>(all.size());
    stretch.room = static_cast<std::uint32_t>(std::bit_ceil(count));
    all.resize(all.size() + stretch.room);
  }
  return all.data() + stretch.first;
}
}  // namespace

void Doubts::find_likely(const Rule& rule, Weight& weight) {
  const std::vector<Place>& own = rules_.successors(rule.state);
  const std::vector<Place>& next = rules_.successors(rules_.places().state(rule.target));
  Likely* const into = room_in(likely_, weight.likely, own.size() + 1 + next.size());
  Likely* end = into;
  for (const Place place : own) {
    if (place != rule.target) *end++ = {place, 0, 0};
  }
  if (!rules_.stays(rule)) *end++ = {rules_.places().home(rule.state), 0, 0};
  weight.others = static_cast<std::uint32_t>(end - into);
  weight.next = static_cast<std::uint32_t>(next.size());
  for (const Place place : next) *end++ = {place, 0, 0};
  const std::size_t place_in_table =
      weight.others < few && weight.next < few ? weight.others * few + weight.next : few * few;
  weight.spread = static_cast<std::uint8_t>(place_in_table);
}

Doubts::Spread Doubts::spread(std::size_t others, std::size_t next) const {
  const Spread& all = shares_[(others == 0 ? 0 : 2) + (next == 0 ? 0 : 1)];
  return {all.any, all.other / std::max(1.0, static_cast<double>(others)),
          all.next / std::max(1.0, static_cast<double>(next)), all.unknown};
}

void Doubts::make_spreads() {
  ++made_spreads_;
  const std::size_t places = rules_.places().size();
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const double with_other = i < 2 ? 0 : to_other_;
    const double with_next = i % 2 == 0 ? 0 : to_next_;
    const double with_any = places == 1 ? 0 : to_any_;
    const double total = with_other + with_next + with_any + to_new_;
    shares_[i] = {with_any / total / std::max(1.0, static_cast<double>(places) - 1), with_other / total,
                  with_next / total, to_new_ / total};
  }
  for (std::size_t others = 0; others < few; ++others) {
    for (std::size_t next = 0; next < few; ++next) spreads_[others * few + next] = spread(others, next);
  }
}

void Doubts::widen(Evidence& seen) const { seen.letters_against.resize(room_for(rules_.places().size()), 0); }

// Notes what the evidence says, and what the rule is like.
void Doubts::look_at(RuleId id) {
  const Rule& rule = rules_[id];
  Evidence& seen = evidence_[index(id)];
  Weight& weight = weights_[index(id)];
  weight.has_rule = rule.state != no_state;
  if (!weight.has_rule) return;
  rivals_[index(id)].of = 0;
  const bool forgotten = weight.state == no_state;
  if (forgotten || weight.missed == nullptr || draws_familiar_first()) weight.missed = &missed(rule);
  const std::uint32_t of_state = rules_.version(rule.state);
  const State target_state = rules_.places().state(rule.target);
  const std::uint32_t of_target = rules_.version(target_state);
  if (forgotten || weight.target != rule.target || weight.of_state != of_state || weight.of_target != of_target) {
    weight.state = rule.state;
    weight.target = rule.target;
    weight.target_state = target_state;
    weight.of_state = of_state;
    weight.of_target = of_target;
    weight.is_sifted = rule.basis == Basis::sifted;
    weight.kind = static_cast<std::uint8_t>(kind(id));
    find_likely(rule, weight);
  }
  weight.looked_at = true;
  weight.opposed = static_cast<std::uint32_t>(count_besides(seen.opposed, {}));
  const bool has_parts = !weight.missed->nothing;
  if (has_parts) make_room(seen);
  weight.levels = static_cast<std::uint32_t>(seen.histogram.empty() ? 0 : seen.histogram.size() - 1);
  double* level = room_in(by_level_, weight.by_level, weight.levels);
  for (std::size_t c = 1; c <= weight.levels; ++c) *level++ = seen.histogram[c] * weight.missed->known[c];
  for (Likely& each : std::span(likely_).subspan(weight.likely.first, weight.others + weight.next)) {
    const std::size_t place = index(each.place);
    each.letters = has_parts ? seen.letters_against[place] : holds_place(seen.opposed, place) ? 1 : 0;
    each.missed = weight.missed->known[each.letters];
  }
}

// What there are more of with every test, even if it shows nothing new.
void Doubts::count_tests(RuleId id) {
  const Evidence& seen = evidence_[index(id)];
  Weight& weight = weights_[index(id)];
  weight.counted = true;
  weight.missed_unknown = weight.missed->unknown[looks(seen)];
  weight.unseen = unseen()[std::min(tests(seen), most_counted)];
}

// The target itself is counted among those that no letter speaks against.
double Doubts::known_missed(const Weight& weight) const {
  const auto untested = static_cast<double>(static_cast<std::uint32_t>(places_ - weight.opposed));
  const double none = weight.missed->known[0];
  double impurities = -none + untested * none;
  for (const double level : std::span(by_level_).subspan(weight.by_level.first, weight.levels)) impurities += level;
  const Spread spread = spread_of(weight);
  double impure = impurities * spread.any;
  const Likely* each = likely_.data() + weight.likely.first;
  for (const Likely* const end = each + weight.others; each != end; ++each) impure += spread.other * each->missed;
  for (const Likely* const end = each + weight.next; each != end; ++each) impure += spread.next * each->missed;
  return impure;
}

double Doubts::fault_missed(const Weight& weight) const {
  const Spread spread = spread_of(weight);
  const double unseen = spread.unknown * weight.unseen;
  if (weight.is_sifted) return unseen;
  const auto untested = static_cast<double>(static_cast<std::uint32_t>(places_ - weight.opposed));
  double wrong = (untested - 1) * spread.any;
  const std::span<const Likely> likely =
      std::span(likely_).subspan(weight.likely.first, std::size_t{weight.others} + weight.next);
  for (std::size_t i = 0; i < likely.size(); ++i) {
    if (likely[i].letters == 0) wrong += i < weight.others ? spread.other : spread.next;
  }
  return wrong + unseen;
}

void Doubts::refresh() {
  ++refreshes_;
  lengthen_tables();
  evidence_.resize(rules_.size());
  weights_.resize(rules_.size());
  rivals_.resize(rules_.size());
  const std::size_t before = std::exchange(places_, rules_.places().size());
  const bool more_places = places_ != before;
  const bool more_room = room_for(places_) != room_for(before);
  const bool other_rates = std::exchange(rates_of_spreads_, rates_) != rates_;
  const bool other_spreads = more_places || other_rates;
  if (other_spreads) make_spreads();
  const bool all_stale = more_room || draws_familiar_first();
  const std::span<const std::uint32_t> versions = rules_.versions();
  std::array<double, kinds> confirmed{};
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    Weight& weight = weights_[i];
    if (!weight.has_rule) continue;
    const bool same = weight.looked_at && !all_stale && versions[index(weight.state)] == weight.of_state &&
                      versions[index(weight.target_state)] == weight.of_target;
    const bool counted = same && weight.counted;
    if (!same) look_at(make_id<RuleId>(i));
    if (!weight.has_rule) continue;
    if (!same || other_spreads) {
      weight.missed_known = weight.missed->nothing ? 0 : known_missed(weight);
      weight.version = ++versions_;
    }
    if (!counted) count_tests(make_id<RuleId>(i));
    if (!counted || other_spreads) {
      weight.impurity_missed = weight.missed_known + spread_of(weight).unknown * weight.missed_unknown;
    }
    confirmed[weight.kind] += 1 - weight.impurity_missed;
  }
  for (std::size_t k = 0; k < kinds; ++k) {
    const double against = k % 2 == 1 || k < 4 ? 1 : 2;
    prior_[k] =
        std::min(tuning::most_impurity_prior, (1 + impure_[k]) / (1 + against + impure_[k] + held_[k] + confirmed[k]));
  }
  supposed_rate_ = (1 + supposed_wrong_) / (2 + supposed_);
  sifted_rate_ = (1 + states_split_) / (4 + searches_);
}

}  // namespace remap::symbolic
