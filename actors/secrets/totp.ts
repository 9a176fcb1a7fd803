// Time-based one-time codes (RFC 6238) in the form of authenticator apps: SHA-1, 6 digits, 30
// seconds.

import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

const BASE32 = new ScureBase32Plugin();
/** Size of a secret in bytes: 160 bits, like SHA-1's digest. */
export const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;
/**
 * Duration of a step in seconds. A code is accepted one step late, because users need time to read
 * and type it, and one step early, because clocks of phones may be fast.
 */
const STEP_SEC = 30;

/** RFC 4648 base32 without padding, the form for users and apps. */
export const base32 = (bytes: Uint8Array): string => BASE32.encode(bytes);

/**
 * The number of the 30 s step of a code, if it is the present step or one beside it; `now` in ms.
 * Undefined = it is of another step.
 */
export const stepOf = (secret: Uint8Array, code: string, now: number): number | undefined => {
  if (!CODE.test(code)) return undefined;
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SEC });
  return found.valid ? Math.floor(epoch / STEP_SEC) + found.delta : undefined;
};

/** The default parameters, stated explicitly. */
const DEFAULTS = `algorithm=SHA1&digits=6&period=${STEP_SEC}`;

/**
 * The text of a QR code for authenticator apps in the key-uri format, which does not allow colons
 * in names.
 */
export const keyUri = (secret: Uint8Array, issuer: string, login: number): string => {
  const named = { issuer: issuer.replaceAll(':', ' '), label: String(login) };
  return `${generateURI({ ...named, secret: base32(secret) })}&${DEFAULTS}`;
};
