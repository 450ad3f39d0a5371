// The pages of a person who teaches: a comparison, its help, and what they are made of. The list of predictions and the
// list of answers in trouble are in terminal_lists.cpp.
//
// A page is composed again whenever something changed, for the size that the screen has then. Keys pressed before a
// question was shown are forgotten: a bouncing key must not answer a question that no one has read.
#include "teachers/person/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "logic/letters/shown.hpp"

namespace remap {

namespace {

constexpr std::size_t widest = 100;  // longer lines are hard to read
constexpr std::size_t narrowest = 20;
}  // namespace

std::optional<Preference> TerminalTeacher::answer_of(Key key) {
  switch (key) {
    case U'1':
      return Preference::greater;
    case U'2':
      return Preference::less;
    case U'=':
    case U'e':
      return Preference::equal;
    case U'?':
    case U's':
      return Preference::unsure;
    default:
      return std::nullopt;
  }
}

TerminalTeacher::TerminalTeacher(Screen& screen, Wording wording, const std::string& kept)
    : screen_(screen), wording_(std::move(wording)), kept_(safe(kept)) {}

void TerminalTeacher::attend(const Session& session, const Recorder& recording) {
  session_ = &session;
  recording_ = &recording;
}

std::size_t TerminalTeacher::width() const { return std::clamp(screen_.columns(), narrowest, widest) - 2; }

void TerminalTeacher::add(Page& page, const std::string& text, Style style) const {
  TextLine words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    if (end > from) words.push_back({text.substr(from, end - from), style});
    from = end + 1;
  }
  for (TextLine& line : broken(words, width())) page.push_back(std::move(line));
}

void TerminalTeacher::add_menu(Page& page, Menu menu) const {
  TextLine items;
  for (std::size_t from = 0; from < menu.size();) {
    const std::size_t end = std::min(menu.find_first_of("|\n", from), menu.size());
    items.push_back({std::string(menu.substr(from, end - from)) + "  "});
    from = end + 1;
    if (end < menu.size() && menu[end] == '|') continue;
    for (const TextLine& line : broken(items, width() - 2)) {
      TextLine shown{{"  "}};
      for (const Piece& piece : line) {
        const std::size_t key_end = piece.text.find(' ');
        shown.push_back({piece.text.substr(0, key_end), Style::strong});
        if (key_end != std::string::npos) shown.push_back({piece.text.substr(key_end)});
      }
      page.push_back(std::move(shown));
    }
    items.clear();
  }
}

Page TerminalTeacher::titled(const std::string& title) const {
  Page page;
  const std::size_t used = columns_of(title);
  const std::string kept = kept_.empty() ? "" : "kept in " + kept_;
  if (!kept.empty() && used + 2 + columns_of(kept) <= width()) {
    const std::size_t space = width() - used - columns_of(kept);
    page.push_back({{title, Style::strong}, {std::string(space, ' '), Style::plain}, {kept, Style::dim}});
  } else {
    add(page, title, Style::strong);
  }
  add_blank(page);
  return page;
}

void TerminalTeacher::present(Page page) {
  if (!note_.empty()) {
    add_blank(page);
    add(page, note_, Style::strong);
  }
  page.resize(std::min(page.size(), std::max<std::size_t>(screen_.rows(), 4)));
  for (TextLine& line : page) {
    if (!line.empty()) line.insert(line.begin(), {" ", Style::plain});
  }
  screen_.show(page);
}

std::string TerminalTeacher::left_in_step(std::size_t given) const {
  if (session_ == nullptr || !recording_->answered_of_batch()) return {};
  const std::size_t most = session_->most_comparisons_left() - std::min(given, session_->most_comparisons_left());
  if (most == 0) return {};
  return most == 1
             ? "This is the last new question of this step (unless you are unsure)."
             : fmt::format("At most {} new questions left in this step, with this one (more only if unsure).", most);
}

std::string TerminalTeacher::before() const {
  if (recording_ == nullptr) return {};
  const AnswerId last = last_answer(recording_->book());
  if (last == no_answer) return {};
  return "Last answer: " + wording_.answer(recording_->book(), last, 2 * width() - 13);
}

