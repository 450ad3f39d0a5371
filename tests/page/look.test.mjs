// What the page looks like and how it is used without a mouse: roles and names, contrast, tab order, narrow screens, zoom.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { check_look, close_browser, demo_oracle, folder, open_browser, open_page, screens, serve, settled, shot, skip_intro, teach } from "./support.mjs";

const place = folder();
before(open_browser);
after(close_browser);

test("every screen can be read, and every control has a name", async () => {
  const oracle = demo_oracle(place);
  const server = await serve(place, "--demo", "--session", "look.jsonl");
  const stops = [["introduction", () => true], ["question", (state) => state.kind === "comparison" && state.answers >= 4 && state.question.left.length + state.question.right.length >= 4],
    ["check", (state) => state.kind === "check"], ["done", (state) => state.kind === "done"]];
  for (const [name, stop] of stops) {
    await teach(server, oracle, stop);
    for (const [kind, options] of screens) {
      if (name !== "question" && (kind === "zoomed" || (kind === "dark" && name !== "check"))) continue;
      const page = await open_page(server.url, { ...options, reducedMotion: "reduce" });
      if (name !== "introduction") await page.waitForFunction(() => document.querySelector(".picture svg"));
      await check_look(page, `${name}, ${kind}`);
      await shot(page, `${name}-${kind}`, { fullPage: kind === "narrow" });
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  }
  await server.end();
});

test("the tab key goes left, equal, right, unsure, undo, and the focus can be seen", async () => {
  const server = await serve(place, "--demo", "--session", "tab.jsonl");
  const page = await open_page(server.url, { reducedMotion: "reduce" });
  const name = await skip_intro(page);
  await page.keyboard.press("ArrowUp");
  await settled(page, name);
  await page.locator("#help").focus();
  const order = [];
  for (let i = 0; i < 5; ++i) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.dataset.id));
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  }
  assert.deepEqual(order, ["left", "equal", "right", "unsure", "undo"]);
  assert.match(await page.locator("#live").textContent(), /^Question 2\. Left: .*\. Right: .*\. Which is better\?$/);
  await page.locator("#help").click();
  await page.getByRole("dialog").getByText("the left one is better").waitFor();
  await page.context().close();
  await server.end();
});
