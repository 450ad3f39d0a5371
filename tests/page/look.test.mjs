// What the page looks like and how it is used without a mouse: roles and names, contrast, tab order, narrow screens, zoom.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close_browser, folder, open_browser, open_page, Oracle, serve, settled, shot, skip_intro, teach } from "./support.mjs";

const place = folder();
before(open_browser);
after(close_browser);

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

async function check_look(page, name) {
  const least = await least_contrast(page);
  assert.ok(least.contrast >= 4.5, `${name}: contrast ${least.contrast.toFixed(2)} of "${least.text}"`);
  assert.deepEqual(await nameless(page), [], `${name}: controls without a name`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name}: ${wide} pixels are cut off`);
}

const screens = [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ["zoomed", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
];

test("every screen can be read, and every control has a name", async () => {
  const states = [["nothing", [1, 0, 3]], ["nothing", [1, 2, 3]], ["good", [2, 2, 3]], ["bad", [3, 3, 3]]]
    .map(([output, next]) => ({ output, next }));
  writeFileSync(join(place, "demo.json"), JSON.stringify({ type: "moore", letters: ["f", "g", "n"], outputs: ["bad", "nothing", "good"], initial: 0, states }));
  const oracle = new Oracle(join(place, "demo.json"), ["gets coffee", "comes to the office", "breaks a plant"]);
  const server = await serve(place, "--demo", "--session", "look.jsonl");
  const stops = [["introduction", () => true], ["question", (state) => state.answers >= 4 && state.question.left.length + state.question.right.length >= 4],
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
