// A ranker that asks as few comparisons as it can: each word is searched for among the sorted classes along an optimal
// weighted three-way search tree.
//
// A comparison with a class's representative has three outcomes, so a search tree over sorted classes is an optimal
// binary search tree in which the keys themselves are found on the way (Knuth 1971, with "gaps" as the failure leaves).
// The weights are how often each class turned up in the same context. Most of the gain is gap knowledge: where feedback
// and the output alphabet exclude a class not met yet, a gap costs nothing, and an interval with a single possible
// outcome needs no comparison at all. A word with expected classes is compared with these first. All pending words
// advance by one comparison per round.
//
// The tree of a context is remembered as a table (interval -> class to compare with) and rebuilt when its weights have
// doubled or the classes have changed: O(R³) for R classes, amortised away. Beyond 24 classes the choice is made on the
// fly by balancing weights, O(R), which is within one comparison of the optimum.
//
// An unsure answer carries no information. The word is then compared with another word of the same class, later with
// another class on either side; a word that has nothing left to be compared with waits until other words have been
// placed, since they may give a class another word to compare with. When only such words are left, `Undecided` is
// thrown.
#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

#include "learning/ranking/ranker_internal.hpp"
#include "learning/ranking/tabled_search.hpp"

namespace remap {

namespace {

constexpr std::size_t most_partners = 16;  // words of a class that a word is compared with before it is given up

class SearchRanker final : public Ranker {
 public:
  explicit SearchRanker(Classes& classes) : classes_(classes), tables_(classes), tabled_(classes, tables_) {}

  [[nodiscard]] bool pairs() const noexcept override { return true; }

  void submit(std::span<const Inquiry> inquiries) override {
    refresh();
    const auto has_twin = [](const Inquiry& inquiry) { return inquiry.twin != no_word; };
    if (all_told() && std::none_of(inquiries.begin(), inquiries.end(), has_twin)) {
      batch_.resize_for_overwrite(inquiries.size());
      return tabled_.submit(inquiries, batch_.begin());
    }
    for (const Inquiry& inquiry : inquiries) {
      if (inquiry.twin != no_word) {
        twins_.push_back({inquiry.word, inquiry.twin});
        continue;
      }
      Pending pending{inquiry.word,
                      tables_.frequencies().record_of(inquiry.context),
                      0,
                      static_cast<Rank>(classes_.size()),
                      no_rank,
                      {rank_of(inquiry.expected), rank_of(inquiry.alternative), inquiry.one_of_two}};
      if (!apart_.empty()) set_apart(pending);
      pending_.push_back(pending);
    }
  }

  Questions questions() override {
    if (tabled_.size() > 0) {
      if (batch_.empty()) {
        batch_.resize_for_overwrite(tabled_.size());
        settle(tabled_.choose(batch_.begin()));
        batch_.resize(tabled_.size());
      }
      return {batch_, {}};
    }
    refresh();
    pending_.append(waiting_);
    waiting_.clear();
    batch_.resize_for_overwrite(twins_.size() + pending_.size());
    std::copy(twins_.begin(), twins_.end(), batch_.begin());
    const std::size_t kept = choose();
    pending_.resize(kept);
    batch_.resize(twins_.size() + kept);
    if (batch_.empty() && !waiting_.empty()) throw undecided();
    return {batch_, {}};
  }

  void answer(std::span<const Preference> answers) override {
    if (tabled_.size() > 0) {
      if (!any_unsure(answers)) {
        settle(tabled_.answer(answers));
        return batch_.clear();
      }
      leave_tables();
    }
    for (std::size_t i = 0; i < twins_.size(); ++i) {
      const auto [left, right] = twins_[i];
      if (answers[i] == Preference::equal) classes_.unite(left, right);
      if (answers[i] == Preference::less) apart_[left] = {right, true}, apart_[right] = {left, false};
      if (answers[i] == Preference::greater) apart_[left] = {right, false}, apart_[right] = {left, true};
    }
    answers = answers.subspan(twins_.size());
    const Comparison* asked = batch_.data() + twins_.size();
    twins_.clear();
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      Pending& pending = pending_[i];
      switch (answers[i]) {
        case Preference::equal:
          settle(pending, classes_.at_rank(pending.with));
          pending.word = no_word;
          continue;
        case Preference::less:
          pending.end = pending.with;
          break;
        case Preference::greater:
          pending.begin = pending.with + 1;
          break;
        case Preference::unsure:
          doubts_[pending.word].push_back(asked[i].right);
          pending.guesses = {};
          break;
      }
      pending.guesses.narrow(pending.begin, pending.end);
    }
    batch_.clear();
  }

