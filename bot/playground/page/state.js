/* What the page knows of the server: people, channels, commands, the bot, and who is speaking where. */

export const world = {
  users: [],
  guild: null,
  channels: [],
  commands: [],
  bot: null,
  greeting: null,
  me: null, // id of the person speaking
  channel: null, // id of the channel shown
  unread: new Set(),
};

const BOT_COLOR = "#4f63d8";

export function take(state) {
  const { users, guild, channels, commands, bot, greeting } = state;
  Object.assign(world, { users, guild, channels, commands, bot, greeting });
}

/** Everybody who can be named: the people and the bot. */
export function everybody() {
  return world.bot ? [...world.users, world.bot] : world.users;
}

/** How to show a user of a message: `{id, name, color, initials, bot}`. */
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
  };
}

export function nameOf(id) {
  const user = everybody().find((one) => one.id === id);
  return user ? displayName(user) : "unknown";
}

export function channelName(id) {
  return world.channels.find((channel) => channel.id === id)?.name ?? "unknown";
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
