/* One option of a slash command in the composer: its name and an input for its value. */

import { problem, TYPES } from "./commands.js";
import { el } from "./dom.js";
import { displayName, everybody, rolesInOrder, world } from "./state.js";

const KINDS = {
  4: "whole number",
  5: "true or false",
  6: "a person",
  7: "a channel",
  8: "a role",
  9: "a person or role",
  10: "number",
  11: "a file",
};
const NUMERIC = [TYPES.integer, TYPES.number];

export class Field {
  #picked = null; // {text, value}: what a suggestion stands for, while its text is left as it is
  #file = null;

  constructor(option, onRemove) {
    this.option = option;
    this.isFile = option.type === TYPES.attachment;
    this.input = this.isFile ? this.#fileInput() : this.#textInput();
    const shown = this.isFile ? this.input.parentElement : this.input;
    this.element = el(
      "span",
      { class: "option", data: { option: option.name } },
      el(
        "label",
        { for: this.input.id, class: "option-name" },
        option.name,
        option.required && el("span", { class: "needed", title: "required" }, "*"),
      ),
      shown,
      !option.required &&
        el(
          "button",
          {
            type: "button",
            class: "option-remove",
            "aria-label": `Remove ${option.name}`,
            tabindex: -1,
            onclick: () => onRemove(this),
          },
          "×",
        ),
    );
    this.#fit();
  }

  get text() {
    return this.isFile ? (this.#file?.name ?? "") : this.input.value.trim();
  }

  get file() {
    return this.#file;
  }

  set text(text) {
    if (this.isFile) return; // a file is chosen, not named
    this.input.value = text;
    const known = this.#choiceNamed(text);
    this.#picked = known ? { text, value: known.value } : null;
    this.#fit();
  }

  /** Takes a text as typed, or what `entered` gave before. */
  fill(given) {
    if (typeof given === "string") this.text = given;
    else this.pick(given);
  }

  /** What `fill` takes again later: the text, with what it stands for where it was taken from the suggestions. */
  get entered() {
    return this.settled ? { name: this.text, value: this.value } : this.text;
  }

  /** Takes a suggestion. */
  pick({ name, value }) {
    this.input.value = name;
    this.#picked = { text: name, value };
    this.flag(false);
    this.#fit();
  }

  /** What is sent: the value behind a suggestion, or the text itself. */
  get value() {
    return this.#picked && this.#picked.text.trim() === this.text ? String(this.#picked.value) : this.text;
  }

  /** Whether the value came from a suggestion, so that Enter need not take one. */
  get settled() {
    return this.#picked !== null && this.#picked.text.trim() === this.text;
  }

  /** Suggestions known without asking the bot: `{name, value}`, or null where any text goes. */
  choices() {
    const { type, choices } = this.option;
    if (choices?.length) return choices;
    if (type === TYPES.boolean)
      return [
        { name: "True", value: "true" },
        { name: "False", value: "false" },
      ];
    const people = () => everybody().map((user) => ({ name: displayName(user), value: user.id }));
    const roles = () => rolesInOrder().map(({ id, name }) => ({ name: `@${name.replace(/^@/, "")}`, value: id }));
    if (type === TYPES.user) return people();
    if (type === TYPES.role) return roles();
    if (type === TYPES.mentionable) return [...people(), ...roles()];
    if (type === TYPES.channel) {
      const types = this.option.channel_types;
      return world.channels
        .filter((channel) => !types?.length || types.includes(channel.type))
        .map(({ id, name }) => ({ name, value: id }));
    }
    return null;
  }

  /** Those of them that the text may mean; all once one is taken. */
  matches() {
    const typed = this.settled ? "" : bare(this.text);
    return (this.choices() ?? []).filter(({ name }) => bare(name).includes(typed));
  }

  /** Whether the text begins with the option's own name, as it is written in a line. */
  begins() {
    return this.text.toLowerCase().startsWith(`${this.option.name}:`);
  }

  /** What is wrong, as a sentence, or null. Static choices must be chosen. */
  problem() {
    if (this.isFile) return this.option.required && !this.#file ? `${this.option.name} needs a file.` : null;
    if (this.choices() && this.text && !this.settled) {
      const exact = this.#choiceNamed(this.text);
      if (!exact) return `${this.option.name} must be one of the suggestions.`;
      this.pick(exact);
    }
    return problem(this.option, this.value);
  }

  flag(wrong) {
    this.element.classList.toggle("wrong", wrong);
    if (wrong) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** The name, whether it is required, and the description: heads the suggestions. */
  title() {
    const { name, description, required, type } = this.option;
    const kind = [required ? "required" : "optional", KINDS[type]].filter(Boolean).join(", ");
    return [el("strong", {}, name), ` ${description ?? ""} `, el("span", { class: "faint" }, `(${kind})`)];
  }

  focus() {
    this.input.focus();
  }

  #choiceNamed(text) {
    return this.choices()?.find(({ name }) => bare(name) === bare(text));
  }

  #textInput() {
    const { name, description, required, type, max_length: longest } = this.option;
    const input = el("input", {
      id: `option-${name}`,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "picker-list",
      "aria-expanded": "false",
      "aria-required": required ? "true" : null,
      "aria-description": description,
      inputmode: NUMERIC.includes(type) ? "text" : null,
      maxlength: longest,
      enterkeyhint: "send",
    });
    input.addEventListener("input", () => {
      this.flag(false);
      this.#fit();
    });
    return input;
  }

  #fileInput() {
    const input = el("input", {
      id: `option-${this.option.name}`,
      type: "file",
      class: "visually-hidden",
      "aria-description": this.option.description,
    });
    const name = el("span", { class: "file-name" }, "choose a file");
    el("label", { class: "file-choice" }, input, name);
    input.addEventListener("change", () => {
      this.#file = input.files[0] ?? null;
      name.textContent = this.#file?.name ?? "choose a file";
      this.flag(false);
    });
    return input;
  }

  /** An input as wide as its text and the caret behind it. */
  #fit() {
    if (this.isFile) return;
    this.input.style.width = "0";
    this.input.style.width = `clamp(6ch, ${this.input.scrollWidth + 2}px, 48ch)`;
  }
}

/** A name as it is compared: people, roles and channels are named with or without their sign. */
const bare = (name) => name.trim().toLowerCase().replace(/^[@#]/, "");
