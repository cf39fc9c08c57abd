/* Shows one frame after the other. Text that people typed is put into the page as text, never as markup. */

const by = (id) => document.getElementById(id);
const VERDICTS = new Set(["hit", "miss", "undone"]);
const PACE = { least: 1100, most: 4200, letter: 14 };
const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };
const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** Returns an element with this text or these children. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Returns a frame's number as it is shown: "41", or "41.2" for the second part of order 41. */
function nameOf(frame) {
  return frame.part ? `${frame.number}.${frame.part}` : `${frame.number}`;
}

/** Returns the record in the page, with repeated values filled in. */
async function unpacked(element) {
  let text = element.textContent;
  if (element.dataset.packed) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }
  const replay = JSON.parse(text);
  Object.assign(replay, { shapes: [], maps: [], fighters: [] });
  for (const frame of replay.frames) {
    for (const [sort, values] of Object.entries(frame.new ?? {})) {
      for (const value of values) replay[sort].push(value);
    }
  }
  return replay;
}

class Player {
  constructor(replay) {
    this.replay = replay;
    this.frames = replay.frames;
    this.map = new MapView(replay);
    this.at = -1;
    this.report = null;
    this.describe();
    this.controls();
    this.keys();
    this.marks();
    addEventListener("hashchange", () => this.goTo(new URLSearchParams(location.hash.slice(1)).get("entry")));
  }

// The parts that do not change

  describe() {
    const { encounter, book, filtered } = this.replay;
    const title = encounter.title || "Skirmish";
    document.title = `${title} · Replay`;
    by("title").textContent = title;
    const count = new Set(this.frames.map((frame) => frame.number)).size;
    const orders = `${count} ${count === 1 ? "order" : "orders"}`;
    const day = new Date(encounter.started).toLocaleDateString("en", { dateStyle: "medium" });
    const whose = filtered ? "as one side saw it" : encounter.ended ? "the whole fight" : "so far";
    by("about").textContent = `${book} · ${day} · ${orders} · ${whose}`;
    by("slider").max = this.frames.length - 1;
    const turns = new Map();
    this.frames.forEach((frame, at) => turns.has(frame.clock) || turns.set(frame.clock, at));
    by("clocks").append(...[...turns].map(([clock, at]) => make("option", { value: at }, clock)));
    this.turns = [...turns.values()];
    const [width, height] = this.frames.map((frame) => frame.map?.size ?? [0, 0])
      .reduce((one, other) => one.map((length, n) => Math.max(length, other[n])), [1, 1]);
    by("stage").style.setProperty("--ratio", width / height);
    by("log").firstElementChild.textContent = `All entries (${this.frames.length})`;
  }

  /** Draws a line for each shot above the slider, a longer one for each hit. */
  marks() {
    const marks = by("marks");
    const last = Math.max(this.frames.length - 1, 1);
    marks.setAttribute("viewBox", `0 0 ${last} 10`);
    this.frames.forEach((frame, at) => {
      if (!isShot(frame)) return;
      const [y1, kind] = frame.verdict === "hit" ? [0, "hit"] : [5, "miss"];
      marks.append(svg("line", { x1: at, x2: at, y1, y2: 10, class: kind, "vector-effect": "non-scaling-stroke" }));
    });
  }

