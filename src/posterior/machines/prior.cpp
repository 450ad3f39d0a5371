#include "posterior/machines/prior.hpp"

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {

/// What a letter does in all live states.
struct LetterUse {
  int stays = 0, moves = 0;
  std::array<int, most_classes> ends{};
  std::array<int, most_states> reached{};  // by moves
};

LetterUse use_of(const Machine& machine, int letter) {
  LetterUse use;
  for (int q = 0; q < machine.states; ++q) {
    const Target to = machine.next[q][letter];
    if (to == q) {
      ++use.stays;
    } else if (is_end(to)) {
      ++use.ends[static_cast<std::size_t>(to - most_states)];
    } else {
      ++use.moves;
      ++use.reached[to];
    }
  }
  return use;
}

constexpr double end_weight = 0.5;

}  // namespace

double log_sum(double a, double b) noexcept {
  return a > b ? a + portable::log(1 + portable::exp(b - a)) : b + portable::log(1 + portable::exp(a - b));
}

Rising::Rising(double from) {
  for (std::size_t n = 1; n < sums_.size(); ++n)
    sums_[n] = sums_[n - 1] + portable::log(from + static_cast<double>(n - 1));
}

PlainPrior::PlainPrior(const Space& space, const Numbers& numbers)
    : space_(space),
      state_(portable::log(numbers.plain_state)),
      copies_(numbers.plain_copies),
      open_class_(portable::log(numbers.open_class)),
      per_end_(end_weight),
      single_(1 + end_weight * static_cast<double>(space.ends.size())),
      several_(2 + end_weight * static_cast<double>(space.ends.size())) {
  for (int states = 0; states <= most_states; ++states) targets_.emplace_back(0.5 * states);
  for (std::size_t n = 1; n < log_.size(); ++n) log_[n] = portable::log(static_cast<double>(n));
}

double PlainPrior::log(const Machine& machine) const {
  const Letters by_letter = letters(machine);
  const double four = log_sum(log_sum(uniform(machine), by_letter.alike), log_sum(by_letter.popular, rows(machine)));
  return (machine.states - 1) * state_ + one_[machine.states - 1] + four - log_[4] + classes(machine);
}

double PlainPrior::uniform(const Machine& machine) const {
  return -machine.states * space_.letters * log_[static_cast<std::size_t>(machine.targets(space_))];
}

PlainPrior::Letters PlainPrior::letters(const Machine& machine) const {
  const int states = machine.states;
  const Rising& all = states > 1 ? several_ : single_;
  Letters sum;
  for (int a = 0; a < space_.letters; ++a) {
    const LetterUse use = use_of(machine, a);
    double kinds = one_[use.stays] + one_[use.moves] - all[states];
    for (const Target end : space_.ends) kinds += per_end_[use.ends[static_cast<std::size_t>(end - most_states)]];
    sum.alike += kinds;
    sum.popular += kinds;
    if (use.moves == 0) continue;
    sum.alike -= use.moves * log_[static_cast<std::size_t>(states - 1)];
    sum.popular -= targets_[static_cast<std::size_t>(states)][use.moves];
    for (int q = 0; q < states; ++q) sum.popular += half_[use.reached[q]];
  }
  return sum;
}

double PlainPrior::rows(const Machine& machine) const {
  const double other = (1 - copies_) / machine.targets(space_), same = copies_ + other;
  std::array<double, most_letters + 1> chance;  // of a row, by the number of letters copied
  for (int copied = 0; copied <= space_.letters; ++copied) {
    chance[copied] = 1;
    for (int a = 0; a < space_.letters; ++a) chance[copied] *= a < copied ? same : other;
  }
  double sum = 0;
  for (int q = 0; q < machine.states; ++q) {
    int stays = 0;
    for (int a = 0; a < space_.letters; ++a) stays += machine.next[q][a] == q ? 1 : 0;
    double row = chance[stays];  // all letters stay, but for some
    for (int other_state = 0; other_state < q; ++other_state) {
      int copied = 0;
      for (int a = 0; a < space_.letters; ++a) {
        const Target there = machine.next[other_state][a];
        copied += machine.next[q][a] == (there == other_state ? q : there) ? 1 : 0;
      }
      row += chance[copied];
    }
    sum += portable::log(row / (q + 1));
  }
  return sum;
}

