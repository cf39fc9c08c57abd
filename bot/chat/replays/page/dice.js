/* Checks the dice of an ended encounter: each throw must be the one that the secret seed gives for its order,
   and the seed the one whose SHA-256 was posted at the start (docs/export.md, "How the dice can be checked"). */

const WORD = 1n << 64n;
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** Returns the throw of `low` to `high` that a seed gives for a message; `sign` is the HMAC with that seed. */
async function derived(sign, message, low, high) {
  const span = BigInt(high - low + 1);
  if (span <= 0n) return NaN;
  for (let attempt = 0; ; attempt++) {
    const block = new DataView((await sign(utf8(attempt ? `${message}:${attempt}` : message))).buffer);
    for (let at = 0; at < 32; at += 8) {
      const word = block.getBigUint64(at);
      if (word < (WORD / span) * span) return low + Number(word % span);
    }
  }
}

/** Returns the result of checking all throws: counts, problems in words, and for each frame whether its throws are right. */
async function checkDice(replay) {
  const report = { checked: 0, typed: 0, orders: 0, given: 0, problems: [], frames: new Map() };
  const signs = new Map();
  for (const [posted, seed] of Object.entries(replay.seeds)) {
    if (hex(await HASHING.sha256(unhex(seed))) === posted) signs.set(posted, await HASHING.hmac(unhex(seed)));
    else report.problems.push(`The SHA-256 of the seed ${seed} differs from the one posted (${posted}).`);
  }
  for (const [at, frame] of replay.frames.entries()) {
    const rolls = frame.steps.map(([, , , die]) => die).filter(Boolean);
    if (!rolls.length) continue;
    const where = `#${nameOf(frame)}`;
    const results = [];
    report.frames.set(at, results);
    for (const [n, [low, high, value, typed]] of rolls.entries()) {
      if (typed) {
        report.typed++;
        results.push(null);
        continue;
      }
      const key = frame.drawn?.keys[n];
      const sign = signs.get(frame.drawn?.commitment);
      if (!key || !sign) {
        report.problems.push(`${where}: the seed of ${value} is unknown.`);
        results.push(false);
        continue;
      }
      const message = [replay.encounter.id, key[0], frame.drawn.digest, key[1]].join(":");
      const right = await derived(sign, message, low, high);
      report.checked++;
      results.push(right === value);
      if (right !== value) report.problems.push(`${where}: the replay shows ${value}, but the seed gives ${right}.`);
    }
    await checkOrder(frame, where, report);
  }
  return report;
}

async function checkOrder(frame, where, report) {
  if (!frame.drawn) return;
  if (frame.drawn.order === null) {
    report.given++;
    return;
  }
  report.orders++;
  if (hex(await HASHING.sha256(utf8(frame.drawn.order))) !== frame.drawn.digest) {
    report.problems.push(`${where}: the order differs from the one its dice were drawn for.`);
  }
}
