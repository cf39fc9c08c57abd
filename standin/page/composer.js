/* The line one writes in: chat, or `/` and a command. This module is the text and its suggestions of
   commands; once a command is chosen, order.js takes the line over. */

import { flatten, readLine, search } from "./commands.js";
import { el } from "./dom.js";
import { Files } from "./files.js";
import { excerpt } from "./messages.js";
import { OrderLine } from "./order.js";
import { Picker } from "./picker.js";
import { person, world } from "./state.js";

const LONGEST = 2000; // characters of a message, as Discord counts them
const NEAR_LIMIT = 0.8; // of them, from which on they are counted
const number = (value) => value.toLocaleString("en");

export class Composer {
  #commands = [];
  #last = null; // the command sent last, for the up arrow: {command, texts}
  #busy = false;
  #answered = null; // the message a reply is being written to

  /** `actions`: `say(text, files, replyTo)`, `slash(payload, files, title)`, `autocomplete(payload)`; `typing()`, while a
      message is being written; `problem(text)`. */
  constructor(form, actions) {
    this.form = form;
    this.actions = actions;
    this.entry = form.querySelector("#entry");
    this.picker = new Picker(form.querySelector("#picker"));
    this.files = new Files(form, (text) => actions.problem(text));
    this.length = form.querySelector("#length");
    this.replying = form.querySelector("#replying");
    this.order = new OrderLine(form.querySelector("#order"), this.picker, {
      autocomplete: actions.autocomplete,
      problem: actions.problem,
      leave: (text) => this.#leaveOrder(text),
      send: () => this.#send(),
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.entry.addEventListener("input", () => {
      this.#typed();
      if (this.entry.value.trim() && !this.entry.value.startsWith("/")) actions.typing();
    });
    this.entry.addEventListener("focus", () => this.#suggest());
    this.entry.addEventListener("blur", () => this.picker.hide());
    this.entry.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The commands changed, or the channel, or the person. */
  refresh() {
    this.#commands = flatten(world.commands);
    if (!world.commands.length) return;
    const now = this.order.command;
    if (now && !this.#commands.some(({ title }) => title === now.title)) this.#leaveOrder("");
  }

  /** Another person speaks: the up arrow brings back nothing. */
  forget() {
    this.#last = null;
  }

  placeholder(text) {
    this.entry.placeholder = text;
  }

  /** Whether one may write here; where not, `why` stands in the line instead. */
  allow({ send = true, attach = true } = {}, why = "") {
    if (!send && this.order.command) this.#leaveOrder("", false);
    this.entry.disabled = !send;
    this.form.querySelector("#send").disabled = !send;
    this.files.allow(send && attach);
    if (!send) {
      this.reply(null);
      this.entry.placeholder = why;
    }
  }

  /** Begins a reply to a message; null gives it up. */
  reply(message) {
    const before = this.#answered;
    this.#answered = message;
    this.replying.hidden = !message;
    if (!message) return this.replying.replaceChildren();
    const name = person(message.author).name;
    this.replying.replaceChildren(
      el("span", {}, "Replying to ", el("strong", {}, name), ` ${excerpt(message)}`),
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Do not reply", onclick: () => this.#giveUpReply() },
        "×",
      ),
    );
    if (message.id !== before?.id) this.focus();
  }

  #giveUpReply() {
    this.reply(null);
    this.focus();
  }

  focus() {
    (this.order.command ? this.order.more : this.entry).focus();
  }

  /** What is being written, to be brought back later: `{text}`, or a command's `{title, texts, rest}`; null: nothing. */
  get draft() {
    if (this.order.command) return this.order.draft;
    return this.entry.value ? { text: this.entry.value } : null;
  }

  /** Brings back what was being written. The focus stays where it is. */
  set draft(draft) {
    const focused = document.activeElement;
    const command = draft?.title && this.#commands.find(({ title }) => title === draft.title);
    if (command) this.#startOrder(command, draft.texts, draft.rest);
    else if (this.order.command) this.#leaveOrder(draft?.text ?? "", false);
    else this.#setText(draft?.text ?? "");
    if (this.form.contains(document.activeElement)) focused?.focus({ preventScroll: true });
    this.picker.hide();
  }

  /** Puts a command into the line, ready to be sent. */
  write(text) {
    const line = readLine(this.#commands, text);
    if (line) this.#startOrder(line.command, line.texts, line.rest);
  }

  #typed() {
    this.actions.problem(null);
    this.entry.style.height = "auto";
    this.entry.style.height = `${Math.min(this.entry.scrollHeight, 200)}px`;
    const text = this.entry.value;
    this.#count(characters(text.trim()));
    if (text.startsWith("/") && /\s/.test(text)) {
      const line = readLine(this.#commands, text);
      if (line && (line.rest || Object.keys(line.texts).length || text.endsWith(" "))) {
        return this.#startOrder(line.command, line.texts, line.rest);
      }
    }
    return this.#suggest();
  }

  #count(length) {
    this.length.textContent = length < NEAR_LIMIT * LONGEST ? "" : `${length} / ${LONGEST}`;
    this.length.classList.toggle("too-long", length > LONGEST);
  }

  #suggest() {
    const text = this.entry.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.picker.hide();
    const found = search(this.#commands, text.slice(1));
    if (found.length === 0) return this.picker.hide();
    return this.picker.show(this.entry, {
      items: found.map((command) => ({ command, label: commandLabel(command), detail: command.description })),
      active: 0,
      onPick: ({ command }) => this.#startOrder(command, {}),
    });
  }

  #key(event) {
    if (event.isComposing) return;
    const { key } = event;
    if (this.picker.open && (key === "ArrowDown" || key === "ArrowUp"))
      this.picker.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Tab" && !event.shiftKey && this.picker.active) this.picker.pick();
    else if (key === "Escape") this.#escape();
    else if (key === "Enter" && !event.shiftKey) this.#enter();
    else if (key === "ArrowUp" && !this.entry.value && this.#last)
      this.#startOrder(this.#last.command, this.#last.texts);
    else return;
    event.preventDefault();
  }

  #enter() {
    const line = readLine(this.#commands, this.entry.value.trim());
    const marked = this.picker.active?.command ?? line?.command;
    const whole = line && marked === line.command && line.command.title === this.entry.value.trim().slice(1);
    if (whole) this.#startOrder(line.command, {}, "", line.command.options.length === 0);
    else if (!this.picker.pick()) this.#send();
  }

  #escape() {
    if (this.picker.open) this.picker.hide();
    else if (this.#answered) this.reply(null);
    else if (this.entry.value.startsWith("/")) this.#setText("");
  }

  #startOrder(command, texts, rest = "", sendNow = false) {
    this.picker.hide();
    this.entry.hidden = true;
    this.order.start(command, texts, rest);
    if (sendNow) this.#send();
  }

  #leaveOrder(text, focus = true) {
    this.entry.hidden = false;
    if (focus) this.entry.focus();
    this.order.stop();
    this.#setText(text);
    this.#suggest();
  }

  #setText(text) {
    this.entry.value = text;
    this.#typed();
  }

