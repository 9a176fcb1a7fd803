// Tokens: how they are made, hashed and recognised. They are returned once and never stored.

import { hash } from 'node:crypto';
import { sameText } from '../../wire/base/same-text.js';
import { hmac, type Key, type Keys } from './seal.js';

type Random = (bytes: number) => Buffer;

const SESSION_BYTES = 16;
const SECRET_BYTES = 24;
/** Characters of a session id and secret in base64url, and of the tag: 132 bits. */
const BODY_LENGTH = Math.ceil(((SESSION_BYTES + SECRET_BYTES) * 8) / 6);
const TAG_LENGTH = 22;

/** SHA-256 of a token in hex; only this is stored. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** The csrf token of a session; it can be computed from the key and the session id. */
export const csrfOf = (key: Key, session: string): string =>
  hmac(key, session, 'csrf').toString('base64url');

/** A new session id: 128 random bits in hex. */
export const newSessionId = (random: Random): string => random(SESSION_BYTES).toString('hex');

/** A new access token: 192 random bits. */
export const newAccessToken = (random: Random): string =>
  random(SECRET_BYTES).toString('base64url');

const tagOf = (key: Key, body: string): string =>
  hmac(key, body, 'refresh').toString('base64url').slice(0, TAG_LENGTH);

/**
 * A new refresh token: session id, 192 random bits, and a tag over both. The tag shows that a token
 * was once issued for the session, without a list of issued tokens, so that the use of an old token
 * is noticed whatever its age.
 */
export const newRefreshToken = (key: Key, session: string, random: Random): string => {
  const bytes = Buffer.concat([Buffer.from(session, 'hex'), random(SECRET_BYTES)]);
  const body = bytes.toString('base64url');
  return body + tagOf(key, body);
};

/** The session of a refresh token; undefined = this server did not issue it. */
export const sessionOfRefresh = (keys: Keys, token: string): string | undefined => {
  if (token.length !== BODY_LENGTH + TAG_LENGTH) return undefined;
  const body = token.slice(0, BODY_LENGTH);
  const tag = token.slice(BODY_LENGTH);
  if (!keys.some((key) => sameText(tagOf(key, body), tag))) return undefined;
  return Buffer.from(body, 'base64url').subarray(0, SESSION_BYTES).toString('hex');
};

/** A random UUID (version 4). */
export const randomUuid = (random: (bytes: number) => Buffer): string => {
  const bytes = Buffer.from(random(16));
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
