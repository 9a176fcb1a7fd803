// Sealing: secrets kept with AES-256-GCM, and tags that only this server can make.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Bytes of the server's key. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** A tag over a text, 32 bytes of HMAC-SHA-256; `purpose` keeps the uses of the key apart. */
export const hmac = (key: Buffer, text: string, purpose: string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\0${text}`).digest();

/** Sealing has a key of its own, so that no tag ever tells of it. */
const sealingKey = (key: Buffer): Buffer => hmac(key, '', 'seal');

/**
 * Seals a text; `context` says where it belongs (`kind/key/field`), and only there it opens.
 * The answer is base64url of nonce, tag and cipher text.
 */
export const seal = (key: Buffer, text: string, context: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(key), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
};

/**
 * The text that `seal` sealed; undefined when it was changed, belongs elsewhere, or was sealed
 * under another key.
 */
export const unseal = (key: Buffer, sealed: string, context: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  const bodyAt = NONCE_BYTES + TAG_BYTES;
  // Readers of base64 skip what is none: only the one spelling that `seal` gives is taken.
  if (bytes.length < bodyAt || bytes.toString('base64url') !== sealed) return undefined;
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
