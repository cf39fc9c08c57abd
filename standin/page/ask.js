/* Asks for one line of text in a dialog. */

import { el } from "./dom.js";

/** Resolves to what was typed, or null when the dialog was left. */
export function ask({ title, label, value = "", most, action }) {
  const input = el("input", { id: "asked", type: "text", value, maxlength: most, required: true, autocomplete: "off" });
  const form = el(
    "form",
    { method: "dialog", class: "modal-form" },
    el("header", { class: "modal-head" }, el("h2", { id: "ask-title" }, title)),
    el(
      "div",
      { class: "modal-parts" },
      el("div", { class: "part" }, el("label", { for: "asked", class: "part-label" }, label), input),
    ),
    el(
      "footer",
      { class: "modal-foot" },
      el("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel"),
      el("button", { class: "button primary", value: "done" }, action),
    ),
  );
  const dialog = el("dialog", { "aria-labelledby": "ask-title" }, form);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  input.select();
  return new Promise((resolve) => {
    form.addEventListener("submit", () => resolve(input.value.trim()));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(null);
    });
  });
}
