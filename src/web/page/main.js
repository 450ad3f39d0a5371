// The page: asks the server what is wanted, shows it, and sends what was pressed. One thing is shown at a time; while an
// answer is on its way nothing else can be pressed, and a key pressed before a question could be read answers nothing.
import { capital, h, keys, plural, replace } from "./dom.js";
import { act, get, Gone, Refused } from "./api.js";
import { introduction, practice_page } from "./intro.js";
import { question_page } from "./question.js";
import { check_page } from "./check.js";
import { contradiction_page, levels_page, changes } from "./trouble.js";
import { done_page, failed_page } from "./done.js";
import { side } from "./side.js";
import { consent_page, thanks_page, waiting_page } from "./study.js";
import { sentence } from "./words.js";

const reading_time = 150;  // milliseconds, too short to have read a question
const double_click = 400;  // after an answer: what is pressed then was meant for it
const by_id = (id) => document.getElementById(id);

let state = null;
let world = null;
let page = null;             // what is shown: {element, announce, keys, answers}
let step = "intro";          // intro, practice, question
let practice_number = 0, practice_said = null;
let memory = {};             // of a check: where the person is
let memory_of = null;        // for which state
let busy = false;
let shown = 0;               // how many states were
let shown_since = 0, pressed_at = -double_click;
let rest = null;             // until keys count again

const fresh_memory = () => ({ at: 0, wrong: false, list: false, open: null, word: [] });

function say(text) {
  by_id("notice").replaceChildren(...(text ? [h("p", {}, text)] : []));
}

function saved(text, bad = false) {
  const element = by_id("saved");
  element.textContent = text;
  element.classList.toggle("bad", bad);
}

function intro_key() {
  return `remap-intro-${location.pathname}-${state.study?.participant ?? state.file}`;
}

function go(where, number = 0) {
  step = where;
  practice_number = number;
  practice_said = null;
  if (where === "question") sessionStorage.setItem(intro_key(), "done");
  render(true);
}

function practise(answer) {
  practice_said = answer;
  render(true);
}

function change_memory(changed) {
  memory = { ...memory, ...changed };
  render(false);
}

function compose() {
  const new_to_it = in_introduction();
  if (new_to_it && step === "intro") return introduction(state, go);
  if (new_to_it) return practice_page(practice_number, practice_said, practise, go);
  const change = (id, answer) => send("change", { id, answer: answer ?? "" });
  switch (state.kind) {
    case "consent":
      return consent_page(state, () => send("consent", { hash: state.consent.hash }));
    case "waiting":
      return waiting_page(state);
    case "comparison":
      return question_page(state, world, give, undo);
    case "check":
      return check_page(state, memory, change_memory, () => send("accept", {}),
        (word, value) => send("reject", value === null ? { word } : { word, value }), undo);
    case "contradiction":
    case "unsure":
      return contradiction_page(state, change);
    case "levels":
      return levels_page(state, change, (outputs) => send("levels", { outputs }));
    case "done":
      if (!state.result) return thanks_page(state);
      return done_page(state, memory, change_memory, change);
    case "failed":
      return failed_page(state, () => send("retry", {}));
    default:
      return { element: h("p", { class: "loading" }, "Working …"), announce: "", keys: {} };
  }
}

/** Shows the state; `announce` when it is another one than before. */
function render(announce) {
  if (memory_of !== state.name) {
    memory = fresh_memory();
    memory_of = state.name;
  }
  page = compose();
  replace(by_id("main"), page.element);
  by_id("progress").textContent = state.answers === undefined ? "" : plural(state.answers, "answer", "answers");
  replace(by_id("side"), ...(state.history && state.kind !== "consent" ? side(state, edit) : []));
  if (announce || by_id("live").textContent !== page.announce) by_id("live").textContent = page.announce;
  if (announce) {
    shown_since = performance.now();
    document.body.dataset.ready = "";
    clearTimeout(rest);
    rest = setTimeout(() => { document.body.dataset.ready = in_introduction() ? "intro" : `${state.name} ${++shown}`; },
      Math.max(reading_time, pressed_at + double_click - shown_since));
  }
  document.body.dataset.kind = state.kind;
}

const in_introduction = () => state.kind === "comparison" && state.answers === 0 && step !== "question";

/** Looks again when others may have answered. */
async function wait_for_others() {
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (busy || state.kind !== "waiting") return;
  const now = await get("api/state").catch((error) => { saved(trouble(error), true); });
  if (busy || state.kind !== "waiting") return;
  if (now) saved("");
  if (now && now.kind !== "waiting") await take(now);
  else wait_for_others();
}

