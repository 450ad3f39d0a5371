// The runs of questions.txt: who learns what, and a hash of all that the teacher heard, batch by batch.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "learning/words/word_tree.hpp"
#include "logic/guards/guards.hpp"
#include "remap/automata/families.hpp"
#include "remap/teachers/teacher.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::test::questions {

using Machine = std::shared_ptr<const MooreMachine>;

inline Machine family(const std::string& name) { return std::make_shared<const MooreMachine>(*family_machine(name)); }
inline Machine task(std::string_view name) {
  return std::make_shared<const MooreMachine>(task_machine(*find_task(name)));
}

/// Passes everything on and hashes it: words by their letters, or by their sets if letters are not listed, machines by
/// their tables or diagrams.
class HashingTeacher final : public JudgingTeacher, public ValueTeacher {
 public:
  HashingTeacher(Teacher& teacher, const Alphabet& alphabet) : teacher_(teacher), alphabet_(alphabet) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    add(comparisons.size());
    if (comparisons.again()) add(1);
    for (const Comparison& comparison : comparisons) {
      add_word(comparisons.words(), comparison.left);
      add_word(comparisons.words(), comparison.right);
    }
    comparisons_ += comparisons.size();
    teacher_.compare(comparisons, answers);
  }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    add(asked.size());
    for (WordId word : asked) add_word(asked.words(), word);
    comparisons_ += asked.size();
    teacher_.value_teacher()->values(asked, answers);
  }
  ValueTeacher* value_teacher() noexcept override { return this; }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return true; }
  [[nodiscard]] const Annotators* annotators() const noexcept override { return teacher_.annotators(); }
  [[nodiscard]] std::size_t at_once() const noexcept override { return teacher_.at_once(); }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    const MooreMachine& machine = question.machine.moore();
    add(machine.size());
    for (std::size_t q = 0; q < machine.size(); ++q) {
      add(index(machine.output(make_id<State>(q))));
      if (alphabet_.listed()) {
        for (State to : machine.row(make_id<State>(q))) add(index(to));
      }
      add_word(question.words, question.representative[index(machine.output(make_id<State>(q)))]);
    }
    if (!alphabet_.listed()) {
      for (const char c : machine.guards()->text()) add(static_cast<unsigned char>(c));
    }
    ++equivalence_questions_;
    return teacher_.equivalence(question);
  }

  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] std::size_t comparisons() const noexcept { return comparisons_; }
  [[nodiscard]] std::size_t equivalence_questions() const noexcept { return equivalence_questions_; }

 private:
  void add(std::uint64_t number) noexcept { hash_ = std::rotl((hash_ ^ number) * 0x9E3779B97F4A7C15ULL, 29); }
  void add_word(const WordTree& words, WordId word) {
    words.spell(word, letters_);
    add(letters_.size());
    for (Letter letter : letters_) add(alphabet_.listed() ? index(letter) : alphabet_.set_of(letter));
  }

  Teacher& teacher_;
  const Alphabet& alphabet_;
  std::uint64_t hash_ = 1;
  std::size_t comparisons_ = 0, equivalence_questions_ = 0;
  Word letters_;
};

/// Counts and hash of some runs.
class Total {
 public:
  void add(const HashingTeacher& teacher) {
    hash_ = std::rotl(hash_, 7) ^ teacher.hash();
    comparisons_ += teacher.comparisons();
    equivalence_questions_ += teacher.equivalence_questions();
  }
  /// What is to be the same besides what the teacher heard.
  void note(std::uint64_t number) { hash_ = std::rotl((hash_ ^ number) * 0x9E3779B97F4A7C15ULL, 29); }
  void note(std::string_view text) {
    note(text.size());
    for (const char c : text) note(static_cast<unsigned char>(c));
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("{} {} {:016x}", comparisons_, equivalence_questions_, hash_);
  }

 private:
  std::uint64_t hash_ = 0;
  std::size_t comparisons_ = 0, equivalence_questions_ = 0;
};

/// A line of questions.txt.
struct Case {
  std::string name;
  std::function<Total()> run;
};

/// Sessions whose teacher does not err.
void add_sessions(std::vector<Case>& cases);
/// Teachers who err, runs that are stored, and machines from comparisons alone.
void add_runs(std::vector<Case>& cases);

inline std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_sessions(cases);
  add_runs(cases);
  return cases;
}

/// The lines of a file: names of cases, and what their runs gave.
std::map<std::string, std::string> read_lines(const std::string& path);

}  // namespace remap::test::questions
