/* The page's way to the server: its small JSON interface, and the live connection that comes back by
   itself. */

/** What the server refused, or that it could not be reached, in one sentence. */
export class Refusal extends Error {}

async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal("The playground does not answer. Is it still running?");
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok)
    throw new Refusal(body?.error ?? body?.message ?? `The playground answered ${answer.status}.`);
  return body;
}

/** Posts JSON; with files, a form whose field `payload` is that JSON and whose other fields are the files. */
function post(path, body, files = {}) {
  if (Object.keys(files).length === 0) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }
  const form = new FormData();
  form.append("payload", JSON.stringify(body));
  for (const [field, file] of Object.entries(files)) form.append(field, file, file.name);
  return ask(path, { method: "POST", body: form });
}

function query(given) {
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return set.length ? `?${new URLSearchParams(set)}` : "";
}

export const fetchState = (user) => ask(`/page/state${query({ user })}`);
/** The latest messages, or the latest before one. */
export const fetchMessages = (channel, user, before = null) =>
  ask(`/page/channels/${encodeURIComponent(channel)}/messages${query({ user, before })}`);
export const say = (body, files) => post("/page/say", body, files);
export const startThread = (body) => post("/page/thread", body);
export const archive = (body) => post("/page/archive", body);
export const typing = (body) => post("/page/typing", body);
export const markRead = (body) => post("/page/read", body);
export const slash = (body, files) => post("/page/slash", body, files);
export const autocomplete = (body) => post("/page/autocomplete", body);
export const component = (body) => post("/page/component", body);
export const submitModal = (body, files) => post("/page/modal", body, files);

const FIRST_PAUSE = 400; // milliseconds
const LONGEST_PAUSE = 1200; // the server is near: asking often costs nothing

/** One person's live connection. Calls `onEvent(name, data)`; `onOpen()` whenever it stands; `onLost()`. */
export class Live {
  #socket = null;
  #user = null;
  #timer = 0;
  #pause = FIRST_PAUSE;

  constructor({ onEvent, onOpen, onLost }) {
    this.onEvent = onEvent;
    this.onOpen = onOpen;
    this.onLost = onLost;
  }

  connect(user) {
    clearTimeout(this.#timer);
    this.#user = user;
    this.#pause = FIRST_PAUSE;
    this.#socket?.close();
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/page/live${query({ user: this.#user })}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.#pause = FIRST_PAUSE;
      this.onOpen();
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      const { t, d } = JSON.parse(data);
      this.onEvent(t, d);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.onLost();
      this.#timer = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    });
  }
}
