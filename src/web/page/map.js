// Two small maps: the agent walks each sequence, in step up to the first difference. An event means to go to the nearest
// place of that kind without stepping on any other; what cannot be reached so is jumped to.
import { h, s } from "./dom.js";
import { common_prefix } from "./words.js";

const size = 10;            // of a cell
const event_time = 750;     // milliseconds per event, however far the way is
const moves = [[-1, 0, 1], [0, 1, 2], [1, 0, 4], [0, -1, 8]];

/** Which objects that the letters speak of are in which cell. */
function labels_of(world) {
  const used = new Set(world.letters.flat());
  const labels = new Map();
  world.objects.forEach((object, number) => {
    if (!used.has(number)) return;
    for (const cell of object.cells) labels.set(cell, [...(labels.get(cell) ?? []), number]);
  });
  return labels;
}

function neighbours(world, cell) {
  const result = [];
  moves.forEach(([row, column, bit]) => {
    if ((world.blocked[cell] & bit) === 0) result.push(cell + row * world.columns + column);
  });
  return result;
}

const same = (a, b) => a.length === b.length && a.every((each) => b.includes(each));

/** The cells from one to the nearest that has exactly these objects, by breadth-first search. */
function way(world, labels, from, wanted) {
  if (wanted.length === 0) {
    const free = neighbours(world, from).find((cell) => !labels.has(cell));
    return free === undefined ? [from] : [free];
  }
  const before = new Map();
  const queue = [from];
  for (let i = 0; i < queue.length; ++i) {
    for (const cell of neighbours(world, queue[i])) {
      const goal = same(labels.get(cell) ?? [], wanted);
      if (before.has(cell) || (!goal && (labels.has(cell) || cell === from))) continue;
      before.set(cell, queue[i]);
      if (!goal) {
        queue.push(cell);
        continue;
      }
      const cells = [cell];
      while (before.get(cells[0]) !== from) cells.unshift(before.get(cells[0]));
      return cells;
    }
  }
  const goals = [...labels].filter(([, objects]) => same(objects, wanted));
  return goals.length > 0 ? [goals[0][0]] : [from];
}

/** Per event, the cells that are walked. */
export function walk(world, word) {
  const labels = labels_of(world);
  let at = world.start;
  return word.map((letter) => {
    const cells = way(world, labels, at, world.letters[letter]);
    const stretch = [at, ...cells];
    at = cells[cells.length - 1];
    return stretch;
  });
}

const icons = {
  coffee: () => [s("path", { d: "M2.6 4h4v2.2a1.6 1.6 0 0 1-1.6 1.6H4.2A1.6 1.6 0 0 1 2.6 6.200zM6.600 4.500h.7a.9.9 0 0 1 0 1.800h-.7M3.600 3V2.200M5.200 3V2.200" })],
  plant: () => [s("path", { d: "M3.400 6.200h3.200l-.5 2.300H3.900zM5 6.200V3.600M5 4.800C3.600 4.800 3 4 3 2.800c1.300 0 2 .7 2 2C5 3.200 5.700 2 7.100 2c0 1.500-.7 2.600-2.100 2.800" })],
  office: () => [s("path", { d: "M2 8.200V3.400h6v4.800M2 8.200h6M3.300 4.700h1M5.700 4.700h1M3.300 6.200h1M5.700 6.200h1" })],
  mail: () => [s("path", { d: "M2 3.200h6v3.900H2zM2 3.400l3 2.400 3-2.400" })],
};

function icon(object, cell, world) {
  const x = (cell % world.columns) * size, y = Math.floor(cell / world.columns) * size;
  const group = s("g", { transform: `translate(${x} ${y})`, class: `icon ${object.title.replace(/[^a-z]/g, "")}` });
  const title = s("title");
  title.textContent = object.title;
  const make = icons[object.title];
  if (make) group.append(title, ...make());
  else {
    const text = s("text", { x: size / 2, y: size * 0.72 });
    text.textContent = object.name.slice(0, 2);
    group.append(title, text);
  }
  return group;
}

