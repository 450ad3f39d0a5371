// All answers of a run, looked up by their words.
//
// A book numbers answers from 1 in the order given, and has its own word tree, so that it outlives the sessions that
// ask: a session is resumed, replayed or corrected by asking the same questions again and looking up the answers.
// Answers are never erased; they can be retracted or changed, and are then ignored.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/storage/large_vector.hpp"
#include "learning/order/evidence.hpp"

namespace remap {

/// Why a comparison was asked: to learn something new, or to check an earlier answer; or that it was known before the
/// run; or that no one was asked, since its words are too long for people, and it counts as unsure.
enum class Purpose : std::uint8_t { question, confirmation, recheck, given, unasked };

/// "confirmation": its name in a log.
std::string_view name_of(Purpose purpose);
/// Empty for any other text.
std::optional<Purpose> parse_purpose(std::string_view text);

/// One answer. Which fields count depends on its kind.
struct BookEntry {
  enum class Kind : std::uint8_t {
    comparison,  // `answer` to left against right
    value,       // the value of `left` is `value`
    limits,      // counterexample: the value of `left` is one of `allowed(id)`
    difference,  // counterexample: `left` does not equal `right`
    acceptance,  // the hypothesis `accepted(id)` has no counterexample
  };
  Kind kind = Kind::comparison;
  Preference answer = Preference::unsure;
  Purpose purpose = Purpose::question;
  bool valid = true;
  WordId left = no_word;
  WordId right = no_word;
  Output value = no_output;
  std::uint32_t detail = 0;         // of limits and acceptances
  AnswerId earlier = no_answer;     // the previous answer for the same pair of words
  AnswerId changed_at = no_answer;  // the last answer in the book when this one was changed

  /// Whether it says if a machine is right.
  [[nodiscard]] bool is_verdict() const noexcept { return kind != Kind::comparison && kind != Kind::value; }
  /// Whether someone said so, at once or when asked to change it.
  [[nodiscard]] bool was_said() const noexcept { return purpose != Purpose::unasked || answer != Preference::unsure; }
};

class AnswerBook {
 public:
  /// `outputs`: how many values there are, 0 when unknown.
  explicit AnswerBook(std::size_t outputs) : outputs_(outputs) {}

