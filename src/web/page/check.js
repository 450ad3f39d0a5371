// The check of a machine, for people who have never seen one: predictions one by one or as a list, buttons for events,
// and "this is wrong, it should be …". Picture and table are there for those who want them.
import { h, key_button, keys, plural } from "./dom.js";
import { inline, spoken } from "./words.js";

const run = (machine, word) => word.reduce((state, letter) => machine.states[state].next[letter], machine.initial);

/** A Moore machine has a value in each state, a Mealy machine one for each step, and one for the empty word. */
const is_mealy = (machine) => machine.value !== undefined;
function value_after(machine, word) {
  if (!is_mealy(machine)) return machine.states[run(machine, word)].value;
  return word.length === 0 ? machine.value : machine.states[run(machine, word.slice(0, -1))].values[word.at(-1)];
}

/** The values to choose from when a prediction is wrong. */
function should_be(state, word, predicted, reject) {
  const { task, check } = state;
  if (check.by_order) {
    return h("div", { class: "row" },
      h("button", { type: "button", class: "warn", onclick: () => reject(word, null) }, "Yes, that is wrong"));
  }
  const others = task.values.map((name, value) => ({ name, value })).filter(({ value }) => value !== predicted);
  return h("div", { class: "row", role: "group", "aria-label": "What it should be" }, h("span", {}, "It should be:"),
    others.map(({ name, value }) =>
      key_button(name, keys.letter(String(value + 1)), `value-${value}`, { class: "warn", onclick: () => reject(word, value) })));
}

/** What the keys do while a prediction is being corrected. */
function value_keys(state, line, reject) {
  if (state.check.by_order) return {};
  const numbers = state.task.values.map((_, value) => value).filter((value) => value !== line.value && value < 9);
  return Object.fromEntries(numbers.map((value) => [String(value + 1), () => reject(line.word, value)]));
}

/** After a sequence: what you get. */
function told(state, word, line) {
  const { task, check } = state;
  if (check.by_order) {
    return h("span", {}, "after ", inline(task, word), " it is as good as after ", inline(task, line.same_as));
  }
  return h("span", {}, "after ", inline(task, word), " you get ", h("b", { class: "value" }, task.values[line.value]));
}

function one_by_one(state, memory, change, reject) {
  const { check, task } = state;
  const line = check.predictions[memory.at];
  if (!line) {
    return h("p", { class: "told good" }, "You have seen every prediction. If nothing was wrong, accept the machine.");
  }
  const predicted = check.by_order ? null : line.value;
  return h("div", { class: "prediction" },
    h("p", { class: "big" }, told(state, line.word, line)),
    memory.wrong ? should_be(state, line.word, predicted, reject)
      : h("div", { class: "row" },
        key_button("Right", keys.letter("y"), "right", { class: "main", onclick: () => change({ at: memory.at + 1 }) }),
        key_button("Wrong", keys.letter("n"), "wrong", { onclick: () => change({ wrong: true }) })),
    memory.at > 0 || memory.wrong
      ? h("button", { type: "button", class: "quiet", "data-id": "back",
        onclick: () => change(memory.wrong ? { wrong: false } : { at: memory.at - 1 }) }, "Back") : null);
}

function as_list(state, memory, change, reject) {
  return h("ol", { class: "predictions" }, state.check.predictions.map((line, i) =>
    h("li", {}, told(state, line.word, line), " ",
      memory.open === i ? should_be(state, line.word, state.check.by_order ? null : line.value, reject)
        : h("button", { type: "button", class: "small", "data-id": `wrong-${i}`,
          "aria-label": `Wrong: after ${spoken(state.task, line.word)}`, onclick: () => change({ open: i }) }, "Wrong"))));
}

