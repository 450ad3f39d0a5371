#include "learning/tour/doubts/doubts.hpp"

#include <algorithm>
#include <utility>

#include "base/portable_math.hpp"
#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {
constexpr std::array<double, 4> parts = {0.6, 0.25, 0.1, 0.05};  // how many more literals an impure part has: 1 … 4
constexpr std::size_t first_room = 8;                            // letters
}  // namespace

Doubts::Doubts(const Rules& rules, const LetterSpace& letters) : rules_(rules), letters_(letters) {
  for (std::size_t c = 0; c < stale_.size(); ++c) stale_[c] = portable::pow(stale, static_cast<double>(c));
}

void Doubts::lengthen_tables() {
  const std::size_t before = unmet_.front().size(), all = most_counted + 2;
  const std::size_t needed = std::min(all, most_tests_ + most_used + 2);
  if (needed <= before) return;
  const std::size_t length = std::min(all, std::max(needed, 2 * before));
  double meets = tuning::chance_to_show;
  for (ByCount& unmet : unmet_) {
    for (std::size_t c = before; c < length; ++c) unmet.push_back(portable::pow(1 - meets, static_cast<double>(c)));
    meets /= 2;
  }
  for (auto& [cube, table] : tables_) fill(table, cube);
}

void Doubts::BorneOut::widen(std::size_t blocks) {
  PlaceSet wider(letters_.size() * blocks, 0);
  for (std::size_t i = 0; i < places_.size(); ++i) wider[i / blocks_ * blocks + i % blocks_] = places_[i];
  places_ = std::move(wider);
  blocks_ = blocks;
}

std::size_t Doubts::BorneOut::append(PropositionSet letter) {
  if (letters_.empty()) {
    letters_.reserve(first_room);
    places_.reserve(first_room * blocks_);
  }
  letters_.push_back(letter);
  for (std::size_t block = 0; block < blocks_; ++block) places_.push_back(0);
  return place_.at(letter) = static_cast<std::uint32_t>(letters_.size());
}

void Doubts::BorneOut::clear() noexcept {
  place_.clear();
  letters_.clear();
  places_.clear();
}

void Doubts::fill(Missed& made, const CubeSize& cube) const {
  made.nothing = cube[2] == 1;
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
  const std::size_t length = unseen().size();
  made.known.reserve(length);
  made.unknown.reserve(length);
  for (std::size_t c = made.known.size(); c < length; ++c) {
    const auto count = static_cast<double>(c);
    double known = 0, unknown = 0;
    if (dense) {
      known = c == 0 ? parts[0] : 0;
      unknown = parts[0] * unseen()[c];
      for (std::size_t j = 1; j < parts.size(); ++j) {
        known += parts[j] * unmet_[j - 1][c];    // a letter meets 2⁻ʲ⁻¹ of them
        unknown += parts[j] * unmet_[j + 1][c];  // of which a quarter shows
      }
    } else {  // letters are small sets, and each meets only so many of the propositions
      known = single * unmet(c) + (1 - single) * portable::pow(0.8, count);
      unknown = 1 - tuning::chance_to_show * (1 - unmet(c));
    }
    double left = 1;
    if (letters < tuning::few_letters) {
      const double besides = static_cast<double>(letters) - 1;  // the fact is known
      left = count >= besides ? 0 : dense ? (besides - count) / besides : 1;
    }
    made.known.push_back(known * left);
    made.unknown.push_back(letters == 1 ? 0 : unknown * (dense ? 1 : left));
  }
  const std::size_t known = made.known.size() - 1;
  const std::size_t shown = known > most_counted ? 2 * most_counted + 1 : known;
  made.shown.reserve(shown);
  for (std::size_t c = made.shown.size(); c < shown; ++c) {
    const std::size_t counted = std::min(c, most_counted);
    made.shown.push_back(made.known[counted] - made.known[counted + 1]);
  }
}

const Doubts::Missed& Doubts::missed(const Rule& rule) {
  const std::size_t free = letters_.propositions() - rule.cube.literals();
  const auto on = static_cast<std::size_t>(std::popcount(rule.cube.value));
  const std::size_t room = letters_.most() - std::min(letters_.most(), on);
  const std::size_t letters = letters_.count(rule.cube, tuning::few_letters);
  CubeSize size{free, std::min(free, room), letters, 0, 0};
  if (draws_familiar_first()) {
    each_proposition(~rule.cube.mask & letters_.everything(),
                     [&](std::size_t proposition) { size[3] += was_used(proposition) ? 1 : 0; });
    size[4] = static_cast<std::size_t>(shares * (same_ + elsewhere_) / (same_ + elsewhere_ + never_));
  }
  const auto [found, added] = tables_.try_emplace(size);
  if (added) fill(found->second, size);
  return found->second;
}