  [[nodiscard]] WordTree& words() noexcept { return words_; }
  [[nodiscard]] const WordTree& words() const noexcept { return words_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// Throws std::out_of_range if there is no such answer.
  [[nodiscard]] const BookEntry& at(AnswerId id) const {
    if (index(id) - 1 >= entries_.size()) throw std::out_of_range("AnswerBook::at");
    return entries_[index(id) - 1];
  }
  [[nodiscard]] const OutputSet& allowed(AnswerId id) const { return allowed_.at(at(id).detail); }
  [[nodiscard]] const MooreMachine& accepted(AnswerId id) const { return *accepted_.at(at(id).detail); }
  /// How often the answers in force changed: one was retracted, replaced or outvoted.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  /// The number of comparisons asked for that purpose, valid or not.
  [[nodiscard]] std::uint64_t asked(Purpose purpose) const noexcept {
    return asked_[static_cast<std::size_t>(purpose)];
  }

  /// A hint that the answers to a pair will be needed soon.
  void prefetch(WordId a, WordId b) const noexcept;
  AnswerId add_comparison(WordId left, WordId right, Preference answer, Purpose purpose = Purpose::question);
  AnswerId add_value(WordId word, Output value);
  AnswerId add_limits(WordId word, OutputSet allowed);
  AnswerId add_difference(WordId word, WordId other);
  AnswerId add_acceptance(const MooreMachine& machine);
  /// Adds an answer from another book with the same letters and outputs.
  AnswerId copy(const AnswerBook& from, AnswerId id);

  /// Removes the answers from this one on, as if they had not been given: they could not be stored. Takes a look at
  /// every answer.
  void remove_from(AnswerId first);

  /// Retracts an answer. Throws InputError if there is no such answer or it was already retracted.
  void retract(AnswerId id);
  /// Changes the answer to a comparison, which also overrules all other answers to that pair of words. Throws
  /// InputError if there is no such comparison.
  void change(AnswerId id, Preference answer);
  /// Throw what `retract` and `change` would throw, and change nothing.
  void check_retract(AnswerId id) const;
  void check_change(AnswerId id) const;

  /// The latest valid answer to a pair of words, in either order; `no_answer` if there is none.
  [[nodiscard]] AnswerId latest(WordId a, WordId b) const;
  /// All valid answers to a pair of words, in either order, oldest first.
  [[nodiscard]] std::vector<AnswerId> answers_to(WordId a, WordId b) const;
  /// How many answers to a pair of words were ever given, in either order, also those no longer in force.
  [[nodiscard]] std::size_t times_answered(WordId a, WordId b) const;
  /// A key that is the same for both orders of a pair of words, and for no other pair.
  [[nodiscard]] static std::uint64_t key(WordId a, WordId b) noexcept;
  /// How `left` compares with `right`: the majority of the valid answers to that pair, the earlier one in a tie. Unsure
  /// answers have no vote: the result is unsure only if there are no others.
  [[nodiscard]] std::optional<Preference> compare(WordId left, WordId right) const;
  /// The number of valid answers to a pair, and how many of them agree with `compare`; unsure ones count only if all
  /// are unsure.
  struct Votes {
    std::size_t all = 0;
    std::size_t agreeing = 0;
  };
  [[nodiscard]] Votes votes(WordId a, WordId b) const;
  /// Whether a pair need not be asked again: at least two answers agree and outvote the others, or it was corrected.
  [[nodiscard]] bool settled(WordId a, WordId b) const;
  /// Whether a pair was ever asked to learn something new. Otherwise its answer followed from others.
  [[nodiscard]] bool questioned(WordId a, WordId b) const;
  [[nodiscard]] std::optional<Output> value(WordId word) const;
  /// How many rechecks agreed with the pair's first answer.
  struct Agreement {
    std::uint64_t rechecks = 0;
    std::uint64_t agreeing = 0;
  };
  [[nodiscard]] Agreement self_agreement() const;

  /// The valid answers, one per pair of words, for `minimal_contradiction`; `ids` receives their numbers.
  [[nodiscard]] std::vector<Answer> evidence(std::vector<AnswerId>* ids = nullptr) const;
  /// The same for one answer; empty if it is unsure, not in force, or superseded by a later one for its pair.
  [[nodiscard]] std::optional<Answer> evidence(AnswerId id) const;
  /// A smallest set of valid answers that cannot all hold; empty if all can.
  [[nodiscard]] std::vector<AnswerId> contradiction(Output absorbing = no_output) const;
  /// See `values_needed` in evidence.hpp.
  [[nodiscard]] std::size_t values_needed(std::span<const AnswerId> contradiction) const;
  /// Questions asked for the first time although the answers then in force implied the answer: there should be none.
  /// Answers that were later retracted or replaced are omitted.
  [[nodiscard]] std::vector<AnswerId> needless(Output absorbing = no_output) const;

 private:
  AnswerId add(BookEntry entry);
  [[nodiscard]] std::optional<Preference> compare(WordId left, WordId right, AnswerId until) const;
  [[nodiscard]] std::optional<Answer> other_evidence(AnswerId id) const;
  [[nodiscard]] const BookEntry& find(AnswerId id) const;
  /// The entry of a comparison becomes the last one of its pair.
  void index_pair(AnswerId id);

  std::size_t outputs_;
  WordTree words_;
  LargeVector<BookEntry> entries_;
  std::vector<OutputSet> allowed_;
  std::vector<std::shared_ptr<const MooreMachine>> accepted_;
  /// The last answer to each pair, found by a hash of the pair; open addressing, a power of two.
  struct Slot {
    std::uint32_t hash = 0;
    AnswerId last = no_answer;
  };
  [[nodiscard]] std::size_t slot_of(WordId a, WordId b) const noexcept;
  [[nodiscard]] AnswerId last_of(WordId a, WordId b) const noexcept { return by_pair_[slot_of(a, b)].last; }
  void grow();

  LargeVector<Slot> by_pair_ = LargeVector<Slot>(64);
  std::size_t pairs_ = 0;
  std::unordered_map<WordId, AnswerId> by_word_;  // values
  std::array<std::uint64_t, 5> asked_{};          // by purpose
  std::uint64_t revision_ = 0;
};

}  // namespace remap
