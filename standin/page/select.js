/* A select menu, in messages and in forms: a button that opens a list of choices, one or several. */

import { el, emojiText } from "./dom.js";
import { displayName, everybody, rolesInOrder, world } from "./state.js";

export const SELECTS = { string: 3, user: 5, role: 6, mentionable: 7, channel: 8 };

let made = 0;

/** Returns `{element, values()}`; `onCommit(values)` is called when the person has chosen. */
export function selectMenu(component, { onCommit = () => {}, label = null } = {}) {
  const choices = choicesOf(component);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const chosen = new Set(choices.filter((choice) => choice.default).map((choice) => choice.value));
  const hint = component.placeholder || "Make a selection";
  const id = `menu-${(made += 1)}`;

  const shown = el("span", { class: "menu-shown" });
  const button = el(
    "button",
    {
      type: "button",
      class: "menu-button",
      disabled: component.disabled,
      "aria-haspopup": "listbox",
      "aria-controls": id,
      "aria-expanded": "false",
      data: { customId: component.custom_id },
    },
    shown,
    el("span", { class: "menu-arrow", "aria-hidden": "true" }, "▾"),
  );
  const rows = choices.map((choice) =>
    el(
      "li",
      { role: "option", tabindex: -1, data: { value: choice.value } },
      emojiText(choice.emoji),
      el(
        "span",
        { class: "menu-words" },
        choice.label,
        choice.description && el("span", { class: "faint" }, choice.description),
      ),
      el("span", { class: "menu-tick", "aria-hidden": "true" }, "✓"),
    ),
  );
  const list = el(
    "ul",
    {
      id,
      popover: "auto",
      role: "listbox",
      class: "menu-list",
      "aria-label": label ?? hint,
      "aria-multiselectable": most > 1 ? "true" : null,
    },
    rows.length ? rows : el("li", { class: "faint" }, "Nothing to choose from"),
  );

  function show() {
    const names = choices.filter(({ value }) => chosen.has(value)).map((choice) => choice.label);
    shown.textContent = names.join(", ") || hint;
    shown.classList.toggle("faint", names.length === 0);
    button.setAttribute("aria-label", label ? `${label}: ${shown.textContent}` : shown.textContent);
    for (const row of rows) row.setAttribute("aria-selected", String(chosen.has(row.dataset.value)));
  }

  function pick(row) {
    const { value } = row.dataset;
    if (most === 1) {
      const undo = chosen.has(value) && least === 0;
      chosen.clear();
      if (!undo) chosen.add(value);
      show();
      list.hidePopover();
    } else {
      if (!chosen.delete(value) && chosen.size < most) chosen.add(value);
      show();
    }
  }

  let before = "";
  list.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") before = JSON.stringify([...chosen]);
  });
  list.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "closed" && JSON.stringify([...chosen]) !== before && chosen.size >= least) {
      onCommit([...chosen]);
    }
  });
  button.addEventListener("click", () => {
    if (!list.togglePopover({ source: button })) return;
    place(list, button);
    (rows.find((row) => chosen.has(row.dataset.value)) ?? rows[0])?.focus();
  });
  list.addEventListener("click", ({ target }) => {
    const row = target.closest("[role=option]");
    if (row) pick(row);
  });
  list.addEventListener("keydown", (event) => walk(event, rows, pick, list));
  show();
  return { element: el("div", { class: "menu" }, button, list), values: () => [...chosen] };
}

function walk(event, rows, pick, list) {
  const at = rows.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to !== undefined) rows[(to + rows.length) % rows.length]?.focus();
  else if ((event.key === "Enter" || event.key === " ") && at >= 0) pick(rows[at]);
  else if (event.key === "Tab") list.hidePopover();
  else if (event.key.length === 1) {
    const key = event.key.toLowerCase();
    const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
    order.find((row) => row.querySelector(".menu-words").textContent.toLowerCase().startsWith(key))?.focus();
    return;
  } else return;
  event.preventDefault();
}

/** Below the button where there is room, else above it. */
function place(list, button) {
  const box = button.getBoundingClientRect();
  list.style.width = `${box.width}px`;
  list.style.left = `${box.left}px`;
  const below = window.innerHeight - box.bottom - 8;
  const height = Math.min(list.scrollHeight + 2, 320);
  const up = below < height && box.top > below;
  list.style.maxHeight = `${Math.min(320, up ? box.top - 8 : below)}px`;
  list.style.top = up ? "auto" : `${box.bottom + 4}px`;
  list.style.bottom = up ? `${window.innerHeight - box.top + 4}px` : "auto";
}

function choicesOf(component) {
  if (component.type === SELECTS.string) return component.options ?? [];
  const marked = new Set((component.default_values ?? []).map(({ id }) => id));
  const choice = (value, label) => ({ value, label, default: marked.has(value) });
  if (component.type === SELECTS.channel) {
    const types = component.channel_types;
    return world.channels
      .filter(({ type }) => !types?.length || types.includes(type))
      .map(({ id, name }) => choice(id, `#${name}`));
  }
  const people = everybody().map((user) => choice(user.id, displayName(user)));
  const roles = rolesInOrder().map(({ id, name }) => choice(id, `@${name.replace(/^@/, "")}`));
  if (component.type === SELECTS.role) return roles;
  return component.type === SELECTS.user ? people : [...people, ...roles];
}
