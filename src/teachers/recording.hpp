// A decorator that keeps every answer in a book and never asks what the book knows, or what follows from it.
//
// It is what makes a run durable: a session that starts anew with a full book asks its questions again, is answered
// from the book up to where the last one stopped, and goes on from there.
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "learning/order_knowledge.hpp"
#include "remap/teachers/teacher.hpp"
#include "teachers/answer_book.hpp"

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

class RecordingTeacher final : public Teacher, public ValueTeacher {
 public:
  /// Called when the first answer is missing, so that a finished run needs no teacher.
  using Source = std::function<Teacher&()>;

  /// `keeper` may be null. `absorbing`: as in `SessionOptions`.
  RecordingTeacher(AnswerBook& book, Source teacher, AnswerKeeper* keeper, Output absorbing = no_output)
      : book_(book), teacher_(std::move(teacher)), keeper_(keeper), absorbing_(absorbing) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;
  [[nodiscard]] bool judges() const noexcept override { return true; }
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return this; }

  /// Asks the comparisons of these answers once more each, with sides swapped.
  void ask_again(std::span<const AnswerId> answers, Purpose purpose);
  /// Asks these although what they say may follow from other answers; those in the book are not asked.
  void ask_anyway(const WordTree& words, std::span<const Comparison> comparisons);
  /// Asks them again until each is settled: a second time, a third time when that disagrees, until there are five
  /// answers at most. What was only asked anyway is left as it is.
  void confirm(std::span<const AnswerId> answers);
  /// Replaces an answer, and overrules all others to its pair of words.
  void change(AnswerId id, Preference answer);
  /// The answers by which this session placed a word: the last one if it says equal, otherwise those that the word lies
  /// between. Empty when it was placed without asking.
  [[nodiscard]] std::vector<AnswerId> decisive(const WordTree& words, WordId word);
  /// The latest valid answer to a comparison of a session; `no_answer` when there is none.
  AnswerId latest(const WordTree& words, const Comparison& comparison) {
    return book_.latest(booked(words, comparison.left), booked(words, comparison.right));
  }
  /// The word of the book that a word of the session is.
  WordId booked(const WordTree& words, WordId word);

  /// For teachers who err: every asking of a pair is a question of its own, answered by the book if it was asked so
  /// often before, and nothing follows from anything. Equivalence questions are answered in the order of the book.
  void keep_every_asking() noexcept { every_asking_ = true; }
  [[nodiscard]] bool keeps_every_asking() const noexcept { return every_asking_; }
  /// With it: the answers to all comparisons so far, in the order in which they were asked.
  [[nodiscard]] const std::vector<AnswerId>& answered() const noexcept { return answered_; }

  [[nodiscard]] const AnswerBook& book() const noexcept { return book_; }
  /// Whether the answers in the book can all hold.
  [[nodiscard]] bool consistent() { return knowledge().consistent(); }
  [[nodiscard]] Output absorbing() const noexcept { return absorbing_; }
  /// How many answers came from the teacher, and not from the book.
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }
  /// How many comparisons of the batch that is being answered have their answer.
  [[nodiscard]] std::size_t answered_of_batch() const noexcept { return answered_of_batch_; }
  /// For people: every answer is kept before the next question is asked, and nobody is asked to check a machine before
  /// some words were found to differ, or every letter was compared with the empty word.
  void ask_a_person() noexcept {
    portion_ = 1;
    compare_first_ = true;
  }

 private:
  /// Notices when another session begins to ask: it has a word tree of its own.
  void attend(const WordTree& words);
  /// Asks what is in `asked_now_`, in words of the book.
  void ask_booked(Purpose purpose);
  [[nodiscard]] std::optional<EquivalenceAnswer> recall(const EquivalenceQuestion& question);
  /// What the answers in the book say together.
  [[nodiscard]] OrderKnowledge& knowledge();
  void look_up(const Comparisons& comparisons, std::span<Preference> answers);
  void look_up_each(const Comparisons& comparisons, std::span<Preference> answers);
  [[nodiscard]] std::optional<EquivalenceAnswer> recall_next(const EquivalenceQuestion& question);
  /// The counterexample that an entry of the book is to this machine, if it is one.
  [[nodiscard]] std::optional<EquivalenceAnswer> objection(AnswerId id, const EquivalenceQuestion& question) const;
  /// Asks those of `comparisons` that `positions` names, and books the answers.
  void ask(const Comparisons& comparisons, std::span<const std::size_t> positions, std::span<Preference> answers);
  void keep(AnswerId first);
  /// Compares letters with the empty word until one differs, unless a difference is known.
  void compare_letters(std::size_t letters);
  [[nodiscard]] AnswerId next_id() const noexcept { return make_id<AnswerId>(book_.size() + 1); }

  AnswerBook& book_;
  Source teacher_;
  AnswerKeeper* keeper_;
  std::size_t portion_ = 4096;  // asked together, and kept before more is asked
  std::size_t answered_of_batch_ = 0;
  Output absorbing_;
  std::uint64_t asked_ = 0;
  std::uint64_t tree_ = 0;      // the identity of the tree of the session that asks; another one: a new session
  std::vector<WordId> booked_;  // per word of the session
  /// What a word of the book was last found above, below and equal to.
  struct Place {
    WordId above = no_word, below = no_word, equal = no_word;
  };
  std::vector<Place> place_;                   // per word of the book
  std::vector<WordId> path_;                   // scratch
  std::vector<bool> given_;                    // per answer: this session was given that counterexample
  std::vector<std::size_t> missing_;           // scratch: positions of a batch
  std::unordered_set<WordId> lefts_, rights_;  // scratch: words being asked about together
  std::vector<std::size_t> now_;               // scratch: likewise
  std::optional<OrderKnowledge> knowledge_;
  std::size_t known_ = 0;  // how many answers of the book `knowledge_` has, and as of which revision
  std::uint64_t known_revision_ = 0;
  bool every_asking_ = false;
  bool compare_first_ = false;
  std::unordered_map<std::uint64_t, std::size_t> askings_;  // per pair of words of the book
  std::vector<AnswerId> answered_;
  std::vector<Comparison> asked_now_;
  std::vector<Preference> answered_now_;
};

}  // namespace remap