/** Events to press, and what the machine says after them. */
export function stepper(task, machine, values, memory, change, wrong) {
  const word = memory.word ?? [];
  const value = value_after(machine, word);
  return h("section", { class: "stepper", "aria-label": "Try it" },
    h("h3", {}, "Try it: press events"),
    h("div", { class: "row" }, task.letters.map((name, letter) =>
      h("button", { type: "button", "data-id": `letter-${letter}`, onclick: () => change({ word: [...word, letter], step_wrong: false }) },
        name))),
    h("p", { "aria-live": "polite" }, "after ", inline(task, word), " you get ",
      h("b", { class: "value" }, values ? values[value] : `level ${value + 1}`)),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", disabled: word.length === 0, onclick: () => change({ word: word.slice(0, -1) }) },
        "One back"),
      h("button", { type: "button", class: "small", disabled: word.length === 0, onclick: () => change({ word: [] }) }, "Start over"),
      wrong ? h("button", { type: "button", class: "small", "data-id": "step-wrong", onclick: () => change({ step_wrong: true }) },
        "This is wrong") : null),
    wrong && memory.step_wrong ? wrong(word, value) : null);
}

export function table(task, machine, values) {
  const mealy = is_mealy(machine);
  const name = (state) => mealy ? `${state}` : `q${state}`;  // as in the picture
  const told = (value) => values ? values[value] : `level ${value + 1}`;
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of the machine" },
    h("table", {}, h("caption", {}, mealy ? "States, and for each event where it leads and what you get"
      : "States, what you get there, and where each event leads"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "state"), mealy ? null : h("th", { scope: "col" }, "you get"),
        task.letters.map((letter) => h("th", { scope: "col" }, letter)))),
      h("tbody", {}, machine.states.map((state, i) => h("tr", {},
        h("th", { scope: "row" }, name(i) + (i === machine.initial ? " (start)" : "")),
        mealy ? null : h("td", {}, told(state.value)),
        state.next.map((to, letter) => h("td", {}, mealy ? `${name(to)}, ${told(state.values[letter])}` : name(to))))))));
}

/** What a screen reader says of the prediction that is shown. */
function announced({ check, task }, memory, line) {
  if (memory.list) return `Is this right? A list of ${plural(check.predictions.length, "prediction", "predictions")}.`;
  if (!line) return "You have seen every prediction. If nothing was wrong, accept the machine.";
  if (memory.wrong) return `What should it be after ${spoken(task, line.word)}?`;
  const got = check.by_order ? `as much as after ${spoken(task, line.same_as)}` : task.values[line.value];
  return `Is this right? Number ${memory.at + 1}: after ${spoken(task, line.word)} you get ${got}.`;
}

export function check_page(state, memory, change, accept, reject, undo) {
  const { check, task } = state;
  const all = check.predictions.length;
  const looked = memory.list ? all : Math.min(memory.at, all);
  const seen = looked === all;
  const values = check.by_order ? null : task.values;
  const switch_view = () => change({ list: !memory.list, wrong: false });
  const one = !memory.list && !memory.wrong && memory.at < all;
  const line = memory.list ? undefined : check.predictions[memory.at];
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, "Is this right?"),
      h("p", {}, "This machine was built from your answers. It predicts what you get after each of these sequences. ",
        check.by_order ? "Say so if two of them are not equally good." : "Say so if something is wrong."),
      h("p", { class: "quiet-text" }, memory.list ? plural(all, "prediction", "predictions")
        : `${looked} of ${all} looked at`, " ",
      h("button", { type: "button", class: "small", "data-id": "view", onclick: switch_view },
        memory.list ? "Show one at a time" : "Show as a list")),
      memory.list ? as_list(state, memory, change, reject) : one_by_one(state, memory, change, reject),
      h("div", { class: "row" },
        key_button(memory.list ? `Accept the machine (list of ${all})` : `Accept the machine (${looked} of ${all} seen)`,
          keys.letter("a"), "accept", { class: seen ? "main" : "", disabled: !seen, onclick: accept }),
        state.answers > 0 ? key_button("Undo", keys.undo, "undo", { class: "quiet", onclick: undo }) : null),
      stepper(task, check.machine, values, memory, change,
        (word, value) => should_be(state, word, check.by_order ? null : value, reject)),
      h("details", {}, h("summary", {}, "Picture and table of the machine"),
        h("div", { class: "picture big", tabindex: "0", role: "region", "aria-label": "Picture of the machine" }),
        table(task, check.machine, values))),
    announce: announced(state, memory, line),
    keys: {
      ...(seen ? { a: accept } : {}),
      ...(one ? { y: () => change({ at: memory.at + 1 }), n: () => change({ wrong: true }) } : {}),
      ...(memory.wrong && line ? value_keys(state, line, reject) : {}),
    },
  };
}
