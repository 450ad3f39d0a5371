// Costs: the chance that a test shows an error takes one pass over the places, everything else is independent of their
// number, because all places but a few share one weight and are counted by how many letters speak against them.
#include "learning/symbolic/doubts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace remap::symbolic {

namespace {
constexpr std::array<double, 4> parts = {0.6, 0.25, 0.1, 0.05};  // how many more literals an impure part has: 1 … 4
constexpr double shows = 0.25;  // chance that a state not met yet shows at a word's end
constexpr double stale = 0.3;   // what a way gone before is worth
constexpr double most_prior = 0.98;
constexpr double composing_rate = 0.6;
constexpr std::size_t few_letters = 1024;  // cubes of fewer letters can be exhausted
}  // namespace

Doubts::Way Doubts::way_of(RuleId first, RuleId second, RuleId third) noexcept {
  const auto mix = [](RuleId id, std::uint64_t with) { return (static_cast<std::uint64_t>(index(id)) + 1) * with; };
  const std::uint64_t hash =
      mix(first, 0x9E3779B97F4A7C15ULL) ^ mix(second, 0xC2B2AE3D27D4EB4FULL) ^ mix(third, 0x165667B19E3779F9ULL);
  return hash ^ (hash >> 31);
}

Doubts::Doubts(const Rules& rules, const LetterSpace& letters) : rules_(rules), letters_(letters) {
  for (std::size_t c = 0; c < unseen_.size(); ++c) unseen_[c] = std::pow(1 - shows, static_cast<double>(c));
  for (std::size_t c = 0; c < stale_.size(); ++c) stale_[c] = std::pow(stale, static_cast<double>(c));
  for (std::size_t j = 1; j < parts.size(); ++j) {
    const double hit = std::ldexp(1.0, -static_cast<int>(j + 1));
    for (std::size_t c = 0; c < unseen_.size(); ++c) {
      known_part_[j][c] = std::pow(1 - hit, static_cast<double>(c));
      unknown_part_[j][c] = std::pow(1 - shows * hit, static_cast<double>(c));
    }
  }
}

std::span<std::uint64_t> Doubts::BorneOut::add(PropositionSet letter, std::size_t blocks) {
  if (blocks > blocks_) {
    PlaceSet wider(letters_.size() * blocks, 0);
    for (std::size_t i = 0; i < places_.size(); ++i) wider[i / blocks_ * blocks + i % blocks_] = places_[i];
    places_ = std::move(wider);
    blocks_ = blocks;
  }
  std::uint32_t& place = place_.at(letter);
  if (place == 0) {
    letters_.push_back(letter);
    place = static_cast<std::uint32_t>(letters_.size());
    places_.resize(places_.size() + blocks_, 0);
  }
  return std::span(places_).subspan((place - 1) * blocks_, blocks);
}

void Doubts::BorneOut::clear() noexcept {
  place_.clear();
  letters_.clear();
  places_.clear();
}

