// Bars of charts: pages of history, and the growing bar of each followed timeframe.

import { type Bar, type LiveBar, type TraderClient, unwrap } from '../../client/index.js';
import type { CorrectedBars } from '../../client/socket/frames.js';
import type { Connection } from './connection.js';
import type { Frames } from './frame.js';

/** The symbol and timeframe of a chart. */
export interface BarsKey {
  readonly symbol: string;
  /** `m1`, `m5` … `mn1`, as the API names them. */
  readonly timeframe: LiveBar['timeframe'];
}

/** A part of the history, by opening times. */
interface BarsPart {
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
}

/** The events that a chart listens to. */
interface BarsListener {
  /** The growing bar, or the last state of the one before it; once a frame for each bar. */
  readonly bar: (bar: Bar) => void;
  /** Bars from this opening time on are to be read again; null = from the last known bar on. */
  readonly reread: (from: string | null) => void;
}

/** Bars. */
export interface Bars {
  /** Reads bars, oldest first; at most 1,000 unless `limit` says otherwise. */
  readonly read: (key: BarsKey, part: BarsPart) => Promise<readonly Bar[]>;
  /** Follows the growing bar; the returned function ends that. */
  readonly follow: (key: BarsKey, listener: BarsListener) => () => void;
}

/** A socket that has bars. */
interface BarSocket {
  on(name: 'bar', listener: (bar: LiveBar) => void): () => void;
  on(name: 'bars_corrected', listener: (period: CorrectedBars) => void): () => void;
  on(
    name: 'resubscribed',
    listener: (one: { readonly channel: string; readonly filter: object }) => void,
  ): () => void;
  bars(symbol: string, timeframe: string): Promise<unknown>;
  endBars(symbol: string, timeframe: string): Promise<void>;
}

const PAGE = 1_000;

const nameOf = ({ symbol, timeframe }: Readonly<Record<keyof BarsKey, string>>): string =>
  `${timeframe} ${symbol}`;

/** The charts of one symbol and timeframe, and their bars that wait for the next frame. */
interface Charted {
  readonly listeners: Set<BarsListener>;
  /** The server sends the bars from now on. */
  readonly isFollowed: Promise<unknown>;
  readonly waiting: Map<string, Bar>;
}

/** Makes the bars of an audience: both have the same routes and events. */
export const makeBars = (
  { rest }: Pick<TraderClient, 'rest'>,
  prefix: '/trader/v1' | '/admin/v1',
  connection: Pick<Connection<BarSocket>, 'use' | 'ready'>,
  frames: Frames,
): Bars => {
  const path = `${prefix}/bars` as '/trader/v1/bars';
  const followed = new Map<string, Charted>();
  const draw = (): void => {
    for (const { listeners, waiting } of followed.values()) {
      const bars = [...waiting.values()];
      waiting.clear();
      for (const bar of bars) for (const { bar: take } of listeners) take(bar);
    }
  };
  const reread = (name: string, from: string | null): void => {
    for (const listener of followed.get(name)?.listeners ?? []) listener.reread(from);
  };

  connection.use((socket) => {
    socket.on('bar', ({ symbol, timeframe, ...bar }) => {
      const of = followed.get(nameOf({ symbol, timeframe }));
      if (of === undefined) return;
      of.waiting.set(bar.time, bar);
      frames.want(draw);
    });
    socket.on('bars_corrected', ({ from, ...key }) => reread(nameOf(key), from));
    socket.on('resubscribed', ({ channel, filter }) => {
      if (channel === 'bars') reread(nameOf(filter as unknown as BarsKey), null);
    });
  });
  return {
    read: ({ symbol, timeframe }, { limit = PAGE, ...part }) => {
      const query = { symbol, timeframe, limit, ...part } as never;
      return unwrap(rest.GET(path, { params: { query } }));
    },
    follow: (key, listener) => {
      const name = nameOf(key);
      const { symbol, timeframe } = key;
      let of = followed.get(name);
      if (of === undefined) {
        const isFollowed = connection.ready.then((socket) => socket.bars(symbol, timeframe));
        of = { listeners: new Set(), isFollowed, waiting: new Map() };
        followed.set(name, of);
      }
      const { listeners, isFollowed } = of;
      listeners.add(listener);
      // A bar may have changed after the chart read the bars and before the server sends them.
      const readMissed = () => listeners.has(listener) && listener.reread(null);
      isFollowed.then(readMissed, () => undefined);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        followed.delete(name);
        connection.ready.then((socket) => socket.endBars(symbol, timeframe)).catch(() => undefined);
      };
    },
  };
};