std::vector<Place> Doubts::others(const Rule& rule) const {
  std::vector<Place> found = rules_.successors(rule.state);
  found.erase(std::remove(found.begin(), found.end(), rule.target), found.end());
  if (!rules_.stays(rule)) found.push_back(rules_.places().home(rule.state));
  return found;
}

std::size_t Doubts::kind(RuleId id) const {
  const Rule& rule = rules_[id];
  const bool lacking = (rules_.relevant(rule.state) & ~rule.cube.mask) != 0;
  return std::min<std::size_t>(rule.cube.literals(), 3) * 4 + (rules_.stays(rule) ? 2 : 0) + (lacking ? 1 : 0);
}

double Doubts::doubt(RuleId id) const {
  const Weight& weight = weights_[index(id)];
  const double prior = prior_[weight.kind];
  const double impure = prior * weight.impurity_missed;
  return impure / (impure + 1 - prior) + fact_doubt(weight) * fault_missed(weight);
}

void Doubts::forget(RuleId id) {
  evidence_.resize(std::max(evidence_.size(), rules_.size()));
  weights_.resize(evidence_.size());
  evidence_[index(id)] = {};
  weights_[index(id)].state = no_state;
  weights_[index(id)].looked_at = false;
  weights_[index(id)].missed = nullptr;
}

void Doubts::forget_all() {
  for (Weight& each : weights_) each.looked_at = false;
  for (Evidence& each : evidence_) {  // but not which letters were drawn
    each.borne_out.clear();
    std::fill(each.letters_against.begin(), each.letters_against.end(), std::uint8_t{0});
    each.histogram.clear();
    each.opposed.clear();
    each.ways.clear();
    each.cleared = 0;
  }
}

// Small sets differ in what they meet, so each may show a state not met yet; large ones meet much at once, and what
// matters is how the word goes on.
std::size_t Doubts::looks(const Evidence& seen) const {
  return std::min(letters_.all_sets() ? tests(seen) : seen.borne_out.size(), most_counted);
}

void Doubts::count_ways(std::span<const RuleId> through) {
  const auto each_way = [&](const auto& with) {
    RuleId second = no_rule, third = no_rule, first = no_rule;
    for (std::size_t i = through.size(); i-- > 0;) {
      with(i, way_of(first, second, third));
      third = std::exchange(second, std::exchange(first, through[i]));
    }
  };
  const auto count = [&](std::size_t i, Way way) {
    NumberMap& ways = evidence_[index(through[i])].ways;
    ++ways.at(way);
    most_tests_ = std::max(most_tests_, ways.size());
    weights_[index(through[i])].counted = false;
  };
  if (rules_.places().are_few()) return each_way(count);
  // All are fetched from memory first, since waiting for that takes most of the time of large runs.
  gone_.resize(through.size());
  each_way([&](std::size_t i, Way way) {
    gone_[i] = way;
    evidence_[index(through[i])].ways.prefetch(way);
  });
  for (std::size_t i = 0; i < through.size(); ++i) count(i, gone_[i]);
}

bool Doubts::bear_out_letter(RuleId id, PropositionSet letter, std::span<const std::uint64_t> apart) {
  Evidence& seen = evidence_[index(id)];
  seen.cleared |= letter ^ rules_[id].fact;
  weights_[index(id)].looked_at = false;
  const std::size_t before = seen.borne_out.size();
  const std::span<std::uint64_t> against = seen.borne_out.add(letter, apart.size());
  most_tests_ = std::max(most_tests_, seen.borne_out.size());
  if (seen.opposed.size() < apart.size()) seen.opposed.resize(apart.size(), 0);
  const bool counts = may_have_parts(id);
  if (counts) make_room(seen);
  // So many letters may now speak against a place, besides the first entry, which stands for none.
  const std::size_t levels = 1 + std::min(most_counted, seen.borne_out.size());
  while (counts && seen.histogram.size() < levels) seen.histogram.push_back(0);
  std::uint32_t* const histogram = seen.histogram.data();
  for (std::size_t block = 0; block < apart.size(); ++block) {
    std::uint64_t fresh = apart[block] & ~against[block];
    if (fresh == 0) continue;
    against[block] |= fresh;
    seen.opposed[block] |= fresh;
    if (!counts) continue;
    std::uint8_t* const letters_against = seen.letters_against.data() + block * 64;
    for (; fresh != 0; fresh &= fresh - 1) {
      std::uint8_t& count = letters_against[std::countr_zero(fresh)];
      if (count == most_counted) continue;
      if (count > 0) --histogram[count];
      ++histogram[++count];
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
  if ((relevant >> proposition & 1) != 0) return same_ / total / static_cast<double>(count_ones(relevant));
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
  return tried >= 3 && (composed_right_ + 1) / (tried + 2) >= tuning::composing_rate;
}

}  // namespace remap::symbolic