  // A comparison takes at least the class compared with out of a word's interval. Where a new class is possible, other
  // words may put new ones into the interval, as many as there are such words and as the outputs leave room for. The
  // last class needs no comparison when nothing else is left.
  [[nodiscard]] std::size_t most_comparisons_left() const override {
    const std::size_t room = classes_.outputs() == 0 ? SIZE_MAX : classes_.outputs() - classes_.size();
    std::size_t most = twins_.size();
    std::size_t open = 0;
    const auto count_word = [&](const Pending& pending, bool asked) {
      if (pending.word == no_word) return;
      const std::size_t wide = pending.end - pending.begin;
      bool gap = false;
      for (std::size_t rank = pending.begin; rank <= pending.end && !gap; ++rank) gap = classes_.gap_open(rank);
      if (gap) {
        ++open;
        most += wide;
      } else {
        // A question may be open although another word has just taken the last gap.
        most += std::max<std::size_t>(wide, asked ? 2 : 1) - 1;
      }
    };
    for (std::size_t i = 0; i < tabled_.size(); ++i) {
      const TabledSearch::Known word = tabled_[i];
      most += std::max<std::size_t>(word.end - word.begin, batch_.empty() ? 1 : 2) - 1;
    }
    for (const Pending& pending : pending_) count_word(pending, !batch_.empty());
    for (const Pending& pending : waiting_) count_word(pending, false);
    return most + open * (std::min(std::max<std::size_t>(open, 1), room) - 1);
  }

 private:
  using Rank = std::uint32_t;
  static constexpr Rank no_rank = std::numeric_limits<Rank>::max();

  struct Pending {
    WordId word;  // none: it has been settled
    ContextFrequencies::Record record;
    Rank begin, end;  // the classes that it can have, and the gaps at both ends
    Rank with;        // of the word that it is being compared with
    Guesses<Rank> guesses;
  };
  struct Partners {
    std::array<WordId, most_partners> words{};
    std::size_t size = 0;
  };
  /// A word that turned out not to equal its twin.
  struct Apart {
    WordId twin;
    bool below;  // it is less than its twin
  };
  /// What a word can turn out to be: how many outcomes there are and, if there is one, which.
  struct Outcomes {
    std::size_t number;
    std::size_t rank;
    bool is_gap;  // a new class below that rank, not the class there
  };

  /// To be called when the classes may have changed.
  void refresh() {
    if (tables_.update()) partners_.resize(classes_.size());
  }

  /// Whether nothing but its interval decides what a word is compared with: all classes are known, no feedback waits
  /// for a word, no answer was unsure, no word is known to differ from its twin. So it is in most of a run.
  [[nodiscard]] bool all_told() const {
    return tables_.closed() && !classes_.restricts() && doubts_.empty() && apart_.empty() && classes_.size() > 1 &&
           classes_.size() <= SearchTables::most_classes;
  }

  /// An answer was unsure.
  void leave_tables() {
    for (std::size_t i = 0; i < tabled_.size(); ++i) {
      const TabledSearch::Known word = tabled_[i];
      const auto rank = [](std::uint8_t small) { return small == Guesses<std::uint8_t>::none ? no_rank : Rank{small}; };
      pending_.push_back({word.word,
                          word.record,
                          word.begin,
                          word.end,
                          word.with,
                          {rank(word.guesses.expected), rank(word.guesses.alternative), word.guesses.one_of_two}});
    }
    tabled_.clear();
  }

