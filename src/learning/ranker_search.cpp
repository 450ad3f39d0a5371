// A ranker that asks as few comparisons as it can: each word is searched for among the sorted classes along an optimal
// weighted three-way search tree.
//
// A comparison with a class's representative has three outcomes, so a search tree over sorted classes is an optimal
// binary search tree in which the keys themselves are found on the way (Knuth 1971, with "gaps" as the failure leaves).
// The weights are how often each class turned up in the same context. Most of the gain is gap knowledge: where feedback
// and the output alphabet exclude a class not met yet, a gap costs nothing, and an interval with a single possible
// outcome needs no comparison at all. A word with an expected class is compared with that one first. All pending words
// advance by one comparison per round.
//
// The tree of a context is remembered as a table (interval -> class to compare with) and rebuilt when its weights have
// doubled or the classes have changed: O(R³) for R classes, amortised away. Beyond 24 classes the choice is made on the
// fly by balancing weights, O(R), which is within one comparison of the optimum.
//
// An unsure answer says nothing. The word is then compared with another word of the same class, later with another
// class on either side; a word that has nothing left to be compared with waits until other words have been placed,
// since they may give a class another word to compare with. When only such words are left, `Undecided` is thrown.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "ranker_internal.hpp"

namespace remap {

namespace {

constexpr std::size_t most_tabled_classes = 24;
constexpr std::size_t most_partners = 4;  // words of a class that a word is compared with before it is given up
constexpr double prior_strength = 0.5;    // how many observations the frequencies over all contexts are worth
constexpr double gap_weight = 0.1;        // how many observations the chance of a new class is worth

class SearchRanker final : public Ranker {
 public:
  explicit SearchRanker(Classes& classes) : classes_(classes) {}

  void submit(std::span<const Inquiry> inquiries) override {
    for (const Inquiry& inquiry : inquiries) {
      pending_.push_back({inquiry.word, inquiry.context, inquiry.expected, inquiry.alternative, no_class, no_class});
    }
  }

  Questions questions() override {
    batch_.clear();
    pending_.insert(pending_.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
    std::size_t kept = 0;
    for (Pending& pending : pending_) {
      ClassId with = choose(pending);
      if (with == no_class) continue;
      WordId partner = classes_.representative(with);
      if (!doubts_.empty()) {
        with = undoubted(pending, with, partner);
        if (with == no_class) {
          waiting_.push_back(pending);
          continue;
        }
      }
      pending.with = with;
      batch_.push_back({pending.word, partner});
      pending_[kept++] = pending;
    }
    pending_.resize(kept);
    if (batch_.empty() && !waiting_.empty()) throw undecided();
    return {batch_, {}};
  }

  void answer(std::span<const Preference> answers) override {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      Pending& pending = pending_[i];
      pending.expected = no_class;
      switch (answers[i]) {
        case Preference::equal:
          settle(pending, pending.with);
          continue;
        case Preference::less:
          pending.high = pending.with;
          break;
        case Preference::greater:
          pending.low = pending.with;
          break;
        case Preference::unsure:
          doubts_[pending.word].push_back(batch_[i].right);
          break;
      }
      pending.with = no_class;
      pending_[kept++] = pending;
    }
    pending_.resize(kept);
  }

  // A comparison takes at least the class compared with out of a word's interval. Where a new class is possible, other
  // words may put new ones into the interval, as many as there are such words and as the outputs leave room for. The
  // last class needs no comparison when nothing else is left.
  [[nodiscard]] std::size_t most_comparisons_left() const override {
    const std::size_t room = classes_.outputs() == 0 ? SIZE_MAX : classes_.outputs() - classes_.size();
    std::size_t most = 0;
    std::size_t open = 0;
    const auto count_word = [&](const Pending& pending) {
      const auto [begin, end] = interval(pending);
      bool gap = false;
      for (std::size_t rank = begin; rank <= end && !gap; ++rank) gap = classes_.gap_open(rank);
      if (gap) {
        ++open;
        most += end - begin;
      } else {
        // A question may be open although another word has just taken the last gap.
        most += std::max<std::size_t>(end - begin, pending.with != no_class ? 2 : 1) - 1;
      }
    };
    for (const Pending& pending : pending_) count_word(pending);
    for (const Pending& pending : waiting_) count_word(pending);
    return most + open * (std::min(std::max<std::size_t>(open, 1), room) - 1);
  }

