// Asks a teacher, enters every answer in a book and stores it before anyone acts on it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "remap/teachers/teacher.hpp"
#include "teachers/book/booked_words.hpp"

namespace remap {

/// Stores new answers safely, for instance in a file.
class AnswerKeeper {
 public:
  virtual ~AnswerKeeper() = default;
  /// The answers from `first` on are new. They are not used before this returns. If it throws, none of them is stored.
  virtual void keep(const AnswerBook& book, AnswerId first) = 0;
  /// An answer is about to be replaced.
  virtual void change(AnswerId id, Preference answer) = 0;
};

/// Stores the answers of a book from `first` on, or removes them from the book and throws. `keeper` may be null.
void keep_or_remove(AnswerKeeper* keeper, AnswerBook& book, AnswerId first);

/// A teacher who wants to know whether a verdict could be stored before anyone acts on it.
class PresentJudge {
 public:
  /// Called once; stores the verdict, or throws.
  using Arrival = std::function<void(const EquivalenceAnswer&)>;
  virtual ~PresentJudge() = default;
  virtual void judge(const EquivalenceQuestion& question, const Arrival& arrived) = 0;
};

/// Thrown in place of giving a teacher where there is none.
struct NobodyLeft : Error {
  NobodyLeft() : Error("the run is not finished, and there is no one to ask") {}
};

class Asker {
 public:
  /// Called when the first answer is needed, so that a finished run needs no teacher.
  using Source = std::function<Teacher&()>;

  /// `keeper` may be null.
  Asker(AnswerBook& book, Source teacher, AnswerKeeper* keeper)
      : book_(book), teacher_(std::move(teacher)), keeper_(keeper) {}

  /// By which messages name words; without it, letters have numbers for names.
  void name_letters(const Alphabet& alphabet) { alphabet_ = alphabet; }

  [[nodiscard]] const AnswerBook& book() const noexcept { return book_; }
  /// The number of answers from the teacher.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }
  /// The most comparisons that are asked together and stored before more are asked.
  [[nodiscard]] std::size_t portion() const noexcept { return portion_; }
  void set_portion(std::size_t comparisons) noexcept { portion_ = comparisons; }

  /// Asks comparisons that are these pairs of words of the book.
  void compare(const Comparisons& asked, std::span<const Comparison> booked, std::span<Preference> answers,
               Purpose purpose);
  /// The same for pairs of words of the book.
  void compare(std::span<const Comparison> booked, Purpose purpose);
  /// Notes that no one is asked about a pair of words of the book.
  void leave_unasked(const Comparison& booked);
  /// Asks for values of words. `booked`: as words of the book, one for each value; new values are entered.
  void values(const AskedWords& asked, std::span<const WordId> booked, std::span<Output> answers);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question, BookedWords& words);
  /// Compares letters (simple ones, if they are not listed) with the empty word until one differs, unless a difference
  /// is known: no machine is shown for checking before that. `known`: comparisons that need not be asked.
  void compare_letters(const Alphabet& alphabet, const std::function<bool(const Comparison&)>& known);

  /// Asks the comparisons of these answers once more, with sides swapped.
  void ask_again(std::span<const AnswerId> answers, Purpose purpose);
  /// Asks pairs of words of the book although their answers may follow from others; those in the book are not asked.
  void ask_anyway(std::span<const Comparison> booked);
  /// Asks them again until each is settled: a second time, a third time when that disagrees, until there are five
  /// answers at most. Answers to `ask_anyway` are left unchanged.
  void confirm(std::span<const AnswerId> answers);
  /// Replaces an answer and overrules all others for its pair of words.
  void change(AnswerId id, Preference answer);

 private:
  void keep(AnswerId first) { keep_or_remove(keeper_, book_, first); }
  void enter(const EquivalenceAnswer& answer, const EquivalenceQuestion& question, BookedWords& words);
  [[nodiscard]] const Alphabet* letters() const noexcept { return alphabet_ ? &*alphabet_ : nullptr; }
  [[nodiscard]] AnswerId next_id() const noexcept { return make_id<AnswerId>(book_.size() + 1); }

  AnswerBook& book_;
  Source teacher_;
  AnswerKeeper* keeper_;
  std::optional<Alphabet> alphabet_;
  std::size_t portion_ = 4096;
  std::uint64_t asked_ = 0;
  std::vector<Comparison> pairs_;    // scratch
  std::vector<Preference> answers_;  // scratch
};

/// The counterexample to this machine in an entry of a book, if it is one.
[[nodiscard]] std::optional<EquivalenceAnswer> objection(const AnswerBook& book, AnswerId id,
                                                         const EquivalenceQuestion& question);

}  // namespace remap
