// What each address has open: requests, sockets, and answers that the client has not read.

import { addressKey } from '../../wire/base/address.js';
import { LoopQueue } from './loop-queue.js';
import { LOOP_UNITS, LoopWork } from './loop-work.js';

/** Most bytes of answers that clients have not read: of all addresses, and of one. */
export const UNREAD_BYTES_MAX = { all: 512 << 20, address: 128 << 20 } as const;
/**
 * Work units in a turn for each connection that an address may have, if that is more than the usual
 * limit.
 */
const CONNECTION_UNITS = 64;

/**
 * The open requests and sockets of an address, and the work done for it in this turn of the event
 * loop.
 */
export class AddressShare {
  open = 0;
  /** Bytes of answers that are not sent yet. */
  unread = 0;
  /** Bytes of its long bodies. */
  longBodies = 0;
  readonly work: LoopWork;
  /** Its requests with a body, which cost by their length. */
  readonly bodies = new LoopQueue(() => performance.now(), LOOP_UNITS);

  constructor(
    readonly key: string,
    units: number,
  ) {
    this.work = new LoopWork(units);
  }
}

/** Counts open requests and sockets by address; IPv6 addresses count by their /64. */
export class AddressGauge {
  readonly #shares = new Map<string, AddressShare>();
  /** Addresses with nothing open that are kept because their work in the last turn counts. */
  #idle: AddressShare[] = [];
  #unread = 0;

  /** `max`: most open requests and sockets of an address. */
  constructor(private readonly max: number) {}

  /** The number of known addresses. */
  get size(): number {
    return this.#shares.size;
  }

  /** Counts one more; undefined = the address is at its limit, and nothing was counted. */
  acquire(address: string): AddressShare | undefined {
    this.#forget();
    const key = addressKey(address);
    let share = this.#shares.get(key);
    if (share === undefined) {
      share = new AddressShare(key, Math.max(LOOP_UNITS, this.max * CONNECTION_UNITS));
      this.#shares.set(key, share);
    }
    if (share.open >= this.max) return undefined;
    share.open += 1;
    return share;
  }

  /** Counts unread bytes; false = there is no room, and nothing was counted. */
  keep(share: AddressShare, bytes: number): boolean {
    const { all, address } = UNREAD_BYTES_MAX;
    if (this.#unread + bytes > all || share.unread + bytes > address) return false;
    share.unread += bytes;
    this.#unread += bytes;
    return true;
  }

  /** Subtracts bytes that were sent or dropped. */
  drop(share: AddressShare, bytes: number): void {
    share.unread -= bytes;
    this.#unread -= bytes;
  }

  /** A counted request or socket has ended. */
  release(share: AddressShare): void {
    share.open -= 1;
    if (share.open === 0) this.#idle.push(share);
  }

  /** Drops the addresses that have had nothing open since an earlier turn. */
  #forget(): void {
    if (this.#idle[0]?.work.isFresh !== true) return;
    for (const share of this.#idle) if (share.open === 0) this.#shares.delete(share.key);
    this.#idle = [];
  }
}
