// A comparison: two sequences side by side, four answers.
import { h, key_button, keys, plural } from "./dom.js";
import { steps, spoken } from "./words.js";
import { maps } from "./map.js";

function card(side, task, word, other, map) {
  return h("section", { class: `card ${side}`, "aria-label": side === "left" ? "Left" : "Right" },
    h("h3", {}, side === "left" ? "Left" : "Right"), map, steps(task, word, other));
}

/** The two sequences as cards; with maps when there is a world. */
export function pair(task, left, right, world = null) {
  const drawn = world ? maps(world, left, right) : { left: null, right: null, replay: null };
  return h("div", {},
    h("div", { class: "pair" }, card("left", task, left, right, drawn.left), card("right", task, right, left, drawn.right)),
    drawn.replay);
}

/** The answers, in the order in which the tab key goes through them; `undo` is null where there is nothing to undo. */
export function answer_buttons(answer, undo) {
  const button = (label, id) => key_button(label, keys[id], id, { class: `answer ${id}`, onclick: () => answer(id) });
  return h("div", { class: "answers", role: "group", "aria-label": "Your answer" },
    button("Left is better", "left"), button("Equally good", "equal"), button("Right is better", "right"),
    button("Unsure", "unsure"),
    undo ? key_button("Undo", keys.undo, "undo", { class: "quiet undo", onclick: undo }) : null);
}

function left_in_step(question) {
  const most = question.left_in_step;
  if (!most) return null;
  return most === 1 ? "The last new question of this step, unless you are unsure."
    : `At most ${most} new questions left in this step, this one included.`;
}

export function question_page(state, world, answer, undo) {
  const { question, task } = state;
  const title = `Question ${question.number}: which is better?`;
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, title),
      question.again ? h("p", { class: "told" }, "Asked again to make sure. The sides may be swapped.") : null,
      pair(task, question.left, question.right, world),
      answer_buttons(answer, state.answers > 0 ? undo : null),
      h("p", { class: "quiet-text" }, left_in_step(question) ?? "", " ",
        state.answers > 0 ? `${plural(state.answers, "answer", "answers")} saved.` : "")),
    announce: `Question ${question.number}. Left: ${spoken(task, question.left)}. ` +
      `Right: ${spoken(task, question.right)}. Which is better?`,
    keys: {},
    answers: true,
  };
}
