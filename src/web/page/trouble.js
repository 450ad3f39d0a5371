// Answers that cannot all be true, answers that need more levels than there are, and answers that are missing.
import { h, plural } from "./dom.js";
import { inline, sentence, spoken } from "./words.js";

const choices = [["a", "The first is better"], ["equal", "Equally good"], ["b", "The second is better"], ["unsure", "Unsure"]];

/** What can be done about an answer: one click changes it. */
export function changes(task, answer, change) {
  const options = answer.kind !== "comparison" ? [] : choices.map(([value, label]) =>
    h("button", { type: "button", class: "small", "data-id": `change-${answer.id}-${value}`,
      "aria-pressed": answer.answer === value ? "true" : "false", disabled: answer.answer === value,
      onclick: () => change(answer.id, value) }, label));
  return h("div", { class: "row", role: "group", "aria-label": "Change this answer" }, options,
    h("button", { type: "button", class: "small quiet", "data-id": `change-${answer.id}-none`,
      onclick: () => change(answer.id, null) }, "Retract it"));
}

function answer_list(state, change) {
  return h("ol", { class: "answers-in-trouble" }, state.trouble.answers.map((answer) =>
    h("li", {}, h("p", {}, sentence(state.task, answer)),
      answer.origin ? h("p", { class: "quiet-text" }, answer.origin) : null, changes(state.task, answer, change))));
}

export function contradiction_page(state, change) {
  const unsure = state.kind === "unsure";
  const count = state.trouble.answers.length;
  const title = unsure ? "Nothing else can be asked" : "These answers cannot all be true";
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, title),
      h("p", {}, unsure ? "You were unsure about these. Please answer one of them after all."
        : `Each of them may be right, but not all ${count} together. Change the one that is wrong; all others are kept.`),
      state.trouble.note ? h("p", {}, state.trouble.note) : null,
      answer_list(state, change)),
    announce: `${title}. ${plural(count, "answer", "answers")} to look at.`,
    keys: {},
  };
}

/** The sequences of a chain of answers, worst first. */
function chain(answers) {
  const above = new Map(), words = new Map(), has_below = new Set();
  for (const { a, b, answer } of answers) {
    if (answer !== "a" && answer !== "b") continue;
    const [low, high] = answer === "a" ? [b, a] : [a, b];
    words.set(String(low), low).set(String(high), high);
    above.set(String(low), String(high));
    has_below.add(String(high));
  }
  let at = [...words.keys()].find((word) => !has_below.has(word));
  const result = [];
  for (; at !== undefined && result.length < words.size; at = above.get(at)) result.push(words.get(at));
  return result;
}

export function levels_page(state, change, go_on) {
  const { needed, outputs, answers, suggested } = state.trouble;
  const examples = chain(answers);
  const inputs = suggested.map((name, i) =>
    h("input", { type: "text", value: name, maxlength: "60", "data-id": `level-${i}`, "aria-label": `Name of level ${i + 1}` }));
  const title = `Your answers need ${needed} levels`;
  const use = () => go_on(inputs.map((input) => input.value.trim()));
  const rows = inputs.map((input, i) => h("li", { value: String(i + 1) }, input,
    examples[i] ? h("span", { class: "quiet-text" }, " such as after ", inline(state.task, examples[i])) : null));
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, title),
      h("p", {}, `Nothing is wrong with your answers. They distinguish ${needed} levels, but only ${outputs.length} were ` +
        `named when this session began (--outputs ${outputs.join(",")}). All answers are kept, whatever you choose.`),
      h("h3", {}, `Continue with ${needed} levels`),
      h("ol", { class: "levels", reversed: true }, rows.reverse()),
      h("p", { class: "quiet-text" }, "Best at the top. The existing names keep their order; add one where it belongs."),
      h("div", { class: "row" },
        h("button", { type: "button", class: "main", "data-id": "use-levels", onclick: use }, `Use these ${needed} levels`)),
      h("h3", {}, "Or continue with the order alone"),
      h("p", {}, "The machine then has no values: it only knows what is better than what."),
      h("div", { class: "row" },
        h("button", { type: "button", "data-id": "order-alone", onclick: () => go_on(null) }, "Learn the order alone")),
      h("h3", {}, "Or change one of these answers"), answer_list(state, change)),
    announce: `${title}, but only ${outputs.length} were named. From the worst: ` +
      `${examples.map((word) => spoken(state.task, word)).join("; ")}.`,
    keys: {},
  };
}
