// The paper's ranker (appendix, the query efficient symbolic fill): the new words are sorted among themselves by
// randomised quicksort, then the sorted list is merged with the sorted representatives of the known classes.
//
// Partitions are three-way, so words equal to the pivot leave the game at once and one representative per class
// remains. All partitions of one depth are independent and go out as one batch. The merge walks both lists from the
// top; each of its comparisons depends on the one before. About N·(number of classes)/2 comparisons to sort N words
// with few classes, and at most (new + known classes) to merge.
#include <algorithm>

#include "learning/ranking/ranker_internal.hpp"

namespace remap {

namespace {

class QuicksortRanker final : public Ranker {
 public:
  QuicksortRanker(Classes& classes, std::uint64_t seed) : classes_(classes), random_(seed) {}

  void submit(std::span<const Inquiry> inquiries) override {
    words_.clear();
    for (const Inquiry& inquiry : inquiries) words_.push_back(inquiry.word);
    groups_.clear();
    segments_.assign(1, {0, words_.size()});
    merging_ = false;
  }

  Questions questions() override {
    batch_.clear();
    if (!merging_) {
      partition_questions();
      if (!batch_.empty()) return {batch_, {}};
      start_merge();
    }
    merge_question();
    return {batch_, {}};
  }

  void answer(std::span<const Preference> answers) override {
    refuse_unsure(batch_, answers);
    if (merging_) {
      merge_answer(answers[0]);
    } else {
      partition_answers(answers);
    }
  }

  // Each word may be compared with each other word of its segment, and each step of the merge leaves one word or one
  // class behind; the last comparison ends it.
  [[nodiscard]] std::size_t most_comparisons_left() const override {
    std::size_t most = 0;
    if (!merging_) {
      for (const Segment& segment : segments_) {
        const std::size_t size = segment.end - segment.begin;
        most += size * (size - 1) / 2;
      }
    }
    const std::size_t fresh = merging_ ? new_left_ : words_.size();
    const std::size_t known = merging_ ? old_left_ : classes_.size();
    return most + (fresh > 0 && known > 0 ? fresh + known - 1 : 0);
  }

 private:
  // A run of words_ still to be sorted, or (size 1) one representative in its place.
  struct Segment {
    std::size_t begin;
    std::size_t end;
  };

  void partition_questions() {
    for (Segment& segment : segments_) {
      if (segment.end - segment.begin < 2) continue;
      const std::size_t pivot = segment.begin + random_.below(segment.end - segment.begin);
      std::swap(words_[segment.begin], words_[pivot]);
      for (std::size_t i = segment.begin + 1; i < segment.end; ++i) {
        batch_.push_back({words_[i], words_[segment.begin]});
      }
    }
  }

  void partition_answers(std::span<const Preference> answers) {
    std::vector<Segment> next;
    std::vector<WordId> sorted;
    sorted.reserve(words_.size());
    std::size_t at = 0;
    const auto emit = [&](auto&& members) {
      const std::size_t begin = sorted.size();
      sorted.insert(sorted.end(), members.begin(), members.end());
      if (sorted.size() > begin) next.push_back({begin, sorted.size()});
    };
    for (const Segment& segment : segments_) {
      const WordId pivot = words_[segment.begin];
      less_.clear();
      greater_.clear();
      for (std::size_t i = segment.begin + 1; i < segment.end; ++i) {
        const Preference answer = answers[at++];
        if (answer == Preference::equal) {
          classes_.unite(pivot, words_[i]);
        } else {
          (answer == Preference::less ? less_ : greater_).push_back(words_[i]);
        }
      }
      emit(less_);
      emit(std::span(&pivot, 1));
      emit(greater_);
    }
    words_ = std::move(sorted);
    segments_ = std::move(next);
  }

  void start_merge() {
    merging_ = true;
    new_left_ = words_.size();
    old_left_ = classes_.size();
  }

  // Words below new_left_ and classes of rank below old_left_ are still to be merged.
  void merge_question() {
    if (new_left_ == 0) return;
    if (old_left_ == 0) {
      while (new_left_ > 0) classes_.create(words_[--new_left_], 0);
      return;
    }
    batch_.push_back({words_[new_left_ - 1], classes_.representative(classes_.at_rank(old_left_ - 1))});
  }

  void merge_answer(Preference answer) {
    switch (answer) {
      case Preference::equal:
        classes_.join(words_[--new_left_], classes_.at_rank(--old_left_));
        break;
      case Preference::greater:
        classes_.create(words_[--new_left_], old_left_);
        break;
      case Preference::less:
        --old_left_;
        break;
      case Preference::unsure:
        break;
    }
  }

  Classes& classes_;
  Random random_;
  std::vector<WordId> words_, groups_, less_, greater_;
  std::vector<Segment> segments_;
  std::vector<Comparison> batch_;
  bool merging_ = false;
  std::size_t new_left_ = 0, old_left_ = 0;
};

}  // namespace

std::unique_ptr<Ranker> make_quicksort_ranker(Classes& classes, std::uint64_t seed) {
  return std::make_unique<QuicksortRanker>(classes, seed);
}

}  // namespace remap
