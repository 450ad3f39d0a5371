// For teachers who err: keeps every answer in a book, where every asking of a pair is a question of its own.
//
// The k-th asking of a pair is answered by the k-th answer of the book to it, if there is one, and nothing follows from
// anything. Verdicts count in the order in which they were given, since a run that doubts them continues after an
// acceptance.
#pragma once

#include <unordered_map>

#include "teachers/asker.hpp"
#include "teachers/recorder.hpp"

namespace remap {

class TranscriptTeacher final : public Recorder {
 public:
  /// `keeper` may be null.
  TranscriptTeacher(AnswerBook& book, Asker::Source teacher, AnswerKeeper* keeper)
      : book_(book), asker_(book, std::move(teacher), keeper), words_(book) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  [[nodiscard]] const AnswerBook& book() const noexcept override { return book_; }
  [[nodiscard]] std::optional<std::size_t> answered_of_batch() const noexcept override { return std::nullopt; }

  /// Nobody is asked to check a machine before some words were found to differ, or every letter was compared with the
  /// empty word.
  void ask_a_person() noexcept { compare_first_ = true; }
  /// The answers to all comparisons so far, in the order in which they were asked.
  [[nodiscard]] const std::vector<AnswerId>& answered() const noexcept { return answered_; }
  /// How many answers came from the teacher, and not from the book.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asker_.asked(); }

 private:
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);

  AnswerBook& book_;
  Asker asker_;
  BookedWords words_;
  bool compare_first_ = false;
  std::unordered_map<std::uint64_t, std::size_t> askings_;  // per pair of words of the book
  std::vector<AnswerId> answered_;
  std::vector<bool> given_;  // per answer of the book: it was given as a verdict
};

}  // namespace remap
