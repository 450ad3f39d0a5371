// All answers to comparisons, by pair of words. Nothing is inferred here, and nothing is discarded.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "belief/answers/error_model.hpp"
#include "learning/words/word_tree.hpp"

namespace remap::belief {

/// One answer about a pair: its first word against its second. Never unsure.
struct Said {
  Preference answer;
  bool first_shown;         // the first word was shown first
  std::uint16_t annotator;  // who gave it
  std::uint32_t number;     // of the comparison, from 1
};

/// The first word has the smaller number.
struct Pair {
  WordId first;
  WordId second;
  Side longer = Side::neither;
  std::uint32_t unsure = 0;
  std::vector<Said> answers;
  /// Of two words that were tested together and passed: by how much a machine says that the first exceeds the second.
  std::optional<int> passed = std::nullopt;

  [[nodiscard]] WordId partner(WordId word) const noexcept { return word == first ? second : first; }
  [[nodiscard]] std::size_t asked() const noexcept { return answers.size() + unsure; }
};

enum class PairId : std::uint32_t {};

class Evidence {
 public:
  /// The words that evidence is about.
  [[nodiscard]] const WordTree& words() const noexcept { return words_; }
  WordId insert(std::span<const Letter> word);
  [[nodiscard]] std::size_t length(WordId word) const { return entries_[index(word)].length; }

  void add(Comparison asked, Preference answer, std::uint16_t annotator = 0);

  /// The last answer about two words is what a machine says, by which the first exceeds the second by so many values.
  void note_passed(WordId first, WordId second, int steps);

  /// The number of answered comparisons, unsure or not.
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t annotators() const noexcept { return annotators_; }
  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }
  [[nodiscard]] const Pair& pair(PairId id) const { return pairs_[index(id)]; }
  /// The pairs of different words that contain this one. Only for words that were inserted.
  [[nodiscard]] const std::vector<PairId>& pairs_of(WordId word) const { return entries_[index(word)].pairs; }
  /// The number of answers about a word that are not unsure.
  [[nodiscard]] std::size_t heard(WordId word) const { return entries_[index(word)].heard; }
  /// The number of those that are.
  [[nodiscard]] std::size_t unsure(WordId word) const { return entries_[index(word)].unsure; }
  /// The number of all unsure answers.
  [[nodiscard]] std::uint32_t all_unsure() const noexcept { return all_unsure_; }
  /// About how many words there was an answer.
  [[nodiscard]] std::size_t words_heard() const noexcept { return words_heard_; }
  /// About how many there was one, or the teacher was unsure.
  [[nodiscard]] std::size_t words_asked() const noexcept { return words_asked_; }
  /// nullptr if the two were never compared.
  [[nodiscard]] const Pair* find(WordId a, WordId b) const;

 private:
  struct Entry {
    std::size_t length = 0;
    std::size_t heard = 0, unsure = 0;
    std::vector<PairId> pairs;
  };

  WordTree words_;
  std::vector<Entry> entries_;  // per word
  std::vector<Pair> pairs_;
  std::unordered_map<std::uint64_t, PairId> by_words_;
  std::uint32_t size_ = 0, all_unsure_ = 0;
  std::size_t words_heard_ = 0, words_asked_ = 0;
  std::size_t annotators_ = 1;
};

/// How likely all answers about a pair are, for each distance of the first word from the second; a model per annotator.
/// Answers of one annotator are independent of each other or, with the probability of its persistence, all the same.
Likelihoods likelihood(const Pair& pair, std::span<const ErrorModel> models);

}  // namespace remap::belief
