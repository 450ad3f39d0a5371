// What the tests of the page share: a server, a browser, and a teacher who knows the machine.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const tool = process.env.REMAP;
const screenshots = process.env.SCREENSHOTS;
mkdirSync(screenshots, { recursive: true });
process.setMaxListeners(0);

export function remap(...words) {
  const done = spawnSync(tool, words, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`remap ${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

export function folder() {
  const made = mkdtempSync(join(tmpdir(), "remap-page-"));
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** remap serve WORDS…, ready to be asked. */
export async function serve(cwd, ...words) {
  const child = spawn(tool, ["serve", ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let text = "", errors = "";
  child.stderr.on("data", (data) => (errors += data));
  process.on("exit", () => child.kill("SIGKILL"));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/Open (\S+)\n/);
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`remap serve ended with ${code}: ${errors}`)));
  });
  const exited = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal, errors })));
  return {
    url, exited, pid: child.pid,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
    async api(path, body) {
      const options = body && { method: "POST", body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", Origin: new URL(url).origin } };
      const response = await fetch(new URL(`api/${path}`, url), options);
      return { status: response.status, body: await response.json() };
    },
  };
}

let browser = null;
export async function open_browser() {
  browser ??= await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  return browser;
}
export async function close_browser() {
  await browser?.close();
  browser = null;
}

export async function open_page(url, options = {}) {
  const context = await (await open_browser()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  await page.goto(url);
  await page.waitForFunction(() => document.body.dataset.ready);
  return page;
}

export const shot = (page, name, options = {}) => page.screenshot({ path: join(screenshots, `${name}.png`), ...options });

/** Waits until keys count: another state than `before` is shown and can be read. */
export async function settled(page, before = "") {
  await page.waitForFunction((old) => document.body.dataset.ready && document.body.dataset.ready !== old, before);
  return page.evaluate(() => document.body.dataset.ready);
}

export const skip_intro = async (page) => {
  await page.getByRole("button", { name: "Skip the examples" }).click();
  return settled(page, "intro");
};

/** What the two cards say, as names of events. */
export const read_pair = (page) => page.evaluate(() => ["left", "right"].map((side) =>
  [...document.querySelectorAll(`.card.${side} .steps li:not(.end)`)].map((item) =>
    [...item.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(""))));

/** A teacher who knows a Moore machine from a JSON file; `shown` names its letters as the page does. */
export class Oracle {
  constructor(file, shown) {
    this.machine = JSON.parse(readFileSync(file, "utf8"));
    this.shown = shown;
  }
  /** The rank of the value after a sequence of names. */
  value(names) {
    const state = names.reduce((at, name) => this.machine.states[at].next[this.shown.indexOf(name)], this.machine.initial);
    return this.machine.outputs.indexOf(this.machine.states[state].output);
  }
  key(left, right) {
    const difference = this.value(left) - this.value(right);
    return difference > 0 ? "ArrowLeft" : difference < 0 ? "ArrowRight" : "ArrowUp";
  }
  side(left, right) {
    return { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "equal" }[this.key(left, right)];
  }
}

/** Answers by HTTP, without a page, until `stop` says so; returns the state. */
export async function teach(server, oracle, stop = () => false) {
  let { body: state } = await server.api("state");
  while (state.kind !== "done" && !stop(state)) {
    const named = (word) => word.map((letter) => state.task.letters[letter]);
    if (state.kind === "comparison") {
      const answer = oracle.side(named(state.question.left), named(state.question.right));
      ({ body: state } = await server.api("answer", { name: state.name, answer }));
    } else if (state.kind === "check") {
      const wrong = state.check.predictions.find((line) => oracle.value(named(line.word)) !== line.value);
      ({ body: state } = wrong
        ? await server.api("reject", { name: state.name, word: wrong.word, value: oracle.value(named(wrong.word)) })
        : await server.api("accept", { name: state.name }));
    } else throw new Error(`a ${state.kind} was not expected: ${JSON.stringify(state)}`);
  }
  return state;
}

/** The answers in a log: lines with an id. */
export const records = (file) => readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)).filter((line) => line.id);
