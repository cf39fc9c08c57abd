/* The list of suggestions above the composer: commands, options, choices. The focus stays in the input. */

import { el } from "./dom.js";

export class Picker {
  #items = [];
  #active = -1;
  #onPick = null;
  #input = null;

  constructor(box) {
    this.box = box;
    this.title = el("p", { class: "picker-title" });
    this.list = el("ul", { id: "picker-list", role: "listbox", "aria-label": "Suggestions" });
    box.append(this.title, this.list);
    box.addEventListener("pointerdown", (event) => event.preventDefault()); // the input keeps the focus
    this.list.addEventListener("click", ({ target }) => {
      const row = target.closest("[role=option]");
      if (row) this.#choose(Number(row.dataset.at));
    });
  }

  get open() {
    return !this.box.hidden && this.#items.length > 0;
  }

  /** The item that Enter would take, or null. */
  get active() {
    return this.open ? (this.#items[this.#active] ?? null) : null;
  }

  /** Shows `items` (`{label, detail, mark}`) for `input`, with none or the first marked. */
  show(input, { title = null, items, active = -1, onPick }) {
    this.#release();
    this.#input = input;
    this.#items = items;
    this.#onPick = onPick;
    this.title.replaceChildren(...(title ?? []));
    this.title.hidden = !title;
    this.list.replaceChildren(
      ...items.map((item, at) =>
        el(
          "li",
          { id: `picker-${at}`, role: "option", data: { at } },
          el("span", { class: "pick-label" }, item.label),
          item.detail && el("span", { class: "faint" }, item.detail),
        ),
      ),
    );
    this.list.hidden = items.length === 0;
    this.box.hidden = items.length === 0 && !title;
    this.#expanded(items.length > 0);
    this.#mark(items.length ? active : -1);
    this.list.scrollTop = Math.max(0, active) === 0 ? 0 : this.list.scrollTop;
  }

  hide() {
    this.#release();
    this.box.hidden = true;
    this.#items = [];
    this.#active = -1;
  }

  move(step) {
    const count = this.#items.length;
    if (!count) return;
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.#mark((from + step + count) % count);
  }

  /** Takes the marked item; false where there is none. */
  pick() {
    if (!this.active) return false;
    this.#choose(this.#active);
    return true;
  }

  #choose(at) {
    const item = this.#items[at];
    const onPick = this.#onPick;
    this.hide();
    onPick(item);
  }

  #mark(at) {
    this.#active = at;
    for (const row of this.list.children)
      row.setAttribute("aria-selected", String(Number(row.dataset.at) === at));
    const row = this.list.children[at];
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.#input?.setAttribute("aria-activedescendant", row.id);
    else this.#input?.removeAttribute("aria-activedescendant");
  }

  #release() {
    this.#input?.removeAttribute("aria-activedescendant");
    this.#expanded(false);
    this.#input = null;
  }

  #expanded(open) {
    this.#input?.setAttribute("aria-expanded", String(open));
  }
}
