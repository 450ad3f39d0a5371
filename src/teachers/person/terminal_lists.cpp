// Lists that a person goes through: what a machine predicts, one word per transition, and answers that cannot all be
// true. Each item is one line; long lists have pages.
#include <fmt/format.h>

#include <algorithm>

#include "logic/letters/shown.hpp"
#include "remap/automata/outputs.hpp"
#include "teachers/checklist.hpp"
#include "teachers/person/terminal.hpp"

namespace remap {

namespace {

std::optional<std::size_t> number_in(const std::string& text, std::size_t most) {
  const auto number = parse_number(text);
  if (!number || *number < 1 || *number > static_cast<double>(most)) return std::nullopt;
  const auto whole = static_cast<std::size_t>(*number);
  return static_cast<double>(whole) == *number ? std::optional(whole) : std::nullopt;
}

}  // namespace

Page TerminalTeacher::list_page(List& list) const {
  Page page = list.head;
  Page foot;
  add_blank(foot);
  add_menu(foot, list.menu);
  const std::size_t digits = fmt::formatted_size("{}", list.size);
  const auto lines_of = [&](std::size_t item) { return list.lines(item, width() - digits - 4); };
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < list.size && wanted <= screen_.rows(); ++i) wanted += lines_of(i).size();
  std::size_t around = page.size() + foot.size() + 3;  // with room for a note
  const bool pages = wanted + around > screen_.rows();
  if (pages) {
    add_menu(foot, "n next page|p previous page");
    around = list.head.size() + foot.size() + 4;
  }
  const std::size_t room = screen_.rows() > around ? screen_.rows() - around : 1;
  std::size_t used = 0, end = list.first;
  for (; end < list.size; ++end) {
    Page lines = lines_of(end);
    used += lines.size();
    if (used > room && end > list.first) break;
    for (std::size_t row = 0; row < lines.size(); ++row) {
      const std::string number = row == 0 ? fmt::format("{}", end + 1) : "";
      lines[row].insert(lines[row].begin(), {fmt::format("  {:>{}}  ", number, digits), Style::dim});
      page.push_back(std::move(lines[row]));
    }
  }
  list.shown = end - list.first;
  list.seen = std::max(list.seen, end);
  if (pages) add(page, fmt::format("Lines {} to {} of {}.", list.first + 1, end, list.size), Style::dim);
  page.insert(page.end(), foot.begin(), foot.end());
  return page;
}

bool TerminalTeacher::turn(List& list, Key key) {
  if (key == U'n' || key == U' ' || key == keys::page_down || key == keys::down) {
    if (list.first + list.shown < list.size) {
      list.before.push_back(list.first);
      list.first += list.shown;
    }
    return true;
  }
  if (key == U'p' || key == keys::page_up || key == keys::up) {
    if (!list.before.empty()) {
      list.first = list.before.back();
      list.before.pop_back();
    }
    return true;
  }
  return false;
}

std::optional<std::size_t> TerminalTeacher::pick(List& list, const std::string& prompt) {
  for (std::string typed;;) {
    const auto text = type(list_page(list), prompt, typed);
    note_.clear();
    if (!text || text->empty()) return std::nullopt;
    if (const auto number = number_in(*text, list.size)) return *number - 1;
    typed = *text;
    note_ = fmt::format("'{}' is no line, expected a number from 1 to {}.", shortened(safe(*text), 20), list.size);
  }
}