 private:
  struct Pending {
    WordId word{};
    Context context{};
    ClassId expected = no_class, alternative = no_class;
    ClassId low = no_class, high = no_class;  // the word lies strictly between these classes
    ClassId with = no_class;                  // what it is being compared with
  };
  struct Frequencies {
    std::vector<float> count;  // by class
    float total = 0;
    float tabled_total = -1;
    std::uint64_t tabled_version = 0;
    std::vector<std::uint8_t> table;  // interval -> rank to compare with
  };

  void settle(const Pending& pending, ClassId id) {
    classes_.join(pending.word, id);
    count(pending, id);
  }

  void count(const Pending& pending, ClassId id) {
    if (index(id) >= partners_.size()) partners_.resize(index(id) + 1);
    if (partners_[index(id)].size() < most_partners) partners_[index(id)].push_back(pending.word);
    count(pending.context, id);
  }

  void count(Context context, ClassId id) {
    Frequencies& here = frequencies(context);
    const auto add = [id](Frequencies& f) {
      if (index(id) >= f.count.size()) f.count.resize(index(id) + 1, 0);
      f.count[index(id)] += 1;
      f.total += 1;
    };
    add(here);
    add(everywhere_);
  }

  Frequencies& frequencies(Context context) {
    if (index(context) >= contexts_.size()) contexts_.resize(index(context) + 1);
    return contexts_[index(context)];
  }

  /// The ranks that a word can have: from the first, to before the second.
  [[nodiscard]] std::pair<std::size_t, std::size_t> interval(const Pending& pending) const {
    return {pending.low == no_class ? 0 : classes_.rank(pending.low) + 1,
            pending.high == no_class ? classes_.size() : classes_.rank(pending.high)};
  }

  // The class to compare with next; no_class when the word could be settled without a comparison.
  ClassId choose(const Pending& pending) {
    const auto [begin, end] = interval(pending);
    const OutputSet* allowed = classes_.restriction(pending.word);
    // The single possible outcome, if there is only one: a class, or a new class in a gap.
    std::size_t outcomes = 0;
    std::size_t rank = 0;
    bool is_gap = false;
    for (std::size_t r = begin; r <= end && outcomes < 2; ++r) {
      if (classes_.gap_open(r, allowed)) {
        ++outcomes;
        rank = r;
        is_gap = true;
      }
      if (r < end && classes_.possible(classes_.at_rank(r), allowed)) {
        ++outcomes;
        rank = r;
        is_gap = false;
      }
    }
    if (outcomes == 0) throw Conflict{};
    if (outcomes == 1) {
      if (is_gap) {
        count(pending, classes_.create(pending.word, rank));
      } else {
        settle(pending, classes_.at_rank(rank));
      }
      return no_class;
    }
    if (pending.expected != no_class) return first_look(pending);
    if (allowed == nullptr && classes_.size() <= most_tabled_classes) {
      Frequencies& here = frequencies(pending.context);
      if (here.tabled_version != classes_.version() || here.total > 2 * here.tabled_total) tabulate(here);
      return classes_.at_rank(here.table[begin * (classes_.size() + 1) + end]);
    }
    return classes_.at_rank(balanced(frequencies(pending.context), begin, end, allowed));
  }

  // A word of the class that the pending word was not found hard to compare with; no_word when there is none.
  [[nodiscard]] WordId partner_in(ClassId id, const std::vector<WordId>& doubts) const {
    const auto doubted = [&](WordId word) { return std::find(doubts.begin(), doubts.end(), word) != doubts.end(); };
    if (!doubted(classes_.representative(id))) return classes_.representative(id);
    if (index(id) >= partners_.size()) return no_word;
    const auto& words = partners_[index(id)];
    const auto found = std::find_if_not(words.begin(), words.end(), doubted);
    return found == words.end() ? no_word : *found;
  }

  // The wanted class, or the nearest one that still has a partner for the word; no_class when there is none.
  ClassId undoubted(const Pending& pending, ClassId wanted, WordId& partner) const {
    const auto doubts = doubts_.find(pending.word);
    if (doubts == doubts_.end()) return wanted;
    const auto [begin, end] = interval(pending);
    const OutputSet* allowed = classes_.restriction(pending.word);
    const std::size_t middle = classes_.rank(wanted);
    for (std::size_t distance = 0; distance < end - begin; ++distance) {
      for (const std::size_t rank : {middle - distance, middle + distance}) {
        if (rank < begin || rank >= end) continue;  // a difference below 0 wraps around and is beyond the end
        const ClassId id = classes_.at_rank(rank);
        if (!classes_.possible(id, allowed)) continue;
        partner = partner_in(id, doubts->second);
        if (partner != no_word) return id;
      }
    }
    return no_class;
  }

