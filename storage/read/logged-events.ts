// Numbered events read from the log again, for clients that missed them.

import { eventParts } from '../../wire/codec/event-frames.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { LoggedEvent, LoggedPart } from '../../wire/queries/event-queries.js';
import type { Queries } from '../../wire/queries/queries.js';
import type { AccountEvent, Event } from '../../wire/trading/events.js';
import { type Batch, batchOf, eventsOf, isIntact, lastSeq } from '../log/batch.js';
import { storedFrom } from '../log/scan.js';

/** Older events than this number of the newest are not read again. */
const LOGGED_EVENTS_MAX = 200_000;
/**
 * Limits of one query: events that are examined, batches that are read for an account's events, and
 * bytes of the answer. The caller asks again for more, after other queries had their turn.
 */
const STEP_EVENTS = 2048;
const STEP_BATCHES = 64;
const STEP_BYTES = 64 * 1024;

const GONE: LoggedPart = { events: [], read: 0, isGone: true };
const SEARCHING: LoggedPart = { events: [], read: 0, isGone: false };

const isNumbered = (event: Event): event is AccountEvent =>
  event.type === 'account' && event.kind !== 'setting';

/** Does it change accounts, or what staff see of them? */
const changesAccounts = (event: Event): boolean =>
  event.type === 'desk' && event.changes.some(({ kind }) => kind === 'account' || kind === 'staff');

const loggedEvent = (event: AccountEvent, seq: number, packed: Uint8Array): LoggedEvent => ({
  login: event.login,
  group: event.group,
  account_seq: event.account_seq,
  seq,
  parts: eventParts(event),
  // A copy: a view would take the whole batch along to another thread.
  packed: Uint8Array.from(packed),
});

/**
 * Reads a folder's log. Which account an event is of, and its number, are noted for the newest
 * events as far back as anybody has asked, so that each event is searched once.
 */
export class LoggedEvents {
  /** By seq modulo the size: 0 = the event has no number. Made when somebody asks. */
  #logins = new Float64Array(0);
  #numbers = new Float64Array(0);
  /** Events after `low` up to `high` are noted. */
  #low = 0;
  #high = 0;

  constructor(
    private readonly folder: string,
    private readonly size = LOGGED_EVENTS_MAX,
  ) {}

  /** The next part of an account's events after a number, as far as they are up to a seq. */
  ofAccount({ login, after, until }: Queries['events.account']['input']): LoggedPart {
    if (until === 0) return GONE;
    if (!this.#noteUpTo(until)) return SEARCHING;
    for (let seq = until; seq > this.#low; seq -= 1) {
      const at = seq % this.size;
      if (this.#logins[at] !== login) continue;
      if (this.#numbers[at] === after + 1) return this.#part(login, seq, until);
      if ((this.#numbers[at] ?? 0) <= after) return GONE;
    }
    return this.#noteOlder() ? SEARCHING : GONE;
  }

  /** The next part of all accounts' events after a seq, up to another. */
  ofAll({ after, until }: Queries['events.all']['input']): LoggedPart {
    if (after < until - this.size) return GONE;
    const events: LoggedEvent[] = [];
    let bytes = 0;
    let read = after;
    let hasChanges = false;
    for (const { seq, packed } of this.#packed(after)) {
      if (seq > until || read - after >= STEP_EVENTS || bytes >= STEP_BYTES) break;
      read = seq;
      const event = unpackEvent(packed);
      hasChanges ||= changesAccounts(event);
      if (!isNumbered(event)) continue;
      events.push(loggedEvent(event, seq, packed));
      bytes += packed.length;
    }
    return { events, read, isGone: false, hasChanges };
  }

  /** An account's events from a seq on, up to another. */
  #part(login: number, from: number, until: number): LoggedPart {
    const events: LoggedEvent[] = [];
    let batch: Batch | undefined;
    let packed: Uint8Array[] = [];
    let batches = 0;
    let bytes = 0;
    let read = from;
    for (let seq = from; seq <= until && bytes < STEP_BYTES; seq += 1) {
      if (this.#logins[seq % this.size] !== login) continue;
      if (batch === undefined || seq > lastSeq(batch)) {
        if (batches === STEP_BATCHES) break;
        batches += 1;
        batch = this.#batchWith(seq);
        packed = Array.from(eventsOf(batch), (event) => event.bytes);
      }
      const found = packed[seq - batch.first] as Buffer;
      const event = unpackEvent(found) as AccountEvent;
      events.push(loggedEvent(event, seq, found));
      bytes += found.length;
      read = seq;
    }
    return { events, read, isGone: false };
  }

  /** Notes events up to this one; false when some are left. */
  #noteUpTo(seq: number): boolean {
    if (seq <= this.#high) return true;
    const isFar = seq - this.#high > this.size;
    if (this.#logins.length === 0 || isFar) {
      this.#logins = new Float64Array(this.size);
      this.#numbers = new Float64Array(this.size);
      this.#low = seq;
      this.#high = seq - 1;
    }
    const until = Math.min(seq, this.#high + STEP_EVENTS);
    this.#note(this.#high, until);
    this.#low = Math.max(Math.min(this.#low, this.#high), until - this.size);
    this.#high = until;
    return until === seq;
  }

  /** Notes some older events; false when there are none, or they are too old. */
  #noteOlder(): boolean {
    const from = Math.max(0, this.#low - STEP_EVENTS, this.#high - this.size);
    if (from >= this.#low) return false;
    this.#note(from, this.#low);
    this.#low = from;
    return true;
  }

  #note(after: number, until: number): void {
    for (const { seq, packed } of this.#packed(after)) {
      if (seq > until) return;
      const event = unpackEvent(packed);
      const at = seq % this.size;
      this.#logins[at] = isNumbered(event) ? event.login : 0;
      this.#numbers[at] = isNumbered(event) ? event.account_seq : 0;
    }
  }

  #batchWith(seq: number): Batch {
    const [stored] = storedFrom(this.folder, seq);
    if (stored === undefined) throw new Error(`the log does not hold event ${seq}`);
    return this.#intact(stored.first, stored.value);
  }

  *#packed(after: number): Generator<{ readonly seq: number; readonly packed: Buffer }> {
    for (const { first, value } of storedFrom(this.folder, after + 1)) {
      for (const { seq, bytes } of eventsOf(this.#intact(first, value), after)) {
        yield { seq, packed: bytes };
      }
    }
  }

  #intact(first: number, stored: Buffer): Batch {
    if (!isIntact(stored)) throw new Error(`batch ${first} of the log is damaged`);
    return batchOf(first, stored);
  }
}
