// Every answer of a run, found again by its words.
//
// A book numbers answers in the order in which they were given, from 1, and has a word tree of its own, so that it
// outlives the sessions that ask: a session is resumed, replayed or corrected by asking the same questions again and
// looking the answers up. An answer is never erased; it can be taken back or changed, and is then passed over.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "learning/evidence.hpp"

namespace remap {

/// Why a comparison was asked: to learn something new, or to ask again what was answered before; or that it was not
/// asked at all but known before the run.
enum class Purpose : std::uint8_t { question, confirmation, recheck, given };

/// "confirmation": how a log calls it.
std::string_view name_of(Purpose purpose);
/// None for any other text.
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
  AnswerId earlier = no_answer;     // the previous answer to the same pair of words
  AnswerId changed_at = no_answer;  // the latest answer of the book when this one was changed
};

class AnswerBook {
 public:
  /// `outputs`: how many values there are, 0 when unknown.
  explicit AnswerBook(std::size_t outputs) : outputs_(outputs) {}

  [[nodiscard]] WordTree& words() noexcept { return words_; }
  [[nodiscard]] const WordTree& words() const noexcept { return words_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] const BookEntry& at(AnswerId id) const { return entries_.at(index(id) - 1); }
  [[nodiscard]] const OutputSet& allowed(AnswerId id) const { return allowed_.at(at(id).detail); }
  [[nodiscard]] const MooreMachine& accepted(AnswerId id) const { return *accepted_.at(at(id).detail); }
  /// How often what counts was changed: an answer taken back, replaced, or outvoted.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  /// How many comparisons were asked for that purpose, valid or not.
  [[nodiscard]] std::uint64_t asked(Purpose purpose) const noexcept {
    return asked_[static_cast<std::size_t>(purpose)];
  }

  AnswerId add_comparison(WordId left, WordId right, Preference answer, Purpose purpose = Purpose::question);
  AnswerId add_value(WordId word, Output value);
  AnswerId add_limits(WordId word, OutputSet allowed);
  AnswerId add_difference(WordId word, WordId other);
  AnswerId add_acceptance(const MooreMachine& machine);
  /// Adds an answer of another book, which has the same letters and outputs.
  AnswerId copy(const AnswerBook& from, AnswerId id);

  /// Takes an answer back. Throws InputError when there is no such answer or it was taken back already.
  void retract(AnswerId id);
  /// Gives a comparison another answer, which also overrules every other answer to that pair of words.
  void change(AnswerId id, Preference answer);

  /// The latest valid answer to a pair of words, in either order; `no_answer` when there is none.
  [[nodiscard]] AnswerId latest(WordId a, WordId b) const;
  /// All valid answers to a pair of words, in either order, the first one first.
  [[nodiscard]] std::vector<AnswerId> answers_to(WordId a, WordId b) const;
  /// The same for both orders of a pair of words, and for no other pair.
  [[nodiscard]] static std::uint64_t key(WordId a, WordId b) noexcept;
  /// How `left` compares with `right`: what most valid answers to that pair say, the earlier of those that tie. Unsure
  /// answers have no vote: it is unsure only when nothing else was said.
  [[nodiscard]] std::optional<Preference> compare(WordId left, WordId right) const;
  /// How many valid answers there are to a pair, and how many of them say what `compare` says; none is unsure, unless
  /// all are.
  struct Votes {
    std::size_t all = 0;
    std::size_t agreeing = 0;
  };
  [[nodiscard]] Votes votes(WordId a, WordId b) const;
  /// Whether a pair need not be asked again: more than one answer agree and outvote the others, or it was corrected.
  [[nodiscard]] bool settled(WordId a, WordId b) const;
  /// Whether a pair was ever asked to learn something new. Otherwise, what it says followed from other answers.
  [[nodiscard]] bool questioned(WordId a, WordId b) const;
  [[nodiscard]] std::optional<Output> value(WordId word) const;
  /// How many rechecks said what the pair's first answer says.
  struct Agreement {
    std::uint64_t rechecks = 0;
    std::uint64_t agreeing = 0;
  };
  [[nodiscard]] Agreement self_agreement() const;

  /// What valid answers say, one per pair of words, for `minimal_contradiction`; `ids` receives the answer each comes
  /// from.
  [[nodiscard]] std::vector<Answer> evidence(std::vector<AnswerId>* ids = nullptr) const;
  /// The same for one answer; none when it says nothing, does not count, or a later one stands for its pair.
  [[nodiscard]] std::optional<Answer> evidence(AnswerId id) const;
  /// A smallest set of valid answers that cannot all hold; empty when all can.
  [[nodiscard]] std::vector<AnswerId> contradiction(Output absorbing = no_output) const;
  /// See `values_needed` in evidence.hpp.
  [[nodiscard]] std::size_t values_needed(std::span<const AnswerId> contradiction) const;
  /// First questions whose answer followed from the answers before them, as they counted then: there should be none.
  /// Answers that were taken back or replaced later are left out.
  [[nodiscard]] std::vector<AnswerId> needless(Output absorbing = no_output) const;

 private:
  AnswerId add(BookEntry entry);
  [[nodiscard]] std::optional<Preference> compare(WordId left, WordId right, AnswerId until) const;
  [[nodiscard]] std::optional<Answer> other_evidence(AnswerId id) const;
  [[nodiscard]] BookEntry& find(AnswerId id);

  std::size_t outputs_;
  WordTree words_;
  std::vector<BookEntry> entries_;
  std::vector<OutputSet> allowed_;
  std::vector<std::shared_ptr<const MooreMachine>> accepted_;
  std::unordered_map<std::uint64_t, AnswerId> by_pair_;  // the latest answer to each pair
  std::unordered_map<WordId, AnswerId> by_word_;         // values
  std::array<std::uint64_t, 4> asked_{};                 // by purpose
  std::uint64_t revision_ = 0;
};

}  // namespace remap
