// An authenticator app for tests, independent of the server's code.

import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes that a secret spells. */
export const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/** The six digits that the app shows at a time. */
export const codeAt = (secret: string, time: number): string => {
  const step = Math.floor(time / 30_000);
  const counter = Buffer.from(step.toString(16).padStart(16, '0'), 'hex');
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (digest.at(-1) as number) % 16;
  const number = Number.parseInt(digest.subarray(at, at + 4).toString('hex'), 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
};

/** A code that is none of those around a time. */
export const wrongAt = (secret: string, time: number): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, time + steps * 30_000));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string;
};