std::optional<EquivalenceAnswer> TerminalTeacher::reject(const Page& above, const EquivalenceQuestion& question,
                                                         const Word& word) {
  if (question.by_order) return EquivalenceAnswer::wrong(word);
  const Output predicted = question.machine.output_after(word);
  std::vector<Output> others;
  for (std::size_t i = 0; i < question.machine.outputs().size(); ++i) others.push_back(make_id<Output>(i));
  for (std::string typed;;) {
    Page page = above;
    add_blank(page);
    add(page, wording_.word(word, 2 * width()), Style::strong);
    const std::string prompt = fmt::format("The machine says {}. Which value is right: {}?", wording_.output(predicted),
                                           wording_.some_of(others));
    const auto text = type(page, prompt, typed);
    note_.clear();
    if (!text || text->empty()) return std::nullopt;
    typed = *text;
    Output said = wording_.find_output(*text);
    if (said == no_output && text->starts_with('#')) {
      if (const auto number = number_in(text->substr(1), others.size())) said = make_id<Output>(*number - 1);
    }
    if (said == no_output) {
      note_ = fmt::format("'{}' is not a value here (the first can also be typed as #1).", shortened(safe(*text), 20));
    } else if (said == predicted) {
      note_ = "That is what the machine says: nothing is wrong there.";
      return std::nullopt;
    } else {
      return EquivalenceAnswer::wrong(word, said);
    }
  }
}

std::optional<EquivalenceAnswer> TerminalTeacher::type_counterexample(const Page& above,
                                                                      const EquivalenceQuestion& question) {
  for (std::string typed;;) {
    const auto text = type(above, "Which events? As in the list, separated by commas:", typed);
    note_.clear();
    if (!text) return std::nullopt;
    try {
      return reject(above, question, wording_.parse(*text));
    } catch (const InputError& error) {
      note_ = safe(error.what());
      typed = *text;
    }
  }
}

void TerminalTeacher::choose_levels(const Page& above, const AnswerBook& book, std::span<const AnswerId> answers,
                                    Key key) {
  if (key == U'o') throw LevelsRequest(std::nullopt);
  if (key != U'l') return;
  const std::size_t needed = book.values_needed(answers);
  std::string typed;
  for (const std::string& name : suggested_levels(*wording_.outputs(), needed)) {
    typed += (typed.empty() ? "" : ",") + name;
  }
  for (;;) {
    const auto text = type(above, fmt::format("The {} levels, worst first, separated by commas:", needed), typed);
    note_.clear();
    if (!text) return;
    try {
      throw LevelsRequest(with_more_levels(*wording_.outputs(), Outputs::parse_list(*text).names()));
    } catch (const InputError& error) {
      note_ = safe(error.what());
      typed = *text;
    }
  }
}

EquivalenceAnswer TerminalTeacher::equivalence(const EquivalenceQuestion& question) {
  const Hypothesis& machine = question.machine;
  const TransitionWords words(machine, TransitionWords::shown_longer, question.number);
  const auto compose = [&](List& list) {
    list.head = titled(fmt::format("Is this right? {} predicted by a machine of {}",
                                   words.size() == 1 ? "1 value" : fmt::format("{} values", words.size()),
                                   machine.size() == 1 ? "1 state" : fmt::format("{} states", machine.size())));
    if (question.by_order) add(list.head, "Each line says which word the first one equals.");
    if (question.by_order) add_blank(list.head);
  };
  List list;
  list.size = words.size();
  list.menu = "a all are right|w one is wrong|t type a word that is wrong\nu undo|h help|q quit";
  list.lines = [&](std::size_t i, std::size_t columns) {
    const Word word = words.word(i);
    std::string value = wording_.output(machine.output_after(word));
    if (question.by_order) {
      value = wording_.word(question.words.spell(question.same_class(word)), columns / 2);
    }
    const std::size_t room = std::clamp<std::size_t>(columns - std::min(columns, columns_of(value) + 2), 16, 72);
    Page lines = broken(wording_.pieces(word), room, 2);
    std::size_t used = 0;
    for (const Piece& piece : lines.back()) used += columns_of(piece.text);
    lines.back().push_back({std::string(room + 2 - std::min(room, used), ' ')});
    lines.back().push_back({value, Style::strong});
    return lines;
  };
  screen_.forget_keys();
  note_.clear();
  bool warned = false;
  for (;;) {
    compose(list);
    Page page = list_page(list);
    present(page);
    const Key key = screen_.key();
    note_.clear();
    std::optional<EquivalenceAnswer> answer;
    if (key == U'a') {
      if (list.seen == list.size || warned) return {};
      warned = true;
      note_ = fmt::format("You have seen {} of {} lines. Press a again to say that all are right, n for more.",
                          list.seen, list.size);
    } else if (key == U'w') {
      if (const auto item = pick(list, "Which line is wrong? Type its number:")) {
        answer = reject(list.head, question, words.word(*item));
      }
    } else if (key == U't') {
      answer = type_counterexample(list.head, question);
    } else if (!turn(list, key) && !common_key(key)) {
      note_ = no_such_key;
    }
    if (answer) return *std::move(answer);
  }
}

