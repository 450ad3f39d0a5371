// Not a ranker of the paper's kind but its baseline, L*: it asks for the value of each word, and equal values are equal
// classes.
#include "ranker_internal.hpp"

#include "remap/automata/error.hpp"

namespace remap {

namespace {

class MembershipRanker final : public Ranker {
 public:
  explicit MembershipRanker(Classes& classes) : classes_(classes), class_of_output_(classes.outputs(), no_class) {
    if (classes.outputs() == 0) throw InputError("membership queries need a known output alphabet");
  }

  void submit(std::span<const Inquiry> inquiries) override {
    for (const Inquiry& inquiry : inquiries) words_.push_back(inquiry.word);
  }

  Questions questions() override { return {{}, words_}; }

  void answer(std::span<const Preference>) override {
    throw Misuse("MembershipRanker::answer", "values were asked for, not comparisons");
  }

  void answer(std::span<const Output> values) override {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      ClassId& known = class_of_output_.at(index(values[i]));
      if (known == no_class) {
        std::size_t rank = 0;
        for (std::size_t v = 0; v < index(values[i]); ++v) rank += class_of_output_[v] != no_class ? 1 : 0;
        known = classes_.create(words_[i], rank);
        classes_.restrict(words_[i], OutputSet::only(classes_.outputs(), {values[i]}));
      } else {
        classes_.join(words_[i], known);
      }
    }
    words_.clear();
  }

  [[nodiscard]] std::size_t most_comparisons_left() const override { return 0; }

 private:
  Classes& classes_;
  std::vector<ClassId> class_of_output_;
  std::vector<WordId> words_;
};

}  // namespace

std::unique_ptr<Ranker> make_membership_ranker(Classes& classes) { return std::make_unique<MembershipRanker>(classes); }

}  // namespace remap
