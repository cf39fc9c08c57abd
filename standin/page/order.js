/* A chosen command in the composer: its options as inputs side by side, suggestions for the one in focus,
   and what is sent in the end. */

import { readOptions, toPayload, TYPES } from "./commands.js";
import { el } from "./dom.js";
import { Field } from "./field.js";

const PAUSE = 150; // milliseconds of silence before the bot is asked for suggestions

export class OrderLine {
  #fields = [];
  #timer = 0;
  #asked = 0;

  /** `actions`: `autocomplete(payload)`, `problem(text)`, `leave(text)`, `send()`. */
  constructor(box, picker, actions) {
    this.box = box;
    this.picker = picker;
    this.actions = actions;
    this.command = null;
    this.more = el("input", {
      type: "text",
      class: "more",
      role: "combobox",
      autocomplete: "off",
      "aria-label": "Add an option",
      "aria-autocomplete": "list",
      "aria-controls": "picker-list",
      "aria-expanded": "false",
      enterkeyhint: "send",
    });
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("focusin", ({ target }) => this.#suggestFor(target, 0));
    box.addEventListener("input", ({ target }) => this.#input(target));
    box.addEventListener("focusout", () => {
      clearTimeout(this.#timer);
      this.#asked += 1;
      this.picker.hide();
    });
  }

  /** `texts` by option: as typed, or `{name, value}` as remembered; `rest` goes to the first empty option. */
  start(command, texts, rest) {
    this.command = command;
    const given = command.options.filter(({ name, required }) => required || texts[name] !== undefined);
    const name = el(
      "button",
      {
        type: "button",
        class: "order-name",
        "aria-label": `/${command.title}: choose another command`,
        tabindex: -1,
        onclick: () => this.actions.leave(`/${command.title}`),
      },
      `/${command.title}`,
    );
    this.#fields = [];
    this.box.replaceChildren(name, this.more);
    this.box.hidden = false; // what is not shown has no width to be fitted to
    for (const option of given) this.#add(option).fill(texts[option.name] ?? "");
    this.#countMore();
    this.more.value = "";
    const first = this.#fields.find((field) => !field.text) ?? null;
    if (first && rest) first.text = rest;
    (first ?? this.more).focus();
    this.#suggestFor(document.activeElement, 0);
  }

  stop() {
    this.command = null;
    this.#fields = [];
    this.picker.hide();
    this.box.hidden = true;
    this.box.replaceChildren();
  }

  /** `{title, texts, rest}`, to start it again later; files are not kept. */
  get draft() {
    return { title: this.command.title, texts: this.#texts(), rest: this.more.value.trim() };
  }

  /** `{command, texts, payload, files}` when all is in order; else says what is not, and null. */
  ready() {
    for (const field of this.#fields) {
      const wrong = field.problem();
      field.flag(Boolean(wrong));
      if (!wrong) continue;
      field.focus();
      this.actions.problem(wrong);
      return null;
    }
    if (this.more.value.trim()) {
      this.actions.problem(`/${this.command.title} has no option ${this.more.value.trim()}.`);
      return null;
    }
    const files = {};
    const given = this.#given().map((entry, at) => {
      if (!entry.file) return entry;
      files[`file${at}`] = entry.file;
      return { ...entry, value: `file${at}` };
    });
    return { command: this.command, texts: this.#texts(), payload: toPayload(this.command, given), files };
  }

  #texts() {
    const written = this.#fields.filter(({ isFile }) => !isFile);
    return Object.fromEntries(written.map((field) => [field.option.name, field.entered]));
  }

  #given(focused = null) {
    const fits = (field) => !focused || !field.problem(); // what is sent is checked before; what is asked about is not
    return this.#fields
      .filter((field) => field === focused || (field.text && fits(field)))
      .map((field) => ({
        option: field.option,
        value: field === focused ? field.text : field.value,
        file: field.file,
        focused: field === focused,
      }));
  }

  #add(option) {
    const field = new Field(option, (gone) => this.#remove(gone));
    this.#fields.push(field);
    this.more.before(field.element);
    return field;
  }

  #remove(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    field.element.remove();
    this.#countMore();
    (this.#fields[at - 1]?.input ?? this.more).focus();
  }

  #left() {
    const names = this.#fields.map(({ option }) => option.name);
    return this.command.options.filter(({ name }) => !names.includes(name));
  }

