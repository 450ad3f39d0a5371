// Answers that cannot all be true, answers that need another level, names that are markup, and who may ask at all.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close_browser, folder, open_browser, open_page, Oracle, serve, settled, shot, skip_intro, teach } from "./support.mjs";

const place = folder();
before(open_browser);
after(close_browser);

/** A log of the first format, whose lines have no checksums, with these comparisons. */
async function session_with(name, options, answers) {
  const server = await serve(place, ...options, "--session", `${name}-head.jsonl`);
  await server.end();
  const head = JSON.parse(readFileSync(join(place, `${name}-head.jsonl`), "utf8").split("\n")[0]);
  delete head.sum;
  const lines = [{ ...head, remap_session: 1 }, ...answers.map(([a, b, answer], i) => ({ id: i + 1, a, b, answer }))];
  writeFileSync(join(place, `${name}.jsonl`), lines.map((line) => JSON.stringify(line) + "\n").join(""));
  return `${name}.jsonl`;
}

test("a circle of three answers is shown as these three, and changing one goes on", async () => {
  const plain = ["--letters", "a,b,c", "--outputs", "0,1,2,3", "--teacher-errs", "off", "--confirm", "off"];
  const file = await session_with("circle", plain, [[["a"], ["b"], "b"], [[], ["a"], "b"], [["b"], ["c"], "b"], [["c"], ["a"], "b"]]);
  const server = await serve(place, file);
  const page = await open_page(server.url);
  await page.getByRole("heading", { name: "These answers cannot all be true" }).waitFor();
  const items = await page.locator(".answers-in-trouble > li > p:first-child").allTextContents();
  assert.deepEqual(items, ["a is worse than b", "b is worse than c", "c is worse than a"]);
  await shot(page, "contradiction");
  await page.locator(".answers-in-trouble > li").nth(2).getByRole("button", { name: "The first is better" }).click();
  await page.waitForFunction(() => document.body.dataset.kind === "comparison");
  await page.context().close();
  const states = [0, 1, 2, 3].map((output) => ({ output, next: [1, 2, 3] }));  // the last event decides
  writeFileSync(join(place, "last.json"), JSON.stringify({ type: "moore", letters: ["a", "b", "c"], outputs: [0, 1, 2, 3], initial: 0, states }));
  const state = await teach(server, new Oracle(join(place, "last.json"), ["a", "b", "c"]));
  assert.deepEqual(state.result.machine.states.map((each) => each.value).sort(), [0, 1, 2, 3]);
  await server.end();
});

test("a third level where two were declared is told as such, and two clicks later the session goes on", async () => {
  const options = ["--letters", "f,p", "--outputs", "0,1", "--teacher-errs", "off", "--confirm", "off", "--session", "levels.jsonl"];
  const server = await serve(place, ...options);
  const page = await open_page(server.url);
  await skip_intro(page);
  const good = { f: 2, p: 0 };
  const value = (word) => (word.length === 0 ? 1 : good[word.at(-1)]);
  for (let name = ""; await page.evaluate(() => document.body.dataset.kind) === "comparison";) {
    name = await settled(page, name);
    if (await page.evaluate(() => document.body.dataset.kind) !== "comparison") break;
    const [left, right] = await page.evaluate(() => ["left", "right"].map((side) =>
      [...document.querySelectorAll(`.card.${side} .steps li:not(.end)`)].map((item) => item.lastChild.data)));
    const difference = value(left) - value(right);
    await page.keyboard.press(difference > 0 ? "ArrowLeft" : difference < 0 ? "ArrowRight" : "ArrowUp");
    await page.waitForFunction((old) => document.body.dataset.ready !== old, name);
  }
  await page.getByRole("heading", { name: "Your answers need 3 levels" }).waitFor();
  await page.getByText("Nothing is wrong with your answers").waitFor();
  const answers = await page.locator("#progress").textContent();
  await shot(page, "levels");
  await page.locator(".levels input").first().focus();
  for (const key of ["Backspace", "ArrowLeft", "ArrowUp", "=", "u"]) await page.keyboard.press(key);
  await page.waitForTimeout(200);
  assert.equal(await page.locator("#progress").textContent(), answers, "keys typed into a field answer nothing");
  await page.reload();
  await page.getByRole("heading", { name: "Your answers need 3 levels" }).waitFor();
  await page.getByRole("button", { name: "Use these 3 levels" }).click();
  await page.waitForFunction(() => ["comparison", "check"].includes(document.body.dataset.kind));
  assert.equal(await page.locator("#progress").textContent(), answers, "every answer is kept");
  assert.match(readFileSync(join(place, "levels.jsonl"), "utf8"), /"outputs":\["0","1","2"\]/);
  assert.match(readFileSync(join(place, "levels.jsonl.1"), "utf8"), /"outputs":\["0","1"\]/);
  await page.context().close();
  await server.end();
});

