// Pictures: rows that are read from the database for a desk, each at its place among the events.

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

/** The services for pictures. */
interface PictureServices {
  readonly client: Pick<ActorsClient, 'frame' | 'query' | 'seq' | 'told'>;
  readonly clock: SocketClock;
  readonly store: ResumeStore;
}

/** A picture that was read: its frames, and the seq up to which they show every event. */
export interface PictureRead {
  readonly frames: readonly Uint8Array[];
  readonly seq: number;
}

/** Rows that are due behind the events up to a position. */
export interface DueRows {
  readonly position: number;
  /** Reads their frames; undefined = they cannot be shown. */
  read(): Promise<readonly Uint8Array[] | undefined>;
}

/** Most reads of rows that the database does not show yet; each waits for them a short time. */
const READ_TRIES = 40;

/** A reader of the stored events behind a position, and of the rows that are due among them. */
class PictureCursor implements Cursor {
  bytes = 0;
  reading: Promise<void> | undefined;
  #isLost = false;
  #frames: readonly Uint8Array[] = [];
  #given = 0;
  #events: Cursor | undefined;
  #due: DueRows | undefined;

  /** `nextDue` gives the next rows that are due at or behind the position. */
  constructor(
    private readonly store: ResumeStore,
    private readonly filter: EventFilter,
    private position: number,
    private readonly nextDue: () => DueRows | undefined,
  ) {}

  get isLost(): boolean {
    return this.#isLost || this.#events?.isLost === true;
  }

  next(): StoredEvent | undefined {
    if (this.reading !== undefined || this.isLost) return undefined;
    const frame = this.#frames[this.#given];
    if (frame !== undefined) {
      this.#given += 1;
      this.bytes -= frame.byteLength;
      return { packed: frame, seq: FRAME };
    }
    this.#due ??= this.nextDue();
    const until = () => this.#due?.position ?? Number.POSITIVE_INFINITY;
    this.#events ??= this.store.forStaff(this.position, this.filter, until);
    const event = this.#events?.next();
    this.#isLost = this.#events === undefined;
    if (event === undefined && this.#due !== undefined && !this.isLost) {
      this.reading = this.#read(this.#due);
    }
    return event;
  }

  async #read({ position, read }: DueRows): Promise<void> {
    const frames = await read().catch(() => undefined);
    this.#isLost = frames === undefined;
    this.#frames = frames ?? [];
    this.#given = 0;
    for (const { byteLength } of this.#frames) this.bytes += byteLength;
    this.position = position;
    this.#events = undefined;
    this.#due = undefined;
    this.reading = undefined;
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

/** Reads pictures, and sends them to connections. */
export class Pictures {
  constructor(private readonly services: PictureServices) {}

  /** The position of the newest stored event. */
  get mark(): number {
    return this.services.store.mark;
  }

  /** The newest event that was delivered, or that a picture has shown. */
  get newest(): number {
    const { client, store } = this.services;
    return Math.max(client.seq(), store.highest);
  }

  /** Clients know of changes up to this seq: pictures show them from now on. */
  reached(seq: number): void {
    this.services.store.shown(seq);
  }

  /**
   * Reads rows behind a fence: every event that any client was delivered. Waits for the database;
   * refused with `trade.timeout` when that takes too long. Reads again if the session has changed.
   */
  async read<T extends ReadAt>(
    connection: Connection,
    ask: (by: Caller, fence: Fenced) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const min_projection_seq = String(this.newest);
    for (let tries = READ_TRIES; tries > 0 && connection.isOpen; tries -= 1) {
      const { session, address } = connection;
      const fence = { session: session.id, min_projection_seq };
      const found = await ask(callerOf(session, address), fence);
      if (session !== connection.session) continue;
      if (found.ok && found.data.consistency === 'projection_pending') continue;
      if (found.ok) this.reached(Number(found.data.projection_seq));
      return found;
    }
    return refuse('trade.timeout');
  }

  /** A reader of events and rows behind a position. */
  cursor(filter: EventFilter, position: number, nextDue: () => DueRows | undefined): Cursor {
    return new PictureCursor(this.services.store, filter, position, nextDue);
  }

  /** Sends what a cursor reads; calls `done` before anything else can be sent. */
  send(connection: Connection, cursor: Cursor, done: (isWhole: boolean) => void): void {
    const { client, clock } = this.services;
    startReplay(connection, cursor, client, clock, (end) => {
      client.told(connection.session.id, this.newest);
      done(end === 'complete');
    });
  }
}