  [[nodiscard]] Undecided undecided() const {
    Undecided result;
    for (const Pending& pending : waiting_) {
      for (const WordId other : doubts_.at(pending.word)) result.comparisons.push_back({pending.word, other});
    }
    return result;
  }

  // Of two likely classes, the one whose answer tells more: the other should be alone on its side of it.
  ClassId first_look(const Pending& pending) const {
    const ClassId a = pending.expected;
    const ClassId b = pending.alternative;
    if (b == no_class) return a;
    const auto beyond = [&](ClassId c, ClassId other) {
      return classes_.rank(other) < classes_.rank(c) ? classes_.rank(c) : classes_.size() - 1 - classes_.rank(c);
    };
    return beyond(b, a) < beyond(a, b) ? b : a;
  }

  double weight(const Frequencies& here, ClassId id) const {
    const auto of = [id](const Frequencies& f) { return index(id) < f.count.size() ? f.count[index(id)] : 0.0F; };
    return of(here) + prior_strength * (of(everywhere_) + 0.5) / (everywhere_.total + 1.0);
  }

  // cost[i][j]: expected comparisons, weighted, to place a word among the classes i .. j-1 and the gaps i .. j.
  void tabulate(Frequencies& here) {
    const std::size_t classes = classes_.size();
    const std::size_t stride = classes + 1;
    here.table.assign(stride * stride, 0);
    cost_.assign(stride * stride, 0);
    weight_.assign(stride * stride, 0);
    outcomes_.assign(stride * stride, 0);
    for (std::size_t width = 0; width <= classes; ++width) {
      for (std::size_t i = 0; i + width <= classes; ++i) {
        const std::size_t j = i + width;
        const std::size_t at = i * stride + j;
        const bool gap = classes_.gap_open(j);
        weight_[at] = gap ? gap_weight : 0;
        outcomes_[at] = gap ? 1 : 0;
        if (width > 0) {
          weight_[at] += weight_[at - 1] + weight(here, classes_.at_rank(j - 1));
          outcomes_[at] += outcomes_[at - 1] + 1;
        }
        if (outcomes_[at] < 2) continue;
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t c = i; c < j; ++c) {
          const double cost = cost_[i * stride + c] + cost_[(c + 1) * stride + j];
          if (cost < best) {
            best = cost;
            here.table[at] = static_cast<std::uint8_t>(c);
          }
        }
        cost_[at] = best + weight_[at];
      }
    }
    here.tabled_version = classes_.version();
    here.tabled_total = here.total;
  }

  // The class that leaves the smaller of the two larger sides.
  std::size_t balanced(const Frequencies& here, std::size_t begin, std::size_t end, const OutputSet* allowed) const {
    const auto class_weight = [&](std::size_t r) {
      const ClassId id = classes_.at_rank(r);
      return classes_.possible(id, allowed) ? weight(here, id) : 0.0;
    };
    const auto gap = [&](std::size_t r) { return classes_.gap_open(r, allowed) ? gap_weight : 0.0; };
    double total = gap(end);
    for (std::size_t r = begin; r < end; ++r) total += gap(r) + class_weight(r);
    double left = 0;
    double best = std::numeric_limits<double>::infinity();
    std::size_t choice = begin;
    for (std::size_t r = begin; r < end; ++r) {
      left += gap(r);
      const double own = class_weight(r);
      const double worse = std::max(left, total - left - own);
      if (worse < best) {
        best = worse;
        choice = r;
      }
      left += own;
    }
    return choice;
  }

  Classes& classes_;
  std::vector<Pending> pending_;
  std::vector<Pending> waiting_;                            // nothing left to compare them with for now
  std::unordered_map<WordId, std::vector<WordId>> doubts_;  // per word, what it was compared with in vain
  std::vector<std::vector<WordId>> partners_;               // per class, the first few of its words
  std::vector<Frequencies> contexts_;
  Frequencies everywhere_;
  std::vector<Comparison> batch_;
  std::vector<double> cost_, weight_;
  std::vector<int> outcomes_;
};

}  // namespace

std::unique_ptr<Ranker> make_search_ranker(Classes& classes) { return std::make_unique<SearchRanker>(classes); }

}  // namespace remap
