// What a person sees first: what this is about, and two pairs for practice whose answers are known.
import { h, key_button, keys } from "./dom.js";
import { answer_buttons, pair } from "./question.js";
import { spoken } from "./words.js";

const practice_task = { letters: ["win a prize", "have tea", "lose your keys"], values: null };
const practice = [
  { left: [1, 0], right: [1, 2], answer: "left",
    why: "Both begin with tea; on the left you then win a prize, which is better than losing your keys." },
  { left: [1], right: [1], answer: "equal", why: "The same happened on both sides, so they are equally good." },
];

export function introduction(state, go) {
  const values = state.task.values;
  return {
    announce: "Welcome. Press Enter to begin.",
    element: h("section", { class: "intro" },
      h("h2", { tabindex: "-1" }, "Which of these two is better?"),
      state.task.story ? h("p", { class: "story" }, state.task.story) : null,
      h("p", {}, "You will see two sequences of events side by side. Say after which of them things are better. From your " +
        "answers, remap builds a small machine that knows what is good and what is not."),
      h("ul", {},
        h("li", {}, "A small task takes 20 to 60 questions, a few seconds each. How many exactly depends on your answers."),
        values ? h("li", {}, "In the end every sequence has one of these values, worst first: ",
          h("b", {}, values.join(", ")), ".") : null,
        h("li", {}, "From time to time you see what the machine predicts, and you say whether it is right."),
        h("li", {}, "Nothing is lost: every answer is saved at once. You may stop at any time and continue later, and you can " +
          "undo or change any answer.")),
      h("div", { class: "row" },
        key_button("Try two examples first", keys.enter, "begin", { class: "main", onclick: () => go("practice") }),
        h("button", { type: "button", "data-id": "skip", class: "quiet", onclick: () => go("question") },
          "Skip the examples"))),
    keys: { Enter: () => go("practice") },
  };
}

/** Practice pair `number`, from 0; `said` is what was answered, or null. */
export function practice_page(number, said, answer, go) {
  const example = practice[number];
  const right = said === example.answer;
  const last = number + 1 === practice.length;
  const next = () => go(last ? "question" : "practice", number + 1);
  const element = h("section", {},
    h("h2", { tabindex: "-1" }, `Example ${number + 1} of ${practice.length}: which is better?`),
    pair(practice_task, example.left, example.right),
    right ? h("p", { class: "told good" }, `Right. ${example.why}`)
      : said ? h("p", { class: "told" }, `Most people would say something else here. ${example.why} Try again.`) : null,
    right
      ? h("div", { class: "row" },
        key_button(last ? "Begin with the real questions" : "Next example", keys.enter, "next", { class: "main", onclick: next }))
      : answer_buttons(answer, null));
  const announce = `Example ${number + 1}. Left: ${spoken(practice_task, example.left)}. ` +
    `Right: ${spoken(practice_task, example.right)}. Which is better?`;
  return {
    element,
    announce: right ? `Right. ${example.why}` : said ? `${example.why} Try again.` : announce,
    keys: right ? { Enter: next } : {},
    answers: !right,
  };
}
