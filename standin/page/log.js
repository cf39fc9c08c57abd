/* The channel's log on the page: rows in order, replaced in place, older ones fetched on the way up; kept at the
   end while one reads the end. */

import { dayOf, divide } from "./dividers.js";
import { el } from "./dom.js";
import { continues, localRow, messageRow } from "./messages.js";
import { world } from "./state.js";

const NEAR_END = 80; // pixels from the end that still count as reading the end
const NEAR_TOP = 300; // pixels from the top at which older messages are fetched
const PAGE = 50; // messages fetched at a time
const DISMISSED = "dismissed";

export class Log {
  #messages = new Map(); // by id, in order
  #dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? "[]"));
  #atEnd = true;
  #more = false; // whether the server has older messages
  #channel = null;
  #turn = 0; // counts loads: what was fetched for another channel is dropped
  #fetching = false;
  #newAfter = null; // id after which messages are new, as BigInt
  #last = null; // id of the last message, dismissed or not
  #read = null; // id up to which the messages here were read, as BigInt

  /** `actions`: what messages.js wants of them, `older(channel, before)` and `seen(channel, id)`,
      called when the end is read. */
  constructor(scroller, toEnd, actions) {
    this.scroller = scroller;
    this.toEnd = toEnd;
    this.actions = { ...actions, dismiss: (message) => this.#dismiss(message), find: (id) => this.#messages.get(id) };
    this.beginning = el("div", { class: "beginning", hidden: true });
    this.rows = el("div", { class: "rows", role: "log", "aria-label": "Messages" });
    this.local = el("div", { "aria-live": "polite" });
    this.column = el("div", { class: "column" }, this.beginning, this.rows, this.local);
    scroller.append(this.column);
    scroller.addEventListener("scroll", () => this.#noteScroll());
    scroller.addEventListener("keydown", (event) => this.#key(event));
    toEnd.addEventListener("click", () => {
      this.toLatest();
      scroller.focus();
    });
    new ResizeObserver(() => this.#stay()).observe(this.column);
    new ResizeObserver(() => this.#stay()).observe(scroller);
    document.addEventListener("visibilitychange", () => this.#see());
  }

  /** Shows a channel afresh. `channel` is its id, `read` that of the last message read, `beginning` stands above the first. */
  load(messages, { channel, read, beginning }) {
    this.#channel = channel;
    this.#turn += 1;
    this.#fetching = false;
    this.beginning.replaceChildren(...beginning);
    this.#last = messages.at(-1)?.id ?? null;
    this.#read = read ? BigInt(read) : null;
    const isNews = (message) => this.#read !== null && BigInt(message.id) > this.#read && !isOwn(message);
    this.#newAfter = messages.some(isNews) ? this.#read : null;
    this.#silently(() => {
      this.#messages = new Map();
      this.rows.replaceChildren();
      this.local.replaceChildren();
      this.#addOlder(messages);
    });
    this.toLatest();
    this.rows.querySelector(":scope > .new")?.scrollIntoView({ block: "nearest" });
    this.#noteScroll();
  }

  /** Adds a message, or changes the one shown under its id. An update may name only what changed. */
  put(message) {
    if (this.#dismissed.has(message.id)) return;
    const known = this.#messages.get(message.id);
    if (!known && this.#isTooOld(message)) return;
    this.#messages.set(message.id, known ? { ...known, ...message } : message);
    if (known) this.#redraw(message.id);
    else this.#append(message);
    this.#stay();
  }

  remove(id) {
    const ids = [...this.#messages.keys()];
    const next = ids[ids.indexOf(id) + 1];
    if (!this.#messages.delete(id)) return;
    this.row(id)?.remove();
    if (next) this.#redraw(next);
    this.#divide();
  }

  row(id) {
    return [...this.rows.children].find((row) => row.dataset.id === id) ?? null;
  }

  /** Goes to a message, back through the history if need be; false where it is not to be found. */
  async jump(id) {
    while (!this.row(id) && this.#more) if (!(await this.#fetchOlder())) break;
    const row = this.row(id);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
    return Boolean(row);
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

  /** Draws all rows again: names, colours or rights have changed. */
  redraw() {
    this.#silently(() => [...this.#messages.keys()].forEach((id) => this.#redraw(id)));
  }

  /** Scrolls to the end. */
  toLatest() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  // A thing at the end of the history that is not shown belongs further up, where one has not been yet.
  #isTooOld({ id }) {
    const first = this.#messages.keys().next().value;
    return this.#more && first !== undefined && BigInt(id) < BigInt(first);
  }

  #append(message) {
    this.rows.append(this.#draw(message, [...this.#messages.values()].at(-2)));
    if (this.#last === null || BigInt(message.id) > BigInt(this.#last)) this.#last = message.id;
    const away = !this.#atEnd || document.visibilityState !== "visible";
    if (away && !isOwn(message)) this.#newAfter = this.#read ?? this.#newAfter;
    this.#divide();
    this.#see();
  }

  #addOlder(messages) {
    this.#more = messages.length >= PAGE;
    const first = [...this.#messages.values()][0];
    const older = messages.filter(({ id }) => !this.#dismissed.has(id) && !this.#messages.has(id));
    this.#messages = new Map([...older.map((message) => [message.id, message]), ...this.#messages]);
    this.rows.prepend(...older.map((message, at) => this.#draw(message, older[at - 1])));
    if (first) this.#redraw(first.id);
    this.#divide();
    this.beginning.hidden = this.#more;
  }

  async #fetchOlder() {
    const first = this.#messages.keys().next().value;
    if (!this.#more || this.#fetching || !first) return false;
    this.#fetching = true;
    const turn = this.#turn;
    const messages = await this.actions.older(this.#channel, first);
    if (turn !== this.#turn) return false;
    this.#fetching = false;
    if (!messages) return false;
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.#silently(() => this.#addOlder(messages));
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    this.#noteScroll();
    return true;
  }

  /** A change that is history, not news: it is not read out. */
  #silently(change) {
    this.rows.setAttribute("aria-live", "off");
    change();
    const turn = this.#turn;
    setTimeout(() => turn === this.#turn && this.rows.setAttribute("aria-live", "polite"), 500);
  }

  #divide() {
    const after = this.#newAfter;
    const isNews = (id) => after !== null && BigInt(id) > after && !isOwn(this.#messages.get(id));
    divide(this.rows, ({ dataset: { id } }) => isNews(id));
  }

  #draw(message, before) {
    const row = messageRow(message, continues(message, before), this.actions);
    row.dataset.day = dayOf(message.timestamp);
    return row;
  }

  #redraw(id) {
    const all = [...this.#messages.values()];
    const at = all.findIndex((message) => message.id === id);
    this.row(id)?.replaceWith(this.#draw(all[at], all[at - 1]));
  }

  #dismiss({ id }) {
    this.#dismissed.add(id);
    sessionStorage.setItem(DISMISSED, JSON.stringify([...this.#dismissed].slice(-500)));
    this.remove(id);
  }

  /** Arrow keys go from message to message while the log or a message has the focus. */
  #key(event) {
    const { key, target } = event;
    const rows = [...this.rows.children].filter((row) => row.matches(".message"));
    const at = rows.indexOf(target);
    if ((target !== this.scroller && at < 0) || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = at < 0 ? rows.length : at;
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: rows.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
  }

  #noteScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.toEnd.hidden = this.#atEnd;
    if (scrollTop < NEAR_TOP) this.#fetchOlder();
    this.#see();
  }

  /** Tells once that the end has been seen. */
  #see() {
    if (!this.#atEnd || !this.#last || document.visibilityState !== "visible") return;
    if (this.#read !== null && this.#read >= BigInt(this.#last)) return;
    this.#read = BigInt(this.#last);
    this.actions.seen(this.#channel, this.#last);
  }

  #stay() {
    if (this.#atEnd) this.toLatest();
  }
}

/** Whether a message is this person's, or the answer to their own action: no news to them. */
function isOwn(message) {
  return [message?.author?.id, message?.interaction_metadata?.user.id].includes(world.me);
}
