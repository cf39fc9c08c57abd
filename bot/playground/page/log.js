/* The channel's log on the page: rows in order, replaced in place, kept at the end while one reads the
   end. */

import { el } from "./dom.js";
import { continues, localRow, messageRow } from "./messages.js";

const NEAR = 80; // pixels from the end that still count as reading the end
const DISMISSED = "dismissed";

export class Log {
  #messages = new Map(); // by id, in order
  #dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? "[]"));
  #atEnd = true;

  constructor(scroller, toEnd, actions) {
    this.scroller = scroller;
    this.toEnd = toEnd;
    this.actions = { ...actions, dismiss: (message) => this.#dismiss(message) };
    this.rows = el("div", { class: "rows", role: "log", "aria-label": "Messages", "aria-live": "polite" });
    this.local = el("div", { "aria-live": "polite" });
    this.column = el("div", { class: "column" }, this.rows, this.local);
    scroller.append(this.column);
    scroller.addEventListener("scroll", () => this.#noteScroll());
    toEnd.addEventListener("click", () => this.toLatest());
    new ResizeObserver(() => this.#stay()).observe(this.column);
    new ResizeObserver(() => this.#stay()).observe(scroller);
  }

  /** Shows a channel afresh; `about` stands in it while it is empty. */
  load(messages, about = "") {
    this.rows.dataset.about = about;
    this.rows.setAttribute("aria-busy", "true");
    this.#messages = new Map(
      messages.filter(({ id }) => !this.#dismissed.has(id)).map((message) => [message.id, message]),
    );
    const all = [...this.#messages.values()];
    this.rows.replaceChildren(...all.map((message, at) => this.#draw(message, all[at - 1])));
    this.rows.setAttribute("aria-busy", "false");
    this.toLatest();
  }

  clear() {
    this.local.replaceChildren();
    this.load([]);
  }

  /** Adds a message, or changes the one shown under its id. An update may name only what changed. */
  put(message) {
    if (this.#dismissed.has(message.id)) return;
    const known = this.#messages.get(message.id);
    this.#messages.set(message.id, known ? { ...known, ...message } : message);
    if (known) this.#redraw(message.id);
    else this.rows.append(this.#draw(message, [...this.#messages.values()].at(-2)));
    this.#stay();
  }

  remove(id) {
    const ids = [...this.#messages.keys()];
    const next = ids[ids.indexOf(id) + 1];
    if (!this.#messages.delete(id)) return;
    this.row(id)?.remove();
    if (next) this.#redraw(next);
  }

  row(id) {
    return [...this.rows.children].find((row) => row.dataset.id === id) ?? null;
  }

  /** The text under a message whose button got no answer. */
  fail(id, text) {
    const line = this.row(id)?.querySelector(".failure");
    if (!line) return this.note(null, text);
    line.textContent = text;
    line.hidden = false;
    return line;
  }

  /** A line of the page's own at the end that can be dismissed. */
  note(head, text) {
    const row = localRow(head, text, () => row.remove());
    this.rows.append(row);
    this.#stay();
    return row;
  }

  /** A line of the page's own at the end, taken away by the caller. */
  waiting(head, text) {
    const row = localRow(head, text, null);
    this.local.append(row);
    this.#stay();
    return row;
  }

  /** Scrolls to the end. */
  toLatest() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #draw(message, before) {
    return messageRow(message, continues(message, before), this.actions);
  }

  #redraw(id) {
    const all = [...this.#messages.values()];
    const at = all.findIndex((message) => message.id === id);
    const old = this.row(id);
    const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    const fresh = this.#draw(all[at], all[at - 1]);
    old?.replaceWith(fresh);
    if (focused)
      [...fresh.querySelectorAll("[data-custom-id]")]
        .find((one) => one.dataset.customId === focused)
        ?.focus();
  }

  #dismiss({ id }) {
    this.#dismissed.add(id);
    sessionStorage.setItem(DISMISSED, JSON.stringify([...this.#dismissed].slice(-500)));
    this.remove(id);
  }

  #noteScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    this.toEnd.hidden = this.#atEnd;
  }

  #stay() {
    if (this.#atEnd) this.toLatest();
  }
}
