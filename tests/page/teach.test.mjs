// A person teaches: a whole session by keys, a server that is killed, a connection that fails, two windows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close_browser, demo_letters, demo_oracle, folder, open_browser, open_page, Oracle, read_pair, records, remap, serve, settled, shot, skip_intro,
  teach } from "./support.mjs";

const place = folder();
const office = ["(an uneventful step)", "coffee", "office", "plant"];
const office_options = ["--task", "office/t1", "--events", "one", "--teacher-errs", "off", "--confirm", "off"];
const hidden = join(place, "hidden.json");

before(async () => {
  remap("convert", "office/t1", hidden, "--as", "moore", "--events", "one");
  await open_browser();
});
after(close_browser);

test("a whole session by keys alone ends in the right machine", async () => {
  const server = await serve(place, ...office_options, "--session", "keys.jsonl");
  const oracle = new Oracle(hidden, office);
  const page = await open_page(server.url);
  const foreign = [];
  page.on("request", (request) => { if (!request.url().startsWith(new URL(server.url).origin)) foreign.push(request.url()); });
  await shot(page, "introduction");
  await page.keyboard.press("Enter");
  await page.getByText("Example 1 of 2").waitFor();
  await shot(page, "practice");
  for (const [key, text] of [["ArrowLeft", "Right."], ["Enter", "Example 2 of 2"], ["ArrowUp", "Right."]]) {
    await page.waitForTimeout(170);
    await page.keyboard.press(key);
    await page.getByText(text).first().waitFor();
  }
  await page.waitForTimeout(170);
  await page.keyboard.press("Enter");
  let name = await settled(page, "intro");
  let questions = 0, checks = 0;
  for (; await page.evaluate(() => document.body.dataset.kind) !== "done"; name = await settled(page, name)) {
    if (await page.evaluate(() => document.body.dataset.kind) === "comparison") {
      const [left, right] = await read_pair(page);
      if (++questions === 12) {
        await page.waitForTimeout(2600);  // the agents have arrived
        await shot(page, "question");
      }
      await page.keyboard.press(oracle.key(left, right));
      continue;
    }
    if (++checks === 1) await shot(page, "check");
    for (;;) {  // one prediction after the other
      const told = page.locator(".prediction .big");
      if (await told.count() === 0) {
        await page.keyboard.press("a");
        break;
      }
      const word = (await told.locator(".word b").allTextContents());
      const value = ["HALT", "0", "1"].indexOf(await told.locator(".value").textContent());
      const right = oracle.value(word);
      await page.keyboard.press(right === value ? "y" : "n");
      if (right === value) continue;
      await page.getByText("It should be:").waitFor();
      await page.keyboard.press(String(right + 1));
      break;
    }
  }
  assert.equal(questions + checks, records(join(place, "keys.jsonl")).length);
  await shot(page, "done");
  for (const type of ["json", "dot", "txt", "svg"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`a[href="machine.${type}"]`).click()]);
    const file = join(place, `downloaded.${type}`);
    await download.saveAs(file);
    if (type === "svg") assert.match(readFileSync(file, "utf8"), /<svg/);
    else assert.match(remap("equal", file, "office/t1", "--events", "one"), /^equal/);
  }
  assert.deepEqual(foreign, []);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await server.end();
});

