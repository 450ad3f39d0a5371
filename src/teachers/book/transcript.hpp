// For teachers who err: stores every answer in a book; each time a pair is asked it is a separate question.
//
// The k-th time a pair is asked, it is answered by the book's k-th answer to it, if there is one; nothing is inferred.
// Verdicts count in the order given, since a run that doubts them continues after an acceptance. Answers of several
// people count as such: whoever gave the k-th answer.
#pragma once

#include <functional>
#include <unordered_map>

#include "teachers/book/asker.hpp"
#include "teachers/book/recorder.hpp"

namespace remap {

class TranscriptTeacher final : public Recorder, private Annotators {
 public:
  /// The number of the annotator who gave an answer of the book.
  using Giver = std::function<std::uint16_t(AnswerId)>;

  /// `keeper` may be null.
  TranscriptTeacher(AnswerBook& book, Asker::Source teacher, AnswerKeeper* keeper, Giver giver)
      : book_(book), asker_(book, std::move(teacher), keeper), words_(book), giver_(std::move(giver)) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  [[nodiscard]] const AnswerBook& book() const noexcept override { return book_; }
  [[nodiscard]] std::optional<std::size_t> answered_of_batch() const noexcept override { return std::nullopt; }
  [[nodiscard]] const Annotators* annotators() const noexcept override { return this; }
  [[nodiscard]] std::size_t at_once() const noexcept override { return at_once_; }
  void set_at_once(std::size_t comparisons) noexcept { at_once_ = comparisons; }

  void name_letters(const Alphabet& alphabet) { asker_.name_letters(alphabet); }
  /// No machine is shown for checking before some words were found to differ or every letter was compared with the
  /// empty word.
  void ask_a_person() noexcept { compare_first_ = true; }
  /// The answers to all comparisons so far, in the order asked.
  [[nodiscard]] const std::vector<AnswerId>& answered() const noexcept { return answered_; }
  /// The number of answers from the teacher rather than the book.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asker_.asked(); }

 private:
  [[nodiscard]] std::span<const std::uint16_t> givers() const noexcept override { return givers_; }
  /// Asks those of a batch that are asked for the first time, or those that are asked again.
  void ask(const Comparisons& comparisons, std::span<const std::size_t> positions, Purpose purpose);
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);

  AnswerBook& book_;
  Asker asker_;
  BookedWords words_;
  Giver giver_;
  std::size_t at_once_ = 1;
  std::vector<std::uint16_t> givers_;  // of the last batch
  bool compare_first_ = false;
  std::unordered_map<std::uint64_t, std::size_t> askings_;  // per pair of words of the book
  std::vector<AnswerId> answered_;
  std::vector<bool> given_;  // per answer of the book: it was given as a verdict
};

}  // namespace remap
