/* The greeting above the channel: a few words, things to type as steps with a button each, ticked off once the
   bot has answered them for anyone on this page, and what comes next. It stays until it is put away;
   "?" in the heading brings it back. */

import { el } from "./dom.js";
import { line, prose } from "./prose.js";

const PUT_AWAY = "greeting put away";
const DONE = "greeting done";
const LOADING = 1 << 7; // a flag of messages

export class Greeting {
  #told = null; // {id, text, steps: [{line, says}], next}
  #begun = new Map(); // lines of the steps whose commands this page has sent, by interaction
  #answered = new Set(); // interactions that were answered
  #done = []; // lines of the steps that are done
  #items = new Map(); // by line
  #status = null;
  #ticked = null; // what was ticked off last
  #here = false;

  /** `write(text)` puts a command into the line one writes in. */
  constructor(box, opener, write) {
    this.box = box;
    this.opener = opener;
    this.write = write;
    this.opener.addEventListener("click", () => this.#set(true));
  }

  /** Shows a greeting unless this very one was put away; null shows none. */
  show(told) {
    this.#here = Boolean(told);
    if (told) {
      const known = JSON.stringify(told) === JSON.stringify(this.#told);
      this.#told = told;
      if (!known) this.#draw(told);
      this.#done = JSON.parse(localStorage.getItem(this.#memory()) ?? "[]");
      this.#tick();
    }
    this.#open(this.#here && localStorage.getItem(PUT_AWAY) !== this.#name());
  }

  /** A command was sent from this page. Its answer may have come before. */
  began(interaction, title) {
    const step = this.#told?.steps?.find((one) => `${one.line} `.startsWith(`/${title} `));
    if (!step) return;
    this.#begun.set(interaction, step.line);
    this.#finish(interaction);
  }

  /** Ticks off the step that the message answers. */
  heard({ interaction_metadata: asked, flags }) {
    if (!asked || flags & LOADING) return;
    this.#answered.add(asked.id);
    this.#finish(asked.id);
  }

  #finish(interaction) {
    const typed = this.#begun.get(interaction);
    if (!typed || !this.#answered.has(interaction) || this.#done.includes(typed)) return;
    this.#done.push(typed);
    localStorage.setItem(this.#memory(), JSON.stringify(this.#done));
    this.#tick();
  }

  #draw({ text, steps = [] }) {
    this.#items = new Map(steps.map((step) => [step.line, this.#step(step)]));
    this.#status = el("div", { class: "next", role: "status" });
    this.#ticked = null;
    const welcome = el("div", { class: "welcome" }, prose(text));
    const list = el("ol", { class: "steps" }, ...this.#items.values());
    const words = el("div", { class: "prose" }, welcome, list, this.#status);
    const close = el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Close the greeting",
        onclick: () => this.#set(false),
      },
      "×",
    );
    this.box.replaceChildren(words, close);
  }

  #step({ line: typed, says }) {
    const done = el("span", { class: "done", hidden: true }, el("span", { "aria-hidden": "true" }, "✓"));
    done.append(el("span", { class: "visually-hidden" }, "Done: "));
    return el("li", {}, done, this.#button(typed), " ", el("span", { class: "says" }, line(says)));
  }

  #button(typed) {
    return el("button", { type: "button", class: "command", onclick: () => this.write(typed) }, typed);
  }

  #tick() {
    const ticked = String(this.#done);
    if (ticked === this.#ticked) return; // what has the focus stays
    this.#ticked = ticked;
    for (const [typed, item] of this.#items) item.querySelector(".done").hidden = !this.#done.includes(typed);
    const { size } = this.#items;
    const complete = size > 0 && this.#done.length === size;
    this.box.classList.toggle("complete", complete);
    if (complete) this.#status.replaceChildren(...this.#next());
    else if (this.#done.length === 0) this.#status.replaceChildren();
    else this.#status.replaceChildren(el("span", { class: "visually-hidden" }, `${this.#done.length} of ${size} done`));
  }

  /** What comes next; its commands can be clicked as well. */
  #next() {
    const words = el("div", {}, prose(this.#told.next ?? ""));
    for (const code of words.querySelectorAll("code"))
      if (code.textContent.startsWith("/")) code.replaceWith(this.#button(code.textContent));
    return words.childNodes;
  }

  #name() {
    return this.#told.id ?? this.#told.text;
  }

  #memory() {
    return `${DONE} ${this.#name()}`;
  }

  #set(open) {
    if (open) localStorage.removeItem(PUT_AWAY);
    else localStorage.setItem(PUT_AWAY, this.#name());
    this.#open(open);
    (open ? this.box.querySelector("button") : this.opener).focus();
  }

  #open(open) {
    this.box.hidden = !open;
    this.opener.hidden = open || !this.#here;
  }
}
