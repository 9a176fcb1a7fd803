// Live values: changes are gathered for a short time, then sent to all subscribers.

import type { OutFrame } from '../../../wire/codec/out-frames.js';
import { SOCKET_LIMITS, type SocketClock } from './clock.js';

/** A socket, as a feed needs it. */
export interface Subscriber {
  /** Takes frames with the newest values of the keys, or stores the keys until it can send. */
  offer(feed: LiveValues, keys: ReadonlySet<number>, frames: readonly OutFrame[]): void;
}

/** Values by key that a set of sockets follows at the same rate. */
export abstract class LiveValues {
  readonly followers = new Set<Subscriber>();
  /**
   * Earliest time of the next send, and the keys that changed since the last one; only for the
   * pacer.
   */
  dueAt = 0;
  changed = new Set<number>();
  isWaiting = false;

  constructor(
    /** Shortest interval in ms between two sends; 0 = no limit. */
    readonly everyMs: number,
  ) {}

  /** Frames with the newest values of these keys; keys without a value are left out. */
  abstract frames(keys: ReadonlySet<number>): readonly OutFrame[];

  /** Frames with the changes since the last send; by default the newest values. */
  changes(keys: ReadonlySet<number>): readonly OutFrame[] {
    return this.frames(keys);
  }
}

/** Sends changes of feeds: gathered for a short time, and at most at the rate of each feed. */
export class Pacer {
  /**
   * Feeds with something to send; feeds that no longer wait are skipped. An array, because a set
   * kept all past entries until the next full collection.
   */
  readonly #waiting: LiveValues[] = [];
  #wakeAt = Number.POSITIVE_INFINITY;
  #callOff: () => void = () => undefined;

  constructor(private readonly clock: SocketClock) {}

  touch(feed: LiveValues, key: number): void {
    feed.changed.add(key);
    if (feed.isWaiting) return;
    feed.isWaiting = true;
    this.#waiting.push(feed);
    this.#wake(Math.max(this.clock.now() + SOCKET_LIMITS.gatherMs, feed.dueAt));
  }

  /**
   * Sends what the feed has gathered, unless its rate forbids that: its followers are about to
   * change.
   */
  flush(feed: LiveValues): void {
    const now = this.clock.now();
    if (feed.isWaiting && feed.dueAt <= now) this.#send(feed, now);
  }

  /** The feed has no followers any more. */
  drop(feed: LiveValues): void {
    feed.isWaiting = false;
  }

  #wake(at: number): void {
    if (at >= this.#wakeAt) return;
    this.#callOff();
    this.#wakeAt = at;
    this.#callOff = this.clock.after(Math.max(0, at - this.clock.now()), () => this.#round());
  }

  #round(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const now = this.clock.now();
    let next = Number.POSITIVE_INFINITY;
    const waiting = this.#waiting;
    let kept = 0;
    for (const feed of waiting) {
      if (feed.isWaiting && feed.dueAt <= now) this.#send(feed, now);
      if (!feed.isWaiting) continue;
      next = Math.min(next, feed.dueAt);
      waiting[kept] = feed;
      kept += 1;
    }
    waiting.length = kept;
    if (next < Number.POSITIVE_INFINITY) this.#wake(next);
  }

  #send(feed: LiveValues, now: number): void {
    feed.isWaiting = false;
    const keys = feed.changed;
    feed.changed = new Set();
    feed.dueAt = now + feed.everyMs;
    const frames = feed.changes(keys);
    for (const follower of feed.followers) follower.offer(feed, keys, frames);
  }
}
