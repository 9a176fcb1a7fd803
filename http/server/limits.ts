// Limits: how much an address may have open, and which requests of a session run in turn.

import { addressKey } from '../../wire/base/address.js';
import { type Refusal, refuse } from '../../wire/base/codes.js';
import { LoopQueue } from './loop-queue.js';
import { LOOP_UNITS, LoopWork } from './loop-work.js';
import type { MaybePromise } from './maybe-promise.js';

/** Counts open items by name. */
class Gauge {
  readonly #open = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Counts one more; false = the name is at its limit, and nothing was counted. */
  acquire(name: string): boolean {
    const open = this.#open.get(name) ?? 0;
    if (open >= this.max) return false;
    this.#open.set(name, open + 1);
    return true;
  }

  /** A counted request or socket has ended. */
  release(name: string): void {
    const open = this.#open.get(name) ?? 0;
    if (open <= 1) this.#open.delete(name);
    else this.#open.set(name, open - 1);
  }
}

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

/** Default of the most bytes of a body; a longer one needs room. */
export const BODY_BYTES_MAX = 65_536;
/** Most values in such a body, and in one that has a list. */
export const BODY_VALUES_MAX = { usual: 256, list: 2_048 } as const;
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

/** Requests of a name that may wait for the running one; further ones are refused. */
export const WAITING_MAX = 2;

const busy = refuse(
  'auth.too_many_attempts',
  'Others of this session are under way; try again. retry_after=2',
);

/** Runs requests of the same name one after another, in the order of their arrival. */
export class SessionQueues {
  readonly #gauge = new Gauge(1 + WAITING_MAX);
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after earlier work of the name has ended; refuses when too many wait. */
  async take<T>(name: string, work: () => MaybePromise<T>): Promise<T | Refusal> {
    if (!this.#gauge.acquire(name)) return busy;
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.#last.set(name, ended);
    try {
      return await turn;
    } finally {
      this.#gauge.release(name);
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