  /// The next comparison of every pending word that needs one. Returns how many do, and leaves only these, in order.
  [[nodiscard]] std::size_t choose() {
    Comparison* const batch = batch_.begin() + twins_.size();
    std::size_t kept = 0;
    for (Pending& pending : pending_) {
      if (pending.word == no_word) continue;
      pending.with = choose(pending);
      if (pending.with == no_rank) continue;
      WordId partner = classes_.representative(classes_.at_rank(pending.with));
      if (!doubts_.empty()) {
        pending.with = undoubted(pending, partner);
        if (pending.with == no_rank) {
          waiting_.push_back(pending);
          continue;
        }
      }
      batch[kept] = {pending.word, partner};
      pending_[kept++] = pending;
    }
    return kept;
  }

  [[nodiscard]] Rank rank_of(ClassId id) const {
    return id == no_class ? no_rank : static_cast<Rank>(classes_.rank(id));
  }

  void set_apart(Pending& pending) const {
    const auto apart = apart_.find(pending.word);
    if (apart == apart_.end()) return;
    const ClassId twin = classes_.class_of(apart->second.twin);
    if (twin == no_class) return;
    if (apart->second.below) {
      pending.end = rank_of(twin);
    } else {
      pending.begin = rank_of(twin) + 1;
    }
    pending.guesses.narrow(pending.begin, pending.end);
  }

  void settle(std::span<const TabledSearch::Settled> words) {
    classes_.join(words);
    if (complete_ == partners_.size()) return;
    for (const auto& [word, id] : words) note_partner(word, id);
  }

  void settle(const Pending& pending, ClassId id) {
    join(pending.word, id);
    tables_.frequencies().count(pending.record, id);
  }

  void join(WordId word, ClassId id) {
    classes_.join(word, id);
    note_partner(word, id);
  }

  void note_partner(WordId word, ClassId id) {
    Partners& partners = partners_[index(id)];
    if (partners.size == most_partners) return;
    partners.words[partners.size++] = word;
    if (partners.size == most_partners) ++complete_;
  }

  // The word is in a class of its own, at this rank. The classes from there on move up.
  void found_class(const Pending& pending, std::size_t rank) {
    const ClassId id = classes_.create(pending.word, rank);
    refresh();
    note_partner(pending.word, id);
    tables_.frequencies().count(pending.record, id);
    const auto move = [&](Pending& other) {
      other.begin += other.begin > rank ? 1 : 0;
      other.end += other.end >= rank ? 1 : 0;
      for (Rank* moved : {&other.guesses.expected, &other.guesses.alternative, &other.with}) {
        *moved += *moved >= rank && *moved != no_rank ? 1 : 0;
      }
    };
    std::for_each(pending_.begin(), pending_.end(), move);
    std::for_each(waiting_.begin(), waiting_.end(), move);
  }

  [[nodiscard]] bool gap_open(std::size_t rank, const OutputSet* allowed) const {
    return allowed == nullptr ? tables_.gap_open(rank) : classes_.gap_open(rank, allowed);
  }

  [[nodiscard]] Outcomes outcomes(std::size_t begin, std::size_t end, const OutputSet* allowed) const {
    if (allowed == nullptr) return {tables_.outcomes(begin, end), begin, begin == end};
    Outcomes result{};
    for (std::size_t r = begin; r <= end && result.number < 2; ++r) {
      if (classes_.gap_open(r, allowed)) result = {result.number + 1, r, true};
      if (r < end && classes_.possible(classes_.at_rank(r), allowed)) result = {result.number + 1, r, false};
    }
    return result;
  }