  async #send() {
    if (this.#busy) return;
    this.#busy = true;
    this.form.setAttribute("aria-busy", "true");
    try {
      if (this.order.command) await this.#sendOrder();
      else await this.#sendText();
    } finally {
      this.#busy = false;
      this.form.removeAttribute("aria-busy");
    }
  }

  async #sendOrder() {
    const ready = this.order.ready();
    if (!ready) return;
    const { command, texts } = ready;
    if (await this.actions.slash(ready.payload, ready.files, command.title)) {
      this.#last = { command, texts };
      this.#leaveOrder("");
    }
  }

  async #sendText() {
    const text = this.entry.value.trim();
    if (!text && !this.files.any) return;
    const line = readLine(this.#commands, text);
    if (line) {
      this.#startOrder(line.command, line.texts, line.rest);
      await this.#sendOrder();
    } else if (text.startsWith("/")) {
      this.actions.problem(`There is no command ${text.split(/\s/)[0]}. Type / to see them all.`);
    } else if (characters(text) > LONGEST) {
      this.actions.problem(`A message has at most ${number(LONGEST)} characters. This one has ${number(characters(text))}.`);
    } else if (await this.actions.say(text, this.files.all(), this.#answered?.id)) {
      this.#setText("");
      this.files.clear();
      this.reply(null);
    }
  }
}

const characters = (text) => [...text].length;

function commandLabel({ title, options }) {
  return el(
    "span",
    {},
    el("strong", {}, `/${title}`),
    options.map(({ name, required }) => el("span", { class: required ? "hint needed-hint" : "hint" }, name)),
  );
}