test("names are text, whatever they hold", async () => {
  const names = join(place, "names.txt");
  const evil = "<img src=x onerror=alert(1)>";
  writeFileSync(names, `a = "${evil}"\nb = b\n`);
  const server = await serve(place, "--letters", "a,b", "--outputs", "0,1", "--names", names, "--story", "<b>bold</b>", "--session", "evil.jsonl");
  const page = await open_page(server.url);
  page.on("dialog", () => assert.fail("a name was run"));
  await page.getByText("<b>bold</b>").waitFor();
  await skip_intro(page);
  for (let i = 0, name = ""; i < 4; ++i) {
    name = await settled(page, name);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((old) => document.body.dataset.ready !== old, name);
  }
  await page.waitForTimeout(400);
  assert.ok(await page.getByText(evil).count() > 0);
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await server.end();
});

/** The status of a request as it stands. */
function status(url, { headers = {}, method = "GET", body = "" } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: { ...headers, ...(body ? { "Content-Length": Buffer.byteLength(body) } : {}) } },
      (response) => response.resume().on("end", () => resolve(response.statusCode)));
    request.on("error", reject);
    request.end(body);
  });
}

const memory = (pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;

test("without the token, under another name or from another site there is nothing", async () => {
  const server = await serve(place, "--demo", "--session", "access.jsonl");
  const { origin } = new URL(server.url);
  const post = { method: "POST", body: "{}" };
  const json = { "Content-Type": "application/json" };
  assert.equal(await status(server.url), 200);
  assert.equal(await status(origin), 403);
  assert.equal(await status(`${origin}/`), 403);
  assert.equal(await status(`${origin}/aaaaaaaaaaaaaaaaaaaaaaaaaa/api/state`), 403);
  assert.equal(await status(server.url, { headers: { Host: "evil.example" } }), 403);
  assert.equal(await status(`${server.url}api/answer`, { ...post, headers: { ...json, Origin: "https://evil.example" } }), 403);
  assert.equal(await status(`${server.url}api/answer`, { ...post, headers: json }), 403, "without an origin");
  assert.equal(await status(`${server.url}api/answer`, { ...post, headers: { "Content-Type": "text/plain", Origin: origin } }), 415);
  assert.equal(await status(`${server.url}api/answer`, { ...post, headers: { ...json, Origin: origin } }), 409, "of no question");
  assert.equal(await status(`${server.url}../../etc/passwd`), 403);
  assert.equal(await status(`${server.url}..%2f..%2fetc%2fpasswd`), 404);

  // 200 idle connections, and then some that say something odd.
  const { hostname, port } = new URL(server.url);
  const idle = Array.from({ length: 200 }, () => net.connect(Number(port), hostname));
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.on("connect", resolve))));
  for (const [i, socket] of idle.entries()) {
    socket.on("error", () => {});
    if (i % 2) socket.write("GET / HTTP/1.1\r\nHo");
  }
  const begin = Date.now();
  assert.equal(await status(server.url), 200);
  assert.ok(Date.now() - begin < 1000, "the server goes on answering");
  for (const socket of idle) socket.destroy();
  assert.ok(memory(server.pid) < 100e6);
  assert.equal((await server.end()).code, 0);
});

test("malformed and oversized requests change nothing", async () => {
  const server = await serve(place, "--demo", "--session", "fuzz.jsonl");
  const { origin } = new URL(server.url);
  const { body: before } = await server.api("state");
  let seed = 7;
  const random = (below) => {  // always the same
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const values = [null, true, -1, 0, 1e308, 1.5, "", "left", "x".repeat(5000), "\u0000", [], [[]], {}, { a: {} }, [1e9], "\ud800", before.name];
  const keys = ["name", "answer", "press", "id", "word", "value", "outputs", "hash", "count"];
  const actions = ["answer", "undo", "change", "accept", "reject", "levels", "retry", "consent", "add", "", "..", "%00", "x".repeat(9000)];
  const any = (list) => list[random(list.length)];
  const body = () => {
    if (random(10) === 0) return "x".repeat(random(90000));
    const object = Object.fromEntries(Array.from({ length: random(6) }, () => [any(keys), any(values)]));
    if (object.name === before.name) delete object.name;  // that would be an answer
    const text = JSON.stringify(random(20) ? object : any(values));
    return random(5) ? text : text.slice(0, random(text.length));
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
  const headers = { "Content-Type": "application/json", Origin: origin };
  const send = () => new Promise((resolve) => {
    const text = body();
    const request = http.request(new URL(`${server.url}api/${any(actions)}`), { method: "POST", agent,
      headers: { ...headers, "Content-Length": Buffer.byteLength(text) } }, (response) => response.resume().on("end", () => resolve(response.statusCode)));
    request.on("error", () => resolve(0));  // too long: the server hangs up
    request.end(text);
  });
  const rounds = process.env.NIGHTLY ? 10000 : 2000;
  const met = new Map();
  let early = 0;
  for (let i = 0; i < rounds; i += 20) {
    for (const code of await Promise.all(Array.from({ length: 20 }, send))) met.set(code, (met.get(code) ?? 0) + 1);
    if (i === 400) early = memory(server.pid);
  }
  agent.destroy();
  assert.ok(!met.has(200) && !met.has(500), [...met].join("; "));
  assert.ok(met.get(409) > 0 && met.get(400) > 0, [...met].join("; "));
  assert.ok(memory(server.pid) < early + 16e6, "memory stays flat");
  const { body: after } = await server.api("state");
  assert.equal(after.name, before.name);
  assert.equal((await server.end()).code, 0);
});
