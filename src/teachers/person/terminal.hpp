// A teacher that is a person: one question per page, answered with one key.
//
// Pages go to a `Screen` and keys come from it; nothing here depends on a terminal.
#pragma once

#include <functional>
#include <optional>

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"
#include "teachers/book/recorder.hpp"
#include "teachers/person/person.hpp"
#include "teachers/person/wording.hpp"

namespace remap {

class TerminalTeacher final : public JudgingTeacher {
 public:
  /// `kept`: where answers are stored, for the top line; empty if nowhere.
  TerminalTeacher(Screen& screen, Wording wording, const std::string& kept);

  /// Call this when a session starts asking: its pages then say how many questions are left, and undo is offered.
  void attend(const Session& session, const Recorder& recording);

  /// The first screens of a person who is new to this: what will happen, and two pairs for practice. Throws
  /// QuitRequest. `story` may be empty.
  void introduce(const std::string& story);

  /// Throws UndoRequest or QuitRequest, as do the others.
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

  using Trouble = remap::Trouble;
  /// Which of these answers to change. `note` is shown with them, and may be empty.
  Correction correct(Trouble trouble, const AnswerBook& book, std::span<const AnswerId> answers,
                     const std::string& note = "");

 private:
  /// What keys do, as in "1 the first|2 the second\nq quit".
  using Menu = std::string_view;
  struct Asked {
    Word first, second;
    std::string question, remark;  // above and below
  };

  [[nodiscard]] std::size_t width() const;
  void add(Page& page, const std::string& text, Style style = Style::plain) const;
  void add_blank(Page& page) const { page.emplace_back(); }
  void add_menu(Page& page, Menu menu) const;
  [[nodiscard]] Page titled(const std::string& title) const;
  [[nodiscard]] Page comparison_page(const Asked& asked, Menu menu) const;
  [[nodiscard]] std::string left_in_step(std::size_t given) const;
  [[nodiscard]] std::string before() const;
  void present(Page page);
  Preference ask(const Word& first, const Word& second, bool again, std::size_t given);
  [[nodiscard]] static std::optional<Preference> answer_of(Key key);
  bool common_key(Key key);
  void help();
  /// A pair whose answer is known.
  struct Example {
    Word first, second;
    Preference answer;
    const char* why;
  };
  /// False if the person skips it.
  bool practise(const Wording& events, const Example& example, const std::string& title);

  /// A line of typed text; empty if the person cancels.
  std::optional<std::string> type(const Page& above, const std::string& prompt, std::string text = {});
  /// Handles a key when answers need more levels: throws LevelsRequest, or returns if the key means something else.
  void choose_levels(const Page& above, const AnswerBook& book, std::span<const AnswerId> answers, Key key);
  std::optional<EquivalenceAnswer> type_counterexample(const Page& above, const EquivalenceQuestion& question);
  std::optional<EquivalenceAnswer> reject(const Page& above, const EquivalenceQuestion& question, const Word& word);

  /// A list of numbered items, some of them on the page.
  struct List {
    Page head;
    std::size_t size = 0;
    std::function<Page(std::size_t, std::size_t)> lines;  // of an item, in this many columns
    Menu menu;
    std::size_t first = 0, shown = 0, seen = 0;
    std::vector<std::size_t> before;  // where the previous pages begin
  };
  [[nodiscard]] Page list_page(List& list) const;
  static bool turn(List& list, Key key);
  /// The number of an item, typed; empty if the person cancels.
  std::optional<std::size_t> pick(List& list, const std::string& prompt);

  static constexpr const char* no_such_key = "That key means nothing here.";

  Screen& screen_;
  Wording wording_;
  std::string kept_;
  const Session* session_ = nullptr;
  const Recorder* recording_ = nullptr;
  std::string note_;  // shown once, below the next page
};

}  // namespace remap
