/* The files that go with the next message: chosen, dragged onto the page or pasted; shown above the line. */

import { size } from "./attachments.js";
import { el } from "./dom.js";

const MOST = 10;
const LARGEST = 10 * 1024 * 1024; // bytes

export class Files {
  #files = [];
  #allowed = true;

  /** `problem(text)` is told what is wrong with a file. */
  constructor(form, problem) {
    this.entry = form.querySelector("#entry");
    this.list = form.querySelector("#files");
    this.input = form.querySelector("#file-input");
    this.plus = form.querySelector("#plus");
    this.problem = problem;
    this.plus.addEventListener("click", () => this.input.click());
    this.input.addEventListener("change", () => {
      this.#add(this.input.files);
      this.input.value = "";
    });
    this.entry.addEventListener("paste", (event) => {
      if (!event.clipboardData?.files.length || !this.#allowed) return;
      event.preventDefault();
      this.#add(event.clipboardData.files);
    });
    this.#takeDrops(document.documentElement);
  }

  get any() {
    return this.#files.length > 0;
  }

  /** The files by the name of their form field. */
  all() {
    return Object.fromEntries(this.#files.map((file, at) => [`file${at}`, file]));
  }

  clear() {
    this.#files = [];
    this.#draw();
  }

  allow(allowed) {
    this.#allowed = allowed;
    this.plus.disabled = !allowed;
    if (!allowed) this.clear();
  }

  #add(files) {
    for (const file of files) {
      if (file.size > LARGEST) this.problem(`${file.name} is too large. The limit is ${size(LARGEST)}.`);
      else if (this.#files.length === MOST) this.problem(`A message has at most ${MOST} files.`);
      else this.#files.push(file);
    }
    this.#draw();
    if (!this.entry.hidden) this.entry.focus();
  }

  #draw() {
    this.list.hidden = !this.any;
    this.list.replaceChildren(
      ...this.#files.map((file) =>
        el(
          "li",
          {},
          el("span", {}, file.name),
          el("span", { class: "faint" }, size(file.size)),
          el(
            "button",
            { type: "button", class: "option-remove", "aria-label": `Remove ${file.name}`, onclick: () => this.#remove(file) },
            "×",
          ),
        ),
      ),
    );
  }

  #remove(file) {
    this.#files = this.#files.filter((one) => one !== file);
    this.#draw();
    this.entry.focus();
  }

  #takeDrops(page) {
    const hasFiles = ({ dataTransfer }) => this.#allowed && dataTransfer?.types.includes("Files");
    const mark = (on) => page.classList.toggle("dropping", on);
    page.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
    page.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && mark(false));
    page.addEventListener("drop", (event) => {
      mark(false);
      if (!hasFiles(event) || event.target.closest("dialog, .file-choice")) return;
      event.preventDefault();
      this.#add(event.dataTransfer.files);
    });
  }
}
