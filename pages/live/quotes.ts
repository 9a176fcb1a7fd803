// Prices of the symbols that are drawn: one subscription for all views, a signal for each symbol.

import type { ReadonlySignal } from '@preact/signals';
import type { QuoteTick } from '../../client/index.js';
import type { Connection } from './connection.js';
import { compareDecimals } from './decimal.js';
import { type Frames, makeKeyed } from './frame.js';
import type { LiveParts } from './parts.js';

/** Prices of a symbol. */
export interface LiveQuote {
  readonly bid: string;
  readonly ask: string;
  /** The server's time in ms since 1970. */
  readonly timeMs: number;
  /** Open, high and low bid of the server day; null = not known. */
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  /** The direction of the newest change of the bid. */
  readonly move: 'up' | 'down' | 'none';
}

/** A row of a snapshot has the prices of the day, too. */
type QuoteRow =
  | QuoteTick
  | readonly [...QuoteTick, open: string | null, high: string | null, low: string | null];

/** Prices of symbols. */
export interface Quotes {
  /** The prices of a symbol as drawn; undefined = there are none yet, or it is not followed. */
  readonly of: (symbol: string) => ReadonlySignal<LiveQuote | undefined>;
  /** Follows the symbols that a view draws; the returned function ends that. */
  readonly follow: (symbols: readonly string[]) => () => void;
}

/** A socket that has prices. */
interface QuoteSocket {
  on(name: 'quotes', listener: (rows: readonly QuoteTick[]) => void): () => void;
  quotes(symbols: readonly string[], maxRateMs?: number): Promise<readonly QuoteTick[]>;
  endQuotes(symbols?: readonly string[]): Promise<void>;
}

/** Most symbols of one call. */
const CALL_MAX = 256;
/** The pace of prices, in ms. */
const RATE_MS = 100;
/** Views that scroll follow and leave many symbols: changes are sent together after this, in ms. */
const GATHER_MS = 50;
/** Symbols that are not drawn any more are followed a little longer, in ms. */
const LINGER_MS = 3_000;
/** A server day begins at a quarter of an hour; then the prices of the day are read again. */
const QUARTER_MS = 900_000;

const moveOf = (before: LiveQuote | undefined, bid: string): LiveQuote['move'] => {
  if (before === undefined) return 'none';
  const change = compareDecimals(bid, before.bid);
  if (change === 0) return before.move;
  return change > 0 ? 'up' : 'down';
};

const beyond = (extreme: string | null, bid: string, sign: 1 | -1): string | null =>
  extreme !== null && compareDecimals(bid, extreme) * sign > 0 ? bid : extreme;

/** The prices after a row: the extremes of the day grow with the bid. */
export const foldQuote = (before: LiveQuote | undefined, row: QuoteRow): LiveQuote => {
  const [, bid, ask, timeMs] = row;
  const move = moveOf(before, bid);
  if (row.length > 4) {
    const [, , , , open = null, high = null, low = null] = row;
    return { bid, ask, timeMs, open, high, low, move };
  }
  const { open = null, high = null, low = null } = before ?? {};
  return { bid, ask, timeMs, open, high: beyond(high, bid, 1), low: beyond(low, bid, -1), move };
};

const inCalls = (symbols: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(symbols.length / CALL_MAX) }, (_, at) =>
    symbols.slice(at * CALL_MAX, (at + 1) * CALL_MAX),
  );

/** The numbers of views that draw each symbol. */
const makeWanted = () => {
  const counts = new Map<string, number>();
  const add = (symbols: readonly string[], by: 1 | -1): void => {
    for (const name of symbols) {
      const count = (counts.get(name) ?? 0) + by;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    }
  };
  return { has: (name: string) => counts.has(name), all: () => [...counts.keys()], add };
};

/** Makes the prices of a connection. */
export const makeQuotes = (
  connection: Pick<Connection<QuoteSocket>, 'use' | 'ready'>,
  frames: Frames,
  { clock }: Pick<LiveParts, 'clock'>,
): Quotes => {
  const quotes = makeKeyed<string, LiveQuote>(frames);
  const wanted = makeWanted();
  const followed = new Set<string>();
  let socket: QuoteSocket | undefined;
  let quarter = 0;

  const take = (rows: readonly QuoteRow[]): void => {
    for (const row of rows) quotes.put(row[0], foldQuote(quotes.newest(row[0]), row));
  };
  const subscribe = (symbols: readonly string[]): void => {
    for (const names of inCalls(symbols)) {
      // Names of no known symbol have no prices; a broken connection follows again by itself.
      socket?.quotes(names, RATE_MS).then(take, () => undefined);
    }
  };
  const startFollowing = (): void => {
    const missing = wanted.all().filter((name) => !followed.has(name));
    for (const name of missing) followed.add(name);
    subscribe(missing);
  };
  const endFollowing = (): void => {
    const gone = [...followed].filter((name) => !wanted.has(name));
    for (const name of gone) followed.delete(name);
    for (const names of inCalls(gone)) socket?.endQuotes(names).catch(() => undefined);
  };
  const makeLate = (run: () => void, ms: number): (() => void) => {
    let isAsked = false;
    return () => {
      if (isAsked) return;
      isAsked = true;
      clock.after(ms, () => {
        isAsked = false;
        if (socket !== undefined) run();
      });
    };
  };
  const startSoon = makeLate(startFollowing, GATHER_MS);
  const endSoon = makeLate(endFollowing, LINGER_MS);

  connection.use((made) => {
    socket = made;
    made.on('quotes', (rows) => {
      take(rows);
      const now = Math.floor((rows.at(-1)?.[3] ?? 0) / QUARTER_MS);
      if (now <= quarter) return;
      if (quarter > 0) subscribe([...followed]);
      quarter = now;
    });
    startFollowing();
  });
  return {
    of: quotes.of,
    follow: (symbols) => {
      wanted.add(symbols, 1);
      startSoon();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        wanted.add(symbols, -1);
        endSoon();
      };
    },
  };
};