  controls() {
    const clicks = {
      first: () => this.show(0), back: () => this.show(this.at - 1), on: () => this.show(this.at + 1),
      last: () => this.show(this.frames.length - 1), play: () => this.toggle(),
      shot: (event) => this.jump(isShot, event.shiftKey), hit: (event) => this.jump(isHit, event.shiftKey),
      closer: () => this.map.zoom(0.7, null, true), farther: () => this.map.zoom(1 / 0.7, null, true),
      fit: () => this.map.fit(), dice: () => by("checked").showModal(),
    };
    for (const [id, act] of Object.entries(clicks)) by(id).addEventListener("click", act);
    by("slider").addEventListener("input", () => this.show(Number(by("slider").value)));
    by("clocks").addEventListener("change", () => this.show(Number(by("clocks").value)));
    by("go").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.goTo(by("wanted").value)) by("wanted").value = "";
    });
    by("more").addEventListener("click", () => this.detail(by("more").getAttribute("aria-expanded") !== "true"));
    by("log").addEventListener("toggle", () => this.list());
    this.toggle(false);
    this.detail(false);
  }

  /** Shows every step, or only the steps that the bot's answer shows. */
  detail(all) {
    by("entry").toggleAttribute("data-all", all);
    by("more").setAttribute("aria-expanded", all);
    by("more").textContent = all ? "Fewer steps" : "Every step";
  }

  keys() {
    const acts = {
      ArrowLeft: () => this.show(this.at - 1), ArrowRight: () => this.show(this.at + 1),
      Home: () => this.show(0), End: () => this.show(this.frames.length - 1), " ": () => this.toggle(),
      n: (back) => this.jump(isShot, back), h: (back) => this.jump(isHit, back),
      d: () => this.detail(by("more").getAttribute("aria-expanded") !== "true"), f: () => this.map.fit(), "+": () => this.map.zoom(0.7, null, true), "-": () => this.map.zoom(1 / 0.7, null, true),
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || by("checked").open) return;
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || event.target.matches("select, input:not([type=range])")) return;
      // The space bar presses the button that has the focus.
      if (event.key === " " && event.target.matches("button, summary")) return;
      event.preventDefault();
      act(event.shiftKey);
    });
  }

