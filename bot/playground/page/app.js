/* The playground's page: joins the parts, decides what happens when something is said, pressed or heard. */

import * as api from "./api.js";
import { Composer } from "./composer.js";
import { Greeting } from "./greeting.js";
import { Log } from "./log.js";
import { isEphemeral, usedLine } from "./messages.js";
import { showModal } from "./modal.js";
import { Pending } from "./pending.js";
import { refreshMoments } from "./prose.js";
import { drawChannels, drawHeading, drawSpeakers, drawStatus, setupDrawer } from "./sidebar.js";
import { person, take, world } from "./state.js";

const byId = (id) => document.getElementById(id);
const pending = new Pending();
const log = new Log(byId("log"), byId("to-end"), { press });
const live = new api.Live({ onEvent: hear, onOpen: () => connection(true), onLost: () => connection(false) });
const composer = new Composer(byId("composer"), { say, slash, autocomplete, problem });
const greeting = new Greeting(byId("greeting"), byId("greet"), (text) => composer.write(text));
let held = null; // events heard while a channel is being fetched
let turn = 0; // counts fetches of a channel: only the latest is shown

/** What is wrong, in one line above the composer; null takes it away. */
function problem(text) {
  byId("notice").textContent = text ?? "";
  byId("notice").hidden = !text;
}

/** Runs a request; a refusal becomes the line above the composer, and `undefined`. */
async function attempt(request) {
  problem(null);
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    problem(error.message);
    return undefined;
  }
}

const here = () => ({ user: world.me, channel: world.channel });

async function say(content) {
  const message = await attempt(() => api.say({ ...here(), content }));
  if (message?.id && message.channel_id === world.channel) log.put(message);
  log.toLatest();
  return message !== undefined;
}

async function slash(payload, files, title) {
  const answer = await attempt(() => api.slash({ ...here(), ...payload }, files));
  if (answer === undefined) return false;
  const me = world.users.find(({ id }) => id === world.me);
  log.toLatest();
  pending.begin(answer.interaction_id, {
    show: () => {
      const row = log.waiting(usedLine(me, title), "Sending command…");
      return () => row.remove();
    },
    fail: (text) => log.note(usedLine(me, title), text),
  });
  return true;
}

async function autocomplete(payload) {
  try {
    return (await api.autocomplete({ ...here(), ...payload })).choices ?? [];
  } catch (error) {
    if (error instanceof api.Refusal) return [];
    throw error;
  }
}

async function press(message, { custom_id, type }, values) {
  const row = log.row(message.id); // an update of the message puts another row in its place
  const answer = await attempt(() =>
    api.component({
      ...here(),
      channel: message.channel_id,
      message_id: message.id,
      custom_id,
      component_type: type,
      ...(values && { values }),
    }),
  );
  if (answer === undefined) return;
  pending.begin(answer.interaction_id, {
    show: () => {
      row?.classList.add("waiting");
      return () => row?.classList.remove("waiting");
    },
    fail: (text) => log.fail(message.id, text),
  });
}

function openModal(modal) {
  const asked = here();
  showModal(byId("modal"), modal, async (components, files) => {
    const body = { ...asked, interaction_id: modal.interaction_id, custom_id: modal.custom_id, components };
    try {
      const answer = await api.submitModal(body, files);
      pending.begin(answer.interaction_id, { show: () => null, fail: (text) => log.note(null, text) });
      return null;
    } catch (error) {
      if (error instanceof api.Refusal) return error.message;
      throw error;
    }
  });
}

/** An event of the live connection. */
function hear(name, data) {
  if (name === "commands") {
    world.commands = data;
    composer.refresh();
  } else if (name === "bot") {
    world.bot = { ...world.bot, ...data };
    drawStatus(true);
  } else if (name === "modal") {
    pending.answered(data.interaction_id);
    openModal(data);
  } else if (name === "failed") {
    pending.failed(data.interaction_id, data.text);
  } else if (held) {
    held.push([name, data]);
  } else {
    hearMessage(name, data);
  }
}

function hearMessage(name, data) {
  const message = name === "thinking" ? data.message : data;
  pending.answered(name === "thinking" ? data.interaction_id : message.interaction_metadata?.id);
  if (message.channel_id !== world.channel) {
    if (name === "message_create" && !isEphemeral(message)) world.unread.add(message.channel_id);
    drawChannels(openChannel);
  } else if (name === "message_delete") {
    log.remove(message.id);
  } else {
    log.put(message);
    if (name === "message_create" && message.interaction_metadata?.user.id === world.me) log.toLatest();
  }
}

function connection(stands) {
  drawStatus(stands);
  if (stands) refresh();
}

/** Everything anew from the server: at the start, and whenever the connection comes back. */
async function refresh() {
  const state = await attempt(() => api.fetchState(world.me));
  if (!state) return;
  const people = JSON.stringify(world.users);
  take(state);
  if (JSON.stringify(world.users) !== people) drawSpeakers(speakAs);
  drawStatus(true);
  composer.refresh();
  if (world.users.some(({ id }) => id === world.me)) await openChannel(world.channel);
  else speakAs(newcomer());
}

async function openChannel(id) {
  world.channel = world.channels.some((channel) => channel.id === id) ? id : world.channels[0]?.id;
  world.unread.delete(world.channel);
  remember();
  drawChannels(openChannel);
  drawHeading();
  greeting.show(world.channel === world.channels[0]?.id ? world.greeting : null);
  composer.placeholder(`Message as ${myName()}, or / for commands`);
  held ??= [];
  const mine = (turn += 1);
  const messages = await attempt(() => api.fetchMessages(world.channel, world.me));
  if (mine !== turn) return;
  log.load(messages ?? [], world.channels.find(({ id: one }) => one === world.channel)?.topic ?? "");
  const late = held ?? [];
  held = null;
  for (const [name, data] of late) hearMessage(name, data);
}

function speakAs(id) {
  world.me = id;
  pending.clear();
  composer.forget();
  byId("modal").close();
  remember();
  live.connect(id);
}

/** Who somebody is that has not chosen yet: the first player. */
function newcomer() {
  return (world.users.find(({ role }) => role === "player") ?? world.users[0])?.id;
}

function myName() {
  return person(world.users.find(({ id }) => id === world.me)).name;
}

/** Who and where stand in the address, so that each tab can be another person. */
function remember() {
  const query = new URLSearchParams({ user: world.me, channel: world.channel });
  history.replaceState(null, "", `?${query}`);
}

async function begin() {
  const query = new URLSearchParams(location.search);
  setupDrawer();
  setInterval(refreshMoments, 15_000);
  let state = await attempt(() => api.fetchState(query.get("user")));
  while (!state) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    state = await attempt(() => api.fetchState(null));
  }
  take(state);
  world.me = world.users.some(({ id }) => id === query.get("user")) ? query.get("user") : newcomer();
  world.channel = query.get("channel") ?? world.channels[0]?.id;
  drawSpeakers(speakAs);
  composer.refresh();
  live.connect(world.me);
  if (window.matchMedia("(hover: hover)").matches) composer.focus();
}

begin();
