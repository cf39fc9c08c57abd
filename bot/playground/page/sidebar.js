/* Around the log: the rail of channels, the chooser of who is speaking, the channel's heading, the bot's
   light. */

import { avatar, el } from "./dom.js";
import { line } from "./prose.js";
import { person, world } from "./state.js";

const byId = (id) => document.getElementById(id);

export function drawChannels(choose) {
  byId("guild-name").textContent = world.guild?.name ?? "";
  byId("channels").replaceChildren(
    ...world.channels.map((channel) =>
      el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: world.unread.has(channel.id) ? "channel unread" : "channel",
            "aria-current": channel.id === world.channel ? "page" : null,
            "aria-label": world.unread.has(channel.id) ? `${channel.name}, new messages` : null,
            onclick: () => choose(channel.id),
          },
          el("span", { class: "hash", "aria-hidden": "true" }, "#"),
          el("span", {}, channel.name),
        ),
      ),
    ),
  );
}

export function drawSpeakers(choose) {
  const title = el("div", { id: "speakers-title" }, "Speaking as");
  byId("speakers").replaceChildren(
    title,
    el(
      "div",
      { class: "speakers", role: "radiogroup", "aria-labelledby": "speakers-title" },
      world.users.map((user) => {
        const who = person(user);
        const box = el("input", {
          type: "radio",
          name: "speaker",
          value: user.id,
          class: "visually-hidden",
          checked: user.id === world.me,
          onchange: () => choose(user.id),
        });
        const role = user.role === "GM" && who.name !== "GM" ? el("span", { class: "tag" }, "GM") : null;
        return el(
          "label",
          { class: "speaker" },
          box,
          avatar(who, "small"),
          el("span", { class: "speaker-name" }, who.name),
          role,
        );
      }),
    ),
  );
}

export function drawHeading() {
  const channel = world.channels.find(({ id }) => id === world.channel);
  byId("channel-name").textContent = channel?.name ?? "";
  byId("topic").replaceChildren(...(channel?.topic ? line(channel.topic) : []));
  document.title = `#${channel?.name ?? ""} · ${world.guild?.name ?? "Playground"}`;
}

/** The light beside the heading: "online", "offline" or "reconnecting". */
export function drawStatus(connected) {
  const status = !connected ? "reconnecting" : world.bot?.online ? "online" : "offline";
  const light = byId("bot-status");
  light.dataset.status = status;
  const name = person(world.bot ?? {}).name;
  light.textContent = {
    online: `${name} is online`,
    offline: `${name} is offline`,
    reconnecting: "Reconnecting…",
  }[status];
}

/** The rail is a drawer on narrow screens. */
export function setupDrawer() {
  const menu = byId("menu");
  const set = (open) => {
    document.body.classList.toggle("drawer-open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => set(!document.body.classList.contains("drawer-open")));
  byId("shade").addEventListener("click", () => set(false));
  byId("channels").addEventListener("click", () => set(false));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") set(false);
  });
}
