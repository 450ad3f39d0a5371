// A decorator that keeps every answer in a book and never asks what the book knows.
//
// It is what makes a run durable: a session that starts anew with a full book asks its questions again, is answered
// from the book up to where the last one stopped, and goes on from there.
#pragma once

#include <functional>

#include "remap/teachers/answer_book.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Puts new answers in a safe place, such as a file.
class AnswerKeeper {
 public:
  virtual ~AnswerKeeper() = default;
  /// The answers from `first` on are new. Nobody acts on them before this returns.
  virtual void keep(const AnswerBook& book, AnswerId first) = 0;
};

class RecordingTeacher final : public Teacher {
 public:
  /// Called when the first answer is missing, so that a finished run needs no teacher.
  using Source = std::function<Teacher&()>;

  /// `keeper` may be null. `inferring`: comparisons that follow from the answers in the book are not asked either;
  /// always so once an answer has been changed, and of use for rankers that ask what they could know. Only among the
  /// first few thousand answers, since each inference looks at all of them. `absorbing`: as in `SessionOptions`.
  RecordingTeacher(AnswerBook& book, Source teacher, AnswerKeeper* keeper, bool inferring = false,
                   Output absorbing = no_output)
      : book_(book), teacher_(std::move(teacher)), keeper_(keeper), inferring_(inferring), absorbing_(absorbing) {}

  void compare(const WordTree& words, std::span<const Comparison> comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) override;

  /// Asks one comparison in any case, whatever the book knows, and books the answer.
  Preference ask(const WordTree& words, Comparison comparison, Purpose purpose);
  /// To be called when another session begins to ask, with a word tree of its own.
  void restart();
  /// The word of the book that a word of the session is.
  WordId booked(const WordTree& words, WordId word);

  [[nodiscard]] const AnswerBook& book() const noexcept { return book_; }
  /// How many answers came from the teacher, and not from the book.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }

 private:
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);
  [[nodiscard]] std::optional<Preference> infer(WordId left, WordId right);
  void keep(AnswerId first);
  [[nodiscard]] AnswerId next_id() const noexcept { return make_id<AnswerId>(book_.size() + 1); }

  AnswerBook& book_;
  Source teacher_;
  AnswerKeeper* keeper_;
  bool inferring_;
  Output absorbing_;
  std::uint64_t asked_ = 0;
  std::vector<WordId> booked_;        // per word of the session
  std::vector<WordId> path_;          // scratch
  std::vector<bool> given_;           // per answer: this session was given that counterexample
  std::vector<std::size_t> missing_;  // scratch: positions of a batch
  std::vector<Answer> evidence_;      // of the book when it had `evidence_size_` answers
  std::size_t evidence_size_ = 0;
  std::vector<Comparison> asked_now_;
  std::vector<Preference> answered_now_;
};

}  // namespace remap