async function take(next) {
  const waited = state?.kind === "waiting";
  state = next;
  if (state.kind === "working") {
    render(false);
    await new Promise((resolve) => setTimeout(resolve, 400));
    return load();
  }
  if (state.task?.world && !world) world = await get("api/world").catch(() => null);
  if (state.answers === 0 && step === "intro" && sessionStorage.getItem(intro_key())) step = "question";
  if (state.answers > 0) step = "question";
  render(true);
  if (state.kind === "waiting" && !waited) wait_for_others();
}

async function load() {
  try {
    await take(await get("api/state"));
  } catch (error) {
    fail(error);
  }
}

const trouble = (error) => (error instanceof Refused ? capital(error.message) : "No connection");

function fail(error) {
  saved(error instanceof Gone ? "" : trouble(error), true);
  if (error instanceof Gone) say(`${trouble(error)}. Every saved answer is still there.`);
  else setTimeout(load, 1500);
}

async function send(action, body) {
  if (busy || !state?.name) return;
  busy = true;
  pressed_at = performance.now();
  document.body.classList.add("busy");
  saved("Saving …");
  say("");
  try {
    const reply = await act(action, { ...body, name: state.name }, (reason) => {
      saved(capital(reason), true);
      say("Your last answer is not yet saved. It is sent again until it is; please wait.");
    });
    say(reply.status === 409 ? `${capital(reply.body.error ?? "this was not expected")}. Here is what is asked now.`
      : reply.status === 400 ? `Not accepted: ${reply.body.error}.` : "");
    saved(reply.status === 200 ? "Saved" : "");
    busy = false;
    await take(reply.body);
  } catch (error) {
    fail(error);
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

const readable = () => performance.now() >= Math.max(shown_since + reading_time, pressed_at + double_click);
const give = (answer) => { if (readable()) send("answer", { answer }); };
const undo = () => { if (readable()) send("undo", { id: state.last }); };

function open_dialog(title, ...content) {
  const dialog = by_id("dialog");
  dialog.replaceChildren(h("h2", { id: "dialog-title" }, title), ...content,
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")));
  dialog.showModal();
}

function edit(answer) {
  const change = (id, value) => {
    by_id("dialog").close();
    send("change", { id, answer: value ?? "" });
  };
  open_dialog("Change this answer", h("p", {}, sentence(state.task, answer)), changes(state.task, answer, change));
}

function help() {
  const asks = page?.answers;
  const line = (key, text) => h("li", {}, h("kbd", {}, key), " ", text);
  open_dialog("Help",
    asks ? h("ul", { class: "keys" }, line("←", "the left one is better"), line("→", "the right one is better"),
      line("↑ or =", "they are equally good"), line("↓", "unsure: another question is asked instead"),
      line("⌫", "undoes the last answer; repeat for earlier ones"))
      : state?.kind === "check" ? h("ul", { class: "keys" }, line("Y", "this prediction is right"), line("N", "it is wrong"),
        line("1, 2, …", "what it should be"), line("A", "accepts the machine, once every prediction was seen"),
        line("⌫", "undoes the last answer"))
        : h("p", {}, "Choose with the mouse, by touch, or with Tab and Enter."),
    h("p", {}, "The common beginning of both sequences is pale; the first difference is marked. Every answer is saved at once. " +
      "You can close this page and continue later."));
}

/** Where a key undoes the last answer; what has ended is not begun again by a key. */
const undoable = new Set(["comparison", "check", "contradiction", "unsure", "levels"]);
const answer_of_key = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "equal", "=": "equal", ArrowDown: "unsure" };

function on_key(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || by_id("dialog").open || !page || busy) return;
  const target = event.target;
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))) return;
  const practising = state.answers === 0 && step === "practice";
  if (page.answers && event.key in answer_of_key) {
    event.preventDefault();
    if (!readable()) return;
    if (practising) practise(answer_of_key[event.key]);
    else give(answer_of_key[event.key]);
  } else if (event.key === keys.undo.name && state.answers > 0 && undoable.has(state.kind)) {
    event.preventDefault();
    undo();
  } else if (event.key in page.keys && !(event.key === "Enter" && target instanceof HTMLElement && target.matches("button, a, summary"))) {
    event.preventDefault();
    if (readable()) page.keys[event.key]();
  }
}

/** Another window may have gone on. */
async function refresh() {
  if (busy || document.hidden || !state?.name) return;
  const now = await get("api/state").catch(() => null);
  if (busy || !now || now.name === state.name) return;
  say("Another window has continued. Here is the next question.");
  take(now);
}

/** The second click of a double click is not meant for what the first one has brought there. */
function on_click(event) {
  if (event.detail < 2 || !event.target.closest?.("button") || event.target.closest(".stepper")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("click", on_click, true);
addEventListener("keydown", on_key);
addEventListener("focus", refresh);
document.addEventListener("visibilitychange", refresh);
by_id("help").addEventListener("click", help);
load();
