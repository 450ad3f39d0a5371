// A study: consent, sessions of one's own, answering together, the researcher's page.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { check_look, close_browser, demo_letters, demo_oracle, folder, open_browser, open_page, records, remap, remap_fails, screens, serve,
  settled, shot } from "./support.mjs";

const place = folder();
before(open_browser);
after(close_browser);

/** The folder of a study about the demo, changed as given. */
function study(name, changes = {}) {
  mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, name, "consent.txt"),
    "In this study you compare sequences of events. It takes about ten minutes, and you can stop at any time.\n\n" +
    "Your answers are stored under a pseudonym, with the time you took. They are published together with those of others. " +
    "You may ask for their removal until the end of the study.\n");
  writeFileSync(join(place, name, "study.json"), JSON.stringify({ title: "Coffee for the office", mode: "own", participants: 3,
    text: "A robot works in an office. It is good when it has brought coffee to the office, and bad once it has broken a plant.",
    letters: ["f", "g", "n"], names: Object.fromEntries(["f", "g", "n"].map((letter, i) => [letter, demo_letters[i]])),
    outputs: ["bad", "nothing", "good"], world: "office", ...changes }));
  return name;
}

const people_of = async (server) => (await server.api("study")).body.participants;

/** A participant without a browser. */
class Participant {
  constructor(link, wrong = 0) {
    this.link = link;
    this.wrong = wrong;
  }
  async ask(path, body) {
    const options = body && { method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Origin: new URL(this.link).origin } };
    const response = await fetch(new URL(`api/${path}`, this.link), options);
    return { status: response.status, body: await response.json() };
  }
  async agree() {
    const { body } = await this.ask("state");
    return (await this.ask("consent", { hash: body.consent.hash })).body;
  }
  async answer(oracle, state) {
    const named = (word) => word.map((letter) => state.task.letters[letter]);
    if (state.kind === "waiting") return (await this.ask("state")).body;
    if (state.kind === "comparison") {
      const right = oracle.side(named(state.question.left), named(state.question.right));
      const others = ["left", "right", "equal"].filter((side) => side !== right);
      const answer = Math.random() < this.wrong ? others[Math.floor(Math.random() * 2)] : right;
      return (await this.ask("answer", { name: state.name, answer })).body;
    }
    assert.equal(state.kind, "check", JSON.stringify(state).slice(0, 300));
    const wrong = state.check.predictions.find((line) => oracle.value(named(line.word)) !== line.value);
    return (await (wrong ? this.ask("reject", { name: state.name, word: wrong.word, value: oracle.value(named(wrong.word)) })
      : this.ask("accept", { name: state.name }))).body;
  }
}

test("every participant agrees, teaches and ends with a machine of their own", async () => {
  const oracle = demo_oracle(place);
  let server = await serve(place, "--study", study("own"));
  const people = await people_of(server);
  assert.equal(people.length, 3);
  const page = await open_page(people[0].link);
  await page.getByRole("heading", { name: "Coffee for the office" }).waitFor();
  await page.getByText("stored under a pseudonym").waitFor();
  await shot(page, "consent");
  assert.equal((await new Participant(people[0].link).ask("answer", { name: "0.0.3", answer: "left" })).status, 409, "before consent");
  assert.equal((await new Participant(people[0].link).ask("consent", { hash: "something else" })).status, 400);
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.body.dataset.kind), "consent", "a key agrees to nothing");
  await page.getByRole("button", { name: "I agree and take part" }).click();
  await page.getByRole("button", { name: "Skip the examples" }).click();
  let name = await settled(page, "intro");
  const log = join(place, "own", "sessions", `${people[0].id}.jsonl`);
  await page.keyboard.press("ArrowUp");
  name = await settled(page, name);
  assert.equal(records(log).length, 1);
  assert.equal(records(log)[0].by, people[0].id);
  assert.match(readFileSync(log, "utf8").split("\n")[0], /"consent":"[0-9a-f]{64}"/, "what was agreed to");
  assert.equal(await page.locator(".picture").count(), 0, "the machine is not shown");
  await page.getByText(`You take part as ${people[0].id}`).waitFor();
  await page.context().close();

  await server.end("SIGKILL");
  server = await serve(place, "--study", "own");
  const again = await people_of(server);
  assert.deepEqual(again.map((person) => person.id), people.map((person) => person.id), "links stay valid");
  for (const [i, person] of again.entries()) {
    if (i === 2) break;
    const participant = new Participant(person.link);
    let state = i === 0 ? (await participant.ask("state")).body : await participant.agree();
    if (i === 0) assert.equal(state.answers, 1);
    while (state.kind !== "done") state = await participant.answer(oracle, state);
    assert.equal(state.result, undefined, "the machine is not told");
  }
  const done = await open_page(again[1].link);
  await done.getByText("Thank you: that was everything").waitFor();
  await shot(done, "thanks");
  await done.context().close();
  const { body } = await server.api("study");
  assert.equal(body.machines.same, 2, "both learned the same");
  assert.equal(body.participants[0].result.states, 4);
  assert.ok(body.agreement.pairs > 0 && body.agreement.agreeing > 0);
  for (const [kind, options] of screens) {
    const researcher = await open_page(server.url, options);
    await researcher.getByText("2 of 2").first().waitFor();
    await check_look(researcher, `researcher, ${kind}`);
    await shot(researcher, `researcher-own-${kind}`, { fullPage: kind === "narrow" });
    assert.deepEqual(researcher.errors, []);
    await researcher.context().close();
  }
  assert.match(remap_fails("study", "forget", join(place, "own"), again[0].id), /another process is using/);
  await server.end();

  const csv = remap("study", "export", join(place, "own")).trim().split("\n");
  assert.match(csv[0], /^task,worker,label,shown,answered,seconds,/);
  assert.equal(csv.length - 1, body.answers);
  assert.match(remap("study", "forget", join(place, "own"), again[0].id), /Removed/);
  assert.deepEqual(readdirSync(join(place, "own", "sessions")), [`${again[1].id}.jsonl`]);
  assert.ok(!readFileSync(join(place, "own", "participants.jsonl"), "utf8").includes(again[0].id));
});

