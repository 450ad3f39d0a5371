// The tasks of the REMAP paper (CAV 2025), which took them from the reward machine benchmarks of Toro Icarte et al.
// (ICML 2018). Each is written the way a reward machine is drawn: `from -> to : formula`, then `/ reward` where it is
// not 0, state 0 being initial; a set of propositions that satisfies no formula of a state ends the episode with reward
// 0. Six craft machines are nondeterministic as published (two things may be collected in either order, and nothing
// says what happens when both are met at once); the paper repairs them by a rule, and so does `determinise`, here, when
// first asked.
#include "remap/worlds/tasks.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

struct TaskText {
  WorldName world;
  std::size_t number;
  std::string_view title;
  std::string_view propositions;  // single characters, in the authors' order
  std::size_t terminal;
  std::string_view transitions;
};

using enum WorldName;

constexpr TaskText deterministic_texts[] = {
    {office, 1, "bring coffee to the office", "fgn", 2, "0->0 : !f&!n, 0->1 : f&!n, 1->1 : !g&!n, 1->2 : g&!n / 1"},
    {office, 2, "bring the mail to the office", "egn", 2, "0->0 : !e&!n, 0->1 : e&!n, 1->1 : !g&!n, 1->2 : g&!n / 1"},
    {office, 3, "bring coffee and the mail to the office", "efgn", 1,
     "0->0 : !e&!f&!n, 0->2 : e&!n, 0->3 : !e&f&!n, 2->2 : !f&!n, 2->4 : f&!n, 3->3 : !e&!n, 3->4 : e&!n,"
     "4->1 : g&!n / 1, 4->4 : !g&!n"},
    {office, 4, "patrol the rooms a, b, c, d", "abcdn", 4,
     "0->0 : !a&!n, 0->1 : a&!n, 1->1 : !b&!n, 1->2 : b&!n, 2->2 : !c&!n, 2->3 : c&!n, 3->3 : !d&!n, 3->4 : d&!n / 1"},
    {craft, 1, "make a plank: wood, toolshed", "ab", 2, "0->0 : !a, 0->1 : a, 1->1 : !b, 1->2 : b / 1"},
    {craft, 2, "make a stick: wood, workbench", "ac", 2, "0->0 : !a, 0->1 : a, 1->1 : !c, 1->2 : c / 1"},
    {craft, 3, "make cloth: grass, factory", "de", 2, "0->0 : !d, 0->1 : d, 1->1 : !e, 1->2 : e / 1"},
    {craft, 4, "make rope: grass, toolshed", "db", 2, "0->0 : !d, 0->1 : d, 1->1 : !b, 1->2 : b / 1"},
};

constexpr TaskText original_texts[] = {
    {craft, 5, "make a bridge: wood and iron, factory", "afe", 1,
     "0->0 : !a&!f, 0->2 : f, 0->3 : a, 2->2 : !a, 2->4 : a, 3->3 : !f, 3->4 : f, 4->1 : e / 1, 4->4 : !e"},
    {craft, 6, "make a bed: grass, and wood to the toolshed; workbench", "abcd", 2,
     "0->0 : !a&!d, 0->1 : a, 0->4 : d, 1->1 : !b&!d, 1->3 : b, 1->5 : d, 3->3 : !d, 3->6 : d, 4->4 : !a, 4->5 : a,"
     "5->5 : !b, 5->6 : b, 6->2 : c / 1, 6->6 : !c"},
    {craft, 7, "make an axe: iron, and wood to the workbench; toolshed", "abcf", 2,
     "0->0 : !a&!f, 0->1 : a, 0->4 : f, 1->1 : !c&!f, 1->3 : c, 1->5 : f, 3->3 : !f, 3->6 : f, 4->4 : !a, 4->5 : a,"
     "5->5 : !c, 5->6 : c, 6->2 : b / 1, 6->6 : !b"},
    {craft, 8, "make shears: wood and iron, workbench", "acf", 1,
     "0->0 : !a&!f, 0->2 : a, 0->3 : f, 2->2 : !f, 2->4 : f, 3->3 : !a, 3->4 : a, 4->1 : c / 1, 4->4 : !c"},
    {craft, 9, "get gold: wood and iron, factory, then over the bridge", "aefg", 1,
     "0->0 : !a&!f, 0->2 : f, 0->3 : a, 2->2 : !a, 2->4 : a, 3->3 : !f, 3->4 : f, 4->4 : !e, 4->5 : e, 5->1 : g / 1,"
     "5->5 : !g"},
    {craft, 10, "get a gem: iron, and wood to the workbench; toolshed, then use the axe", "abcfh", 2,
     "0->0 : !a&!f, 0->1 : a, 0->4 : f, 1->1 : !c&!f, 1->3 : c, 1->5 : f, 3->3 : !f, 3->6 : f, 4->4 : !a, 4->5 : a,"
     "5->5 : !c, 5->6 : c, 6->6 : !b, 6->7 : b, 7->2 : h / 1, 7->7 : !h"},
};

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Splits at the first `mark`; the second part is empty when there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {trim(text), {}};
  return {trim(text.substr(0, at)), trim(text.substr(at + mark.size()))};
}

std::size_t parse_state(std::string_view text) {
  std::size_t state = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), state);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw ParseError("a built-in task names the state '" + std::string(text) + "', expected a number", {});
  }
  return state;
}

RewardTransition parse_transition(std::string_view text, std::span<const std::string> propositions) {
  const auto [states, label] = split(text, ":");
  const auto [from, to] = split(states, "->");
  const auto [formula, reward] = split(label, "/");
  return {make_id<State>(parse_state(from)), make_id<State>(parse_state(to)), parse_formula(formula, propositions),
          reward.empty() ? "0" : std::string(reward)};
}

RewardMachine parse_machine(const TaskText& text) {
  RewardMachine machine;
  for (const char proposition : text.propositions) machine.propositions.emplace_back(1, proposition);
  machine.terminal = {make_id<State>(text.terminal)};
  for (std::string_view rest = text.transitions; !rest.empty();) {
    const auto [one, others] = split(rest, ",");
    machine.transitions.push_back(parse_transition(one, machine.propositions));
    const auto& added = machine.transitions.back();
    machine.states = std::max({machine.states, index(added.from) + 1, index(added.to) + 1});
    rest = others;
  }
  return machine;
}

Task make_task(const TaskText& text, bool original, bool repaired) {
  Task task{text.world, text.number, original, repaired, {}, std::string(text.title), parse_machine(text)};
  task.name = std::string(text.world == office ? "office" : "craft") + "/t" + std::to_string(text.number);
  if (original) task.name += "/original";
  if (repaired) task.machine = determinise(task.machine);
  return task;
}

const Task* find_in(const std::vector<Task>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Task& task) { return task.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = [] {
    std::vector<Task> list;
    for (const auto& text : deterministic_texts) list.push_back(make_task(text, false, false));
    for (const auto& text : original_texts) list.push_back(make_task(text, false, true));
    return list;
  }();
  return all;
}

const std::vector<Task>& original_tasks() {
  static const std::vector<Task> all = [] {
    std::vector<Task> list;
    for (const auto& text : original_texts) list.push_back(make_task(text, true, false));
    return list;
  }();
  return all;
}

const Task* find_task(std::string_view name) {
  const Task* found = find_in(tasks(), name);
  return found != nullptr ? found : find_in(original_tasks(), name);
}

MooreMachine task_machine(const Task& task) { return to_moore(task.machine); }

}  // namespace remap
