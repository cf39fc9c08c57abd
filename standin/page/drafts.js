/* What was being written in each channel of this window, until it is closed. */

const DRAFTS = "drafts";

const all = () => JSON.parse(sessionStorage.getItem(DRAFTS) ?? "{}");

/** Keeps what the composer calls a draft; null forgets the channel's. */
export function keep(channel, draft) {
  const { [channel]: gone, ...others } = all();
  sessionStorage.setItem(DRAFTS, JSON.stringify(draft ? { ...others, [channel]: draft } : others));
}

export const of = (channel) => all()[channel] ?? null;
