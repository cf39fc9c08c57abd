/* Above the log: the channel's name and topic, what can be done with a thread, the bot's light. */

import { el } from "./dom.js";
import { line } from "./prose.js";
import { channelName, here, isArchived, isLocked, isThread, person, world } from "./state.js";

const byId = (id) => document.getElementById(id);

/** `archive({archived, locked})`, `thread()` starts one, `open(channelId)`. */
export function drawHeading({ archive, thread, open }) {
  const channel = here();
  const inThread = isThread(channel);
  byId("channel-sign").textContent = inThread ? "↳" : "#";
  byId("channel-name").textContent = channel?.name ?? "";
  const states = [isLocked(channel) && "🔒 locked", isArchived(channel) && "archived"].filter(Boolean).join(", ");
  const parent = inThread && [
    el(
      "button",
      { type: "button", class: "mention", data: { key: "parent" }, onclick: () => open(channel.parent_id) },
      `#${channelName(channel.parent_id)}`,
    ),
    states && ` ${states}`,
  ];
  byId("topic").replaceChildren(...(parent || (channel?.topic ? line(channel.topic) : [])).filter(Boolean));
  byId("doings").replaceChildren(...(inThread ? threadDoings(channel, archive) : channelDoings(channel, thread)));
}

function doing(key, words, act) {
  return el("button", { type: "button", class: "button secondary small", data: { key }, onclick: act }, words);
}

function channelDoings(channel, thread) {
  return channel?.can.start_threads ? [doing("start-thread", "+ Thread", thread)] : [];
}

function threadDoings(channel, archive) {
  const { archive: mayArchive, lock: mayLock } = channel.can;
  const shut = isArchived(channel);
  const locked = isLocked(channel);
  return [
    mayArchive && doing("archive", shut ? "Reopen" : "Archive", () => archive({ archived: !shut })),
    mayLock && doing("lock", locked ? "Unlock" : "Lock", () => archive({ archived: shut, locked: !locked })),
  ].filter(Boolean);
}

/** The light beside the heading: "online", "offline" or "reconnecting". */
export function drawStatus(connected) {
  const status = !connected ? "reconnecting" : world.bot?.online ? "online" : "offline";
  const light = byId("bot-status");
  if (light.dataset.status === status) return;
  light.dataset.status = status;
  const name = person(world.bot ?? {}).name;
  light.textContent = {
    online: `${name} is online`,
    offline: `${name} is offline`,
    reconnecting: "Reconnecting…",
  }[status];
}