Doubts::Missed Doubts::make_missed(const CubeSize& cube) const {
  Missed made;
  const auto [free, room, letters, familiar, share] = cube;
  const bool dense = letters_.all_sets();
  const double single = letters_.most() == 1 ? 1 : 0.9;
  const double blamed = familiar == 0 ? 0 : familiar == free ? 1 : static_cast<double>(share) / shares;
  // Of the propositions that may be to blame, the share that none of so many letters has met, familiar ones first.
  const auto unmet = [&, free = free, room = room, familiar = familiar](std::size_t count) {
    const std::size_t tried = std::min(count * room, free), first = std::min(tried, familiar);
    const auto part = [](std::size_t of, std::size_t all) {
      return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
    };
    return 1 - blamed * part(first, familiar) - (1 - blamed) * part(tried - first, free - familiar);
  };
  for (std::size_t c = 0; c < made.known.size(); ++c) {
    const auto count = static_cast<double>(c);
    double known = 0, unknown = 0;
    if (dense) {
      known = c == 0 ? parts[0] : 0;
      unknown = parts[0] * unseen_[c];
      for (std::size_t j = 1; j < parts.size(); ++j) {
        known += parts[j] * known_part_[j][c];
        unknown += parts[j] * unknown_part_[j][c];
      }
    } else {  // letters are small sets, and each meets only so many of the propositions
      known = single * unmet(c) + (1 - single) * std::pow(0.8, count);
      unknown = 1 - shows * (1 - unmet(c));
    }
    double left = 1;
    if (letters < few_letters) {
      const double besides = static_cast<double>(letters) - 1;  // the fact is known
      left = count >= besides ? 0 : dense ? (besides - count) / besides : 1;
    }
    made.known[c] = known * left;
    made.unknown[c] = letters == 1 ? 0 : unknown * (dense ? 1 : left);
  }
  for (std::size_t c = 0; c < made.shown.size(); ++c) {
    const std::size_t counted = std::min(c, most_counted);
    made.shown[c] = made.known[counted] - made.known[counted + 1];
  }
  return made;
}

const Doubts::Missed& Doubts::missed(const Rule& rule) {
  const std::size_t free = letters_.propositions() - rule.cube.literals();
  const auto on = static_cast<std::size_t>(std::popcount(rule.cube.value));
  const std::size_t room = letters_.most() - std::min(letters_.most(), on);
  const std::size_t letters = letters_.count(rule.cube, few_letters);
  CubeSize size{free, std::min(free, room), letters, 0, 0};
  if (draws_familiar_first()) {
    each_proposition(~rule.cube.mask & letters_.everything(),
                     [&](std::size_t proposition) { size[3] += was_used(proposition) ? 1 : 0; });
    size[4] = static_cast<std::size_t>(shares * (same_ + elsewhere_) / (same_ + elsewhere_ + never_));
  }
  const auto found = tables_.find(size);
  return found != tables_.end() ? found->second : tables_.emplace(size, make_missed(size)).first->second;
}

std::vector<Place> Doubts::others(const Rule& rule) const {
  std::vector<Place> found = rules_.successors(rule.state);
  found.erase(std::remove(found.begin(), found.end(), rule.target), found.end());
  if (!rules_.stays(rule)) found.push_back(rules_.places().home(rule.state));
  return found;
}

// False if they are as they were.
bool Doubts::find_likely(const Rule& rule, Weight& weight) const {
  const State led_to = rules_.places().state(rule.target);
  const std::uint32_t of_state = rules_.version(rule.state), of_target = rules_.version(led_to);
  if (weight.target == rule.target && weight.of_state == of_state && weight.of_target == of_target) return false;
  weight.target = rule.target;
  weight.of_state = of_state;
  weight.of_target = of_target;
  const std::vector<Place> next = rules_.successors(led_to);
  weight.spread.likely = others(rule);
  weight.spread.others = weight.spread.likely.size();
  weight.spread.likely.insert(weight.spread.likely.end(), next.begin(), next.end());
  return true;
}

void Doubts::spread(Spread& into) const {
  const std::size_t next = into.likely.size() - into.others;
  const double with_other = into.others == 0 ? 0 : to_other_;
  const double with_next = next == 0 ? 0 : to_next_;
  const std::size_t places = rules_.places().size();
  const double with_any = places == 1 ? 0 : to_any_;
  const double total = with_other + with_next + with_any + to_new_;
  into.other = with_other / total / std::max(1.0, static_cast<double>(into.others));
  into.next = with_next / total / std::max(1.0, static_cast<double>(next));
  into.any = with_any / total / std::max(1.0, static_cast<double>(places) - 1);
  into.unknown = to_new_ / total;
}

