// What the tests of the page share: a server, a browser, and a teacher who knows the machine.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** What is said on standard error by a command that ends with 2. */
export function remap_fails(...words) {
  const done = spawnSync(tool, words, { encoding: "utf8" });
  assert.equal(done.status, 2);
  return done.stderr;
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
  const held = [child, child.stdout, child.stderr];
  for (const each of held) each.unref();  // a test that failed must not wait for its server
  const exited = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal, errors })));
  return {
    url, exited, pid: child.pid,
    async end(signal = "SIGTERM") {
      for (const each of held) each.ref();
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

export const demo_letters = ["gets coffee", "comes to the office", "breaks a plant"];

/** A teacher who knows the machine of the demo. */
export function demo_oracle(place, shown = demo_letters) {
  const next = [[1, 0, 3], [1, 2, 3], [2, 2, 3], [3, 3, 3]];  // start, coffee, delivered, broken
  const states = ["nothing", "nothing", "good", "bad"].map((output, i) => ({ output, next: next[i] }));
  const file = join(place, "demo.json");
  writeFileSync(file, JSON.stringify({ type: "moore", letters: ["f", "g", "n"], outputs: ["bad", "nothing", "good"], initial: 0, states }));
  return new Oracle(file, shown);
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
    } else if (state.kind === "waiting") {
      ({ body: state } = await server.api("state"));
    } else throw new Error(`a ${state.kind} was not expected: ${JSON.stringify(state)}`);
  }
  return state;
}

/** The answers in a log: lines with an id. */
export const records = (file) => readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)).filter((line) => line.id);

/** The least contrast of a text that can be seen, with the text. */
const least_contrast = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const pixel = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const grounds = (element) => (element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : ["white"]);
  let least = { contrast: 99, text: "" };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(".hidden-text, noscript, script") || !element.checkVisibility()) continue;
    const ground = grounds(element);
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [luminance(pixel([...ground, ink])), luminance(pixel(ground))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least.contrast) least = { contrast, text: node.data.trim().slice(0, 40) };
  }
  return least;
});

/** Controls without a name, by the accessibility tree of the browser. */
async function nameless(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const controls = ["button", "link", "textbox", "checkbox", "radio", "combobox", "dialog", "img", "region", "group"];
  const shown = nodes.filter((node) => !node.ignored && controls.includes(node.role?.value));
  assert.ok(shown.some((node) => node.role.value === "button"));
  return shown.filter((node) => !node.name?.value && !["group"].includes(node.role.value)).map((node) => node.role.value);
}

export async function check_look(page, name) {
  const least = await least_contrast(page);
  assert.ok(least.contrast >= 4.5, `${name}: contrast ${least.contrast.toFixed(2)} of "${least.text}"`);
  assert.deepEqual(await nameless(page), [], `${name}: controls without a name`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name}: ${wide} pixels are cut off`);
}

export const screens = [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ["zoomed", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
];
