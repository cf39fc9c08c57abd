/* Slash commands without the page: finding them by what is typed, reading a typed line, checking values,
   and the options in the shape Discord sends them. */

export const TYPES = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};

/** Every command that can be sent: `{path: ["game", "start"], title, description, options}`. */
export function flatten(commands) {
  return commands
    .filter(({ type }) => type === undefined || type === 1)
    .flatMap((command) => leaves(command, []))
    .sort((one, other) => one.title.localeCompare(other.title));
}

function leaves(node, above) {
  const path = [...above, node.name];
  const inner = (node.options ?? []).filter(({ type }) => type === TYPES.subcommand || type === TYPES.group);
  if (inner.length) return inner.flatMap((child) => leaves(child, path));
  return [{ path, title: path.join(" "), description: node.description ?? "", options: node.options ?? [] }];
}

/** The commands that `typed` (without the slash) may mean, the likeliest first. */
export function search(commands, typed) {
  const wanted = typed.trim().toLowerCase();
  const rank = ({ title, path, description }) => {
    if (title.startsWith(wanted)) return 0;
    if (path.some((word) => word.startsWith(wanted))) return 1;
    if (title.includes(wanted)) return 2;
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  return commands
    .map((command) => ({ command, at: rank(command) }))
    .filter(({ at }) => at < 4)
    .sort((one, other) => one.at - other.at)
    .map(({ command }) => command);
}

/** Reads `/roll dice: 2d6 times:3`: the command and the texts by option; null where none is meant. */
export function readLine(commands, text) {
  if (!text.startsWith("/")) return null;
  const typed = text.slice(1).replace(/\s+/g, " ");
  const fits = commands.filter(({ title }) => typed === title || typed.startsWith(`${title} `));
  const command = fits.sort((one, other) => other.title.length - one.title.length)[0];
  if (!command) return null;
  return { command, ...readOptions(command.options, typed.slice(command.title.length)) };
}

/** Reads `2d6 times: 3`: the texts of the options that are named, and the `rest` before the first name. */
export function readOptions(options, text) {
  const names = options.map(({ name }) => name.replace(/[^\p{L}\p{N}_-]/gu, ""));
  const texts = {};
  if (names.length === 0) return { texts, rest: text.trim() };
  const parts = text.split(new RegExp(`(?:^|\\s)(${names.join("|")}): ?`, "iu"));
  for (let at = 1; at < parts.length; at += 2) texts[parts[at].toLowerCase()] = parts[at + 1].trim();
  return { texts, rest: parts[0].trim() };
}

/** What is wrong with a text as the value of an option, as a sentence, or null. */
export function problem(option, value) {
  const { name, type } = option;
  if (value === null || value === "") return option.required ? `${name} is needed.` : null;
  if (type === TYPES.integer && !/^-?\d{1,15}$/.test(value)) return `${name} takes a whole number.`;
  if (type === TYPES.number && !Number.isFinite(Number(value))) return `${name} takes a number.`;
  if (type === TYPES.integer || type === TYPES.number) {
    if (option.min_value !== undefined && Number(value) < option.min_value)
      return `${name} must be at least ${option.min_value}.`;
    if (option.max_value !== undefined && Number(value) > option.max_value)
      return `${name} must be at most ${option.max_value}.`;
  }
  if (type === TYPES.string) {
    if (option.min_length && value.length < option.min_length)
      return `${name} must be at least ${option.min_length} characters long.`;
    if (value.length > (option.max_length ?? 6000))
      return `${name} must be at most ${option.max_length ?? 6000} characters long.`;
  }
  return null;
}

/** The value in the type of its option. The text of a focused option is sent as it is typed. */
export function typedValue({ type }, value) {
  if (type === TYPES.integer || type === TYPES.number) return Number(value);
  return type === TYPES.boolean ? value === "true" : value;
}

/** `{name, options}` for the server; `given` are `{option, value, focused}` in order. */
export function toPayload(command, given) {
  const [name, ...inner] = command.path;
  let options = given.map(({ option, value, focused }) => ({
    name: option.name,
    type: option.type,
    value: focused ? value : typedValue(option, value),
    ...(focused && { focused: true }),
  }));
  for (let depth = inner.length - 1; depth >= 0; depth -= 1) {
    const type = depth === inner.length - 1 ? TYPES.subcommand : TYPES.group;
    options = [{ name: inner[depth], type, options }];
  }
  return { name, options };
}
