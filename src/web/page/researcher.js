// The researcher's page: how far a study is, how much people agree, how long they take, and their links.
import { capital, h, plural, replace } from "./dom.js";
import { act, get, Refused } from "./api.js";

const refresh_every = 3000;  // milliseconds
const by_id = (id) => document.getElementById(id);
const percent = (share) => `${(100 * share).toFixed(share > 0.98 && share < 1 ? 1 : 0)} %`;

function state_of(person, study) {
  if (person.finished) return "finished";
  if (person.answers > 0) return study.session?.kind === "done" ? "left" : "answering";
  return person.consented ? "agreed" : "invited";
}

function ago(time) {
  if (!time) return "";
  const minutes = Math.max(0, Math.round((Date.now() - time) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

function quality(person) {
  if (person.unreadable) return h("td", {}, h("span", { class: "tag bad" }, person.unreadable));
  if (person.error_rate !== undefined) {
    return h("td", {}, `about ${percent(person.error_rate)} wrong`,
      person.unreliable ? h("span", { class: "tag bad" }, "unreliable") : null);
  }
  if (!person.result) return h("td", {}, "");
  const { confidence, error_rate, states } = person.result;
  return h("td", {}, plural(states, "state", "states"),
    confidence === undefined ? null : `, right with ${percent(confidence)}`,
    error_rate === undefined ? null : `, about ${percent(error_rate)} of answers wrong`);
}

async function copy(link, button) {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
  } catch {
    prompt("The link of this participant", link);
  }
  setTimeout(() => { button.textContent = "Copy link"; }, 1500);
}

function row(person, study) {
  const state = state_of(person, study);
  return h("tr", {},
    h("th", { scope: "row" }, person.id),
    h("td", {}, h("span", { class: `tag ${state}` }, state)),
    h("td", { class: "number" }, String(person.answers)),
    h("td", { class: "number" }, person.answers ? percent(person.unsure / person.answers) : ""),
    h("td", { class: "number" }, person.median_seconds ? `${person.median_seconds.toFixed(1)} s` : ""),
    h("td", { class: "number" }, person.minutes ? `${person.minutes.toFixed(1)} min` : ""),
    h("td", {}, ago(person.last)),
    quality(person),
    h("td", {}, h("button", { type: "button", class: "small", "data-id": `link-${person.id}`,
      "aria-label": `Copy link of ${person.id}`, onclick: (event) => copy(person.link, event.currentTarget) }, "Copy link")));
}

const figure = (value, text) => h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));

function figures(study) {
  const people = study.participants;
  const { pairs, agreeing } = study.agreement;
  const count = (test) => people.filter(test).length;
  const finished = count((person) => state_of(person, study) === "finished");
  return h("div", { class: "figures" },
    figure(`${count((person) => person.consented)} of ${people.length}`, "have agreed"),
    study.mode === "own" ? figure(`${finished} of ${people.length}`, "have finished")
      : figure({ asking: "asking", done: "done", failed: "stopped" }[study.session.kind], "the session"),
    figure(String(study.answers), "answers"),
    figure(pairs ? percent(agreeing / pairs) : "–", pairs ? `agreement, over ${plural(pairs, "pair of answers", "pairs of answers")}`
      : "agreement: nobody was asked the same yet"),
    study.mode === "own" && study.machines.finished > 1
      ? figure(`${study.machines.same} of ${study.machines.finished}`, "learned the same machine") : null);
}

function session_text(study) {
  const { session } = study;
  if (!session || session.kind === "asking") return null;
  if (session.kind === "failed") return h("p", { class: "told" }, `The session has stopped: ${session.error}`);
  const { confidence, machine } = session.result;
  return h("div", {},
    h("p", { class: "told good" }, `The machine is ready: ${plural(machine.states.length, "state", "states")}, exactly right with a probability of `,
      h("b", {}, percent(confidence)), "."),
    h("div", { class: "picture big", tabindex: "0", role: "region", "aria-label": "Picture of the machine" }),
    h("div", { class: "row" }, ["svg", "json", "dot"].map((type) =>
      h("a", { class: "button", href: `machine.${type}`, download: `machine.${type}` }, `Machine (.${type})`))));
}

let picture = null;
async function draw() {
  const place = document.querySelector(".picture");
  if (!place) return;
  picture ??= (await get("api/picture")).svg;
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return;
  const element = document.importNode(parsed, true);
  element.removeAttribute("width");
  element.removeAttribute("height");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", "Picture of the machine");
  place.replaceChildren(element);
}

function show(study) {
  const heads = ["participant", "state", "answers", "unsure", "per answer", "time", "last seen",
    study.mode === "own" ? "result" : "reliability", "link"];
  replace(by_id("main"), h("section", {},
    h("h2", { tabindex: "-1" }, study.title),
    h("p", { class: "quiet-text" }, study.mode === "own" ? "Every participant has a session of their own."
      : "All participants answer the same session."),
    figures(study),
    h("h3", {}, "Participants"),
    h("p", { class: "quiet-text" }, "Send every participant one of these links, and no link to two people."),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Participants" },
      h("table", { class: "people", "aria-label": "Participants" },
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, study.participants.map((person) => row(person, study))))),
    h("div", { class: "row" },
      h("button", { type: "button", "data-id": "add", onclick: () => add(1) }, "Add a participant"),
      h("a", { class: "button", href: "answers.csv", download: "answers.csv" }, "Answers (.csv)"),
      h("a", { class: "button", href: "answers.jsonl", download: "answers.jsonl" }, "Answers (.jsonl)")),
    session_text(study),
    h("p", { class: "quiet-text" }, "To remove what a participant said, stop the server and run ",
      h("code", {}, "remap study forget FOLDER PARTICIPANT"), ".")));
  by_id("progress").textContent = plural(study.answers, "answer", "answers");
  by_id("saved").textContent = "";
  document.body.dataset.ready = "study";
  draw().catch(() => {});
}

async function add(count) {
  const reply = await act("add", { count }, (reason) => { by_id("saved").textContent = capital(reason); });
  if (reply.status === 200) show(reply.body);
}

async function refresh() {
  try {
    if (!document.hidden) show(await get("api/study"));
  } catch (error) {
    by_id("saved").textContent = error instanceof Refused ? capital(error.message) : "No connection to the server";
  }
  setTimeout(refresh, refresh_every);
}

refresh();
