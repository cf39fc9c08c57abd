/* One message as it stands in the channel: who, in answer to what, the content and everything below it. */

import { attachments } from "./attachments.js";
import { components } from "./components.js";
import { avatar, el } from "./dom.js";
import { embeds } from "./embeds.js";
import { plain, prose } from "./prose.js";
import { channelOf, here, isThread, person, world } from "./state.js";

const EPHEMERAL = 64;
const LOADING = 128;
const TOGETHER = 7 * 60_000; // milliseconds within which messages of one author share a heading
const VERBS = { 3: "pressed a button", 5: "sent a form" };
const REPLY = 19;
const SYSTEM = {
  6: () => "pinned a message to this channel.",
  18: ({ content }) => `started a thread: ${content}`,
  21: () => "started this thread.",
};

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
export const isLoading = (message) => Boolean(message.flags & LOADING);

/** Whether `message` continues under the heading of the one `before` it. */
export function continues(message, before) {
  return (
    Boolean(before) &&
    before.author?.id === message.author?.id &&
    !message.interaction_metadata &&
    message.type !== REPLY &&
    !(message.type in SYSTEM) &&
    !(before.type in SYSTEM) &&
    new Date(message.timestamp).toDateString() === new Date(before.timestamp).toDateString() &&
    isEphemeral(message) === isEphemeral(before) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER
  );
}

/** The row of a message. `actions`: `press(message, component, values)`, `dismiss(message)`, `reply(message)`,
   `thread(message)`, `open(channelId)`, `jump(messageId)`, `find(messageId)`. */
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
      tabindex: -1,
    },
    inAnswerTo(message, actions),
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
      threadLink(message, actions),
      isEphemeral(message) ? onlyYou(() => actions.dismiss(message)) : null,
    ),
    toolbar(message, actions),
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

/** "Ann used /roll". */
export function usedLine(user, name) {
  const who = person(user);
  return [
    avatar(who, "tiny"),
    el("strong", {}, who.name),
    " used ",
    el("span", { class: "mention" }, `/${name}`),
  ];
}

function inAnswerTo(message, actions) {
  const origin = message.interaction_metadata;
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
  const id = message.type === REPLY ? message.message_reference?.message_id : null;
  if (!id) return null;
  const earlier = actions.find(id) ?? message.referenced_message;
  if (!earlier) return el("div", { class: "in-answer-to" }, el("em", {}, "The message was deleted or is further up."));
  const who = person(earlier.author);
  return el(
    "div",
    { class: "in-answer-to" },
    avatar(who, "tiny"),
    el("strong", {}, who.name),
    el(
      "button",
      { type: "button", class: "excerpt", title: "Go to the message", onclick: () => actions.jump(id) },
      excerpt(earlier),
    ),
  );
}

/** The beginning of a message, for the line above a reply to it. */
export function excerpt({ content, embeds: cards }) {
  const card = cards?.[0];
  const words = [content, card?.title, card?.description].find(Boolean)?.split("\n")[0];
  return words ? plain(words) : "See the message";
}

function threadLink(message, actions) {
  const thread = channelOf(message.thread?.id ?? (message.type === 18 ? message.message_reference?.channel_id : message.id));
  if (!isThread(thread)) return null;
  return el(
    "button",
    { type: "button", class: "thread-link", data: { key: `open-${thread.id}` }, onclick: () => actions.open(thread.id) },
    el("span", { "aria-hidden": "true" }, "↳ "),
    el("strong", {}, thread.name),
    " · Open thread",
  );
}

/** What one can do with a message; seen while the pointer or the focus is on it. */
function toolbar(message, actions) {
  if (isEphemeral(message) || isLoading(message) || message.type in SYSTEM) return null;
  const { send, start_threads: startThreads } = here()?.can ?? {};
  const tool = (sign, words, act) =>
    el("button", { type: "button", class: "icon-button", "aria-label": words, title: words, onclick: act }, sign);
  const tools = [
    send && tool("↩", "Reply", () => actions.reply(message)),
    startThreads && !channelOf(message.id) && tool("↳", "Start a thread", () => actions.thread(message)),
  ].filter(Boolean);
  return tools.length ? el("div", { class: "toolbar" }, tools) : null;
}

function heading(author, message) {
  const name = el("span", { class: "author" }, author.name);
  if (author.nameColor) name.style.setProperty("--name", author.nameColor);
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
  if (message.type in SYSTEM) return el("p", { class: "system" }, SYSTEM[message.type](message));
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
  const roles = world.users.find(({ id }) => id === world.me)?.roles ?? [];
  return (
    Boolean(message.mention_everyone) ||
    (message.mentions ?? []).some(({ id }) => id === world.me) ||
    (message.mention_roles ?? []).some((id) => roles.includes(id))
  );
}
