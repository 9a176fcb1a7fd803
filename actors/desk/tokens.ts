// Tokens: how they are made, hashed and recognised. They are given out once and never stored.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const SESSION_BYTES = 16;
const SECRET_BYTES = 24;
const TAG_BYTES = 16;

/** SHA-256 of a token in hex: all that is kept of it. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

const tag = (key: Buffer, purpose: string, data: Uint8Array | string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\0`).update(data).digest();

/** The csrf token of a session: whoever holds the server's key can tell it from the id alone. */
export const csrfOf = (key: Buffer, session: string): string =>
  tag(key, 'csrf', session).toString('base64url');

/** Are two texts equal? Takes the same time wherever they differ. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** A new session id: 128 random bits in hex. */
export const newSessionId = (random: (bytes: number) => Buffer): string =>
  random(SESSION_BYTES).toString('hex');

/** A new access token: 192 random bits. */
export const newAccessToken = (random: (bytes: number) => Buffer): string =>
  random(SECRET_BYTES).toString('base64url');

/**
 * A new refresh token: the session id, 192 random bits, and 128 bits of an HMAC over both. The HMAC
 * lets every token that was ever given out be recognised as the session's own without a list of
 * them, so the use of an old one is noticed however old it is.
 */
export const newRefreshToken = (
  key: Buffer,
  session: string,
  random: (bytes: number) => Buffer,
): string => {
  const body = Buffer.concat([Buffer.from(session, 'hex'), random(SECRET_BYTES)]);
  const mark = tag(key, 'refresh', body).subarray(0, TAG_BYTES);
  return Buffer.concat([body, mark]).toString('base64url');
};

/** The session that a refresh token was given to; undefined = no token of this server. */
export const sessionOfRefresh = (key: Buffer, token: string): string | undefined => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SESSION_BYTES + SECRET_BYTES + TAG_BYTES) return undefined;
  const body = bytes.subarray(0, SESSION_BYTES + SECRET_BYTES);
  const mark = tag(key, 'refresh', body).subarray(0, TAG_BYTES);
  if (!timingSafeEqual(mark, bytes.subarray(body.length))) return undefined;
  return body.subarray(0, SESSION_BYTES).toString('hex');
};

/** A random UUID (version 4). */
export const randomUuid = (random: (bytes: number) => Buffer): string => {
  const bytes = Buffer.from(random(16));
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