  #countMore() {
    const count = this.#left().length;
    this.more.placeholder = count ? `+${count} optional` : "";
    this.more.readOnly = count === 0;
  }

  #fieldOf(input) {
    return this.#fields.find((field) => field.input === input) ?? null;
  }

  #input(target) {
    this.actions.problem(null);
    if (target.type !== "file") target.value = target.value.trimStart(); // the space after "name:"
    const field = this.#fieldOf(target);
    const { texts, rest } = readOptions(this.#namable(field), target.value);
    const names = Object.keys(texts);
    if (names.length === 0) return this.#suggestFor(target, PAUSE);
    if (field) field.text = rest;
    else this.more.value = rest;
    for (const name of names) this.#open(this.command.options.find((one) => one.name === name), texts[name]);
    return this.#suggestFor(document.activeElement, 0);
  }

  /** The options whose names mean something where one types: within a value none that has its own already. */
  #namable(field) {
    if (!field) return this.command.options;
    const others = this.#fields.filter((one) => (one === field ? !field.begins() : one.text)).map(({ option }) => option);
    return this.command.options.filter((option) => !others.includes(option));
  }

  /** Goes to an option, which gets this text. */
  #open(option, text = "") {
    const field = this.#fields.find((one) => one.option === option) ?? this.#add(option);
    field.fill(text);
    this.#countMore();
    field.focus();
  }

  #suggestFor(target, pause) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const field = this.#fieldOf(target);
    if (field?.option.autocomplete) return this.#askSoon(field, pause);
    if (field) return this.#suggestKnown(field);
    if (target === this.more) return this.#suggestOptions();
    return this.picker.hide();
  }

  /** The options one may add; words that name none of them are offered to the first that takes words. */
  #suggestOptions() {
    const typed = this.more.value.trim();
    const left = this.#left();
    const items = left
      .filter(({ name }) => name.includes(typed.toLowerCase()))
      .map((option) => ({ option, text: "", label: option.name, detail: option.description }));
    const taker = left.find(({ type }) => type === TYPES.string);
    if (items.length === 0 && typed && taker) {
      items.push({ option: taker, text: typed, label: `${taker.name}: ${typed}`, detail: taker.description });
    }
    const onPick = ({ option, text }) => {
      this.more.value = "";
      this.#open(option, text);
    };
    this.picker.show(this.more, { items, active: typed ? 0 : -1, onPick });
  }

  #suggestKnown(field) {
    this.#show(field, field.matches(), field.text && !field.settled ? 0 : -1);
  }

  #askSoon(field, pause) {
    const asked = this.#asked;
    const options = () =>
      toPayload(
        this.command,
        this.#given(field).filter(({ file }) => !file),
      );
    this.#timer = setTimeout(async () => {
      const choices = await this.actions.autocomplete(options());
      if (asked !== this.#asked) return;
      const typed = field.text.toLowerCase();
      const first = choices[0]?.name.toLowerCase().startsWith(typed) && typed && !field.settled ? 0 : -1;
      this.#show(field, choices, first);
    }, pause);
    if (!this.picker.open) this.#show(field, [], -1);
  }

  #show(field, choices, active) {
    this.picker.show(field.input, {
      title: field.title(),
      items: choices.map((choice) => ({ choice, label: String(choice.name) })),
      active,
      onPick: ({ choice }) => {
        field.pick(choice);
        this.actions.problem(null);
        this.#goOn();
      },
    });
  }

  /** To the next option that is needed and empty, else to the place where one adds another or sends. */
  #goOn() {
    (this.#fields.find((field) => field.option.required && !field.text)?.input ?? this.more).focus();
  }

  #key(event) {
    if (event.isComposing) return;
    const { key, target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    if (key === "ArrowDown" || key === "ArrowUp") this.picker.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && target.type === "file") target.click();
    else if (key === "Enter") this.picker.pick() || this.actions.send();
    else if (key === "Tab" && !event.shiftKey && this.#takesTab(target)) this.picker.pick();
    else if (key === "Escape") this.#escape();
    else if (key === "Backspace" && !target.value && target.type !== "file") this.#back(target);
    else return;
    event.preventDefault();
  }

  /** Tab takes the marked suggestion; where options are listed, the first of them. */
  #takesTab(target) {
    if (!this.picker.active && target === this.more) this.picker.move(1);
    return this.picker.active !== null;
  }

  #escape() {
    if (this.picker.open) this.picker.hide();
    else this.actions.leave("");
  }

  /** Backspace in an empty input: away with the option, or back to the one before. */
  #back(target) {
    const field = this.#fieldOf(target);
    if (field && !field.option.required) this.#remove(field);
    else if (target === this.more && this.#fields.length) this.#fields.at(-1).focus();
    else if (!field || field === this.#fields[0]) this.actions.leave(`/${this.command.title}`);
    else this.#fields[this.#fields.indexOf(field) - 1].focus();
  }
}
