// What is pressed by mistake changes nothing, and nothing is called saved that is not on disk.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { check_look, close_browser, demo_oracle, folder, open_browser, open_page, read_pair, records, serve, settled, shot, skip_intro,
  teach } from "./support.mjs";

const place = folder();
before(open_browser);
after(close_browser);

const kind = (page) => page.evaluate(() => document.body.dataset.kind);
const room = (server, size) => {
  const done = spawnSync("prlimit", ["--pid", String(server.pid), `--fsize=${size}:unlimited`]);
  assert.equal(done.status, 0, String(done.stderr));
};

test("on a full disk the page says so, stays where it is, and goes on when there is room", async () => {
  const server = await serve(place, "--demo", "--session", "full.jsonl");
  const log = join(place, "full.jsonl");
  const page = await open_page(server.url);
  let name = await skip_intro(page);
  await page.keyboard.press("ArrowUp");
  name = await settled(page, name);
  room(server, statSync(log).size + 10);
  const title = await page.locator("main h2").textContent();
  await page.keyboard.press("ArrowDown");
  await page.getByText("Not saved: the disk is full").waitFor();
  await shot(page, "disk-full");
  assert.equal(await page.locator("main h2").textContent(), title, "the same question");
  assert.equal(await page.locator("#progress").textContent(), "1 answer");
  assert.equal(records(log).length, 1);
  const reloaded = await open_page(server.url);
  assert.equal(await reloaded.locator("main h2").textContent(), title);
  await reloaded.context().close();
  room(server, "unlimited");
  name = await settled(page, name);
  assert.equal(await page.locator("#saved").textContent(), "Saved");
  assert.equal(await page.locator("#progress").textContent(), "2 answers");
  assert.equal(records(log).length, 2);
  await page.context().close();
  assert.match((await server.end()).errors, /Z Not saved: the disk is full\n/);
});

test("a machine is accepted once every prediction was seen, each is announced, and what has ended stays so", async () => {
  const server = await serve(place, "--demo", "--session", "check.jsonl");
  const oracle = demo_oracle(place);
  await teach(server, oracle, (state) => state.kind === "check" && state.check.predictions.every((line) => oracle.value(
    line.word.map((letter) => state.task.letters[letter])) === line.value));
  const page = await open_page(server.url);
  await settled(page);
  assert.equal(await kind(page), "check");
  const live = () => page.locator("#live").textContent();
  const heard = new Set([await live()]);
  const { body: { check } } = await server.api("state");
  for (let seen = 0; seen < check.predictions.length; ++seen) {
    await page.keyboard.press("a");
    assert.ok(await page.getByRole("button", { name: "Accept the machine" }).isDisabled());
    await page.getByRole("button", { name: "Right", exact: true }).focus();
    await page.keyboard.press("Enter");
    heard.add(await live());
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", "the focus is kept");
  }
  assert.equal(heard.size, check.predictions.length + 1, "every prediction is announced");
  assert.equal(await kind(page), "check");
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await shot(page, `check-seen-${width}`);
    await check_look(page, `check, ${width}`);
  }
  await page.keyboard.press("a");
  await page.getByText("Done: the machine is ready").waitFor();
  await page.waitForTimeout(500);
  const { body: done } = await server.api("state");
  await page.keyboard.press("Backspace");
  await page.waitForTimeout(300);
  assert.deepEqual((await server.api("state")).body, done);
  await page.context().close();
  await server.end();
});

test("a double click is one answer", async () => {
  const server = await serve(place, "--demo", "--session", "double.jsonl");
  const log = join(place, "double.jsonl");
  const page = await open_page(server.url);
  let name = await skip_intro(page);
  for (const [count, delay] of [[1, 100], [2, 250], [3, 450]]) {
    const box = await page.getByRole("button", { name: "Equally good" }).boundingBox();
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await page.waitForTimeout(delay);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    name = await settled(page, name);
    assert.equal(records(log).length, count, `after ${delay} ms`);
  }
  assert.equal((await read_pair(page)).length, 2);
  await page.context().close();
  await server.end();
});

test("the address of a session survives a restart, and a browser is told in words what is wrong with another one", async () => {
  let server = await serve(place, "--demo", "--session", "kept.jsonl");
  const { url } = server;
  const page = await open_page(url);
  await server.end("SIGKILL");
  server = await serve(place, "kept.jsonl");
  assert.equal(server.url, url);
  await page.reload();
  await page.getByRole("button", { name: "Skip the examples" }).waitFor();
  const response = await page.goto(new URL(url).origin);
  assert.equal(response.status(), 403);
  await page.getByText("This page cannot be shown: this address is incomplete").waitFor();
  assert.equal(statSync(join(place, "kept.jsonl.address")).mode & 0o777, 0o600);
  await page.context().close();
  await server.end();
});

test("who is finished, who has left, and whose link was removed", async () => {
  const oracle = demo_oracle(place, ["f", "g", "n"]);
  mkdirSync(join(place, "who"));
  writeFileSync(join(place, "who", "consent.txt"), "Your answers are stored.\n");
  writeFileSync(join(place, "who", "study.json"), JSON.stringify({ mode: "together", participants: 3, lease_seconds: 1, letters: ["f", "g", "n"],
    outputs: ["bad", "nothing", "good"], settings: { confidence: "0.6" } }));
  let server = await serve(place, "--study", "who");
  const people = (await server.api("study")).body.participants;
  const at = (link) => ({ async api(path, body) {
    const options = body && { method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Origin: new URL(link).origin } };
    const response = await fetch(new URL(`api/${path}`, link), options);
    return { status: response.status, body: await response.json() };
  } });
  const [leaver, stayer] = people.map((person) => at(person.link));
  for (const person of [leaver, stayer]) await person.api("consent", { hash: (await person.api("state")).body.consent.hash });
  await teach(leaver, oracle, (state) => state.answers >= 2);
  await teach(stayer, oracle);
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    const page = await open_page(server.url, { viewport: { width, height } });
    const states = await page.locator("table.people tbody td:nth-child(2)").allTextContents();
    assert.deepEqual(states, ["left", "finished", "invited"]);
    await shot(page, `researcher-left-${width}`);
    await check_look(page, `researcher, ${width}`);
    await page.context().close();
  }
  const page = await open_page(people[0].link);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await server.end();
  assert.equal(spawnSync(process.env.REMAP, ["study", "forget", join(place, "who"), people[0].id]).status, 0);
  server = await serve(place, "--study", "who", "--listen", new URL(server.url).host);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.reload();
  await page.getByText("ask whoever runs the study").waitFor();
  await page.context().close();
  await server.end();
});
