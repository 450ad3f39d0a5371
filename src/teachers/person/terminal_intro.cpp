// The introduction at a terminal: the same as that of the page.
#include <fmt/format.h>

#include <utility>

#include "logic/letters/shown.hpp"
#include "teachers/person/terminal.hpp"

namespace remap {

namespace {

constexpr std::string_view begin_menu = "Enter try two examples|s skip the examples\nq quit";

}  // namespace

void TerminalTeacher::introduce(const std::string& story) {
  for (Key key = keys::resized; key != keys::enter;) {
    Page page = titled("Welcome");
    if (!story.empty()) {
      add(page, safe(story));
      add_blank(page);
    }
    add(page,
        "You see two sequences of events and say after which of them things are better. From your answers, a small "
        "machine is built that knows what is good and what is not.");
    add_blank(page);
    add(page, "A small task takes 20 to 60 questions, a few seconds each.");
    if (const auto& outputs = wording_.outputs()) {
      std::string values;
      for (std::size_t i = 0; i < outputs->size(); ++i) {
        values += (i == 0 ? "" : ", ") + wording_.output(make_id<Output>(i));
      }
      add(page, "In the end every sequence has one of these values, worst first: " + values + ".");
    }
    add(page, "Now and then you see what the machine predicts, and say whether it is right.");
    add(page, kept_.empty() ? "You can undo any answer."
                            : "Nothing is lost: every answer is stored at once, and you can undo any of them.");
    add_blank(page);
    add_menu(page, begin_menu);
    screen_.forget_keys();
    present(std::move(page));
    key = screen_.key();
    note_.clear();
    if (key == U'q' || key == keys::closed) throw QuitRequest{};
    if (key == U's') return;
    if (key != keys::enter && key != U'\n' && key != keys::resized) note_ = no_such_key;
    if (key == U'\n') key = keys::enter;
  }
  const Wording events(Alphabet::plain({"prize", "tea", "keys"}), std::nullopt,
                       {"win a prize", "have tea", "lose your keys"});
  const Letter prize{0}, tea{1}, keys_lost{2};
  const Example examples[] = {
      {{tea, prize},
       {tea, keys_lost},
       Preference::greater,
       "Both begin with tea; the first goes on with a prize, which is better than losing your keys."},
      {{tea}, {tea}, Preference::equal, "The same happens in both, so they are equally good."}};
  for (std::size_t i = 0; i < std::size(examples); ++i) {
    if (!practise(events, examples[i], fmt::format("Example {} of 2: which do you prefer?", i + 1))) return;
  }
}

bool TerminalTeacher::practise(const Wording& events, const Example& example, const std::string& title) {
  const Wording real = std::exchange(wording_, events);
  bool goes_on = true;
  try {
    for (bool right = false; !right;) {
      Page page = comparison_page({example.first, example.second, title, "This is only for practice."},
                                  "1 the first|2 the second|= equal|? unsure\ns skip the examples|q quit");
      screen_.forget_keys();
      present(std::move(page));
      const Key key = screen_.key();
      note_.clear();
      const auto answer = answer_of(key);
      if (key == U'q' || key == keys::closed) throw QuitRequest{};
      if (key == U's') {
        goes_on = false;
        break;
      }
      right = answer == example.answer;
      if (right) {
        note_ = fmt::format("Right. {}", example.why);
      } else if (answer) {
        note_ = fmt::format("{} Try again.", example.why);
      } else if (key != keys::resized) {
        note_ = no_such_key;
      }
    }
  } catch (...) {
    wording_ = real;
    throw;
  }
  wording_ = real;
  return goes_on;
}

}  // namespace remap
