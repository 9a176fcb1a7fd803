// Encryption of secrets with AES-256-GCM, and tags that only this server can make.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Size of a key in bytes. */
export const KEY_BYTES = 32;
const ID_CHARS = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** A key of the server, with the id that encrypted texts name. */
export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}
/** The keys of the server: the current one first, then older ones. */
export type Keys = readonly [Key, ...Key[]];

/** The bytes of the server's keys, as a thread gets them at its start. */
export type KeyBytes = readonly [Uint8Array, ...Uint8Array[]];

/** The HMAC-SHA-256 of a text, 32 bytes; `purpose` separates different uses of a key. */
export const hmac = ({ bytes }: Pick<Key, 'bytes'>, text: string, purpose: string): Buffer =>
  createHmac('sha256', bytes).update(`${purpose}\0${text}`).digest();

/** A key with its id, which is derived from it and does not reveal it. */
export const keyOf = (bytes: Buffer): Key => ({
  id: hmac({ bytes }, '', 'id').toString('hex').slice(0, ID_CHARS),
  bytes,
});

/** The bytes of keys, for another thread. */
export const bytesOf = ([first, ...older]: Keys): KeyBytes => [
  first.bytes,
  ...older.map(({ bytes }) => bytes),
];

/** The keys of their bytes. */
export const keysOf = ([first, ...older]: KeyBytes): Keys => {
  const key = (bytes: Uint8Array): Key => keyOf(Buffer.from(bytes));
  return [key(first), ...older.map(key)];
};

/** The key of an id; the current key if that key was removed. */
export const keyNamed = (keys: Keys, id: string): Key =>
  keys.find((key) => key.id === id) ?? keys[0];

/** Encryption has a derived key of its own, so that no tag reveals anything about it. */
const sealingKey = (key: Key): Buffer => hmac(key, '', 'seal');

/** Separates the key's id from the rest; neither hex nor base64url contains it. */
const MARK = '.';
const namedContext = (id: string, context: string): string => `${id}\0${context}`;

/**
 * Encrypts a text; `context` is its label (`kind/key/field`), without which it cannot be decrypted.
 * Returns the key's id, and base64url of nonce, tag and cipher text.
 */
export const seal = ([key]: Keys, text: string, context: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(key), nonce);
  cipher.setAAD(Buffer.from(namedContext(key.id, context)));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return key.id + MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
};

const KEY_ID = new RegExp(`^[0-9a-f]{${ID_CHARS}}(?=\\${MARK})`);

/** The id of the key that an encrypted text names; undefined for any other text. */
export const keyIdOf = (sealed: string): string | undefined => KEY_ID.exec(sealed)?.[0];

/** Does an encrypted text name one of these keys? */
export const namesKey = (sealed: string, keys: readonly Key[]): boolean =>
  keys.some(({ id }) => sealed.startsWith(id + MARK));

const opened = (key: Key, coded: string, context: string): string | undefined => {
  const bytes = Buffer.from(coded, 'base64url');
  const bodyAt = NONCE_BYTES + TAG_BYTES;
  // Base64 decoders skip invalid characters: only the exact form that `seal` writes is accepted.
  if (bytes.length < bodyAt || bytes.toString('base64url') !== coded) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt));
  const body = decipher.update(bytes.subarray(bodyAt));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The cipher throws when the tag does not match; it has no other way to report that.
    return undefined;
  }
};

/**
 * Decrypts what `seal` encrypted; undefined when it was changed, belongs to another label, or was
 * encrypted under a key that is not among these.
 */
export const unseal = (keys: Keys, sealed: string, context: string): string | undefined => {
  const at = sealed.indexOf(MARK);
  const id = sealed.slice(0, Math.max(0, at));
  const key = keys.find((one) => one.id === id);
  return key && opened(key, sealed.slice(at + 1), namedContext(id, context));
};
