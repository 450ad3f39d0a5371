// Asks about words until their labels are likely enough.
//
// A word is compared with the most informative partner until the chance of a wrong label is small. The threshold is
// lower if a class, state or column depends on the word, and falls with the number of words, so that few wrong labels
// are expected overall. An answer about one word may make others doubtful; these are asked about in turn. Where the
// teacher takes several questions at once, those about several words are asked together.
#pragma once

#include <functional>
#include <set>

#include "belief/inference/question.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap::belief {

class Inquirer {
 public:
  /// `longest`: as in `ErringOptions`. `answered` is called after every answer.
  Inquirer(Belief& belief, Teacher& teacher, Alphabet alphabet, std::size_t longest, std::function<void()> answered)
      : belief_(belief),
        teacher_(teacher),
        alphabet_(std::move(alphabet)),
        longest_(longest),
        answered_(std::move(answered)) {}

  /// The acceptable chance of a wrong label, in general and where a machine grows because of it.
  [[nodiscard]] double enough() const;
  [[nodiscard]] double enough_to_grow() const;

  /// The limit on comparisons: beyond it labels are left as they are.
  void set_budget(std::uint64_t comparisons) noexcept { budget_ = comparisons; }
  [[nodiscard]] std::uint64_t budget() const noexcept { return budget_; }
  [[nodiscard]] bool spent() const noexcept { return belief_.evidence().size() >= budget_; }

  /// Whether labels may be wrong in a way that no answer shows yet: whoever calls near values equal is found out only
  /// by asking about those.
  void set_wary(bool wary) noexcept { wary_ = wary; }

  /// How many questions to ask about one word.
  enum class Patience : std::uint8_t { usual, more };
  /// Gives a word a label that is wrong with a chance of at most `goal`, if questions can achieve that.
  void settle(WordId word, double goal, Patience patience = Patience::more);
  /// How many questions are asked together.
  [[nodiscard]] std::size_t at_once() const noexcept { return teacher_.at_once(); }
  /// Asks about words together that are settled next one by one. Does nothing if questions are asked one by one.
  void gather(std::span<const WordId> words, double goal);
  /// The same for a word whose label is in doubt, however likely it seemed.
  void settle_again(WordId word, double goal);
  /// Whether another label is now likelier, or the label has become doubtful.
  bool doubtful(WordId word);
  /// A word to ask about, whatever is known of it, and the one to compare it with; none: the most informative one.
  struct Pressed {
    WordId word, other;
  };
  /// Asks one question about each. False if there is nothing to compare them with.
  bool press(std::span<const Pressed> pressed);
  /// Asks about words that could not be settled, once there are others to compare them with.
  void retry_open();

 private:
  void inquire(WordId word, double goal, Patience patience);
  /// Whether a word is not placed as surely as wanted, and the next questions about it.
  struct Wanted {
    bool open = false;
    std::vector<WordId> partners = {};  // none: there is nothing to ask
  };
  [[nodiscard]] QuestionOptions question_options() const;
  /// At most so many questions, and no more than are needed if each gets the answer that is most likely.
  [[nodiscard]] Wanted wanted(WordId word, double goal, Patience patience, std::size_t together);
  /// In the order in which the two are shown.
  [[nodiscard]] Comparison shown(WordId word, WordId partner) const;
  void ask(std::span<const Comparison> asked);
  void ask(WordId word, WordId partner);
  /// Finds out whether the teacher distinguishes neighbouring values, if little is known about that.
  void probe(WordId word);
  [[nodiscard]] std::size_t asked_about(WordId word) const;

  Belief& belief_;
  Teacher& teacher_;
  Alphabet alphabet_;
  std::size_t longest_;
  std::function<void()> answered_;
  std::uint64_t budget_ = UINT64_MAX;
  std::size_t settled_ = 0;  // words
  std::uint64_t next_probe_ = 10;
  bool wary_ = false;
  std::set<WordId> open_;  // could not be settled
  Posterior posterior_;
  std::vector<Preference> answers_;  // scratch
};

}  // namespace remap::belief
