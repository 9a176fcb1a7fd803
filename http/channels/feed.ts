// Feeds: values that change, gathered for a moment and sent to all who follow.

import type { OutFrame } from '../../wire/frames.js';
import { SOCKET_LIMITS, type SocketClock } from '../socket-clock.js';

/** A socket as a feed sees it. */
export interface Follower {
  /** Takes frames with the newest values of the keys, or keeps the keys until it can. */
  offer(feed: Feed, keys: ReadonlySet<number>, frames: readonly OutFrame[]): void;
}

/** Values by key that the same sockets follow at the same pace. */
export abstract class Feed {
  readonly followers = new Set<Follower>();
  /** Least ms between two sendings; 0 = as they come. */
  readonly everyMs: number;
  /** When it may send again, and the keys that changed since it did; the pacer's own. */
  dueAt = 0;
  changed = new Set<number>();

  constructor(everyMs: number) {
    this.everyMs = everyMs;
  }

  /** Frames with the newest values of these keys; keys without a value are left out. */
  abstract frames(keys: ReadonlySet<number>): readonly OutFrame[];

  /** Frames with what changed since it last sent: the newest values, where those are enough. */
  changes(keys: ReadonlySet<number>): readonly OutFrame[] {
    return this.frames(keys);
  }
}

/** Sends what changed in feeds: gathered for a moment, and no oftener than each feed allows. */
export class Pacer {
  readonly #clock: SocketClock;
  readonly #waiting = new Set<Feed>();
  #wakeAt = Number.POSITIVE_INFINITY;
  #callOff: () => void = () => undefined;

  constructor(clock: SocketClock) {
    this.#clock = clock;
  }

  /** A value of the feed changed. */
  touch(feed: Feed, key: number): void {
    feed.changed.add(key);
    if (this.#waiting.has(feed)) return;
    this.#waiting.add(feed);
    this.#wake(Math.max(this.#clock.now() + SOCKET_LIMITS.gatherMs, feed.dueAt));
  }

  /** Sends at once what the feed has gathered, unless its pace forbids: its followers change. */
  flush(feed: Feed): void {
    const now = this.#clock.now();
    if (this.#waiting.has(feed) && feed.dueAt <= now) this.#send(feed, now);
  }

  /** The feed has no followers any more. */
  drop(feed: Feed): void {
    this.#waiting.delete(feed);
  }

  #wake(at: number): void {
    if (at >= this.#wakeAt) return;
    this.#callOff();
    this.#wakeAt = at;
    this.#callOff = this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#round());
  }

  #round(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const feed of this.#waiting) {
      if (feed.dueAt > now) next = Math.min(next, feed.dueAt);
      else this.#send(feed, now);
    }
    if (next < Number.POSITIVE_INFINITY) this.#wake(next);
  }

  #send(feed: Feed, now: number): void {
    this.#waiting.delete(feed);
    const keys = feed.changed;
    feed.changed = new Set();
    feed.dueAt = now + feed.everyMs;
    const frames = feed.changes(keys);
    for (const follower of feed.followers) follower.offer(feed, keys, frames);
  }
}
