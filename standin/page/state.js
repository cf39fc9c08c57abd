/* What the page knows of the server: people, channels, roles, commands, the bot, what everybody has read, and
   who is speaking where. */

export const world = {
  users: [],
  guild: null,
  roles: [],
  channels: [],
  commands: [],
  bot: null,
  greeting: null,
  marks: {}, // by person, by channel: {read, unread, pings}
  me: null, // id of the person speaking
  channel: null, // id of the channel shown
};

const BOT_COLOR = "#4f63d8";
const THREADS = [10, 11, 12];
const TEXT = [0, 5];
const NO_MARK = { read: null, unread: false, pings: 0 };

export function take(state) {
  for (const name of ["users", "guild", "roles", "channels", "commands", "bot", "greeting", "marks"])
    world[name] = state[name];
}

export const isThread = (channel) => THREADS.includes(channel?.type);
export const isArchived = (channel) => Boolean(channel?.thread_metadata?.archived);
export const isLocked = (channel) => Boolean(channel?.thread_metadata?.locked);

export function channelOf(id) {
  return world.channels.find((channel) => channel.id === id) ?? null;
}

export const here = () => channelOf(world.channel);
export const me = () => world.users.find(({ id }) => id === world.me);

/** The channels one writes in, in their order. */
export function textChannels() {
  return world.channels
    .filter(({ type }) => TEXT.includes(type))
    .sort((one, other) => one.position - other.position);
}

/** The threads of a channel: `{open, archived}`. The one shown, and one that mentions one, count as open. */
export function threadsOf(channelId) {
  const all = world.channels.filter((channel) => isThread(channel) && channel.parent_id === channelId);
  const inSight = (thread) => !isArchived(thread) || thread.id === world.channel || markOf(thread.id).pings > 0;
  return { open: all.filter(inSight), archived: all.filter((thread) => !inSight(thread)) };
}

/** What waits for somebody in a channel. */
export function markOf(channelId, userId = world.me) {
  return world.marks[userId]?.[channelId] ?? NO_MARK;
}

export function setMark({ user_id: user, channel, read, unread, pings }) {
  (world.marks[user] ??= {})[channel] = { read, unread, pings };
}

/** How many messages mention somebody, in all channels. */
export function pingsOf(userId) {
  return Object.values(world.marks[userId] ?? {}).reduce((sum, { pings }) => sum + pings, 0);
}

export function anyUnread() {
  return world.channels.some(({ id }) => id !== world.channel && markOf(id).unread);
}

/** Everybody who can be named: the people and the bot. */
export function everybody() {
  return world.bot ? [...world.users, world.bot] : world.users;
}

/** How to show a user of a message: `{id, name, color, nameColor, initials, bot}`. */
export function person(user) {
  const known = world.users.find(({ id }) => id === user?.id);
  const name = known ? displayName(known) : displayName(user ?? {});
  const bot = Boolean(user?.bot) || user?.id === world.bot?.id;
  return {
    id: user?.id,
    name,
    bot,
    initials: initials(name),
    color: known?.color ?? (bot ? BOT_COLOR : "#7a7f8a"),
    nameColor: roleColor(known),
  };
}

/** The colour of the highest role with one, or null. */
function roleColor(user) {
  const held = world.roles.filter(({ id, color }) => color && user?.roles?.includes(id));
  const highest = held.sort((one, other) => other.position - one.position)[0];
  return highest ? cssColor(highest.color) : null;
}

export const cssColor = (number) => `#${number.toString(16).padStart(6, "0")}`;

export function nameOf(id) {
  const user = everybody().find((one) => one.id === id);
  return user ? displayName(user) : "unknown";
}

export function channelName(id) {
  return channelOf(id)?.name ?? "unknown";
}

/** A role by its id; everybody's role has the guild's. */
export function roleOf(id) {
  return world.roles.find((role) => role.id === id) ?? null;
}

/** The roles, the highest first. */
export function rolesInOrder() {
  return [...world.roles].sort((one, other) => other.position - one.position);
}

export function displayName(user) {
  return user.global_name || user.username || "unknown";
}

function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => [...word][0]) : [...name].slice(0, 2);
  return letters.join("").toUpperCase();
}
