/* Embeds: the colour bar, author, title, description, fields in Discord's grid, pictures and footer. */

import { picture, resolve } from "./attachments.js";
import { el, outsideLink, safeAddress } from "./dom.js";
import { line, prose } from "./prose.js";

const COLUMNS = 12;

export function embeds(message) {
  return (message.embeds ?? []).map((embed) => embedCard(embed, message));
}

function embedCard(embed, message) {
  const thumbnail = embed.thumbnail && picture(resolve(embed.thumbnail.url, message), "", "embed-thumbnail");
  const card = el(
    "article",
    { class: "embed" },
    el(
      "div",
      { class: "embed-words" },
      embed.author && author(embed.author, message),
      embed.title &&
        el(
          "div",
          { class: "embed-title" },
          embed.url ? outsideLink(embed.url, line(embed.title)) : line(embed.title),
        ),
      embed.description && el("div", { class: "embed-description prose" }, prose(embed.description)),
      embed.fields?.length && fields(embed.fields, thumbnail ? 2 : 3),
    ),
    thumbnail,
    embed.image && picture(resolve(embed.image.url, message), "", "embed-image"),
    footer(embed, message),
  );
  if (embed.color) card.style.setProperty("--bar", `#${embed.color.toString(16).padStart(6, "0")}`);
  return card;
}

function icon(address, message) {
  const src = safeAddress(resolve(address, message) ?? "");
  return address && src ? el("img", { src, alt: "", class: "embed-icon" }) : null;
}

function author({ name, url, icon_url: address }, message) {
  return el("div", { class: "embed-author" }, icon(address, message), url ? outsideLink(url, name) : name);
}

/** Inline fields share a row, up to `most` of them; the others have a row each. */
function fields(all, most) {
  const rows = [];
  for (const field of all) {
    const row = rows.at(-1);
    if (field.inline && row?.[0].inline && row.length < most) row.push(field);
    else rows.push([field]);
  }
  return el(
    "div",
    { class: "embed-fields" },
    rows.flatMap((row) =>
      row.map((field, at) => {
        const width = COLUMNS / row.length;
        const cell = el(
          "div",
          { class: "embed-field" },
          el("div", { class: "embed-field-name" }, line(field.name)),
          el("div", { class: "prose" }, prose(field.value)),
        );
        cell.style.gridColumn = `${at * width + 1} / span ${width}`;
        return cell;
      }),
    ),
  );
}

function footer({ footer: foot, timestamp }, message) {
  if (!foot && !timestamp) return null;
  const words = [foot?.text, timestamp && new Date(timestamp).toLocaleString()].filter(Boolean).join(" · ");
  return el("footer", { class: "embed-footer" }, icon(foot?.icon_url, message), words);
}
