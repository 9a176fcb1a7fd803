// Pictures: rows that are read from the database for a desk, sent in frames, then the events that
// the rows do not show.

import type { ActorsClient } from '../../../actors/client.js';
import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Fenced, ReadAt } from '../../../wire/desk/queries.js';
import { plainEvent } from '../../../wire/socket/events.js';
import { SOCKET_LIMITS, type SocketClock } from './clock.js';
import { CLOSE } from './close.js';
import type { Connection } from './connection.js';
import type { Cursor, EventFilter, ResumeStore, StoredEvent } from './event-store.js';
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

/** Most reads of rows that the database does not show yet; each waits for them a short time. */
const READ_TRIES = 40;

/** Frames have no number of their own: events are numbered from 1. */
const UNNUMBERED = 0;

/** Gives the frames of a picture, then the stored events behind it. */
class PictureCursor implements Cursor {
  bytes = 0;
  #given = 0;
  #events: Cursor | undefined;
  #isLost = false;

  constructor(
    private readonly frames: readonly Uint8Array[],
    private readonly events: () => Cursor | undefined,
  ) {
    for (const frame of frames) this.bytes += frame.byteLength;
  }

  get isLost(): boolean {
    return this.#isLost || this.#events?.isLost === true;
  }

  next(): StoredEvent | undefined {
    const frame = this.frames[this.#given];
    if (frame !== undefined) {
      this.#given += 1;
      this.bytes -= frame.byteLength;
      return { packed: frame, seq: UNNUMBERED };
    }
    this.#events ??= this.events();
    this.#isLost ||= this.#events === undefined;
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

/** Shows pictures to connections. */
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

  /**
   * Reads rows behind a fence: every event that any client was delivered. Waits for the database;
   * refused with `trade.timeout` when that takes too long.
   */
  async read<T extends ReadAt>(
    connection: Connection,
    ask: (fence: Required<Fenced>) => Promise<Outcome<T>>,
    from = this.newest,
  ): Promise<Outcome<T>> {
    const fence = { session: connection.session.id, min_projection_seq: String(from) };
    for (let tries = READ_TRIES; tries > 0 && connection.isOpen; tries -= 1) {
      const found = await ask(fence);
      if (!found.ok || found.data.consistency !== 'projection_pending') return found;
    }
    return refuse('trade.timeout');
  }

  /**
   * Sends a picture and then the events that the filter passes, those stored behind a position, by
   * default the newest; calls `done` before anything else can be sent. While the rows are read, and
   * while the client takes them, events wait in the store. `filter` is called when the rows are
   * read. After a refused read only events are sent.
   */
  show<T extends PictureRead>(
    connection: Connection,
    read: () => Promise<Outcome<T>>,
    filter: (picture: T | undefined) => EventFilter,
    done: (outcome: Outcome<T>) => void,
    behind = this.mark,
  ): void {
    const { client, clock, store } = this.services;
    connection.beginReplay({ bytes: 0, go: () => undefined });
    const send = (outcome: Outcome<T>): void => {
      if (!connection.isOpen) return;
      const picture = outcome.ok ? outcome.data : undefined;
      const passes = filter(picture);
      const cursor = new PictureCursor(picture?.frames ?? [], () =>
        store.forStaffBehind(behind, passes),
      );
      const frameOf = (event: StoredEvent) =>
        event.seq === UNNUMBERED ? event.packed : client.frame(event);
      startReplay(connection, cursor, frameOf, clock, (end) => {
        if (end === 'lost') return connection.end(CLOSE.unsent, 'too slow for its events');
        if (picture !== undefined) store.shown(picture.seq);
        client.told(connection.session.id, Math.max(picture?.seq ?? 0, client.seq()));
        done(outcome);
      });
    };
    read().then(send, () => send(refuse('internal')));
  }
}
