/* What a person does with the bot and in the channel, and what is shown until it is done or refused. */

import * as api from "./api.js";
import { ask } from "./ask.js";
import { excerpt, usedLine } from "./messages.js";
import { showModal } from "./modal.js";
import { me, world } from "./state.js";

const LONGEST_NAME = 100;
const TYPING = 8_000; // milliseconds after which others are told again

const now = () => ({ user: world.me, channel: world.channel });

export class Deeds {
  /** `problem(text)` shows a line above the composer, null takes it away; `begun(threadId)` shows a
      thread that was started; `commanded(interactionId, title)` is told of each command. */
  constructor({ log, pending, dialog, problem, begun, commanded }) {
    Object.assign(this, { log, pending, dialog, problem, begun, commanded });
  }

  /** Runs a request; a refusal becomes the line above the composer, and `undefined`. */
  async attempt(request) {
    this.problem(null);
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.problem(error.message);
      return undefined;
    }
  }

  /** Quietly tells the others, at most once in a while, that somebody writes here. */
  async typing() {
    const { user, channel } = now();
    const [who, where, at] = this.typedLast ?? [];
    if (who === user && where === channel && Date.now() - at < TYPING) return;
    this.typedLast = [user, channel, Date.now()];
    await quietly(() => api.typing({ user, channel }));
  }

  async say(content, files, replyTo) {
    this.typedLast = null;
    const asked = { ...now(), content, ...(replyTo && { reply_to: replyTo }) };
    const message = await this.attempt(() => api.say(asked, files));
    if (message?.id && message.channel_id === world.channel) this.log.put(message);
    this.log.toLatest();
    return message !== undefined;
  }

  async slash(payload, files, title) {
    const answer = await this.attempt(() => api.slash({ ...now(), ...payload }, files));
    if (answer === undefined) return false;
    const user = me();
    this.commanded(answer.interaction_id, title);
    this.log.toLatest();
    this.pending.begin(answer.interaction_id, {
      show: () => {
        const row = this.log.waiting(usedLine(user, title), "Sending command…");
        return () => row.remove();
      },
      fail: (text) => this.log.note(usedLine(user, title), text),
    });
    return true;
  }

  async autocomplete(payload) {
    try {
      return (await api.autocomplete({ ...now(), ...payload })).choices ?? [];
    } catch (error) {
      if (error instanceof api.Refusal) return [];
      throw error;
    }
  }

  async press(message, { custom_id, type }, values) {
    const row = this.log.row(message.id); // an update of the message puts another row in its place
    const answer = await this.attempt(() =>
      api.component({
        ...now(),
        channel: message.channel_id,
        message_id: message.id,
        custom_id,
        component_type: type,
        ...(values && { values }),
      }),
    );
    if (answer === undefined) return;
    this.pending.begin(answer.interaction_id, {
      show: () => {
        row?.classList.add("waiting");
        return () => row?.classList.remove("waiting");
      },
      fail: (text) => this.log.fail(message.id, text),
    });
  }

  openModal(modal) {
    const asked = now();
    showModal(this.dialog, modal, async (components, files) => {
      const body = { ...asked, interaction_id: modal.interaction_id, custom_id: modal.custom_id, components };
      try {
        const answer = await api.submitModal(body, files);
        const fail = (text) => this.log.note(null, text);
        this.pending.begin(answer.interaction_id, { show: () => null, fail });
        return null;
      } catch (error) {
        if (error instanceof api.Refusal) return error.message;
        throw error;
      }
    });
  }

  /** Asks for a name and starts a thread, at a message or in the channel. */
  async startThread(message = null) {
    const asked = now();
    const value = message ? excerpt(message).slice(0, 40) : "";
    const name = await ask({
      title: "Start a thread",
      label: "Name of the thread",
      value,
      most: LONGEST_NAME,
      action: "Start",
    });
    if (!name) return;
    const about = message ? { message_id: message.id } : {};
    const thread = await this.attempt(() => api.startThread({ ...asked, ...about, name }));
    if (thread) this.begun(thread.id);
  }

  archive(changes) {
    return this.attempt(() => api.archive({ ...now(), ...changes }));
  }

  older(channel, before) {
    return this.attempt(() => api.fetchMessages(channel, world.me, before));
  }

  /** Quietly: that something was read is nothing to complain about. */
  async seen(channel, id) {
    await quietly(() => api.markRead({ user: world.me, channel, message_id: id }));
  }
}

/** Runs a request; a refusal is nobody's concern. */
async function quietly(request) {
  try {
    await request();
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
  }
}