/// New places are those that no letter speaks against.
void Doubts::take_in(Evidence& seen) {
  const std::size_t places = rules_.places().size();
  if (seen.letters_against.size() == places && !seen.histogram.empty()) return;
  if (seen.histogram.empty()) seen.histogram.assign(1, 0);
  seen.histogram[0] += static_cast<std::uint32_t>(places - seen.letters_against.size());
  seen.letters_against.resize(places, 0);
}

// The target itself is counted among those that no letter speaks against.
void Doubts::weigh(RuleId id) {
  const Rule& rule = rules_[id];
  const Evidence& seen = evidence_[index(id)];
  Weight& weight = weights_[index(id)];
  if (weight.missed == nullptr || draws_familiar_first()) {
    const Missed* now = &missed(rule);
    if (std::exchange(weight.missed, now) != now) weight.counted = false;
  }
  const bool other_likely = find_likely(rule, weight);
  const bool other_rates = std::exchange(weight.rates, rates_) != rates_;
  const bool other_basis = std::exchange(weight.basis, rule.basis) != rule.basis;
  if (!other_likely && !other_rates && !other_basis && weight.counted) return;
  spread(weight.spread);
  weight.rivals = -1;
  if (!weight.counted) {
    weight.counted = true;
    weight.faults = static_cast<double>(seen.histogram[0]) - 1;
    weight.impurities = -weight.missed->known[0];
    for (std::size_t c = 0; c < seen.histogram.size(); ++c) {
      weight.impurities += seen.histogram[c] * weight.missed->known[c];
    }
  }
  double impure = weight.impurities * weight.spread.any, wrong = weight.faults * weight.spread.any;
  for (std::size_t i = 0; i < weight.spread.likely.size(); ++i) {
    const std::size_t count = seen.letters_against[index(weight.spread.likely[i])];
    impure += weight.spread.more(i) * weight.missed->known[count];
    if (count == 0) wrong += weight.spread.more(i);
  }
  const std::size_t ways = std::min(tests(seen), most_counted);
  weight.impurity_missed = impure + weight.spread.unknown * weight.missed->unknown[looks(seen)];
  const double unseen = weight.spread.unknown * unseen_[ways];
  weight.fault_missed = rule.basis == Basis::sifted ? unseen : wrong + unseen;
}

void Doubts::refresh() {
  evidence_.resize(rules_.size());
  weights_.resize(rules_.size());
  const std::size_t places = rules_.places().size();
  const bool more_places = std::exchange(places_, places) != places;
  std::array<double, kinds> confirmed{};
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const RuleId id = make_id<RuleId>(i);
    if (rules_[id].state == no_state) continue;
    take_in(evidence_[i]);
    if (more_places) weights_[i].counted = false;
    weigh(id);
    weights_[i].kind = kind(id);
    confirmed[weights_[i].kind] += 1 - weights_[i].impurity_missed;
  }
  for (std::size_t k = 0; k < kinds; ++k) {
    const double against = k % 2 == 1 || k < 4 ? 1 : 2;
    prior_[k] = std::min(most_prior, (1 + impure_[k]) / (1 + against + impure_[k] + held_[k] + confirmed[k]));
  }
  supposed_rate_ = (1 + supposed_wrong_) / (2 + supposed_);
  sifted_rate_ = (1 + states_split_) / (4 + searches_);
}

std::size_t Doubts::kind(RuleId id) const {
  const Rule& rule = rules_[id];
  const bool lacking = (rules_.relevant(rule.state) & ~rule.cube.mask) != 0;
  return std::min<std::size_t>(rule.cube.literals(), 3) * 4 + (rules_.stays(rule) ? 2 : 0) + (lacking ? 1 : 0);
}

double Doubts::fact_doubt(const Rule& rule) const {
  return rule.basis == Basis::sifted ? 0.5 * sifted_rate_ : supposed_rate_;
}

double Doubts::doubt(RuleId id) const {
  const Weight& weight = weights_[index(id)];
  const double prior = prior_[weight.kind];
  const double impure = prior * weight.impurity_missed;
  return impure / (impure + 1 - prior) + fact_doubt(rules_[id]) * weight.fault_missed;
}

