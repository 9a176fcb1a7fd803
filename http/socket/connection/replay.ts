// Replays: sends the events that a connection missed, as fast as the client takes them.

import type { ActorsClient } from '../../../actors/client.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { SOCKET_LIMITS, type SocketClock } from './clock.js';
import type { Connection, Replay } from './connection.js';
import { type Cursor, FRAME } from './event-store.js';

/** A reader of one cursor and then of another; it is lost when the first one is. */
export const chained = (first: Cursor, second: Cursor): Cursor => ({
  next: () => {
    const event = first.next();
    const isThrough = event === undefined && first.reading === undefined && !first.isLost;
    return isThrough ? second.next() : event;
  },
  get isLost() {
    return first.isLost;
  },
  get bytes() {
    return first.bytes ?? 0;
  },
  get reading() {
    return first.reading;
  },
});

/** The end of a replay: everything was sent, or the client was too slow for the store. */
type ReplayEnd = 'complete' | 'lost';

/**
 * Sends the cursor's events up to the newest, waiting for those that are being read, then the
 * events that were held meanwhile, and then calls `done` before anything else can be sent. During
 * the replay stored live events are left to it, because the cursor will reach them; others are
 * held.
 */
export const startReplay = (
  connection: Connection,
  cursor: Cursor,
  client: Pick<ActorsClient, 'frame'>,
  clock: SocketClock,
  done: (end: ReplayEnd) => void,
): void => {
  let isResting = false;
  /** A connection with too many unsent bytes goes on when they are sent. */
  const goOn = (): void => {
    isResting = false;
    if (!connection.isCongested) replay.go();
  };
  const replay: Replay = {
    get bytes() {
      return cursor.bytes ?? 0;
    },
    go: () => {
      if (isResting || !connection.isReplaying(replay) || !connection.isOpen) return;
      let sent = 0;
      for (let event = cursor.next(); event !== undefined; event = cursor.next()) {
        const frame = event.seq === FRAME ? event.packed : client.frame(event);
        connection.send(new OutFrame(frame));
        sent += frame.byteLength;
        if (sent < SOCKET_LIMITS.replayBytes) continue;
        connection.flush();
        isResting = !connection.isCongested;
        if (isResting) clock.after(0, goOn);
        return;
      }
      connection.flush();
      if (cursor.reading !== undefined) {
        isResting = true;
        void cursor.reading.then(goOn);
        return;
      }
      connection.endReplay();
      done(cursor.isLost ? 'lost' : 'complete');
    },
  };
  connection.beginReplay(replay);
  replay.go();
};
