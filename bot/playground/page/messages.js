/* One message as it stands in the channel: who, in answer to what, the content and everything below it. */

import { attachments } from "./attachments.js";
import { components } from "./components.js";
import { avatar, el } from "./dom.js";
import { embeds } from "./embeds.js";
import { prose } from "./prose.js";
import { person, world } from "./state.js";

const EPHEMERAL = 64;
const LOADING = 128;
const TOGETHER = 7 * 60_000; // milliseconds within which messages of one author share a heading
const VERBS = { 3: "pressed a button", 5: "sent a form" };

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
export const isLoading = (message) => Boolean(message.flags & LOADING);

/** Whether `message` goes on under the heading of the one `before` it. */
export function continues(message, before) {
  return (
    Boolean(before) &&
    before.author?.id === message.author?.id &&
    !message.interaction_metadata &&
    !message.referenced_message &&
    isEphemeral(message) === isEphemeral(before) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER
  );
}

/** The row of a message. `actions`: `press(message, component, values)` and `dismiss(message)`. */
export function messageRow(message, joined, actions) {
  const author = person(message.author ?? {});
  const row = el(
    "article",
    {
      class: [
        "message",
        joined && "joined",
        isEphemeral(message) && "ephemeral",
        mentionsMe(message) && "for-me",
      ]
        .filter(Boolean)
        .join(" "),
      data: { id: message.id },
    },
    inAnswerTo(message),
    joined ? time(message, "margin-time") : avatar(author),
    el(
      "div",
      { class: "message-body" },
      joined ? null : heading(author, message),
      isLoading(message) ? thinking(author) : content(message),
      attachments(message),
      embeds(message),
      components(message, (component, values) => actions.press(message, component, values)),
      el("p", { class: "failure", hidden: true }),
      isEphemeral(message) ? onlyYou(() => actions.dismiss(message)) : null,
    ),
  );
  return row;
}

/** A line of the page's own, such as a command on its way or an application that did not answer. */
export function localRow(head, text, dismiss) {
  return el(
    "article",
    { class: dismiss ? "message ephemeral local" : "message local" },
    head && el("div", { class: "in-answer-to" }, head),
    el("span"),
    el(
      "div",
      { class: "message-body" },
      el("p", { class: dismiss ? "failure" : "faint" }, text),
      dismiss ? onlyYou(dismiss) : null,
    ),
  );
}

/** "Ann used /fire". */
export function usedLine(user, name) {
  const who = person(user);
  return [
    avatar(who, "tiny"),
    el("strong", {}, who.name),
    " used ",
    el("span", { class: "mention" }, `/${name}`),
  ];
}

function inAnswerTo(message) {
  const origin = message.interaction_metadata;
  const earlier = message.referenced_message;
  if (origin?.name) return el("div", { class: "in-answer-to" }, usedLine(origin.user, origin.name));
  if (origin) {
    const who = person(origin.user);
    return el(
      "div",
      { class: "in-answer-to" },
      avatar(who, "tiny"),
      el("strong", {}, who.name),
      ` ${VERBS[origin.type] ?? "asked"}`,
    );
  }
  if (!earlier) return null;
  const who = person(earlier.author);
  return el(
    "div",
    { class: "in-answer-to" },
    avatar(who, "tiny"),
    el("strong", {}, who.name),
    el("span", { class: "excerpt" }, earlier.content || "(an embed)"),
  );
}

function heading(author, message) {
  const name = el("span", { class: "author" }, author.name);
  if (!author.bot) name.style.setProperty("--person", author.color);
  return el(
    "header",
    { class: "message-head" },
    name,
    author.bot && el("span", { class: "tag" }, "APP"),
    time(message),
  );
}

function time(message, className = "faint") {
  const date = new Date(message.timestamp);
  if (Number.isNaN(date.getTime())) return null;
  const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  const today = date.toDateString() === new Date().toDateString();
  const text = today || className === "margin-time" ? clock : `${date.toLocaleDateString()} ${clock}`;
  return el("time", { class: className, datetime: date.toISOString(), title: date.toLocaleString() }, text);
}

function content(message) {
  if (!message.content) return null;
  const edited = message.edited_timestamp && el("span", { class: "edited" }, "(edited)");
  return el("div", { class: "prose" }, prose(message.content), edited && " ", edited);
}

function thinking(author) {
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("p", { class: "thinking" }, dots, `${author.name} is thinking…`);
}

function onlyYou(dismiss) {
  return el(
    "p",
    { class: "only-you" },
    el("span", { "aria-hidden": "true" }, "👁 "),
    "Only you can see this · ",
    el("button", { type: "button", class: "as-link", onclick: dismiss }, "Dismiss message"),
  );
}

function mentionsMe(message) {
  return (message.mentions ?? []).some(({ id }) => id === world.me) || Boolean(message.mention_everyone);
}
