// Sealing: secrets kept with AES-256-GCM, and tags that only this server can make.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The keys that one secret gives: one for sealing, one for tags. */
export class Key {
  readonly #seal: Buffer;
  readonly #tag: Buffer;

  /** `secret` is 32 random bytes. */
  constructor(secret: Buffer) {
    this.#seal = Buffer.from(hkdfSync('sha256', secret, '', 'brokerd seal', 32));
    this.#tag = Buffer.from(hkdfSync('sha256', secret, '', 'brokerd tag', 32));
  }

  /**
   * Seals a text; `context` says where it belongs (`kind/key/field`), and only there it opens.
   * The answer is base64url of nonce, tag and cipher text.
   */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#seal, nonce);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** The text that `seal` sealed; undefined when it was changed, belongs elsewhere, or the key is
   * another. */
  unseal(sealed: string, context: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    const bodyAt = NONCE_BYTES + TAG_BYTES;
    // Base64 readers skip what is no base64: only the one spelling that `seal` gives is taken.
    if (bytes.length < bodyAt || bytes.toString('base64url') !== sealed) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#seal, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt));
    const body = decipher.update(bytes.subarray(bodyAt));
    try {
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    } catch {
      // GCM's only way of saying that the tag does not fit.
      return undefined;
    }
  }

  /** A tag over a text, HMAC-SHA-256 in base64url; `purpose` keeps uses apart. */
  hmac(text: string, purpose: string): string {
    return createHmac('sha256', this.#tag).update(`${purpose}\n${text}`).digest('base64url');
  }
}
