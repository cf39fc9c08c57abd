/* Who is typing in the channel shown, in a line under the one that is written in. */

import { nameOf, world } from "./state.js";

const LASTS = 10_000; // milliseconds

export class Typing {
  #timers = new Map(); // by user id

  constructor(line) {
    this.line = line;
  }

  began({ channel_id: channel, user_id: user }) {
    if (channel !== world.channel || user === world.me) return;
    clearTimeout(this.#timers.get(user));
    this.#timers.set(user, setTimeout(() => this.ended(user), LASTS));
    this.#draw();
  }

  ended(user) {
    clearTimeout(this.#timers.get(user));
    if (this.#timers.delete(user)) this.#draw();
  }

  clear() {
    for (const user of [...this.#timers.keys()]) this.ended(user);
  }

  #draw() {
    const names = [...this.#timers.keys()].map(nameOf);
    const verb = names.length > 1 ? "are" : "is";
    this.line.textContent = names.length ? `${names.join(" and ")} ${verb} typing…` : "";
  }
}
