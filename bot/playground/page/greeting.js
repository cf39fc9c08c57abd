/* The greeting above the channel: it stays until it is put away, and "?" in the heading brings it back. Its
   commands can be clicked instead of typed. */

import { el } from "./dom.js";
import { prose } from "./prose.js";

const PUT_AWAY = "greeting put away";

export class Greeting {
  #text = null;

  /** `write(text)` puts a command into the line one writes in. */
  constructor(box, opener, write) {
    this.box = box;
    this.opener = opener;
    this.write = write;
    this.opener.addEventListener("click", () => this.#set(true));
  }

  /** Shows a greeting unless this very one was put away; null shows none. */
  show(text) {
    if (text !== this.#text) this.#draw(text);
    this.#text = text;
    this.#open(Boolean(text) && localStorage.getItem(PUT_AWAY) !== text);
  }

  #draw(text) {
    const words = el("div", { class: "prose" }, prose(text ?? ""));
    for (const code of words.querySelectorAll("code")) {
      const command = code.textContent;
      if (command.startsWith("/"))
        code.replaceWith(
          el("button", { type: "button", class: "command", onclick: () => this.write(command) }, command),
        );
    }
    const close = el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Put the greeting away",
        onclick: () => this.#set(false),
      },
      "×",
    );
    this.box.replaceChildren(words, close);
  }

  #set(open) {
    if (open) localStorage.removeItem(PUT_AWAY);
    else localStorage.setItem(PUT_AWAY, this.#text);
    this.#open(open);
  }

  #open(open) {
    this.box.hidden = !open;
    this.opener.hidden = open || !this.#text;
  }
}
