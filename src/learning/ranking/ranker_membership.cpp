// Not a ranker of the paper's kind: it asks for the value of each word, and equal values are equal classes.
#include "learning/ranking/ranker_internal.hpp"

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

  Questions questions() override {
    std::erase_if(words_, [&](WordId word) { return classes_.class_of(word) != no_class; });
    return {{}, words_};
  }

  void answer(std::span<const Preference>) override {
    throw Misuse("MembershipRanker::answer", "values were asked for, not comparisons");
  }

  void answer(std::span<const Output> values) override {
    for (std::size_t i = 0; i < words_.size(); ++i) tell(words_[i], values[i]);
    words_.clear();
  }

  void tell(WordId word, Output value) override {
    ClassId& known = class_of_output_.at(index(value));
    if (const ClassId id = classes_.class_of(word); id != no_class) {
      if (id != known) throw Conflict{};
    } else if (known != no_class) {
      classes_.join(word, known);
    } else {
      std::size_t rank = 0;
      for (std::size_t v = 0; v < index(value); ++v) rank += class_of_output_[v] != no_class ? 1 : 0;
      known = classes_.create(word, rank);
      classes_.restrict(word, OutputSet::only(classes_.outputs(), {value}));
    }
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