Doubts::Chance Doubts::chance(RuleId id, std::span<const ClassId> tail, std::size_t used, Way way) const {
  const Rule& rule = rules_[id];
  const Evidence& seen = evidence_[index(id)];
  const Weight& weight = weights_[index(id)];
  const Missed& missed = *weight.missed;
  const ClassId own = tail[index(rule.target)];
  const double* const shown = missed.shown.data() + std::min(used, most_counted);
  const std::uint8_t* const against = seen.letters_against.data();
  double impure = 0, wrong = 0;
  for (std::size_t q = 0; q < tail.size(); ++q) {
    if (tail[q] != own) impure += shown[against[q]];
  }
  impure *= weight.spread.any;
  const bool supposed = rule.basis != Basis::sifted && used == 0;  // and no letter has tested that
  if (supposed) {
    std::size_t untested = 0;
    for (std::size_t q = 0; q < tail.size(); ++q) untested += tail[q] != own && against[q] == 0 ? 1 : 0;
    wrong = weight.spread.any * static_cast<double>(untested);
  }
  for (std::size_t i = 0; i < weight.spread.likely.size(); ++i) {
    const Place place = weight.spread.likely[i];
    if (tail[index(place)] == own) continue;
    const std::size_t count = against[index(place)];
    impure += weight.spread.more(i) * shown[count];
    if (supposed && count == 0) wrong += weight.spread.more(i);
  }
  const std::size_t ways = std::min(tests(seen) + used, most_counted);
  const std::uint32_t gone = seen.ways[way];
  const double worth = gone < stale_.size() ? stale_[gone] : std::pow(stale, gone);
  const double fresh = weight.spread.unknown * worth;
  if (letters_.all_sets()) {
    impure += fresh * (missed.unknown[ways] - missed.unknown[ways + 1]);
  } else {
    const std::size_t letters = std::min(looks(seen) + used, most_counted);
    impure += weight.spread.unknown * (missed.unknown[letters] - missed.unknown[letters + 1]);
  }
  wrong += fresh * (unseen_[ways] - unseen_[ways + 1]);
  const double prior = prior_[weight.kind];
  return {prior * impure / (prior * weight.impurity_missed + 1 - prior), fact_doubt(rule) * wrong};
}

Place Doubts::rival(RuleId id, double chance) const {
  const Evidence& seen = evidence_[index(id)];
  Weight& weight = weights_[index(id)];
  const Place target = rules_[id].target;
  const std::size_t places = rules_.places().size();
  const auto share = [&](Place p, double of) { return of * weight.missed->known[seen.letters_against[index(p)]]; };
  const std::vector<Place>& likely = weight.spread.likely;
  if (weight.rivals < 0) {
    double total = 0;
    for (std::size_t p = 0; p < places; ++p) total += share(make_id<Place>(p), weight.spread.any);
    total -= share(target, weight.spread.any);
    for (std::size_t i = 0; i < likely.size(); ++i) total += share(likely[i], weight.spread.more(i));
    weight.rivals = total;
  }
  double at = chance * weight.rivals;
  Place last = no_place;
  for (std::size_t i = 0; i < likely.size(); ++i) {
    last = likely[i];
    if ((at -= share(last, weight.spread.more(i))) < 0) return last;
  }
  for (std::size_t p = 0; p < places; ++p) {
    if (make_id<Place>(p) == target) continue;
    last = make_id<Place>(p);
    if ((at -= share(last, weight.spread.any)) < 0) return last;
  }
  return last;
}

void Doubts::forget(RuleId id) {
  evidence_.resize(std::max(evidence_.size(), rules_.size()));
  weights_.resize(evidence_.size());
  evidence_[index(id)] = {};
  weights_[index(id)] = {};
}

