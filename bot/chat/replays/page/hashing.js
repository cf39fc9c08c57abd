/* SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104): the browser's own, or written out here where it has none, as in a
   page that a server gives without encryption. */

const HASHING = (() => {
  const own = globalThis.crypto?.subtle;

  const ROUNDS = (() => {
    const found = [];
    for (let n = 2; found.length < 64; n++) {
      if (found.every(([prime]) => n % prime)) found.push([n, fraction(Math.cbrt(n))]);
    }
    return found.map(([, constant]) => constant);
  })();

  function fraction(root) {
    return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  }

  function digest(bytes) {
    const state = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (n) => fraction(Math.sqrt(n)));
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8);
    const words = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      const block = new DataView(padded.buffer, at, 64);
      for (let n = 0; n < 64; n++) {
        if (n < 16) words[n] = block.getUint32(n * 4);
        else {
          const [x, y] = [words[n - 15], words[n - 2]];
          const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
          const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
          words[n] = words[n - 16] + low + words[n - 7] + high;
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let n = 0; n < 64; n++) {
        const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n];
        const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((value, n) => { state[n] += value; });
    }
    const out = new Uint8Array(32);
    state.forEach((value, n) => new DataView(out.buffer).setUint32(n * 4, value));
    return out;
  }

  function turned(word, by) {
    return (word >>> by) | (word << (32 - by));
  }

  function authenticated(key, bytes) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? digest(key) : key);
    const keyed = (mask, rest) => digest(Uint8Array.of(...block.map((byte) => byte ^ mask), ...rest));
    return keyed(0x5c, keyed(0x36, bytes));
  }

  /** Returns the SHA-256 of bytes. */
  async function sha256(bytes) {
    return own ? new Uint8Array(await own.digest("SHA-256", bytes)) : digest(bytes);
  }

  /** Returns a function that computes the HMAC-SHA256 of bytes with this key. */
  async function hmac(key) {
    if (!own) return (bytes) => authenticated(key, bytes);
    const imported = await own.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (bytes) => new Uint8Array(await own.sign("HMAC", imported, bytes));
  }

  return { sha256, hmac };
})();
