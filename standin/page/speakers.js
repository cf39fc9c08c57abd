/* The chooser of who is speaking, with what waits for each of them. */

import { avatar, el } from "./dom.js";
import { badge } from "./rail.js";
import { person, pingsOf, world } from "./state.js";

export function drawSpeakers(box, choose) {
  const title = el("div", { id: "speakers-title" }, "Speaking as");
  const chooser = el(
    "div",
    { class: "speakers", role: "radiogroup", "aria-labelledby": "speakers-title" },
    world.users.map((user) => speaker(user, choose)),
  );
  box.replaceChildren(title, chooser);
}

function speaker(user, choose) {
  const who = person(user);
  const radio = el("input", {
    type: "radio",
    name: "speaker",
    value: user.id,
    class: "visually-hidden",
    checked: user.id === world.me,
    data: { key: `speaker-${user.id}` },
    onchange: () => choose(user.id),
  });
  const role = user.role === "GM" && who.name !== "GM" ? el("span", { class: "tag" }, "GM") : null;
  const waiting = el("span", { class: "speaker-badge", data: { user: user.id } }, badge(pingsOf(user.id), true));
  return el(
    "label",
    { class: "speaker" },
    radio,
    el("span", { class: "speaker-face" }, avatar(who, "small"), waiting),
    el("span", { class: "speaker-name" }, who.name),
    role,
  );
}

/** The numbers of mentions alone: the focus stays where it is. */
export function drawSpeakerBadges(box) {
  for (const one of box.querySelectorAll(".speaker-badge"))
    one.replaceChildren(...[badge(pingsOf(one.dataset.user), true)].filter(Boolean));
}
