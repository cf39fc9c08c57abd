/* Files on messages: pictures inline, text with a preview that is fetched when opened, all to download. */

import { el, safeAddress } from "./dom.js";
import { enlarge } from "./lightbox.js";

const TEXT_NAMES = /\.(txt|md|log|csv|tsv|json|toml|ya?ml|ini|py)$/i;
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
const PREVIEW_LENGTH = 20_000; // characters

/** A picture that opens large; one that cannot be shown becomes a link. */
export function picture(address, description, className) {
  const src = safeAddress(address);
  if (!src) return null;
  const image = el("img", { src, alt: description || "Picture", loading: "lazy" });
  const link = el("a", { href: src, target: "_blank", rel: "noopener noreferrer", class: className }, image);
  image.addEventListener("error", () => link.replaceChildren(description || "Picture", " ↗"));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !image.isConnected) return;
    event.preventDefault();
    enlarge(src, image.alt);
  });
  return link;
}

/** The attachments of a message, without those that its embeds show. */
export function attachments(message) {
  const shown = new Set((message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]));
  return (message.attachments ?? [])
    .filter((file) => !shown.has(file.url) && !shown.has(`attachment://${file.filename}`))
    .map(attachment);
}

/** Where an embed's `attachment://name` comes from. */
export function resolve(address, message) {
  if (!address?.startsWith("attachment://")) return address;
  const name = address.slice("attachment://".length);
  return message.attachments?.find((file) => file.filename === name)?.url;
}

export function attachment(file) {
  if (PICTURES.includes(file.content_type)) {
    const image = picture(file.url, file.description ?? file.filename, "attached-picture");
    if (image) return image;
  }
  const href = safeAddress(file.url);
  return el(
    "div",
    { class: "file" },
    el("span", { class: "file-icon", "aria-hidden": "true" }, "📄"),
    el(
      "div",
      { class: "file-words" },
      href ? el("a", { href, download: file.filename }, file.filename) : file.filename,
      el("span", { class: "faint" }, size(file.size)),
    ),
    href && el("a", { href, download: file.filename, class: "icon-button", "aria-label": `Download ${file.filename}` }, "⤓"),
    href && isText(file) ? preview(href) : null,
  );
}

function isText({ content_type: type, filename }) {
  return type?.startsWith("text/") || type?.startsWith("application/json") || TEXT_NAMES.test(filename);
}

function preview(href) {
  const text = el("pre", { tabindex: 0 }, "Loading…");
  const details = el("details", {}, el("summary", {}, "Preview"), text);
  details.addEventListener(
    "toggle",
    async () => {
      try {
        const answer = await fetch(href);
        const whole = answer.ok ? await answer.text() : "The file is gone.";
        text.textContent = whole.length > PREVIEW_LENGTH ? `${whole.slice(0, PREVIEW_LENGTH)}\n…` : whole;
      } catch {
        text.textContent = "The file cannot be read.";
      }
    },
    { once: true },
  );
  return details;
}

export function size(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