Page TerminalTeacher::comparison_page(const Asked& asked, Menu menu) const {
  Page page;
  for (const std::size_t ends : {12, 6, 3, 1}) {
    page = titled(asked.question);
    const auto add_word = [&](const char* number, const Word& word, const Word& other) {
      TextLine pieces{{number, Style::strong}};
      for (Piece& piece : wording_.beside(word, other, ends)) pieces.push_back(std::move(piece));
      for (TextLine& line : broken(pieces, width() - 2, 4)) {
        line.insert(line.begin(), {"  ", Style::plain});
        page.push_back(std::move(line));
      }
      add_blank(page);
    };
    add_word("1  ", asked.first, asked.second);
    add_word("2  ", asked.second, asked.first);
    add_menu(page, menu);
    if (!asked.remark.empty()) {
      add_blank(page);
      add(page, asked.remark, Style::dim);
    }
    if (page.size() + 2 < screen_.rows()) break;
  }
  return page;
}

bool TerminalTeacher::common_key(Key key) {
  switch (key) {
    case U'q':
    case keys::closed:
      throw QuitRequest{};
    case U'u':
    case keys::backspace:
      if (recording_ != nullptr && last_answer(recording_->book()) != no_answer) throw UndoRequest{};
      note_ = "There is nothing to undo.";
      return true;
    case U'h':
      help();
      return true;
    default:
      return key == keys::resized;
  }
}

Preference TerminalTeacher::ask(const Word& first, const Word& second, bool again, std::size_t given) {
  screen_.forget_keys();
  note_.clear();
  for (;;) {
    Asked asked{first, second, "Which do you prefer?", left_in_step(given)};
    if (recording_ != nullptr) {
      asked.question = fmt::format("Question {}: which do you prefer?", standing_answers(recording_->book()) + 1);
    }
    if (again) asked.remark = "Asked again, sides swapped, to make sure.";
    Page page = comparison_page(asked, "1 the first|2 the second|= equal|? unsure\nu undo|h help|q quit");
    if (const std::string last = before(); !last.empty()) add(page, last, Style::dim);
    present(std::move(page));
    const Key key = screen_.key();
    if (const auto answer = answer_of(key)) return *answer;
    note_.clear();
    if (!common_key(key)) note_ = no_such_key;
  }
}

void TerminalTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const std::size_t given = i + (recording_ != nullptr ? recording_->answered_of_batch().value_or(0) : 0);
    answers[i] = ask(comparisons.left(i), comparisons.right(i), comparisons.again(), given);
  }
}

void TerminalTeacher::help() {
  do {
    Page page = titled("How this works");
    add(page,
        "You see two sequences of events and say which of them is better. Their common part is dim, the "
        "difference is in [brackets].");
    add_blank(page);
    add_menu(page,
             "1 the first is better\n2 the second is better\n= both are equally good\n"
             "? unsure: another question is asked instead\n"
             "u undo: retracts the last answer; repeat it to go further back");
    add_menu(page, kept_.empty() ? "q quit" : "q quit: every answer is kept, continue when you like");
    add_blank(page);
    add(page, "Now and then you see what the machine predicts and say whether it is right.");
    add_blank(page);
    add(page, "Any key goes back.", Style::dim);
    note_.clear();
    present(std::move(page));
  } while (screen_.key() == keys::resized);
}

std::optional<std::string> TerminalTeacher::type(const Page& above, const std::string& prompt, std::string text) {
  for (;;) {
    Page page = above;
    add_blank(page);
    add(page, prompt);
    add(page, "> " + safe(text) + "_", Style::strong);
    add(page, "Enter accepts, Escape goes back.", Style::dim);
    const std::size_t most = std::max<std::size_t>(screen_.rows(), 8) - 2;
    if (page.size() > most) page.erase(page.begin(), page.end() - static_cast<std::ptrdiff_t>(most));
    present(std::move(page));
    const Key key = screen_.key();
    if (key == keys::closed) throw QuitRequest{};
    if (key == keys::escape) return std::nullopt;
    if (key == keys::enter || key == U'\n') return text;
    if (key == keys::backspace || key == U'\b') {
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
      if (!text.empty()) text.pop_back();
    } else if (key >= 0x20 && key < 0x110000) {
      const auto bits = [key](int shift) { return static_cast<char>(0x80U | ((key >> shift) & 0x3FU)); };
      if (key < 0x80) {
        text += static_cast<char>(key);
      } else if (key < 0x800) {
        text += {static_cast<char>(0xC0U | (key >> 6)), bits(0)};
      } else if (key < 0x10000) {
        text += {static_cast<char>(0xE0U | (key >> 12)), bits(6), bits(0)};
      } else {
        text += {static_cast<char>(0xF0U | (key >> 18)), bits(12), bits(6), bits(0)};
      }
    }
  }
}

}  // namespace remap
