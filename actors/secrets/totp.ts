// One-time codes by time (RFC 6238), as authenticator apps make them: SHA-1, 6 digits, 30 seconds.

import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

const BASE32 = new ScureBase32Plugin();
/** 160 bits, as long as SHA-1's digest. */
export const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;
/** Seconds that one code counts, and by which it may be late: time to read and type it. */
const STEP_SEC = 30;

/** RFC 4648 base32 without padding: what people type and apps read. */
export const base32 = (bytes: Uint8Array): string => BASE32.encode(bytes);

/**
 * The number of the 30 s step whose code this is, the present one or the one before; `now` in ms.
 * Undefined = neither.
 */
export const stepOf = (secret: Uint8Array, code: string, now: number): number | undefined => {
  if (!CODE.test(code)) return undefined;
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: [STEP_SEC, 0] });
  return found.valid ? Math.floor(epoch / STEP_SEC) + found.delta : undefined;
};

/** Said though they are what apps take for granted. */
const DEFAULTS = `algorithm=SHA1&digits=6&period=${STEP_SEC}`;

/**
 * The text of a QR code for an authenticator app: the key-uri format, which knows no colon in
 * names.
 */
export const keyUri = (secret: Uint8Array, issuer: string, login: number): string => {
  const named = { issuer: issuer.replaceAll(':', ' '), label: String(login) };
  return `${generateURI({ ...named, secret: base32(secret) })}&${DEFAULTS}`;
};
