// Limits of bodies: bytes, values, the time to send them, and the common room of long bodies.

import { patience } from '../../actors/client.js';
import type { AddressShare } from './address-gauge.js';

/** Default of the most bytes of a body; a longer one needs room. */
export const BODY_BYTES_MAX = 65_536;
/** Most values in such a body, and in one that has a list. */
export const BODY_VALUES_MAX = { usual: 256, list: 2_048 } as const;
/** A sender that takes longer than this for this number of bytes of a body is disconnected. */
export const BODY_PACE = { ms: patience(10_000), bytes: 163_840 } as const;
/** Most bytes of longer bodies of all senders at a time: enough for a few files of settings. */
export const LONG_BODIES_BYTES_MAX = 64 << 20;

/** An address may have one of so many parts of the room for long bodies that others leave. */
const BODY_PARTS = 2;

/** The common room of long bodies, each from its first long piece to its answer. */
export class BodyRoom<Owner extends { readonly share: AddressShare | undefined }> {
  readonly #sizes = new Map<Owner, number>();
  #taken = 0;

  constructor(private readonly max: number = LONG_BODIES_BYTES_MAX) {}

  /** An owner's body has grown to `size`; false = there is no room for it, or for its address. */
  grow(owner: Owner, size: number): boolean {
    const { share } = owner;
    if (size <= BODY_BYTES_MAX) return true;
    if (share === undefined) return false;
    const more = size - (this.#sizes.get(owner) ?? 0);
    const left = this.max - (this.#taken - share.longBodies);
    if (share.longBodies + more > left / BODY_PARTS) return false;
    this.#taken += more;
    share.longBodies += more;
    this.#sizes.set(owner, size);
    return true;
  }

  /** Frees the room of an owner's body. */
  clear(owner: Owner): void {
    const size = this.#sizes.get(owner) ?? 0;
    if (size === 0 || owner.share === undefined) return;
    this.#taken -= size;
    owner.share.longBodies -= size;
    this.#sizes.delete(owner);
  }
}