double PlainPrior::classes(const Machine& machine) const {
  std::array<int, most_classes> count{};
  for (int q = 0; q < machine.states; ++q) ++count[machine.cls[q]];
  double sum = space_.open_classes ? machine.classes * open_class_ : 0;
  for (const int n : count) sum += one_[n];
  const int classes = space_.open_classes ? machine.classes : static_cast<int>(space_.live.size());
  return sum - (one_[classes + machine.states - 1] - one_[classes - 1]);
}

PersonPrior::PersonPrior(const Space& space, const Numbers& numbers)
    : space_(space),
      state_(numbers.person_state),
      closes_(numbers.person_closes),
      log_classes_(portable::log(static_cast<double>(space.live.size()))),
      open_square_(portable::log(1 - numbers.person_closes)) {
  const double ends = space.ends.empty() ? 0 : numbers.person_ends, weight = numbers.person_counts;
  stays_ = Rising(numbers.person_stays * weight);
  moves_ = Rising(numbers.person_moves * weight);
  ends_ = Rising(space.ends.empty() ? 1 : ends * weight / static_cast<double>(space.ends.size()));
  all_ = Rising((numbers.person_stays + numbers.person_moves + ends) * weight);
  for (std::size_t n = 1; n < any_.size(); ++n) {
    const double log_n = portable::log(static_cast<double>(n));
    any_[n] = -log_n;
    back_[n] = portable::log(numbers.person_back) - log_n;
    ahead_[n] = portable::log(1 - numbers.person_back) - log_n;
    closed_square_[n] = portable::log(closes_ * (static_cast<double>(n) - 1) + 1 - closes_);
  }
}

double PersonPrior::letters(const Machine& machine) const {
  const int states = machine.states;
  double sum = names_[states - 1] + state_ * (states - 1) - states * log_classes_;
  for (int a = 0; a < space_.letters; ++a) {
    const LetterUse use = use_of(machine, a);
    sum += stays_[use.stays] + moves_[use.moves] - all_[states];
    for (const Target end : space_.ends) sum += ends_[use.ends[static_cast<std::size_t>(end - most_states)]];
    if (use.moves == 0) continue;
    for (int q = 0; q < states; ++q) {
      const Target to = machine.next[q][a];
      if (to == q || is_end(to)) continue;
      const int before = q, behind = states - 1 - q;
      if (before == 0 || behind == 0) {
        sum += any_[before + behind];
      } else {
        sum += to < q ? back_[static_cast<std::size_t>(before)] : ahead_[static_cast<std::size_t>(behind)];
      }
    }
  }
  return sum;
}

double PersonPrior::squares(const Machine& machine) const {
  if (closes_ <= 0 || machine.states == 1) return 0;
  double sum = 0;
  for (int q = 0; q < machine.states; ++q) {
    for (int a = 1; a < space_.letters; ++a) {
      const Target by_a = machine.next[q][a];
      if (is_end(by_a) || by_a == q) continue;
      for (int b = 0; b < a; ++b) {
        const Target by_b = machine.next[q][b];
        if (is_end(by_b) || by_b == q || by_b == by_a) continue;
        const Target ab = machine.next[by_a][b], ba = machine.next[by_b][a];
        if (is_end(ab) || is_end(ba) || ab == by_a || ba == by_b) continue;
        sum += ab == ba ? closed_square_[static_cast<std::size_t>(machine.states)] : open_square_;
      }
    }
  }
  return sum;
}

Prior::Prior(const Space& space, PriorName name, const Numbers& numbers)
    : space_(space),
      person_share_(name == PriorName::person ? numbers.person_share : 0),
      missing_class_(numbers.missing_class),
      plain_(space, numbers),
      person_(space, numbers) {}

double Prior::log(const Machine& machine) const {
  double sum = 0;
  if (person_share_ >= 1) {
    sum = person_.log(machine);
  } else if (person_share_ <= 0) {
    sum = plain_.log(machine);
  } else {
    sum = log_sum(portable::log(person_share_) + person_.log(machine),
                  portable::log(1 - person_share_) + plain_.log(machine));
  }
  if (space_.open_classes) return sum;
  unsigned occurs = 0;
  for (int q = 0; q < machine.states; ++q) {
    occurs |= 1U << machine.cls[q];
    for (int a = 0; a < space_.letters; ++a) {
      if (const Target to = machine.next[q][a]; is_end(to)) occurs |= 1U << (to - most_states);
    }
  }
  for (int c = 0; c < space_.classes; ++c) {
    if ((occurs >> c & 1U) == 0) sum -= missing_class_;
  }
  return sum;
}

}  // namespace remap::posterior