// Going to another frame

  /** Shows a frame; a number beyond the ends shows the first or last one. */
  show(wanted, playing = false) {
    const at = Math.min(Math.max(wanted, 0), this.frames.length - 1);
    if (!playing) this.toggle(false);
    this.say("");
    if (at === this.at || !this.frames.length) return;
    const [before, frame] = [this.frames[at - 1], this.frames[at]];
    this.at = at;
    by("slider").value = at;
    by("slider").setAttribute("aria-valuetext", `Entry ${nameOf(frame)}, ${frame.clock}`);
    by("clocks").value = this.turns.findLast((turn) => turn <= at && this.frames[turn].clock === frame.clock) ?? "";
    this.map.show(frame.map, before?.map);
    this.tell(frame);
    this.fighters(frame, before);
    this.list();
    try {
      history.replaceState(null, "", `#entry=${nameOf(frame)}`);
    } catch {
      // Some browsers forbid this in a local file; the frame is shown anyway.
    }
  }

  /** Shows the entry with that number; returns whether there is one. */
  goTo(number) {
    const name = (number ?? "").trim().replace(/^#/, "");
    if (!name) return false;
    let at = this.frames.findIndex((frame) => nameOf(frame) === name);
    if (at < 0) at = this.frames.findIndex((frame) => String(frame.number) === name);
    if (at >= 0) this.show(at);
    else this.say(`There is no entry ${name} here: 1 to ${this.frames.at(-1)?.number ?? 0}.`);
    return at >= 0;
  }

  /** Shows the next or the previous frame of a sort. */
  jump(sort, back) {
    const at = back
      ? this.frames.findLastIndex((frame, n) => n < this.at && sort(frame))
      : this.frames.findIndex((frame, n) => n > this.at && sort(frame));
    if (at >= 0) this.show(at);
    else this.say(`No ${back ? "earlier" : "later"} ${sort === isHit ? "hit" : "shot"}.`);
  }

  /** Starts or stops playing. */
  toggle(playing = !this.playing) {
    clearTimeout(this.timer);
    if (playing && this.at >= this.frames.length - 1) this.show(0, true);
    this.playing = playing;
    by("play").toggleAttribute("data-playing", playing);
    by("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    if (playing) this.timer = setTimeout(() => this.tick(), this.lasting());
  }

  tick() {
    this.show(this.at + 1, true);
    this.toggle(this.at < this.frames.length - 1);
  }

  /** Returns how long a frame is shown while playing, in ms: the time it takes to read its text. */
  lasting() {
    const { text, verdict } = this.frames[this.at];
    const time = Math.min(PACE.least + text.length * PACE.letter, PACE.most) * (verdict === "hit" ? 1.3 : 1);
    return time / Number(by("speed").value);
  }

  say(words) {
    by("said").textContent = words;
  }

  // One frame in words

  tell(frame) {
    const entry = by("entry");
    entry.dataset.verdict = VERDICTS.has(frame.verdict) ? frame.verdict : "done";
    by("number").textContent = `#${nameOf(frame)}`;
    by("clock").textContent = frame.clock;
    by("text").textContent = frame.text;
    by("order").textContent = [frame.by, frame.title].filter(Boolean).join(" · ");
    const results = [...(this.report?.frames.get(this.at) ?? [])];
    by("steps").replaceChildren(...frame.steps.map(([label, text, detail, die]) =>
      make("li", { class: detail && "detail" },
        ...(die ? [dieOf(die, results.shift())] : []), make("b", {}, label), ` ${text}`)));
    by("steps").hidden = !frame.steps.length;
    by("more").hidden = !frame.steps.some(([, , detail]) => detail);
  }

  /** Shows the fighters by side, with place and state, and marks those that have changed. */
  fighters(frame, before) {
    const was = new Set(before?.fighters ?? frame.fighters);
    const sides = new Map();
    for (const n of frame.fighters) {
      const row = this.replay.fighters[n];
      if (!sides.has(row[3])) sides.set(row[3], []);
      sides.get(row[3]).push([row, !was.has(n)]);
    }
    const lists = [...sides].map(([color, rows]) => {
      const side = rows[0][0][2] || "No side";
      return make("section", { "aria-label": side }, make("h3", {}, sideSign(color), side),
        make("ul", {}, ...rows.map(([row, changed]) => fighterLine(row, changed))));
    });
    by("fighters").hidden = !lists.length;
    by("fighters").firstElementChild.textContent = `Fighters (${frame.fighters.length})`;
    by("fighters").lastElementChild.replaceChildren(...lists);
  }

  /** Shows the list of all entries, if it is open, and marks the current one. */
  list() {
    const list = by("log").lastElementChild;
    if (!by("log").open) return;
    if (!list.children.length) {
      list.append(...this.frames.map((frame, at) =>
        make("li", { class: frame.verdict }, make("button", { type: "button", onclick: () => this.show(at) },
          make("b", {}, `#${nameOf(frame)}`), ` ${frame.text}`))));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = list.children[this.at];
    line.setAttribute("aria-current", "true");
    list.scrollTop = line.offsetTop - list.clientHeight / 2;
  }

  // The dice

  async check() {
    const badge = by("dice");
    if (!this.replay.seeds) {
      this.prove("open", "Dice: after the end", "The dice can be checked after the end.", [
        "The seed of the dice stays secret while the encounter is open. After the end, /export gives a replay with it.",
      ]);
      return;
    }
    badge.textContent = "Checking the dice …";
    this.report = await checkDice(this.replay);
    const { checked, typed, orders, given, problems } = this.report;
    const throws = `${checked} ${checked === 1 ? "throw" : "throws"}`;
    const { opening, proven, claimed } = this.replay.report;
    const listed = (title, items) => [["strong", title], ...items.map((item) => `• ${item}`)];
    const lists = [...listed("Proven:", proven), ...listed("Only claimed:", claimed)];
    const lines = [
      opening,
      `${throws} checked against the seed, ${typed} typed by players.`,
      `${orders} ${orders === 1 ? "order is" : "orders are"} the same as when the dice were drawn for them.` +
        (given ? ` ${given} more cannot be checked, because names replace user ids in them.` : ""),
      "Compare these SHA-256 values with the ones posted before the dice were thrown:",
      ...Object.entries(this.replay.seeds).map(([posted, seed]) => ["code", posted, `Seed: ${seed}`]),
      "/dice verify, or referee verify with the JSON file of /export, also checks the order of events.",
    ];
    if (problems.length) {
      this.prove("bad", "Dice: not verified", `Not verified: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`, [
        ...problems.map((problem) => ["strong", problem]), ...lines,
      ]);
    } else this.prove("good", "✓ Dice verified", "Verified: the dice come from the seed", [...lines, ...lists]);
    if (this.at >= 0) this.tell(this.frames[this.at]);
  }

  /** Shows the result of the check: short on the badge, in full in the dialog. */
  prove(state, badge, verdict, lines) {
    by("dice").dataset.state = state;
    by("dice").textContent = badge;
    by("verdict").textContent = verdict;
    by("proof").replaceChildren(...lines.map((line) => typeof line === "string"
      ? make("p", {}, line)
      : make("p", {}, ...line.slice(1).map((text) => make(line[0], {}, text)))));
  }
}

const isHit = (frame) => frame.verdict === "hit";
const isShot = (frame) => frame.verdict === "miss" || isHit(frame);

/** Returns a die with its value, and whether the seed gives that value. */
function dieOf([low, high, value, typed], right) {
  const shown = low === 0 ? String(value).padStart(String(high).length, "0") : String(value);
  const state = typed ? "typed" : right === true ? "right" : right === false ? "wrong" : "open";
  const words = { typed: "typed in", right: "verified", wrong: "differs from the seed", open: "" }[state];
  const sign = { right: "✓", wrong: "✗", typed: "✎", open: "" }[state];
  return make("span", { class: "die", "data-state": state, title: [`${low} to ${high}`, words].filter(Boolean).join(", ") },
    shown, ...(sign ? [make("i", { role: "img", "aria-label": words }, sign)] : []));
}

function sideSign(color) {
  const sign = svg("svg", { viewBox: "-12 -12 24 24", class: "side", "aria-hidden": "true" });
  sign.append(painted(SIDE_SHAPES[color % SIDE_SHAPES.length]));
  return sign;
}

/** The shapes of the sides' markers (bot/game/maps/markers.py): number of corners, rotation in degrees. */
const SIDE_SHAPES = [[24, 0], [4, 45], [6, 0], [4, 0], [8, 22.5], [3, -90]].map(([corners, turned], side) => {
  const points = Array.from({ length: corners }, (_, n) => {
    const angle = ((turned + (360 * n) / corners) * Math.PI) / 180;
    return [(10 * Math.cos(angle)).toFixed(1), (10 * Math.sin(angle)).toFixed(1)];
  });
  return ["polygon", points, `side${side}`, null, 0];
});

function fighterLine([code, name, , , place, state, out, contact], changed) {
  const where = place ? ` at ${place}` : "";
  return make("li", { class: [out && "out", contact && "contact", changed && "changed"].filter(Boolean).join(" ") },
    make("code", {}, code), " ", make("b", {}, name), where, ...(state ? [make("span", {}, `: ${state}`)] : []),
    ...(out ? [" (out of play)"] : []));
}

/** Sets light or dark colors, by the system's setting or the reader's choice. */
function setupTheme() {
  const button = by("theme");
  let theme = "auto";
  const put = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = THEME_SIGNS[theme];
    button.title = `Colors: ${theme === "auto" ? "automatic" : theme}`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    theme = NEXT_THEME[theme];
    put();
  });
  put();
}

async function begin() {
  setupTheme();
  const replay = await unpacked(by("record"));
  by("app").hidden = false;
  const player = new Player(replay);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("entry");
  if (!player.goTo(wanted)) {
    const trouble = by("said").textContent;
    player.show(replay.opens);
    if (wanted) player.say(trouble);
  }
  await player.check();
}

begin().catch((error) => {
  by("trouble").hidden = false;
  by("trouble").textContent = `This replay cannot be shown: ${error.message}. A newer browser may help.`;
});