Correction TerminalTeacher::correct(Trouble trouble, const AnswerBook& book, std::span<const AnswerId> answers,
                                    const std::string& note) {
  const Menu again = "1 the first|2 the second|= equal|? unsure\nx retract it (asked again if needed)|b back|q quit";
  List list;
  list.size = answers.size();
  const bool levels = trouble == Trouble::levels;
  list.menu =
      levels ? "l continue with one more level|o continue with the order alone\n1–9 change that answer|u undo|q quit"
      : answers.size() > 9 ? "w type the number of one|u undo|q quit"
                           : "1–9 that one|u undo|q quit";
  const std::string title =
      levels
          ? fmt::format("Your answers need {} levels; --outputs names {}", book.values_needed(answers), book.outputs())
      : trouble == Trouble::contradiction ? "These answers cannot all be true: which one is wrong?"
                                          : "Nothing else can be asked: which of these can you answer?";
  list.lines = [&](std::size_t i, std::size_t columns) {
    return Page{TextLine{{wording_.answer(book, answers[i], columns), Style::plain}}};
  };
  screen_.forget_keys();
  note_.clear();
  for (;;) {
    list.head = titled(title);
    if (levels) add(list.head, "Nothing is wrong with your answers. All of them are kept, whatever you choose.");
    if (levels) add_blank(list.head);
    if (!note.empty()) add(list.head, note);
    if (!note.empty()) add_blank(list.head);
    present(list_page(list));
    const Key key = screen_.key();
    note_.clear();
    std::optional<std::size_t> item;
    if (key >= U'1' && key <= U'9') item = key - U'1';
    if (key == U'w') item = pick(list, "Which one? Type its number:");
    if (key == U'q' || key == keys::closed) throw QuitRequest{};
    if (key == U'u') return {last_answer(book), std::nullopt};
    if (levels) choose_levels(list_page(list), book, answers, key);
    if (!item || *item >= answers.size()) {
      if (key != U'w' && !(levels && key == U'l') && key != keys::resized && !turn(list, key))
        note_ = "There is no such line.";
      continue;
    }
    const AnswerId id = answers[*item];
    const BookEntry& entry = book.at(id);
    if (entry.kind != BookEntry::Kind::comparison)
      return {id, std::nullopt};  // can only be retracted, then is asked again
    for (;;) {
      Asked asked{book.words().spell(entry.left), book.words().spell(entry.right), "Which do you prefer?", {}};
      asked.remark = "So far: " + wording_.answer(book, id, width() - 8);
      present(comparison_page(asked, again));
      const Key choice = screen_.key();
      note_.clear();
      if (choice == U'1') return {id, Preference::greater};
      if (choice == U'2') return {id, Preference::less};
      if (choice == U'=' || choice == U'e') return {id, Preference::equal};
      if (choice == U'?' || choice == U's') return {id, Preference::unsure};
      if (choice == U'x') return {id, std::nullopt};
      if (choice == U'q' || choice == keys::closed) throw QuitRequest{};
      if (choice == U'b' || choice == keys::escape) break;
      if (choice != keys::resized) note_ = no_such_key;
    }
  }
}

}  // namespace remap
