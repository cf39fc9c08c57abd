/* The playground's page: joins the parts, decides what happens when something is heard, and where one is. */

import * as api from "./api.js";
import { Composer } from "./composer.js";
import { Deeds } from "./deeds.js";
import { el } from "./dom.js";
import * as drafts from "./drafts.js";
import { keepFocus } from "./focus.js";
import { Greeting } from "./greeting.js";
import { drawHeading, drawStatus } from "./heading.js";
import { Log } from "./log.js";
import { Pending } from "./pending.js";
import { line, refreshMoments } from "./prose.js";
import { drawRail, inOrder, setupDrawer } from "./rail.js";
import { drawSpeakerBadges, drawSpeakers } from "./speakers.js";
import {
  channelOf,
  here,
  isArchived,
  isLocked,
  isThread,
  markOf,
  me,
  person,
  setMark,
  take,
  textChannels,
  world,
} from "./state.js";
import { setupTheme } from "./theme.js";
import { Typing } from "./typing.js";

const byId = (id) => document.getElementById(id);
const pending = new Pending((modal) => deeds.openModal(modal));
const typing = new Typing(byId("typing"));
const log = new Log(byId("log"), byId("to-end"), {
  press: (...pressed) => deeds.press(...pressed),
  reply: (message) => composer.reply(message),
  thread: (message) => deeds.startThread(message),
  jump: (id) => log.jump(id),
  older: (channel, before) => deeds.older(channel, before),
  seen: (channel, id) => deeds.seen(channel, id),
  open: goTo,
});
const deeds = new Deeds({
  log,
  pending,
  dialog: byId("modal"),
  problem,
  begun: (thread) => goTo(thread).then(() => composer.focus()),
  commanded: (...command) => greeting.began(...command),
});
const live = new api.Live({ onEvent: hear, onOpen: () => connection(true), onLost: () => connection(false) });
const composer = new Composer(byId("composer"), {
  say: (...said) => deeds.say(...said),
  slash: (...sent) => deeds.slash(...sent),
  autocomplete: (payload) => deeds.autocomplete(payload),
  typing: () => deeds.typing(),
  problem,
});
const greeting = new Greeting(byId("greeting"), byId("greet"), (text) => composer.write(text));
const narrow = window.matchMedia("(max-width: 700px)");
const touched = window.matchMedia("(pointer: coarse)"); // there the focus in a line opens a keyboard on the screen
let held = null; // events heard while a channel is being fetched
let turn = 0; // counts fetches of a channel: only the latest is shown
let stale = false; // whether the state is being fetched again because places changed

/** What is wrong, in one line above the composer; null takes it away. */
function problem(text) {
  byId("notice").textContent = text ?? "";
  byId("notice").hidden = !text;
}

const MESSAGES = ["message_create", "message_update", "message_delete", "thinking"];
const HEARD = {
  commands: (commands) => {
    world.commands = commands;
    composer.refresh();
  },
  bot: (bot) => {
    world.bot = { ...world.bot, ...bot };
    drawStatus(true);
  },
  modal: (modal) => pending.modal(modal),
  answered: ({ interaction_id: id }) => pending.answered(id),
  failed: ({ interaction_id: id, text }) => pending.failed(id, text),
  typing_start: (data) => typing.began(data),
  marks: (mark) => {
    setMark(mark);
    drawAround();
    drawSpeakerBadges(byId("speakers"));
  },
  places: () => placesChanged(),
};

/** An event of the live connection. */
function hear(name, data) {
  if (!MESSAGES.includes(name)) HEARD[name]?.(data);
  else if (held) held.push([name, data]);
  else hearMessage(name, data);
}

function hearMessage(name, data) {
  const message = name === "thinking" ? data.message : data;
  greeting.heard(message);
  if (message.channel_id !== world.channel) return;
  if (name === "message_delete") return log.remove(message.id);
  log.put(message);
  if (name === "message_update") return;
  typing.ended(message.author?.id);
  if (message.interaction_metadata?.user.id === world.me) log.toLatest();
}

function connection(stands) {
  drawStatus(stands);
  if (stands) refresh();
  else typing.clear();
}

/** Takes all but the messages again; false where the server cannot be asked. */
async function fetchState() {
  const state = await deeds.attempt(() => api.fetchState(world.me));
  if (state) take(state);
  return Boolean(state);
}

/** Channels, threads, roles or rights have changed: the state is fetched once for all changes of the moment. */
async function placesChanged() {
  if (stale) return;
  stale = true;
  await new Promise((resolve) => setTimeout(resolve, 50));
  stale = false;
  const name = here()?.name;
  if (!(await fetchState())) return;
  if (!here()) return goTo(null, `#${name} is gone, or closed to ${myName()}.`);
  drawPlace();
  drawSpeakers(byId("speakers"), speakAs);
  log.redraw();
}

/** Everything again from the server: at the start, and whenever the connection comes back. */
async function refresh() {
  const name = here()?.name;
  if (!(await fetchState())) return;
  pending.clear();
  drawStatus(true);
  drawSpeakers(byId("speakers"), speakAs);
  composer.refresh();
  if (!me()) return speakAs(newcomer());
  await openChannel(world.channel);
  if (name && name !== here()?.name) problem(`#${name} is gone.`);
}

