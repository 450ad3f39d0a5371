// The end: the machine, how sure it is, and files to take away.
import { h, plural } from "./dom.js";
import { sentence } from "./words.js";
import { changes } from "./trouble.js";
import { stepper, table } from "./check.js";

const files = [["svg", "Picture (.svg)"], ["json", "JSON (.json)"], ["dot", "Graphviz (.dot)"], ["txt", "Reward machine (.txt)"]];

function shown_values(state) {
  const { values } = state.task;
  return values && values.length === state.result.values.length ? values : state.result.values;
}

function certainty(state) {
  const { confidence } = state.result;
  if (confidence === undefined) return null;
  return h("p", {}, "It is exactly right with a probability of ", h("b", {}, `${Math.floor(confidence * 1000) / 10} %`),
    ", by what your answers say and how consistent they are.");
}

function doubtful(state, change) {
  const ids = new Set(state.result.doubtful ?? []);
  const answers = state.history.filter((answer) => ids.has(answer.id));
  if (answers.length === 0) return null;
  return h("section", {}, h("h3", {}, "Answers that are probably wrong"),
    h("ol", { class: "answers-in-trouble" }, answers.map((answer) =>
      h("li", {}, h("p", {}, sentence(state.task, answer)), changes(state.task, answer, change)))));
}

export function done_page(state, memory, change_memory, change) {
  const { result, task } = state;
  const values = shown_values(state);
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, "Done: the machine is ready"),
      h("p", {}, `It has ${plural(result.machine.states.length, "state", "states")} and took ` +
        `${plural(result.comparisons, "comparison", "comparisons")} and ${plural(result.checks, "check", "checks")}. ` +
        "If something turns out to be wrong, change an answer: the session continues from there."),
      certainty(state),
      h("div", { class: "picture big", tabindex: "0", role: "region", "aria-label": "Picture of the machine" }),
      h("h3", {}, "Download the machine"),
      h("div", { class: "row" }, files.map(([type, label]) => type === "txt" && !task.sets
        ? null
        : h("a", { class: "button", href: `machine.${type}`, download: `machine.${type}` }, label))),
      task.sets ? null : h("p", { class: "quiet-text" }, "Reward machine text (.txt) requires events that are sets of propositions."),
      stepper(task, result.machine, values, memory, change_memory, null),
      doubtful(state, change),
      h("details", {}, h("summary", {}, "Table of the machine"), table(task, result.machine, values))),
    announce: `Done. The machine has ${plural(result.machine.states.length, "state", "states")}.`,
    keys: {},
  };
}

export function failed_page(state, retry) {
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, "This session cannot continue"),
      h("pre", {}, state.error),
      h("p", {}, "All earlier answers are saved. Change an answer in the list, or try again."),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-id": "retry", onclick: retry }, "Try again"))),
    announce: "This session cannot continue.",
    keys: {},
  };
}
