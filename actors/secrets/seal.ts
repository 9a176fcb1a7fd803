// Sealing: secrets kept with AES-256-GCM, and tags that only this server can make.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Bytes of a key. */
export const KEY_BYTES = 32;
const ID_CHARS = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** A key of the server with the id by which what it sealed names it. */
export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}
/** The keys of the server: the current key, then the keys before it. */
export type Keys = readonly [Key, ...Key[]];

/** A tag over a text, 32 bytes of HMAC-SHA-256; `purpose` keeps the uses of a key apart. */
export const hmac = ({ bytes }: Pick<Key, 'bytes'>, text: string, purpose: string): Buffer =>
  createHmac('sha256', bytes).update(`${purpose}\0${text}`).digest();

/** Are two texts equal? Takes the same time wherever they differ. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** A key; its id follows from it and does not reveal it. */
export const keyOf = (bytes: Buffer): Key => ({
  id: hmac({ bytes }, '', 'id').toString('hex').slice(0, ID_CHARS),
  bytes,
});

/** The key of an id; the one in use where that key was removed. */
export const keyNamed = (keys: Keys, id: string): Key =>
  keys.find((key) => key.id === id) ?? keys[0];

/** Sealing has a key of its own, so that no tag ever reveals anything of it. */
const sealingKey = (key: Key): Buffer => hmac(key, '', 'seal');

/** Between the id of the key and the rest: neither hex nor base64url has it. */
const MARK = '.';
const namedContext = (id: string, context: string): string => `${id}\0${context}`;

/**
 * Seals a text; `context` says where it belongs (`kind/key/field`), and only there it opens.
 * The answer is the key's id, and base64url of nonce, tag and cipher text.
 */
export const seal = ([key]: Keys, text: string, context: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(key), nonce);
  cipher.setAAD(Buffer.from(namedContext(key.id, context)));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return key.id + MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
};

/** Does a sealed text name one of these keys? */
export const namesKey = (sealed: string, keys: readonly Key[]): boolean =>
  keys.some(({ id }) => sealed.startsWith(id + MARK));

const opened = (key: Key, coded: string, context: string): string | undefined => {
  const bytes = Buffer.from(coded, 'base64url');
  const bodyAt = NONCE_BYTES + TAG_BYTES;
  // Readers of base64 skip what is none: only the one spelling that `seal` gives is taken.
  if (bytes.length < bodyAt || bytes.toString('base64url') !== coded) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt));
  const body = decipher.update(bytes.subarray(bodyAt));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The cipher's only way of saying that the tag does not fit.
    return undefined;
  }
};

/**
 * The text that `seal` sealed; undefined when it was changed, belongs elsewhere, or was sealed
 * under a key that is not among these.
 */
export const unseal = (keys: Keys, sealed: string, context: string): string | undefined => {
  const at = sealed.indexOf(MARK);
  const id = sealed.slice(0, Math.max(0, at));
  const key = keys.find((one) => one.id === id);
  return key && opened(key, sealed.slice(at + 1), namedContext(id, context));
};
