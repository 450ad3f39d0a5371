// The paper's query inefficient symbolic fill: every new word is compared with every other word, new or old. One batch,
// N²/2 comparisons. Its worth is that answers overlap, so that a teacher's contradictions are found.
#include <algorithm>

#include "learning/ranking/ranker_internal.hpp"

namespace remap {

namespace {

class AllPairsRanker final : public Ranker {
 public:
  explicit AllPairsRanker(Classes& classes) : classes_(classes) {}

  void submit(std::span<const Inquiry> inquiries) override {
    fresh_.clear();
    for (const Inquiry& inquiry : inquiries) fresh_.push_back(inquiry.word);
  }

  Questions questions() override {
    batch_.clear();
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      for (WordId old : old_) batch_.push_back({fresh_[i], old});
      for (std::size_t j = 0; j < i; ++j) batch_.push_back({fresh_[i], fresh_[j]});
    }
    if (batch_.empty()) answer(std::span<const Preference>());
    return {batch_, {}};
  }

  // A word's answers must agree with the order of the words placed before it: below all of a run of classes, equal to
  // at most one class, above the rest.
  void answer(std::span<const Preference> answers) override {
    refuse_unsure(batch_, answers);
    std::size_t at = 0;
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      std::size_t above = 0;                // classes below the word
      std::size_t below = classes_.size();  // classes at or under the word's upper bound
      ClassId same = no_class;
      for (std::size_t j = 0; j < old_.size() + i; ++j, ++at) {
        const ClassId other = classes_.class_of(j < old_.size() ? old_[j] : fresh_[j - old_.size()]);
        const std::size_t rank = classes_.rank(other);
        switch (answers[at]) {
          case Preference::greater:
            above = std::max(above, rank + 1);
            break;
          case Preference::less:
            below = std::min(below, rank);
            break;
          case Preference::equal:
            if (same != no_class && same != other) throw Conflict{};
            same = other;
            break;
          case Preference::unsure:
            break;
        }
      }
      if (above > below) throw Conflict{};
      if (same != no_class) {
        if (classes_.rank(same) < above || classes_.rank(same) >= below) throw Conflict{};
        classes_.join(fresh_[i], same);
      } else {
        if (above != below) throw Conflict{};
        classes_.create(fresh_[i], above);
      }
    }
    old_.insert(old_.end(), fresh_.begin(), fresh_.end());
    fresh_.clear();
  }

  [[nodiscard]] std::size_t most_comparisons_left() const override {
    return fresh_.size() * old_.size() + fresh_.size() * (fresh_.size() - 1) / 2;
  }

 private:
  Classes& classes_;
  std::vector<WordId> fresh_, old_;
  std::vector<Comparison> batch_;
};

}  // namespace

std::unique_ptr<Ranker> make_all_pairs_ranker(Classes& classes) { return std::make_unique<AllPairsRanker>(classes); }

}  // namespace remap
