// Sequences of events, as text and as lists, and answers in words.
import { h } from "./dom.js";

export const nothing = "(nothing yet)";

export const letters_of = (task, word) => word.map((letter) => task.letters[letter]);

/** "gets coffee, then comes to the office" */
export function spoken(task, word) {
  return word.length === 0 ? "nothing yet" : letters_of(task, word).join(", then ");
}

/** "gets coffee → comes to the office" as an element. */
export function inline(task, word) {
  if (word.length === 0) return h("span", { class: "word empty" }, nothing);
  const parts = letters_of(task, word).flatMap((name, i) =>
    i === 0 ? [h("b", {}, name)] : [h("span", { class: "arrow" }, " → "), h("b", {}, name)]);
  return h("span", { class: "word" }, parts);
}

export function common_prefix(a, b) {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) ++length;
  return length;
}

/** A sequence as a list of steps beside another one: what both begin with is dim, the first difference is marked. */
export function steps(task, word, other) {
  const common = common_prefix(word, other);
  const list = h("ol", { class: "steps" });
  word.forEach((letter, i) => {
    const kind = i < common ? "common" : i === common ? "first" : "";
    const mark = i === common && common > 0 ? h("span", { class: "hidden-text" }, "first difference: ") : null;
    list.append(h("li", { class: kind }, mark, task.letters[letter]));
  });
  if (word.length === 0) list.append(h("li", { class: "end" }, nothing));
  else if (word.length === common && other.length > common) list.append(h("li", { class: "end" }, "(nothing more)"));
  return list;
}

const relations = { a: "is better than", b: "is worse than", equal: "is as good as" };

/** An answer as a sentence. */
export function sentence(task, answer) {
  if (answer.kind === "comparison") {
    if (answer.answer === "unsure") {
      return h("span", {}, inline(task, answer.a), " or ", inline(task, answer.b), h("i", {}, ": unsure"));
    }
    return h("span", {}, inline(task, answer.a), h("i", {}, ` ${relations[answer.answer]} `), inline(task, answer.b));
  }
  if (answer.kind === "difference") {
    return h("span", {}, inline(task, answer.a), h("i", {}, " is not as good as "), inline(task, answer.b));
  }
  if (answer.kind === "value") {
    const values = answer.values.map((value) => task.values[value]).join(" or ");
    return h("span", {}, "after ", inline(task, answer.a), h("i", {}, " you get "), h("b", {}, values));
  }
  return h("span", {}, `the machine of ${answer.states} states was accepted`);
}
