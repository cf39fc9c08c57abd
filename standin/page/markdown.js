/* Discord's Markdown: text in, a tree of plain nodes out. Knows nothing of the page; prose.js draws the
   tree. The patterns follow what Discord's own client accepts, quirks included (`snake_case` stays as it
   is). */

const BULLET = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/** Rules in order of precedence. `block` rules only apply at the start of a line, outside inline text. */
const RULES = [
  { block: true, pattern: /^(#{1,3}) +([^\n]+)(?:\n|$)/, node: heading },
  {
    block: true,
    pattern: /^-# +([^\n]+)(?:\n|$)/,
    node: ([, text]) => ({ type: "small", children: inline(text) }),
  },
  { block: true, quote: true, pattern: /^ *>>> ?([\s\S]+)/, node: ([, text]) => quote(text) },
  {
    block: true,
    quote: true,
    pattern: /^ *> [^\n]*(?:\n *> [^\n]*)*\n?/,
    node: ([text]) => quote(text.replace(/^ *> /gm, "").replace(/\n$/, "")),
  },
  {
    block: true,
    pattern: /^ *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n(?: *(?:[-*]|\d{1,9}\.) +| +)[^\s][^\n]*)*(?:\n|$)/,
    node: ([text]) => list(text),
  },
  {
    pattern: /^```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][^]*?)\n*```\n?/i,
    node: ([, language, text]) => ({ type: "codeblock", language: language ?? "", text }),
  },
  { pattern: /^\n/, node: () => words("\n") },
  { pattern: /^¯\\_\(ツ\)_\/¯/, node: ([text]) => words(text) },
  { pattern: /^\\([^0-9A-Za-z\s])/, node: ([, text]) => words(text) },
  {
    pattern: /^(`+)([\s\S]*?[^`])\1(?!`)/,
    node: ([, , text]) => ({ type: "code", text: text.replace(/^ ?(`.*`) ?$/, "$1") }),
  },
  { pattern: /^<@!?(\d+)>/, node: ([, id]) => ({ type: "mention", kind: "user", id }) },
  { pattern: /^<@&(\d+)>/, node: ([, id]) => ({ type: "mention", kind: "role", id }) },
  { pattern: /^<#(\d+)>/, node: ([, id]) => ({ type: "mention", kind: "channel", id }) },
  { pattern: /^<\/([^:>]+):\d+>/, node: ([, name]) => ({ type: "mention", kind: "command", id: name }) },
  {
    pattern: /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/,
    node: ([, at, style]) => ({ type: "time", at: Number(at), style: style ?? "f" }),
  },
  { pattern: /^<a?:(\w+):\d+>/, node: ([, name]) => ({ type: "emoji", name }) },
  { pattern: /^@(everyone|here)\b/, node: ([, id]) => ({ type: "mention", kind: "all", id }) },
  {
    pattern: /^\[((?:\\.|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>)]+)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/,
    node: ([, text, url]) => ({ type: "link", url, children: inline(text) }),
  },
  { pattern: /^<(https?:\/\/[^\s<>]+)>/, node: ([, url]) => bareLink(url) },
  { pattern: /^https?:\/\/[^\s<]+[^<.,:;"'\]\s)]/, node: ([url]) => bareLink(url) },
  {
    pattern: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/,
    node: ([, text]) => ({ type: "strong", children: inline(text) }),
  },
  {
    pattern: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/,
    node: ([, text]) => ({ type: "underline", children: inline(text) }),
  },
  {
    pattern: /^\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/,
    node: ([, text]) => ({ type: "emphasis", children: inline(text) }),
  },
  {
    pattern: /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/,
    node: ([, text]) => ({ type: "emphasis", children: inline(text) }),
  },
  { pattern: /^~~([\s\S]+?)~~(?!_)/, node: ([, text]) => ({ type: "strike", children: inline(text) }) },
  { pattern: /^\|\|([\s\S]+?)\|\|/, node: ([, text]) => ({ type: "spoiler", children: inline(text) }) },
  { pattern: /^[\s\S]+?(?=[^0-9A-Za-z\s\u00c0-\uffff]|\n|\w+:\S|$)/, node: ([text]) => words(text) },
];

/** The tree of a whole message, description or field value. */
export function parse(text) {
  return walk(text, { blocks: true, quotes: true });
}

/** The tree of one line, such as a title: no headings, lists or quotes. */
export function inline(text) {
  return walk(text, { blocks: false, quotes: false });
}

function walk(source, allowed) {
  const nodes = [];
  let rest = source;
  let lineStart = true;
  while (rest) {
    const [rule, match] = firstRule(rest, lineStart && allowed.blocks, allowed.quotes);
    for (const node of [rule.node(match)].flat()) {
      const last = nodes.at(-1);
      if (node.type === "text" && last?.type === "text") last.text += node.text;
      else nodes.push(node);
    }
    lineStart = match[0].endsWith("\n");
    rest = rest.slice(match[0].length);
  }
  return nodes;
}

function firstRule(rest, blocks, quotes) {
  for (const rule of RULES) {
    if ((rule.block && !blocks) || (rule.quote && !quotes)) continue;
    const match = rule.pattern.exec(rest);
    if (match) return [rule, match];
  }
  throw new Error("the last rule takes any text");
}

function words(text) {
  return { type: "text", text };
}

function heading([, marks, text]) {
  return { type: "heading", level: marks.length, children: inline(text) };
}

function quote(text) {
  return { type: "quote", children: walk(text, { blocks: true, quotes: false }) };
}

function bareLink(url) {
  return { type: "link", url, children: [words(url)] };
}

/** Lines of a list, nested by their indentation. A line without a bullet continues with the item above it. */
function list(text) {
  const lines = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const bullet = BULLET.exec(line);
    if (bullet) lines.push({ indent: bullet[1].length, mark: bullet[2], text: bullet[3] });
    else lines.at(-1).text += `\n${line.trim()}`;
  }
  return nest(lines);
}

const isOrdered = ({ mark }) => /\d/.test(mark);

/** The lists that some lines make: another begins where bullets and numbers change places. */
function nest(lines) {
  const [{ indent, mark }] = lines;
  const ordered = isOrdered(lines[0]);
  const items = [];
  const made = () => ({ type: "list", ordered, start: ordered ? Number.parseInt(mark, 10) : 1, items });
  for (let at = 0; at < lines.length;) {
    let end = at + 1;
    while (end < lines.length && lines[end].indent > indent) end += 1;
    const children = inline(lines[at].text);
    if (end > at + 1) children.push(...nest(lines.slice(at + 1, end)));
    items.push(children);
    at = end;
    if (at < lines.length && isOrdered(lines[at]) !== ordered) {
      return [made(), ...nest(lines.slice(at))];
    }
  }
  return [made()];
}
