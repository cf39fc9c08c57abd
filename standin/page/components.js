/* What hangs below a message: rows of buttons and select menus, and Discord's newer layout components. */

import { attachment, picture, resolve } from "./attachments.js";
import { el, emojiText, outsideLink } from "./dom.js";
import { prose } from "./prose.js";
import { SELECTS, selectMenu } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const LINK = 5;

/** The components of a message; `press(component, values)` is called when one is used. */
export function components(message, press) {
  return (message.components ?? []).map((component) => draw(component, message, press));
}

function draw(component, message, press) {
  const inner = (children) => (children ?? []).map((child) => draw(child, message, press));
  if (Object.values(SELECTS).includes(component.type)) {
    return selectMenu(component, { onCommit: (values) => press(component, values) }).element;
  }
  switch (component.type) {
    case 1:
      return el("div", { class: "row" }, inner(component.components));
    case 2:
      return button(component, press);
    case 9:
      return el(
        "div",
        { class: "section" },
        el("div", {}, inner(component.components)),
        component.accessory && draw(component.accessory, message, press),
      );
    case 10:
      return el("div", { class: "prose" }, prose(component.content));
    case 11:
      return picture(resolve(component.media.url, message), component.description, "embed-thumbnail");
    case 12:
      return el(
        "div",
        { class: "gallery" },
        component.items.map(({ media, description }) =>
          picture(resolve(media.url, message), description, "attached-picture"),
        ),
      );
    case 13:
      return attachment({
        filename: component.name ?? component.file.url.split("/").at(-1),
        size: component.size,
        ...message.attachments?.find(({ filename }) => component.file.url === `attachment://${filename}`),
        url: resolve(component.file.url, message),
      });
    case 14:
      return el("hr", { class: component.divider === false ? "invisible" : null });
    case 17:
      return container(component, inner(component.components));
    default:
      return el("p", { class: "faint" }, `(a component of type ${component.type})`);
  }
}

function button(component, press) {
  const words = [emojiText(component.emoji), component.label && el("span", {}, component.label)];
  const style = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === LINK && !component.disabled) {
    const link = outsideLink(component.url, words, el("span", { "aria-hidden": "true" }, "↗"));
    link.className = style;
    return link;
  }
  return el(
    "button",
    {
      type: "button",
      class: style,
      disabled: component.disabled,
      data: { customId: component.custom_id },
      "aria-label": component.label ? null : component.emoji?.name,
      onclick: () => press(component),
    },
    words,
  );
}

function container(component, children) {
  const card = el("div", { class: "embed container" }, children);
  if (component.accent_color)
    card.style.setProperty("--bar", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  return card;
}
