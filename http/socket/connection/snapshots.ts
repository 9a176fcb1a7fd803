// Snapshots: rows that are read from the database for a desk, each at its place among the events.

import type { ActorsClient } from '../../../actors/client.js';
import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { Fenced, ReadAt } from '../../../wire/queries/fenced-query.js';
import { plainEvent } from '../../../wire/socket/events.js';
import { callerOf } from '../../session/identify.js';
import { SOCKET_LIMITS, type SocketClock } from './clock.js';
import type { Connection } from './connection.js';
import {
  type Cursor,
  type EventFilter,
  FRAME,
  type ResumeStore,
  type StoredEvent,
} from './event-store.js';
import { startReplay } from './replay.js';

interface SnapshotServices {
  readonly client: Pick<ActorsClient, 'frame' | 'query' | 'seq' | 'markShown'>;
  readonly clock: SocketClock;
  readonly store: ResumeStore;
}

/** A snapshot that was read: its frames, and the seq up to which they show every event. */
export interface SnapshotRead {
  readonly frames: readonly Uint8Array[];
  readonly seq: number;
}

/** Most reads of rows that the database does not show yet; each waits for them a short time. */
const READ_TRIES = 40;

/** A reader of rows, and then of the events that came since they were asked for. */
class SnapshotCursor implements Cursor {
  bytes = 0;
  reading: Promise<void> | undefined;
  #isLost = false;
  #frames: readonly Uint8Array[] = [];
  #given = 0;
  #events: Cursor | undefined;

  /** `isOver`: the rows are not wanted any more. `events` is undefined when some were dropped. */
  constructor(
    frames: Promise<readonly Uint8Array[]>,
    private readonly isOver: () => boolean,
    private readonly events: () => Cursor | undefined,
  ) {
    this.reading = frames.then((read) => {
      this.#frames = read;
      for (const { byteLength } of read) this.bytes += byteLength;
      this.reading = undefined;
    });
  }

  get isLost(): boolean {
    return this.#isLost || this.#events?.isLost === true;
  }

  next(): StoredEvent | undefined {
    if (this.reading !== undefined || this.isLost) return undefined;
    const frame = this.isOver() ? undefined : this.#frames[this.#given];
    if (frame !== undefined) {
      this.#given += 1;
      this.bytes -= frame.byteLength;
      return { packed: frame, seq: FRAME };
    }
    this.#frames = [];
    this.bytes = 0;
    this.#events ??= this.events();
    this.#isLost = this.#events === undefined;
    return this.#events?.next();
  }
}

/** The frames of rows of JSON: `head` has the members of each frame before its rows. */
export const framesOf = (
  head: string,
  texts: readonly string[],
  seq: number,
): readonly Uint8Array[] => {
  const parts = Math.max(1, Math.ceil(texts.length / SOCKET_LIMITS.rows));
  return Array.from({ length: parts }, (_, part) => {
    const from = part * SOCKET_LIMITS.rows;
    const rows = texts.slice(from, from + SOCKET_LIMITS.rows).join(',');
    const members = `"part":${part + 1},"parts":${parts},"rows":[${rows}],"seq":"${seq}"`;
    return Buffer.from(plainEvent('snapshot', `{${head},${members}}`));
  });
};

/** Reads snapshots, and sends them to connections. */
export class Snapshots {
  constructor(private readonly services: SnapshotServices) {}

  /** The position of the newest stored event. */
  get mark(): number {
    return this.services.store.mark;
  }

  /** The newest event that was delivered, or that a snapshot has shown. */
  get newest(): number {
    const { client, store } = this.services;
    return Math.max(client.seq(), store.highest);
  }

  /** Clients know of changes up to this seq: snapshots show them from now on. */
  reached(seq: number): void {
    this.services.store.shown(seq);
  }

  /**
   * Reads rows behind a fence: every event that any client was delivered. Waits for the database;
   * refused with `trade.timeout` when that takes too long.
   */
  async read<T extends ReadAt>(
    connection: Connection,
    ask: (by: Caller, fence: Fenced) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const { session, address } = connection;
    const fence = { session: session.id, min_projection_seq: String(this.newest) };
    for (let tries = READ_TRIES; tries > 0 && connection.isOpen; tries -= 1) {
      const found = await ask(callerOf(session, address), fence);
      if (found.ok && found.data.consistency === 'projection_pending') continue;
      if (found.ok) this.reached(Number(found.data.projection_seq));
      return found;
    }
    return refuse('trade.timeout');
  }

  /** A reader of rows, and then of the events from now on; without the rows once they are over. */
  cursor(
    frames: Promise<readonly Uint8Array[]>,
    isOver: () => boolean,
    filter: EventFilter,
  ): Cursor {
    const { store } = this.services;
    const { mark } = store;
    return new SnapshotCursor(frames, isOver, () => store.forStaff(mark, filter));
  }

  /** Sends what a cursor reads; calls `done` before anything else can be sent. */
  send(connection: Connection, cursor: Cursor, done: (isWhole: boolean) => void): void {
    const { client, clock } = this.services;
    startReplay(connection, cursor, client, clock, (end) => {
      client.markShown(connection.session.id, this.newest);
      done(end === 'complete');
    });
  }
}
