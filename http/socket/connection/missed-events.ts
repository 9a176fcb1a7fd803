// Missed events: those that the store does not hold any more, or not yet after a start, are read
// from the log.

import type { Asker } from '../../../actors/client.js';
import type { Outcome } from '../../../wire/base/codes.js';
import type { LoggedEvent, LoggedPart } from '../../../wire/queries/event-queries.js';
import type { Queries } from '../../../wire/queries/queries.js';
import { type Cursor, type EventFilter, partBits, type ResumeStore } from './event-store.js';

/** The events of the log, whose reading time is shared out by login. */
interface LogQueries {
  query<K extends 'events.account' | 'events.all'>(
    by: Asker,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<LoggedPart>>;
}

/** The events that a client has missed, and how far they were given. */
interface MissedEvents {
  /** A reader of the store; undefined = the store lacks the next event. */
  stored(): Cursor | undefined;
  /** Reads the next events of the log. */
  logged(): Promise<Outcome<LoggedPart>>;
  /** Does the client get this event? */
  passes(event: LoggedEvent): boolean;
  /** The events up to this one, and up to this seq, were read. */
  took(part: LoggedPart): void;
  /** Can what the client has not be brought up to date by events? */
  isStale?(part: LoggedPart): boolean;
}

/** Reads events from the log until the store has all later ones. */
class MissedEventsCursor implements Cursor {
  #reading: Promise<void> | undefined;
  #bytes = 0;
  #stored: Cursor | undefined;
  #logged: LoggedEvent[] = [];
  #given = 0;
  #isLost = false;

  constructor(private readonly missed: MissedEvents) {}

  get reading(): Promise<void> | undefined {
    return this.#reading ?? this.#stored?.reading;
  }

  get bytes(): number {
    return this.#bytes + (this.#stored?.bytes ?? 0);
  }

  get isLost(): boolean {
    return this.#isLost || this.#stored?.isLost === true;
  }

  next(): ReturnType<Cursor['next']> {
    const event = this.#logged[this.#given];
    if (event !== undefined) {
      this.#given += 1;
      return event;
    }
    this.#logged = [];
    this.#bytes = 0;
    this.#stored ??= this.#isLost ? undefined : this.missed.stored();
    if (this.#stored !== undefined) return this.#stored.next();
    if (!this.#isLost) this.#reading ??= this.#read();
    return undefined;
  }

  async #read(): Promise<void> {
    const part = await this.missed.logged().catch(() => undefined);
    this.#reading = undefined;
    if (part === undefined || !part.ok || part.data.isGone || this.missed.isStale?.(part.data)) {
      this.#isLost = true;
      return;
    }
    this.#logged = part.data.events.filter((event) => this.missed.passes(event));
    this.#given = 0;
    for (const { packed } of this.#logged) this.#bytes += packed.length;
    this.missed.took(part.data);
  }
}

/**
 * A reader of the events that the caller's account had after number `after`; `newest` is the
 * account's newest number. Undefined: `after` is in the future.
 */
export const missedByAccount = (
  store: ResumeStore,
  log: LogQueries,
  by: Asker,
  after: number,
  newest: number,
): Cursor | undefined => {
  const { login } = by;
  const stored = store.forAccount(login, after, newest);
  if (stored !== undefined || after > newest) return stored;
  let last = after;
  return new MissedEventsCursor({
    stored: () => store.forAccount(login, last, newest),
    logged: () => log.query(by, 'events.account', { login, after: last, until: store.floor }),
    passes: () => true,
    took: ({ events }) => {
      last = events.at(-1)?.account_seq ?? last;
    },
  });
};

/** A reader of nothing, for a client that needs new snapshots. */
const LOST: Cursor = { next: () => undefined, isLost: true };

/**
 * A reader of all accounts' events after a seq that pass the filter. `floor`: the rows that the
 * client has can be brought up to date only by events behind this position, and not by the log if
 * accounts have changed; undefined = the client has no rows.
 */
export const missedByStaff = (
  store: ResumeStore,
  log: LogQueries,
  by: Asker,
  after: number,
  passes: EventFilter,
  floor: number | undefined,
): Cursor => {
  let last = after;
  return new MissedEventsCursor({
    stored: () => {
      const position = store.positionOf(last);
      if (position === undefined) return undefined;
      return floor !== undefined && position <= floor ? LOST : store.forStaff(position, passes);
    },
    logged: () => log.query(by, 'events.all', { after: last, until: store.floor }),
    passes: ({ login, group, parts, seq }) => passes(login, group, partBits(parts), seq),
    took: ({ read }) => {
      last = read;
    },
    isStale: ({ hasChanges = false }) => floor !== undefined && hasChanges,
  });
};