  // The rank to compare with next; no_rank when the word could be settled without a comparison.
  Rank choose(const Pending& pending) {
    refresh();
    const OutputSet* allowed = classes_.restriction(pending.word);
    const Outcomes possible = outcomes(pending.begin, pending.end, allowed);
    if (possible.number == 0) throw Conflict{};
    if (possible.number == 1) {
      if (possible.is_gap) {
        found_class(pending, possible.rank);
      } else {
        settle(pending, classes_.at_rank(possible.rank));
      }
      return no_rank;
    }
    if (pending.guesses.expected != no_rank) {
      const auto number = [&](Rank begin, Rank end) { return outcomes(begin, end, allowed).number; };
      return pending.guesses.first_look(pending.begin, pending.end, number);
    }
    if (allowed == nullptr && classes_.size() <= SearchTables::most_classes) {
      return tables_.best(pending.record, pending.begin, pending.end);
    }
    return balanced(pending.record, pending.begin, pending.end, allowed);
  }

  // A word of the class that the pending word was not found hard to compare with; no_word when there is none.
  [[nodiscard]] WordId partner_in(ClassId id, const std::vector<WordId>& doubts) const {
    const auto doubted = [&](WordId word) { return std::find(doubts.begin(), doubts.end(), word) != doubts.end(); };
    if (!doubted(classes_.representative(id))) return classes_.representative(id);
    const Partners& partners = partners_[index(id)];
    const WordId* end = partners.words.data() + partners.size;
    const WordId* found = std::find_if_not(partners.words.data(), end, doubted);
    return found == end ? no_word : *found;
  }

  // The wanted rank, or the nearest one with a class that still has a partner for the word; no_rank if there is none.
  Rank undoubted(const Pending& pending, WordId& partner) const {
    const auto doubts = doubts_.find(pending.word);
    if (doubts == doubts_.end()) return pending.with;
    const OutputSet* allowed = classes_.restriction(pending.word);
    for (Rank distance = 0; distance < pending.end - pending.begin; ++distance) {
      for (const Rank rank : {pending.with - distance, pending.with + distance}) {
        if (rank < pending.begin || rank >= pending.end) continue;  // a difference below 0 wraps around, beyond the end
        const ClassId id = classes_.at_rank(rank);
        if (!classes_.possible(id, allowed)) continue;
        partner = partner_in(id, doubts->second);
        if (partner != no_word) return rank;
      }
    }
    return no_rank;
  }

  [[nodiscard]] Undecided undecided() const {
    Undecided result;
    for (const Pending& pending : waiting_) {
      for (const WordId other : doubts_.at(pending.word)) result.comparisons.push_back({pending.word, other});
    }
    return result;
  }

  // The class that leaves the smaller of the two larger sides.
  [[nodiscard]] Rank balanced(ContextFrequencies::Record here, Rank begin, Rank end, const OutputSet* allowed) const {
    const auto class_weight = [&](std::size_t r) {
      const ClassId id = classes_.at_rank(r);
      return classes_.possible(id, allowed) ? tables_.weight(here, id) : 0.0;
    };
    const auto gap = [&](std::size_t r) { return gap_open(r, allowed) ? SearchTables::gap_weight : 0.0; };
    double total = gap(end);
    for (std::size_t r = begin; r < end; ++r) total += gap(r) + class_weight(r);
    double left = 0;
    double best = std::numeric_limits<double>::infinity();
    Rank choice = begin;
    for (Rank r = begin; r < end; ++r) {
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
  SearchTables tables_;
  TabledSearch tabled_;  // words that are searched for by tables alone; then there are no others
  std::vector<Comparison> twins_;
  LargeVector<Pending> pending_;
  std::vector<Pending> waiting_;                            // nothing left to compare them with for now
  std::unordered_map<WordId, std::vector<WordId>> doubts_;  // per word, what it was compared with in vain
  std::unordered_map<WordId, Apart> apart_;
  std::vector<Partners> partners_;  // per class, the first few of its words
  std::size_t complete_ = 0;        // classes that have as many of them as are kept
  LargeVector<Comparison> batch_;   // the open comparisons: the twins, then one per pending word
};

}  // namespace

std::unique_ptr<Ranker> make_search_ranker(Classes& classes) { return std::make_unique<SearchRanker>(classes); }

}  // namespace remap
