// A decorator that stores every answer in a book and never asks what the book contains or implies.
//
// It makes runs durable: a new session with a full book asks its questions again, is answered from the book up to where
// the last one stopped, and continues from there.
#pragma once

#include <unordered_set>

#include "learning/order/order_knowledge.hpp"
#include "remap/learning/options.hpp"
#include "teachers/book/asker.hpp"
#include "teachers/book/recorder.hpp"

namespace remap {

class RecordingTeacher final : public Recorder, public ValueTeacher {
 public:
  /// `keeper` may be null. `absorbing`: as in `SessionOptions`.
  RecordingTeacher(AnswerBook& book, Asker::Source teacher, AnswerKeeper* keeper, Output absorbing = no_output)
      : book_(book), asker_(book, std::move(teacher), keeper), words_(book), absorbing_(absorbing) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return this; }
  [[nodiscard]] const AnswerBook& book() const noexcept override { return book_; }
  [[nodiscard]] std::optional<std::size_t> answered_of_batch() const noexcept override { return answered_of_batch_; }

  /// For people: every answer is stored before the next question, words of more than `longest` letters are not asked
  /// about, and no machine is shown for checking before some words were found to differ or every letter was compared
  /// with the empty word.
  void ask_a_person(std::size_t longest) noexcept {
    asker_.set_portion(1);
    longest_ = longest;
    compare_first_ = true;
  }
  /// Asks beside the session, and asks again.
  [[nodiscard]] Asker& asker() noexcept { return asker_; }
  [[nodiscard]] BookedWords& words() noexcept { return words_; }
  /// The latest valid answer to a comparison of a session; `no_answer` if there is none.
  AnswerId latest(const WordTree& words, const Comparison& comparison);
  /// The answers by which this session placed a word: the last one if it is equal, otherwise the two that the word lies
  /// between. Empty if it was placed without asking.
  [[nodiscard]] std::vector<AnswerId> decisive(const WordTree& words, WordId word);
  /// Whether the answers in the book can all hold.
  [[nodiscard]] bool consistent() { return knowledge().consistent(); }
  [[nodiscard]] Output absorbing() const noexcept { return absorbing_; }

 private:
  /// Forgets the previous session if another one starts asking.
  void attend(const WordTree& words);
  void look_up(const Comparisons& comparisons, std::span<Preference> answers);
  /// Asks those of `comparisons` that are in `now_`.
  void ask_now(const Comparisons& comparisons, std::span<Preference> answers);
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);
  /// What the answers in the book say together.
  [[nodiscard]] OrderKnowledge& knowledge();

  AnswerBook& book_;
  Asker asker_;
  BookedWords words_;
  Output absorbing_;
  bool compare_first_ = false;
  std::size_t longest_ = no_limit;
  std::size_t answered_of_batch_ = 0;
  std::uint64_t session_ = 0;  // the identity of its word tree
  /// What a word of the book was last found above, below and equal to.
  struct Place {
    WordId above = no_word, below = no_word, equal = no_word;
  };
  std::vector<Place> place_;          // per word of the book
  std::vector<bool> given_;           // per answer: this session was given that counterexample
  std::vector<std::size_t> missing_;  // scratch: positions of a batch
  // Asked together:
  std::vector<std::size_t> now_;               // positions of the batch
  std::unordered_set<WordId> lefts_, rights_;  // words
  std::vector<Comparison> pairs_, booked_;
  std::vector<Preference> answers_;
  // How many answers of the book it has, and as of which revision:
  std::optional<OrderKnowledge> knowledge_;
  std::size_t known_ = 0;
  std::uint64_t known_revision_ = 0;
};

}  // namespace remap
