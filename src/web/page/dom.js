// Elements without markup: whatever a text holds, it stays a text.

/** h("button", {class: "wide", onclick: f}, "text", element, …) */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const svg_space = "http://www.w3.org/2000/svg";

export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svg_space, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with the key printed on it. */
export function key_button(label, key, id, attributes = {}) {
  return h("button", { type: "button", "data-id": id, "aria-keyshortcuts": key.name, ...attributes },
    h("kbd", { "aria-hidden": "true" }, key.shown), h("span", {}, label));
}

export const keys = {
  left: { name: "ArrowLeft", shown: "←" },
  right: { name: "ArrowRight", shown: "→" },
  equal: { name: "ArrowUp", shown: "↑" },
  unsure: { name: "ArrowDown", shown: "↓" },
  undo: { name: "Backspace", shown: "⌫" },
  enter: { name: "Enter", shown: "Enter" },
  letter: (letter) => ({ name: letter, shown: letter.toUpperCase() }),
};

/** Replaces what an element holds; whoever had the focus keeps it if there is such a control again, or gets the heading. */
export function replace(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute("data-id") : null;
  element.replaceChildren(...children);
  if (focused) (element.querySelector(`[data-id="${focused}"]:enabled`) ?? element.querySelector("h2"))?.focus();
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
