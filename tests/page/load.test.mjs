// Two hundred participants at once, each with a session of their own: how long an answer takes until it is on disk and the
// next question is there.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { demo_oracle, folder, records, serve } from "./support.mjs";

const place = folder();
const participants = 200;
const answers = process.env.NIGHTLY ? 12 : 4;
const limit = process.env.NIGHTLY ? 100 : 250;  // milliseconds; other tests may run at the same time
const pause = 2000;  // milliseconds that a person takes, on average

test(`${participants} participants at once`, async () => {
  mkdirSync(join(place, "load"));
  writeFileSync(join(place, "load", "consent.txt"), "Your answers are stored.\n");
  writeFileSync(join(place, "load", "study.json"), JSON.stringify({ letters: ["f", "g", "n"], outputs: ["bad", "nothing", "good"], participants }));
  const oracle = demo_oracle(place, ["f", "g", "n"]);
  const server = await serve(place, "--study", "load");
  const people = (await server.api("study")).body.participants;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 });
  const ask = (link, path, body) => new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : "";
    const headers = body ? { "Content-Type": "application/json", Origin: new URL(link).origin, "Content-Length": Buffer.byteLength(text) } : {};
    const request = http.request(new URL(`api/${path}`, link), { method: body ? "POST" : "GET", agent, headers }, (response) => {
      let all = "";
      response.on("data", (part) => (all += part)).on("end", () => resolve(JSON.parse(all)));
    });
    request.on("error", reject);
    request.end(text);
  });
  const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const times = [];
  await Promise.all(people.map(async (person) => {
    const { consent } = await ask(person.link, "state");
    await sleep(Math.random() * pause);
    let state = await ask(person.link, "consent", { hash: consent.hash });
    for (let i = 0; i < answers && state.kind !== "done"; ++i) {
      await sleep(pause * (0.5 + Math.random()));
      const named = (word) => word.map((letter) => state.task.letters[letter]);
      const what = { name: state.name };
      let action = "answer";
      if (state.kind === "comparison") {
        what.answer = oracle.side(named(state.question.left), named(state.question.right));
      } else {
        const wrong = state.check.predictions.find((line) => oracle.value(named(line.word)) !== line.value);
        action = wrong ? "reject" : "accept";
        if (wrong) Object.assign(what, { word: wrong.word, value: oracle.value(named(wrong.word)) });
      }
      const begin = performance.now();
      state = await ask(person.link, action, what);
      times.push(performance.now() - begin);
      assert.equal(state.answers, i + 1);
    }
  }));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`# ${times.length} answers: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms`);
  assert.ok(times.length >= participants * answers * 0.9);
  assert.ok(times[Math.floor(times.length * 0.95)] <= limit, `95 % took up to ${at(0.95)} ms`);
  assert.equal(records(join(place, "load", "sessions", `${people[7].id}.jsonl`)).length >= answers, true);
  agent.destroy();
  assert.equal((await server.end()).code, 0);
});