test("killed after every answer, the session goes on as if nothing had happened", async () => {
  const oracle = demo_oracle(place);
  const undisturbed = await serve(place, "--demo", "--session", "whole.jsonl");
  await teach(undisturbed, oracle);
  const expected = await (await fetch(new URL("machine.json", undisturbed.url))).text();
  await undisturbed.end();
  let server = await serve(place, "--demo", "--session", "killed.jsonl");
  let shown = null, answered = 0;
  const page = await open_page(server.url);
  for (;;) {
    const { body: state } = await server.api("state");
    if (shown) {
      assert.deepEqual(state, { ...shown, history: state.history }, "the same question, the same sides");
      assert.equal(state.answers, answered);
      if (state.kind === "comparison" && (answered % 4 === 1 || process.env.NIGHTLY)) {
        await page.goto(server.url);
        if (answered === 0) await skip_intro(page);
        await settled(page);
        const pair = await read_pair(page);
        assert.deepEqual(pair, [state.question.left, state.question.right].map((word) => word.map((letter) => demo_letters[letter])));
        assert.match(await page.locator("#progress").textContent(), new RegExp(`^${answered} answers?$`));
      }
    }
    if (state.kind === "done") break;
    shown = await teach(server, oracle, (now) => now.name !== state.name);
    answered = shown.answers;
    await server.end("SIGKILL");
    server = await serve(place, "killed.jsonl");
  }
  assert.ok(answered > 10);
  assert.equal(await (await fetch(new URL("machine.json", server.url))).text(), expected);
  assert.equal(records(join(place, "killed.jsonl")).length, records(join(place, "whole.jsonl")).length);
  await page.context().close();
  await server.end();
});

test("what is pressed counts once", async () => {
  const server = await serve(place, "--demo", "--by", "anna", "--session", "once.jsonl");
  const log = join(place, "once.jsonl");
  const page = await open_page(server.url);
  let name = await skip_intro(page);
  const title = () => page.locator("main h2").textContent();

  await page.evaluate(() => {  // within 50 ms
    for (const repeat of [false, false]) dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", repeat }));
  });
  name = await settled(page, name);
  assert.equal(records(log).length, 1);
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", repeat: true, bubbles: true })));
  await page.waitForTimeout(200);
  assert.equal(records(log).length, 1, "a key held down is pressed once");

  await page.context().setOffline(true);
  const before = await title();
  await page.keyboard.press("ArrowUp");
  await page.getByText("Not saved: no connection").waitFor();
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(300);
  assert.equal(await title(), before, "nothing advances");
  assert.equal(records(log).length, 1);
  await shot(page, "not-saved");
  await page.context().setOffline(false);
  name = await settled(page, name);
  assert.equal(records(log).length, 2);

  const other = await page.context().newPage();
  await other.goto(server.url);
  await settled(other);
  await page.keyboard.press("ArrowUp");
  name = await settled(page, name);
  assert.equal(records(log).length, 3);
  await other.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" })));
  await other.getByText("in another window").or(other.getByText("Another window")).waitFor();
  await settled(other);
  assert.equal(records(log).length, 3, "two windows, one record");
  assert.equal(await other.locator("main h2").textContent(), await title());
  await other.close();

  await page.keyboard.press("Backspace");
  name = await settled(page, name);
  assert.equal(await page.locator("#progress").textContent(), "2 answers");
  assert.match(readFileSync(log, "utf8"), /"retract":3/);
  const line = records(log)[0];
  assert.ok(line.shown > 1.7e12 && line.at >= line.shown && line.by === "anna", "when it was shown, when answered, by whom");
  assert.ok(Array.isArray(line.a) && Array.isArray(line.b), "sequences, not sides");

  await page.getByRole("button", { name: /^Change answer/ }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Unsure" }).click();
  await settled(page, name);
  assert.match(readFileSync(log, "utf8"), /"retract":1,"answer":"unsure"/);
  await page.context().close();
  const ended = await server.end("SIGTERM");
  assert.equal(ended.code, 0);
  assert.match(ended.errors, /continue with\n {2}remap serve once\.jsonl/);
});

test("a session of the page goes on elsewhere, and back", async () => {
  const oracle = demo_oracle(place);
  let server = await serve(place, "--demo", "--session", "both.jsonl");
  await teach(server, oracle, (state) => state.answers === 5);
  await server.end();
  assert.match(remap("log", join(place, "both.jsonl")), /5/);
  server = await serve(place, "both.jsonl");
  const state = await teach(server, oracle);
  assert.equal(state.kind, "done");
  await server.end();
  assert.match(remap("replay", join(place, "both.jsonl")), /4 states/);
});
