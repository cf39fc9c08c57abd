/* Forms the bot opens: text inputs in rows or under labels, menus, files and ticks, in a dialog that
   keeps the focus. */

import { el } from "./dom.js";
import { prose } from "./prose.js";
import { SELECTS, selectMenu } from "./select.js";

const PARAGRAPH = 2;
const NEAR_LIMIT = 0.8; // of the characters that fit, from which on they are counted

/** Shows the form of a `modal` event. `submit(components, files)` resolves to null, or to what is wrong. */
export function showModal(dialog, modal, submit) {
  const parts = modal.components.map(part);
  const notice = el("p", { class: "failure", role: "alert", hidden: true });
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const form = el(
    "form",
    { method: "dialog", class: "modal-form" },
    el(
      "header",
      { class: "modal-head" },
      el("h2", { id: "modal-title" }, modal.title),
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() },
        "×",
      ),
    ),
    el(
      "div",
      { class: "modal-parts" },
      parts.map(({ element }) => element),
      notice,
    ),
    el(
      "footer",
      { class: "modal-foot" },
      el("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel"),
      send,
    ),
  );

  const say = (text) => {
    notice.textContent = text;
    notice.hidden = false;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = parts.map(({ problem }) => problem?.()).find(Boolean);
    if (wrong) return say(wrong);
    const files = {};
    const components = parts.map(({ value }) => value?.(files)).filter(Boolean);
    send.disabled = true;
    const refused = await submit(components, files);
    send.disabled = false;
    return refused ? say(refused) : dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.onclose = () => dialog.replaceChildren();
  dialog.setAttribute("aria-labelledby", "modal-title");
  if (!dialog.open) dialog.showModal();
  const first = dialog.querySelector("input, textarea, .menu-button");
  first?.focus();
  if (first?.tagName === "TEXTAREA") {
    first.setSelectionRange(0, 0);
    first.scrollTop = 0;
  }
}

/** `{element, problem(), value(files)}` of a component at the top of a form. */
function part(component) {
  if (component.type === 10) return { element: el("div", { class: "prose" }, prose(component.content)) };
  if (component.type === 18) {
    const inner = input(component.component, component.label);
    return {
      element: labelled(component.label, component.description, inner, component.component),
      problem: inner.problem,
      value: (files) => ({ type: 18, id: component.id, component: inner.value(files) }),
    };
  }
  const inputs = component.components.map((one) => ({ one, inner: input(one, one.label) }));
  return {
    element: el(
      "div",
      {},
      inputs.map(({ one, inner }) => labelled(one.label ?? "", null, inner, one)),
    ),
    problem: () => inputs.map(({ inner }) => inner.problem()).find(Boolean),
    value: (files) => ({
      type: 1,
      id: component.id,
      components: inputs.map(({ inner }) => inner.value(files)),
    }),
  };
}

let made = 0;

function labelled(label, description, inner, component) {
  const id = `part-${(made += 1)}`;
  inner.control?.setAttribute("id", id);
  if (description) inner.control?.setAttribute("aria-describedby", `${id}-about`);
  return el(
    "div",
    { class: "part" },
    el(
      "label",
      { for: inner.control ? id : null, class: "part-label" },
      label,
      (component.required ?? true) && component.type !== 23
        ? el("span", { class: "needed", title: "required" }, " *")
        : null,
    ),
    description && el("p", { id: `${id}-about`, class: "faint" }, description),
    inner.element,
  );
}

function input(component, label) {
  if (component.type === 4) return textInput(component, label);
  if (component.type === 19) return fileInput(component, label);
  if (component.type >= 21 && component.type <= 23) return ticks(component, label);
  if (Object.values(SELECTS).includes(component.type)) return menu(component, label);
  const nothing = { type: component.type, custom_id: component.custom_id };
  return {
    element: el("p", { class: "faint" }, `(a component of type ${component.type})`),
    problem: () => null,
    value: () => nothing,
  };
}

const answer = (component, rest) => ({
  type: component.type,
  id: component.id,
  custom_id: component.custom_id,
  ...rest,
});

function textInput(component, label) {
  const {
    placeholder,
    value,
    min_length: shortest = 0,
    max_length: longest = 4000,
    required = true,
  } = component;
  const tag = component.style === PARAGRAPH ? "textarea" : "input";
  const control = el(tag, {
    value: value ?? "",
    placeholder,
    maxlength: longest,
    autocomplete: "off",
    rows: tag === "textarea" ? Math.min(Math.max((value ?? "").split("\n").length, 6), 14) : null,
    class: tag === "textarea" && value ? "prefilled" : null,
    type: tag === "input" ? "text" : null,
    "aria-required": required ? "true" : null,
    data: { customId: component.custom_id },
  });
  const count = el("span", { class: "count faint", role: "status" });
  const show = () => {
    const near = control.value.length >= NEAR_LIMIT * longest;
    count.textContent = near ? `${control.value.length} / ${longest}` : "";
  };
  control.addEventListener("input", show);
  show();
  return {
    control,
    element: el("div", { class: "part-input" }, control, count),
    problem: () => {
      if (required && !control.value.trim()) return `${label} is needed.`;
      const short = control.value.length < shortest && (required || control.value);
      return short ? `${label} must be at least ${shortest} characters long.` : null;
    },
    value: () => answer(component, { value: control.value }),
  };
}

function menu(component, label) {
  const select = selectMenu(component, { label });
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  return {
    control: select.element.querySelector("button"),
    element: select.element,
    problem: () => (select.values().length < least ? `${label}: choose at least ${least}.` : null),
    value: () => answer(component, { values: select.values() }),
  };
}

function fileInput(component, label) {
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const most = component.max_values ?? 1;
  const control = el("input", { type: "file", multiple: most > 1, data: { customId: component.custom_id } });
  return {
    control,
    element: control,
    problem: () => {
      if (control.files.length < least) return `${label} needs a file.`;
      return control.files.length > most ? `${label} takes at most ${most} files.` : null;
    },
    value: (files) => {
      const names = [...control.files].map((file) => {
        const field = `file${Object.keys(files).length}`;
        files[field] = file;
        return field;
      });
      return answer(component, { values: names });
    },
  };
}

/** A group of radio buttons (21), of tick boxes (22), or one tick box (23). */
function ticks(component, label) {
  const single = component.type === 23;
  const options = single ? [{ value: "", label: "Yes", default: component.default }] : component.options;
  const type = component.type === 21 ? "radio" : "checkbox";
  const boxes = options.map((option) =>
    el("input", { type, name: component.custom_id, value: option.value, checked: option.default }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  return {
    element: el(
      "div",
      { role: type === "radio" ? "radiogroup" : "group", "aria-label": label },
      options.map((option, at) =>
        el(
          "label",
          { class: "tick" },
          boxes[at],
          el(
            "span",
            {},
            option.label,
            option.description && el("span", { class: "faint" }, ` ${option.description}`),
          ),
        ),
      ),
    ),
    problem: () => {
      if (!single && chosen().length < least) return `${label}: choose at least ${least}.`;
      return component.max_values && chosen().length > component.max_values
        ? `${label}: choose at most ${component.max_values}.`
        : null;
    },
    value: () => {
      if (single) return answer(component, { value: boxes[0].checked });
      return answer(component, type === "radio" ? { value: chosen()[0] ?? null } : { values: chosen() });
    },
  };
}
