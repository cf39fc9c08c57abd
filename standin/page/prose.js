/* Draws the trees of markdown.js: headings, code, quotes, spoilers, mentions, moments. */

import { el, outsideLink } from "./dom.js";
import { inline, parse } from "./markdown.js";
import { channelName, cssColor, nameOf, roleOf } from "./state.js";

const TAGS = { strong: "strong", emphasis: "em", underline: "u", strike: "s", small: "small" };

/** A message's or description's Markdown as nodes. */
export function prose(text) {
  return draw(parse(text));
}

/** One line of Markdown as nodes. */
export function line(text) {
  return draw(inline(text));
}

/** The words of a line of Markdown. */
export function plain(text) {
  return el("span", {}, line(text)).textContent;
}

function draw(nodes) {
  return nodes.map(drawNode);
}

function drawNode(node) {
  if (node.type in TAGS) return el(TAGS[node.type], {}, draw(node.children));
  switch (node.type) {
    case "text":
      return document.createTextNode(node.text);
    case "heading":
      return el(`h${node.level + 2}`, { class: `heading-${node.level}` }, draw(node.children));
    case "quote":
      return el("blockquote", {}, draw(node.children));
    case "list":
      return el(
        node.ordered ? "ol" : "ul",
        { start: node.ordered ? node.start : null },
        node.items.map((item) => el("li", {}, draw(item))),
      );
    case "code":
      return el("code", {}, node.text);
    case "codeblock":
      return el("pre", { tabindex: 0 }, el("code", { data: { language: node.language } }, node.text));
    case "link":
      return outsideLink(node.url, draw(node.children));
    case "mention":
      return mention(node);
    case "time":
      return moment(node);
    case "emoji":
      return document.createTextNode(`:${node.name}:`);
    case "spoiler":
      return spoiler(node);
    default:
      throw new Error(`unknown node ${node.type}`);
  }
}

/** Channels and commands can be followed: app.js hears of clicks on `data-channel` and `data-command`. */
function mention({ kind, id }) {
  const link = (data, text) => el("button", { type: "button", class: "mention", data }, text);
  if (kind === "channel") return link({ channel: id }, `#${channelName(id)}`);
  if (kind === "command") return link({ command: id }, `/${id}`);
  const role = kind === "role" ? roleOf(id) : null;
  const name = kind === "role" ? (role?.name.replace(/^@/, "") ?? "unknown role") : kind === "user" ? nameOf(id) : id;
  const span = el("span", { class: "mention" }, `@${name}`);
  if (role?.color) span.style.setProperty("--name", cssColor(role.color));
  return span;
}

function spoiler(node) {
  const content = el("span", { class: "hidden-words" }, draw(node.children));
  content.inert = true;
  const cover = el(
    "span",
    { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler: show it" },
    content,
  );
  const show = () => {
    content.inert = false;
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      show();
    }
  });
  return cover;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function moment({ at, style }) {
  const date = new Date(at * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${at}>`);
  const text = style === "R" ? distance(at) : date.toLocaleString(undefined, STYLES[style]);
  const data = style === "R" ? { at } : {};
  return el(
    "time",
    { datetime: date.toISOString(), title: date.toLocaleString(), class: "moment", data },
    text,
  );
}

function distance(at) {
  const seconds = at - Math.round(Date.now() / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(
    Math.trunc(seconds / length),
    unit,
  );
}

/** Brings the relative moments on the page up to date; called now and then. */
export function refreshMoments() {
  for (const time of document.querySelectorAll("time[data-at]"))
    time.textContent = distance(Number(time.dataset.at));
}
