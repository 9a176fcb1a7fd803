// One-time codes by time (RFC 6238), as authenticator apps make them: SHA-1, 6 digits, 30 seconds.

import { createHmac } from 'node:crypto';
import { sameText } from './seal.js';

/** How long one code counts. */
const STEP_MS = 30_000;
/** 160 bits, as long as SHA-1's digest. */
export const SECRET_BYTES = 20;
/** How many steps before the present one still count: time to read and type the code. */
const STEPS_BACK = 1;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding: what people type and apps read. */
export const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
};

/** The number of the step that a time lies in. */
export const stepAt = (time: number): number => Math.floor(time / STEP_MS);

/** The code of a secret in a step. */
export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
};

/** The step whose code this is, the present one or the one before; undefined = neither. */
export const stepOf = (secret: Uint8Array, code: string, now: number): number | undefined => {
  const present = stepAt(now);
  for (let step = present; step >= present - STEPS_BACK; step -= 1) {
    if (sameText(codeAt(secret, step), code)) return step;
  }
  return undefined;
};

/** What a QR code shows an authenticator app: the key-uri format, which knows no colon in names. */
export const keyUri = (secret: Uint8Array, issuer: string, login: number): string => {
  const name = encodeURIComponent(issuer.replaceAll(':', ' '));
  const rest = `algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
  return `otpauth://totp/${name}:${login}?secret=${base32(secret)}&issuer=${name}&${rest}`;
};
