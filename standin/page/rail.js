/* The rail: channels, their threads below them, and what is unread or mentions somebody. */

import { el } from "./dom.js";
import {
  anyUnread,
  here,
  isArchived,
  isLocked,
  isThread,
  markOf,
  pingsOf,
  textChannels,
  threadsOf,
  world,
} from "./state.js";

const byId = (id) => document.getElementById(id);
const unfolded = new Set(); // channels whose archived threads are shown
const press = { down: false, due: null }; // what is drawn again between press and release loses its click

/** Draws the rail, once no button of the mouse is down in it; `choose(id)` is called when a channel is chosen. */
export function drawRail(choose) {
  if (press.down) {
    press.due = choose;
    return;
  }
  byId("guild-name").textContent = world.guild?.name ?? "";
  byId("channels").replaceChildren(...textChannels().map((channel) => place(channel, choose)));
  drawMenuBadge();
  drawTitle();
}

/** The channels in the order of the rail, for the keys that go from one to the next. */
export function inOrder() {
  return textChannels().flatMap(({ id }) => [id, ...threadsOf(id).open.map((thread) => thread.id)]);
}

function place(channel, choose) {
  const { open, archived } = threadsOf(channel.id);
  return el(
    "li",
    {},
    entry(channel, choose),
    open.length > 0 && el("ul", { class: "threads", "aria-label": `Threads of ${channel.name}` }, items(open, choose)),
    archived.length > 0 && fold(channel, archived, choose),
  );
}

const items = (threads, choose) => threads.map((thread) => el("li", {}, entry(thread, choose)));

function fold(channel, archived, choose) {
  const details = el(
    "details",
    { class: "archived", open: unfolded.has(channel.id) },
    el("summary", { data: { key: `archived-${channel.id}` } }, "Archived"),
    el("ul", { class: "threads", "aria-label": `Archived threads of ${channel.name}` }, items(archived, choose)),
  );
  details.addEventListener("toggle", () => {
    if (details.open) unfolded.add(channel.id);
    else unfolded.delete(channel.id);
  });
  return details;
}

function entry(channel, choose) {
  const { unread, pings } = markOf(channel.id);
  const thread = isThread(channel);
  return el(
    "button",
    {
      type: "button",
      class: `channel${thread ? " thread" : ""}${unread ? " unread" : ""}`,
      data: { key: `channel-${channel.id}`, channel: channel.id },
      "aria-current": channel.id === world.channel ? "page" : null,
      "aria-label": spoken(channel, unread, pings),
      onclick: () => choose(channel.id),
    },
    el("span", { class: "hash", "aria-hidden": "true" }, thread ? "↳" : "#"),
    el("span", { class: "channel-words" }, channel.name),
    isLocked(channel) && el("span", { class: "lock", "aria-hidden": "true" }, "🔒"),
    badge(pings),
  );
}

function spoken(channel, unread, pings) {
  const parts = [channel.name];
  if (isThread(channel)) parts.push(isArchived(channel) ? "archived thread" : "thread");
  if (isLocked(channel)) parts.push("locked");
  if (pings) parts.push(mentions(pings));
  if (unread) parts.push("unread");
  return parts.join(", ");
}

const mentions = (pings) => (pings === 1 ? "1 mention" : `${pings} mentions`);

/** The red number of mentions; what it means stands in the label of what carries it, or in itself. */
export function badge(pings, spokenToo = false) {
  if (!pings) return null;
  const said = spokenToo && el("span", { class: "visually-hidden" }, ` ${mentions(pings)}`);
  return el("span", { class: "badge" }, el("span", { "aria-hidden": "true" }, pings > 99 ? "99+" : String(pings)), said);
}

function drawMenuBadge() {
  const pings = pingsOf(world.me);
  const menu = byId("menu");
  menu.replaceChildren("☰", badge(pings) ?? (anyUnread() ? el("span", { class: "dot", "aria-hidden": "true" }) : ""));
  const about = [pings && mentions(pings), anyUnread() && "unread"].filter(Boolean).join(", ");
  menu.setAttribute("aria-label", about ? `Channels: ${about}` : "Channels");
}

/** The tab's title: "(2) #lobby · Test Server"; a dot where something is unread. */
export function drawTitle() {
  const pings = pingsOf(world.me);
  const channel = here();
  const waiting = pings ? `(${pings}) ` : anyUnread() ? "• " : "";
  const name = `${isThread(channel) ? "↳ " : "#"}${channel?.name ?? ""}`;
  document.title = `${waiting}${name} · ${world.guild?.name ?? "Playground"}`;
}

function release() {
  const choose = press.due;
  press.down = false;
  press.due = null;
  if (choose) drawRail(choose);
}

/** The rail is a drawer on narrow screens. */
export function setupDrawer() {
  byId("channels").addEventListener("pointerdown", () => {
    press.down = true;
  });
  // The click comes right after these.
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(release));
  const menu = byId("menu");
  const isOpen = () => document.body.classList.contains("drawer-open");
  const set = (open) => {
    if (open === isOpen()) return;
    document.body.classList.toggle("drawer-open", open);
    menu.setAttribute("aria-expanded", String(open));
    if (open) byId("channels").querySelector("[aria-current]")?.focus();
    else menu.focus();
  };
  menu.addEventListener("click", () => set(!isOpen()));
  byId("shade").addEventListener("click", () => set(false));
  byId("channels").addEventListener("click", ({ target }) => {
    if (target.closest(".channel")) set(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") set(false);
  });
}
