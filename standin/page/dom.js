/* Building elements. Everything on the page is made here out of text nodes and attributes, never out of
   HTML strings, so nothing a person or the bot writes can become markup. */

/** An element. `on*` attributes are listeners, `data` holds data attributes; null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An address that may stand in a link or picture, or null. Attachments are served by this very host. */
export function safeAddress(address) {
  let url;
  try {
    url = new URL(String(address), location.href);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return loopback && url.pathname.startsWith("/attachments/") ? url.pathname + url.search : url.href;
}

export function outsideLink(address, ...children) {
  const href = safeAddress(address);
  if (!href) return el("span", {}, ...children);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/** A coloured disc with initials. Decorative: the name always stands beside it. */
export function avatar(person, size = "") {
  const disc = el("span", { class: `avatar ${size}`, "aria-hidden": "true" }, person.initials);
  disc.style.setProperty("--person", person.color);
  return disc;
}

/** A unicode emoji, or the name of a custom one (their pictures live elsewhere). */
export function emojiText(emoji) {
  if (!emoji) return null;
  return el("span", { class: "emoji", "aria-hidden": "true" }, emoji.id ? `:${emoji.name}:` : emoji.name);
}
