// Derived ids: UUID version 5 on a SHA-1 of its own, since the engine imports nothing native.

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The message with its padding, as big-endian words: length is a multiple of 16. */
const paddedWords = (bytes: Uint8Array): Int32Array => {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const words = new Int32Array(blocks * 16);
  for (let at = 0; at < bytes.length; at += 1) {
    const index = at >> 2;
    words[index] = (words[index] as number) | ((bytes[at] as number) << (24 - (at % 4) * 8));
  }
  const end = bytes.length >> 2;
  words[end] = (words[end] as number) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 1] = bytes.length * 8;
  return words;
};

const round = (step: number, b: number, c: number, d: number): number => {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
};

/** SHA-1 (FIPS 180-4) of short messages, as 20 bytes. */
export const sha1 = (bytes: Uint8Array): Uint8Array => {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = paddedWords(bytes);
  const w = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.subarray(block, block + 16));
    for (let t = 16; t < 80; t += 1) {
      w[t] = rotate(
        (w[t - 3] as number) ^ (w[t - 8] as number) ^ (w[t - 14] as number) ^ (w[t - 16] as number),
        1,
      );
    }
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let t = 0; t < 80; t += 1) {
      const next = (rotate(a, 5) + round(t, b, c, d) + e + (w[t] as number)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((word, at) => {
      state[at] = ((state[at] as number) + word) | 0;
    });
  }
  const out = new Uint8Array(20);
  for (let at = 0; at < 20; at += 1) {
    out[at] = (state[at >> 2] as number) >>> (24 - (at % 4) * 8);
  }
  return out;
};

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** UUID version 5 (RFC 9562) of a name within a namespace; the name in ASCII. */
export const uuidV5 = (namespace: string, name: string): string => {
  const space = namespace.replaceAll('-', '');
  const bytes = new Uint8Array(16 + name.length);
  for (let at = 0; at < 16; at += 1) {
    bytes[at] = Number.parseInt(space.slice(at * 2, at * 2 + 2), 16);
  }
  for (let at = 0; at < name.length; at += 1) bytes[16 + at] = name.charCodeAt(at) & 0x7f;
  const digest = sha1(bytes).subarray(0, 16);
  digest[6] = ((digest[6] as number) & 0x0f) | 0x50;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  const text = hex(digest);
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join('-');
};
