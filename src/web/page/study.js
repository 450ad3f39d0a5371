// What only participants of a study see: the text they agree to, waiting for others, and the end.
import { h, plural } from "./dom.js";

export function consent_page(state, agree) {
  const { title, participant } = state.study;
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, title),
      h("p", {}, "Please read this before you begin."),
      h("div", { class: "consent", tabindex: "0", role: "region", "aria-label": "What you agree to" },
        state.consent.text.trim().split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph))),
      h("p", { class: "quiet-text" }, "You take part as ", h("b", {}, participant),
        ". Your name and your address are not stored. If you want your answers removed later, give this id to whoever runs the study."),
      h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-id": "agree", onclick: agree }, "I agree and take part")),
      h("p", { class: "quiet-text" }, "If you do not agree, close this page.")),
    announce: `${title}. Please read what you agree to.`,
    keys: {},
  };
}

export function waiting_page(state) {
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, "One moment, please"),
      h("p", {}, "Others are answering. The next question for you appears here as soon as there is one."),
      h("p", { class: "quiet-text" }, `You have given ${plural(state.answers, "answer", "answers")} so far. They are saved.`)),
    announce: "One moment, please. Others are answering.",
    keys: {},
  };
}

export function thanks_page(state) {
  return {
    element: h("section", {},
      h("h2", { tabindex: "-1" }, "Thank you: that was everything"),
      h("p", {}, `You have given ${plural(state.answers, "answer", "answers")}. They are saved, and you can close this page.`),
      h("p", { class: "quiet-text" }, "You took part as ", h("b", {}, state.study.participant), ".")),
    announce: "Thank you, that was everything.",
    keys: {},
  };
}
