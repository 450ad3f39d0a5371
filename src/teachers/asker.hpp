// Asks a teacher, enters every answer in a book and keeps it before anybody acts on it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "remap/teachers/teacher.hpp"
#include "teachers/booked_words.hpp"

namespace remap {

/// Puts new answers in a safe place, such as a file.
class AnswerKeeper {
 public:
  virtual ~AnswerKeeper() = default;
  /// The answers from `first` on are new. Nobody acts on them before this returns.
  virtual void keep(const AnswerBook& book, AnswerId first) = 0;
  /// An answer was replaced.
  virtual void change(AnswerId id, Preference answer) = 0;
};

class Asker {
 public:
  /// Called when the first answer is missing, so that a finished run needs no teacher.
  using Source = std::function<Teacher&()>;

  /// `keeper` may be null.
  Asker(AnswerBook& book, Source teacher, AnswerKeeper* keeper)
      : book_(book), teacher_(std::move(teacher)), keeper_(keeper) {}

  [[nodiscard]] const AnswerBook& book() const noexcept { return book_; }
  /// How many answers came from the teacher.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }
  /// How many comparisons are asked together at most, and kept before more are asked.
  [[nodiscard]] std::size_t portion() const noexcept { return portion_; }
  void set_portion(std::size_t comparisons) noexcept { portion_ = comparisons; }

  /// Asks comparisons that are these pairs of words of the book.
  void compare(const Comparisons& asked, std::span<const Comparison> booked, std::span<Preference> answers,
               Purpose purpose);
  /// The same for pairs of words of the book.
  void compare(std::span<const Comparison> booked, Purpose purpose);
  /// Asks for values of words that are these words of the book.
  void values(const AskedWords& asked, std::span<const WordId> booked, std::span<Output> answers);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question, BookedWords& words);
  /// Compares letters with the empty word until one differs, unless a difference is known: nobody is asked to check a
  /// machine of which nothing is known. `known`: comparisons that need not be asked.
  void compare_letters(std::size_t letters, const std::function<bool(const Comparison&)>& known);

  /// Asks the comparisons of these answers once more each, with sides swapped.
  void ask_again(std::span<const AnswerId> answers, Purpose purpose);
  /// Asks pairs of words of the book although what they say may follow from other answers; those in the book are not
  /// asked.
  void ask_anyway(std::span<const Comparison> booked);
  /// Asks them again until each is settled: a second time, a third time when that disagrees, until there are five
  /// answers at most. What was only asked anyway is left as it is.
  void confirm(std::span<const AnswerId> answers);
  /// Replaces an answer, and overrules all others to its pair of words.
  void change(AnswerId id, Preference answer);

 private:
  void keep(AnswerId first);
  [[nodiscard]] AnswerId next_id() const noexcept { return make_id<AnswerId>(book_.size() + 1); }

  AnswerBook& book_;
  Source teacher_;
  AnswerKeeper* keeper_;
  std::size_t portion_ = 4096;
  std::uint64_t asked_ = 0;
  std::vector<Comparison> pairs_;    // scratch
  std::vector<Preference> answers_;  // scratch
};

/// The counterexample that an entry of a book is to this machine, if it is one.
[[nodiscard]] std::optional<EquivalenceAnswer> objection(const AnswerBook& book, AnswerId id,
                                                         const EquivalenceQuestion& question);

}  // namespace remap
