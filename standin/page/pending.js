/* Interactions on their way: what the page shows until the bot answers or is told to have failed. */

const SLOW = 300; // milliseconds after which a command on its way is shown

export class Pending {
  #waiting = new Map(); // interaction id -> {end(), fail(text)}
  #early = new Map(); // what came before we knew the interaction's id: id -> [failure text or null, form or null]

  /** `open(modal)` shows the form that answers an interaction of this window. */
  constructor(open) {
    this.open = open;
  }

  /** Waits for the answer to an interaction. `show()` returns what takes the sign of waiting away again. */
  begin(id, { show, fail }) {
    if (this.#early.has(id)) {
      const [text, form] = this.#early.get(id);
      this.#early.delete(id);
      if (form) this.open(form);
      if (text !== null) fail(text);
      return;
    }
    let hide = () => {};
    const slow = setTimeout(() => {
      hide = show() ?? hide;
    }, SLOW);
    const end = () => {
      clearTimeout(slow);
      this.#waiting.delete(id);
      hide();
    };
    this.#waiting.set(id, { end, fail });
  }

  answered(id) {
    this.#finish(id, null);
  }

  failed(id, text) {
    this.#finish(id, text);
  }

  /** A form is an answer too. It opens where it was asked for, not in the person's other windows. */
  modal(form) {
    this.#finish(form.interaction_id, null, form);
  }

  /** Nothing is pending now: another person, a new connection. */
  clear() {
    for (const { end } of [...this.#waiting.values()]) end();
    this.#early.clear();
  }

  #finish(id, text, form = null) {
    const one = this.#waiting.get(id);
    if (one) {
      one.end();
      if (form) this.open(form);
      if (text !== null) one.fail(text);
      return;
    }
    if (this.#early.size > 200) this.#early.clear();
    this.#early.set(id, [text, form ?? this.#early.get(id)?.[1] ?? null]);
  }
}
