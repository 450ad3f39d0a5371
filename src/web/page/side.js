// Beside the question: the machine so far, the order so far, and every answer, which can be changed.
import { h, plural } from "./dom.js";
import { get } from "./api.js";
import { inline, sentence } from "./words.js";

let picture = null;     // the element that is shown now
let pictured = null;    // for which state
let fetching = null;

function drawn(svg, states, letters) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  const element = document.importNode(parsed, true);
  element.removeAttribute("width");
  element.removeAttribute("height");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `Picture of the machine so far: ${plural(states, "state", "states")}, events ${letters}`);
  return element;
}

/** Asks for the picture of this state; `show` is called when it is there. */
async function fetch_picture(state, show) {
  if (pictured === state.name) return;
  fetching?.abort();
  fetching = new AbortController();
  try {
    const { svg, states } = await get("api/picture", { signal: fetching.signal });
    pictured = state.name;
    picture = drawn(svg, states, state.task.letters.join(", "));
    show();
  } catch {
    // No picture then: graphviz is missing, or the next answer came first.
  }
}

function order_list(state) {
  if (state.order.length === 0) return h("p", { class: "quiet-text" }, "Nothing is known yet.");
  return h("ol", { class: "order" }, [...state.order].reverse().map((level) => h("li", {}, inline(state.task, level.example),
    level.words > 1 ? h("span", { class: "quiet-text" }, ` and ${level.words - 1} more`) : null)));
}

export function side(state, edit) {
  const machine = !state.study || state.study.aside;
  const frame = h("div", { class: "picture" });
  const show = () => {
    frame.replaceChildren(picture ?? h("p", { class: "quiet-text" }, "It appears with your first answers."));
    for (const place of document.querySelectorAll(".picture.big")) place.replaceChildren(...(picture ? [picture.cloneNode(true)] : []));
  };
  show();
  if (machine && state.answers > 0) fetch_picture(state, show);
  else picture = pictured = null;
  const history = h("ol", { class: "history", reversed: true, start: String(state.answers) },
    state.history.map((answer) => h("li", {}, sentence(state.task, answer), " ",
      h("button", { type: "button", class: "small", "data-id": `edit-${answer.id}`,
        "aria-label": `Change answer ${answer.id}`, onclick: () => edit(answer) }, "Change"))));
  const more = state.answers > state.history.length;
  const place = state.study ? `Saved. You take part as ${state.study.participant}.` : `Saved in ${state.file}.`;
  const known = [
    h("section", {}, h("h2", {}, state.kind === "done" ? "The machine" : "The machine so far"), frame),
    h("section", {}, h("h2", {}, "The order so far, best first"), order_list(state)),
  ];
  return [
    ...(machine ? known : []),
    h("section", {}, h("h2", {}, "Your answers"),
      state.history.length === 0 ? h("p", { class: "quiet-text" }, "None yet.") : history,
      more ? h("p", { class: "quiet-text" }, `The latest ${state.history.length} of ${state.answers}.`) : null,
      h("p", { class: "quiet-text" }, place)),
  ];
}
