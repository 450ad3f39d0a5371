// A step-by-step trace of the table learner, as in the paper's figures: (a), (b), …
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "learning/session/session_engine.hpp"
#include "learning/table/table.hpp"
#include "runs/known/known_run.hpp"

namespace remap::cli {

/// Numbers the steps; two traces that share one continue the numbering: (a)–(f), then (g)–(l).
class StepLabels {
 public:
  /// "a", …, "z", "aa", "ab", …
  std::string next();

 private:
  std::size_t count_ = 0;
};

class Trace final : public RunWatcher {
 public:
  /// `values`: entries are shown as the values that were asked for (L*), not as variables.
  Trace(StepLabels& labels, bool values) : labels_(labels), values_(values) {}

  void on_step(LearnerStep step, std::size_t states) override;
  void on_hypothesis(const Hypothesis& machine) override;
  void on_counterexample(const Word& word, const Feedback& feedback) override;
  void on_accepted() override;

 private:
  [[nodiscard]] const TableLearner& table() const;
  [[nodiscard]] std::string word_text(WordId word) const;
  [[nodiscard]] std::string suffix_text(std::size_t column) const;
  [[nodiscard]] std::string variable(WordId word) const;
  [[nodiscard]] std::string variable(ClassId id) const {
    return variable(session().engine().classes().representative(id));
  }
  [[nodiscard]] std::string entry(WordId word) const;
  [[nodiscard]] WordId entry_word(WordId prefix, const Word& suffix) const;
  void begin_step(const std::string& title);
  void name_new_words();
  void print_table() const;
  void print_classes() const;
  void print_constraints() const;
  /// The rows that made the last suffix necessary.
  void print_inconsistency() const;

  StepLabels& labels_;
  bool values_;
  std::vector<std::string> doings_;  // what led to the table being filled next
  std::vector<WordId> words_;        // the word of each variable, in the order in which words were first asked
  std::unordered_map<WordId, std::size_t> number_;
  std::size_t hypotheses_ = 0;
};

}  // namespace remap::cli
