#include "learning/tour/doubts/chain.hpp"

#include <algorithm>
#include <array>

#include "base/portable_math.hpp"

#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {

// The letters from one to another, both included, as far as they are letters.
void find_letters_between(PropositionSet from, PropositionSet to, const LetterSpace& space, Random& random,
                          std::vector<PropositionSet>& into) {
  into.assign(1, from);
  for (const PropositionSet side : {from & ~to, to & ~from}) {  // off first, then on
    std::array<PropositionSet, 64> bits;
    std::size_t count = 0;
    for (PropositionSet left = side; left != 0; left &= left - 1) bits[count++] = left & (~left + 1);
    for (std::size_t i = count; i > 1; --i) std::swap(bits[i - 1], bits[random.below(i)]);
    for (const PropositionSet bit : std::span(bits).first(count)) {
      from ^= bit;
      if (from == to || space.contains(from)) into.push_back(from);
    }
  }
}

}  // namespace

Chain::Chain(const Rules& rules, const Doubts& doubts, const LetterSpace& letters, std::vector<PropositionSet> word,
             Random& random)
    : word_(std::move(word)) {
  std::vector<RuleId> through;
  through.reserve(word_.size());
  Place place{0};
  std::size_t most = 0;  // positions
  for (const PropositionSet letter : word_) {
    through.push_back(rules.rule_for(place, letter));
    const Rule& rule = rules[through.back()];
    most += count_ones(letter ^ rule.fact) + 1;
    place = rule.target;
  }
  positions_.reserve(most);
  before_.reserve(most + 1);
  std::vector<double> doubt(word_.size());
  Rest rest(rules);
  const Places& places = rules.places();
  if (places.are_few()) {
    rest.begin(places.apart_from(places.class_of(place)));
  } else {
    rest.begin(places.classes(), places.class_of(place));
  }
  for (std::size_t i = word_.size(); i-- > 0;) {
    Doubts::Candidate step{through[i]};
    doubts.find_chances({&step, 1}, rest, Doubts::Way{});
    doubt[i] = step.chance.either() + tuning::least_step_weight;
    rest.prepend(word_[i]);
  }
  std::vector<PropositionSet> between;
  std::vector<double> weights;  // of the positions of a step
  between.reserve(letters.propositions() + 1);
  weights.reserve(letters.propositions());
  before_.assign(1, 0);
  for (std::size_t i = 0; i < word_.size(); ++i) {
    const Rule& rule = rules[through[i]];
    find_letters_between(word_[i], rule.fact, letters, random, between);
    const double of_fact = between.size() == 1 ? 1 : doubts.share_of_fact(through[i]);
    double total = 0;
    weights.clear();
    for (std::size_t j = 0; j + 1 < between.size(); ++j) {
      const PropositionSet difference = between[j] ^ between[j + 1];
      double weight = 0;
      each_proposition(difference, [&](std::size_t proposition) { weight += doubts.weight(rule.state, proposition); });
      total += weight;
      weights.push_back(weight);
      positions_.push_back({i, rule.state, through[i], between[j], difference});
    }
    for (const double weight : weights) before_.push_back(before_.back() + weight * (doubt[i] * (1 - of_fact) / total));
    before_.push_back(before_.back() + doubt[i] * of_fact);
    positions_.push_back({i, rule.state, through[i], rule.fact, 0});
  }
  high_ = positions_.size();
}

// Several steps may be wrong, and the search finds the last of them. So the position is sought behind which an error
// lies with chance one half.
const Chain::Position& Chain::probe() {
  const double all = before_[high_] - before_[low_];
  const double behind = -portable::log(1 - 0.5 * (1 - portable::exp(-all)));
  const double half = before_[high_] - std::min(all, std::max(all * 1e-3, behind));
  const auto begin = before_.begin();
  at_ = static_cast<std::size_t>(
      std::lower_bound(begin + static_cast<std::ptrdiff_t>(low_), begin + static_cast<std::ptrdiff_t>(high_), half) -
      begin);
  if (at_ > low_ + 1 && half - before_[at_ - 1] < before_[at_] - half) --at_;
  at_ = std::clamp(at_, low_ + 1, high_ - 1);
  return positions_[at_];
}

std::size_t Chain::last_of_step() const noexcept {
  std::size_t at = low_;
  while (positions_[at].difference != 0) ++at;
  return at;
}

}  // namespace remap::symbolic