test("several people answer together, in browsers and by script", async () => {
  const oracle = demo_oracle(place);
  let server = await serve(place, "--study", study("together", { mode: "together", participants: 6, lease_seconds: 5 }));
  const people = await people_of(server);
  const log = join(place, "together", "session.jsonl");
  const page = await open_page(people[0].link);
  await page.waitForTimeout(200);
  await page.getByRole("button", { name: "I agree and take part" }).click();
  await page.getByRole("button", { name: "Skip the examples" }).waitFor();
  await page.getByRole("button", { name: "Skip the examples" }).click();
  let name = await settled(page, "intro");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction((old) => document.body.dataset.ready !== old, name);
  const scripted = people.slice(1, 5).map((person, i) => new Participant(person.link, i === 3 ? 0.5 : 0.03));
  const states = await Promise.all(scripted.map((participant) => participant.agree()));
  let answers = 0;
  const all = Promise.all(scripted.map(async (participant, i) => {
    for (let state = states[i]; state.kind !== "done"; state = await participant.answer(oracle, state)) {
      if (++answers % 12 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }));
  await all;
  if (await page.evaluate(() => document.body.dataset.kind) === "comparison") {
    const before = records(log).length;
    await page.keyboard.press("ArrowUp");
    await page.getByText("Thank you: that was everything").waitFor();
    assert.equal(records(log).length, before + 1, "a late answer is kept");
  }
  await page.getByText("Thank you: that was everything").waitFor();
  const { body } = await server.api("study");
  assert.equal(body.session.kind, "done");
  assert.ok(body.participants.slice(0, 5).every((person) => person.finished), "all of them were told that it is over");
  assert.ok(!body.participants[5].finished, "and one never came");
  assert.equal(body.session.result.machine.states.length, 4);
  assert.equal(body.answers, body.participants.reduce((sum, each) => sum + each.answers, 0), "every answer is somebody's");
  assert.ok(records(log).every((line) => line.answer === undefined || line.by), "and was asked");
  assert.ok(body.participants[4].error_rate > body.participants[1].error_rate, "who errs most is known");
  const machine = await (await fetch(new URL("machine.json", server.url))).json();
  assert.equal(machine.states.length, 4);
  for (const [kind, options] of screens) {
    const researcher = await open_page(server.url, options);
    await researcher.waitForFunction(() => document.querySelector(".picture svg"));
    await check_look(researcher, `researcher, ${kind}`);
    await shot(researcher, `researcher-${kind}`, { fullPage: kind === "narrow" });
    await researcher.context().close();
  }
  await page.context().close();
  const said = records(log).filter((line) => line.by === people[4].id).length;
  assert.ok(said > 0);
  assert.equal((await server.end()).code, 0);
  assert.match(remap("replay", log), /4 states/);
  assert.match(remap("study", "forget", join(place, "together"), people[4].id), new RegExp(`${said} answer`));
  server = await serve(place, "--study", "together");
  const left = new Participant((await people_of(server)).find((person) => person.id === people[1].id).link);
  let state = (await left.ask("state")).body;
  while (state.kind !== "done") state = await left.answer(oracle, state);
  assert.ok(!readFileSync(log, "utf8").includes(people[4].id), "what they said is gone");
  await server.end();
});