/** Goes to another channel because somebody wants it, or because the one shown is gone. */
async function goTo(id, why = null) {
  if (id && !channelOf(id)) await fetchState(); // a thread that was begun just now
  await openChannel(id);
  problem(why);
  if (!touched.matches && here()?.can.send) composer.focus();
  else byId("log").focus({ preventScroll: true });
}

async function openChannel(id) {
  const before = world.channel;
  world.channel = (channelOf(id) ?? textChannels()[0])?.id ?? null;
  remember();
  typing.clear();
  if (world.channel !== before) {
    composer.reply(null);
    drafts.keep(before, composer.draft);
    composer.draft = drafts.of(world.channel);
  }
  drawPlace();
  held ??= [];
  const mine = (turn += 1);
  const { channel } = world;
  const messages = await deeds.attempt(() => api.fetchMessages(channel, world.me));
  if (mine !== turn) return;
  log.load(messages ?? [], { channel, read: markOf(channel).read, beginning: beginning() });
  messages?.forEach((message) => greeting.heard(message));
  const late = held ?? [];
  held = null;
  for (const [name, data] of late) hearMessage(name, data);
}

/** All that depends on the channel, except its messages. */
function drawPlace() {
  drawAround();
  drawHeading({ archive: (changes) => deeds.archive(changes), thread: () => deeds.startThread(), open: goTo });
  greeting.show(world.channel === textChannels()[0]?.id ? world.greeting : null);
  const ordinary = narrow.matches ? "Message, or / for commands" : `Message as ${myName()}, or / for commands`;
  composer.placeholder(isArchived(here()) ? "A message reopens this thread" : ordinary);
  composer.allow(here()?.can, whyNot(here()));
}

function drawAround() {
  drawRail(goTo);
}

function whyNot(channel) {
  const [short, long] = isLocked(channel)
    ? ["This thread is locked.", "This thread is locked. Only managers of threads can write in it."]
    : ["You cannot write here.", "You do not have permission to send messages in this channel."];
  return narrow.matches ? short : long;
}

function beginning() {
  const channel = here();
  if (!channel) return [];
  const title = el("h2", {}, isThread(channel) ? channel.name : `#${channel.name}`);
  const about = isThread(channel) ? "This is the beginning of the thread." : `This is the beginning of #${channel.name}. `;
  return [title, el("p", {}, about, ...(channel.topic ? line(channel.topic) : []))];
}

async function speakAs(id) {
  world.me = id;
  pending.clear();
  composer.forget();
  byId("modal").close();
  problem(null);
  remember();
  drawAround();
  live.connect(id);
}

/** Who somebody is that has not chosen yet: the person the greeting names, else the first player. */
function newcomer() {
  const fits = [({ id }) => id === world.greeting?.you, ({ role }) => role === "player", () => true];
  return fits.map((fit) => world.users.find(fit)).find(Boolean)?.id;
}

const myName = () => person(me()).name;

/** Who and where stand in the address, so that each tab can be another person. */
function remember() {
  const query = new URLSearchParams({ user: world.me, channel: world.channel });
  history.replaceState(null, "", `?${query}`);
}

/** Alt and an arrow goes to the channel above or below; Escape leaves the log for the line; what is typed outside of
    all fields goes into the line. */
function keys(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.altKey && step && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    const all = inOrder();
    goTo(all[(all.indexOf(world.channel) + step + all.length) % all.length]);
  } else if (event.key === "Escape" && event.target.closest?.("#log") && !event.target.matches(":popover-open *")) {
    composer.focus();
  } else if (writes(event)) {
    composer.focus(); // in time for the key to go there
  }
}

/** Whether a key would be lost where it is pressed, but can be written. The space presses buttons and scrolls. */
function writes(event) {
  const { key, target } = event;
  const shortcut = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
  const inField = target.matches("textarea, input:not([type=radio]), :popover-open *");
  const taken = inField || document.querySelector("dialog[open]");
  return [...key].length === 1 && key !== " " && !shortcut && !taken;
}

/** Mentions of channels and commands can be followed wherever they stand. */
function follow({ target }) {
  const { channel, command } = target.closest?.("button.mention")?.dataset ?? {};
  if (channel && channelOf(channel)) goTo(channel);
  if (command) composer.write(`/${command}`);
}

async function begin() {
  const query = new URLSearchParams(location.search);
  setupDrawer();
  setupTheme(byId("theme"));
  keepFocus(() => composer.focus());
  document.addEventListener("keydown", keys);
  document.addEventListener("click", follow);
  setInterval(refreshMoments, 15_000);
  let state = await deeds.attempt(() => api.fetchState(query.get("user")));
  while (!state) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    state = await deeds.attempt(() => api.fetchState(query.get("user")));
  }
  take(state);
  world.me = world.users.some(({ id }) => id === query.get("user")) ? query.get("user") : newcomer();
  world.channel = channelOf(query.get("channel"))?.id ?? textChannels()[0]?.id;
  drawSpeakers(byId("speakers"), speakAs);
  composer.refresh();
  composer.draft = drafts.of(world.channel);
  addEventListener("pagehide", () => drafts.keep(world.channel, composer.draft));
  live.connect(world.me);
  if (!touched.matches) composer.focus();
}

begin();