void Doubts::forget_all() {
  for (Weight& each : weights_) each.counted = false;
  for (Evidence& each : evidence_) {  // but not which letters were drawn
    each.borne_out.clear();
    each.letters_against.clear();
    each.histogram.clear();
    each.ways.clear();
    each.cleared = 0;
  }
}

// Small sets differ in what they meet, so each may show a state not met yet; large ones meet much at once, and what
// matters is how the word goes on.
std::size_t Doubts::looks(const Evidence& seen) const {
  return std::min(letters_.all_sets() ? tests(seen) : seen.borne_out.size(), most_counted);
}

bool Doubts::bear_out_letter(RuleId id, PropositionSet letter) {
  const Rule& rule = rules_[id];
  Evidence& seen = evidence_[index(id)];
  take_in(seen);
  seen.cleared |= letter ^ rule.fact;
  const std::size_t before = seen.borne_out.size();
  const std::span<std::uint64_t> against = seen.borne_out.add(letter, apart_.size());
  for (std::size_t block = 0; block < apart_.size(); ++block) {
    std::uint64_t fresh = apart_[block] & ~against[block];
    against[block] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      std::uint8_t& count = seen.letters_against[block * 64 + static_cast<std::size_t>(std::countr_zero(fresh))];
      if (count == most_counted) continue;
      --seen.histogram[count];
      if (++count == seen.histogram.size()) seen.histogram.push_back(0);
      ++seen.histogram[count];
    }
  }
  return seen.borne_out.size() > before;
}

std::size_t Doubts::bucket(RuleId id) const {
  const std::size_t ways = index(id) < evidence_.size() ? tests(evidence_[index(id)]) : 0;
  const std::size_t tested = ways == 0 ? 0 : ways < 4 ? 1 : ways < 16 ? 2 : 3;
  return static_cast<std::size_t>(rules_[id].basis) * 4 + tested;
}

double Doubts::share_of_fact(RuleId id) const {
  const std::size_t b = bucket(id);
  return (1 + fact_found_[b]) / (2 + fact_found_[b] + part_found_[b]);
}

double Doubts::weight(State state, std::size_t proposition) const {
  const double total = same_ + elsewhere_ + never_;
  const PropositionSet relevant = rules_.relevant(state);
  if ((relevant >> proposition & 1) != 0) return same_ / total / std::popcount(relevant);
  double result = never_ / total / static_cast<double>(letters_.propositions());
  if (used_[proposition] > 0) result += elsewhere_ / total * used_[proposition] / used_total_;
  return result;
}

void Doubts::found_impure(RuleId id, PropositionSet bit) {
  part_found_[bucket(id)] += 1;
  impure_[kind(id)] += 1;
  const auto proposition = static_cast<std::size_t>(std::countr_zero(bit));
  if ((rules_.relevant(rules_[id].state) & bit) != 0) {
    same_ += 1;
    return;
  }
  (used_[proposition] > 0 ? elsewhere_ : never_) += 1;
  used_[proposition] += 1;
  used_total_ += 1;
}

void Doubts::part_led_to(Place place, bool is_new, const std::vector<Place>& others, const std::vector<Place>& next) {
  const auto among = [&](const std::vector<Place>& list) {
    return std::find(list.begin(), list.end(), place) != list.end();
  };
  (is_new ? to_new_ : among(others) ? to_other_ : among(next) ? to_next_ : to_any_) += 1;
  ++rates_;
}

void Doubts::found_fact_wrong(RuleId id, bool among_others) {
  if (among_others) fact_found_[bucket(id)] += 1;
  switch (rules_[id].basis) {
    case Basis::sifted:
      states_split_ += 1;
      break;
    case Basis::supposed:
      supposed_wrong_ += 1;
      break;
    case Basis::composed:
      composed_wrong_ += 1;
      break;
  }
}

bool Doubts::composing_pays() const noexcept {
  const double tried = composed_right_ + composed_wrong_;
  return tried >= 3 && (composed_right_ + 1) / (tried + 2) >= composing_rate;
}

}  // namespace remap::symbolic