function background(world) {
  const group = s("g", { class: "ground" });
  group.append(s("rect", { width: world.columns * size, height: world.rows * size, class: "floor" }));
  for (const cell of world.solid) {
    group.append(s("rect", { x: (cell % world.columns) * size, y: Math.floor(cell / world.columns) * size,
      width: size, height: size, class: "solid" }));
  }
  let walls = "";
  for (let cell = 0; cell < world.rows * world.columns; ++cell) {
    const x = (cell % world.columns) * size, y = Math.floor(cell / world.columns) * size;
    if (world.solid.includes(cell)) continue;
    if (world.blocked[cell] & 2) walls += `M${x + size} ${y}v${size}`;
    if (world.blocked[cell] & 4) walls += `M${x} ${y + size}h${size}`;
    if (world.blocked[cell] & 8 && x === 0) walls += `M${x} ${y}v${size}`;
    if (world.blocked[cell] & 1 && y === 0) walls += `M${x} ${y}h${size}`;
  }
  group.append(s("path", { d: walls, class: "wall" }));
  const used = new Set(world.letters.flat());
  world.objects.forEach((object, number) => {
    if (used.has(number)) for (const cell of object.cells) group.append(icon(object, cell, world));
  });
  return group;
}

const middle = (world, cell) => [(cell % world.columns + 0.5) * size, (Math.floor(cell / world.columns) + 0.5) * size];

class Map_ {
  constructor(world, word, common, name) {
    this.world = world;
    this.stretches = walk(world, word);
    this.common = common;
    this.trail = s("path", { class: "trail common" });
    this.fresh = s("path", { class: "trail" });
    this.agent = s("circle", { r: 3, class: "agent" });
    this.element = s("svg", { viewBox: `-1 -1 ${world.columns * size + 2} ${world.rows * size + 2}`, class: "map", role: "img",
      "aria-label": `Map of the ${name} sequence` }, background(world), this.trail, this.fresh, this.agent);
  }

  /** Shows the way up to a time, counted in events. */
  show(time) {
    const points = [[middle(this.world, this.world.start)], []];
    let at = points[0][0];
    this.stretches.forEach((cells, event) => {
      if (time <= event) return;
      const part = Math.min(time - event, 1) * (cells.length - 1);
      const list = points[event < this.common ? 0 : 1];
      if (event === this.common) list.push(at);
      cells.forEach((cell, i) => {
        if (i === 0 || i - 1 >= part) return;
        const from = middle(this.world, cells[i - 1]), to = middle(this.world, cell);
        const share = Math.min(part - (i - 1), 1);
        at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        list.push(at);
      });
    });
    const path = (list) => list.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
    this.trail.setAttribute("d", path(points[0]));
    this.fresh.setAttribute("d", path(points[1]));
    this.agent.setAttribute("cx", at[0]);
    this.agent.setAttribute("cy", at[1]);
  }
}

let running = null;

/** Maps for both sequences, already walking, and a button to see it again. */
export function maps(world, left, right) {
  const common = common_prefix(left, right);
  const both = [new Map_(world, left, common, "left"), new Map_(world, right, common, "right")];
  const end = Math.max(left.length, right.length);
  const play = () => {
    cancelAnimationFrame(running);
    const begin = performance.now();
    const frame = (now) => {
      const time = Math.max(0, now - begin - 300) / event_time;
      for (const map of both) map.show(time);
      if (time < end) running = requestAnimationFrame(frame);
    };
    running = requestAnimationFrame(frame);
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const map of both) map.show(still ? end : 0);
  if (!still) play();
  const replay = still ? null : h("p", { class: "replay" },
    h("button", { type: "button", class: "small quiet", "data-id": "replay", onclick: play }, "Walk again"));
  return { left: both[0].element, right: both[1].element, replay };
}
