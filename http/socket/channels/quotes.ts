// The channel `quotes`: newest prices of symbols, at the rate of each subscription.

import { Type } from '@sinclair/typebox';
import type { QuoteChange } from '../../../actors/client.js';
import { messageOf, ok, refuse } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { plainEvent, QuoteDayRow } from '../../../wire/socket/events.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { LiveValues, type Pacer } from '../connection/live-values.js';
import { type Channel, type ChannelForm, channel } from './channel.js';
import type { PriceList, Prices } from './prices.js';

export const QUOTES = {
  name: 'quotes',
  says:
    'Prices of symbols: to traders the prices of their group, to staff the prices of the ' +
    'symbol. Subscriptions add up; a symbol that is named again gets the new interval.',
  who: ['trader', 'staff'],
  filter: Strict({
    symbols: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), {
      minItems: 1,
      maxItems: SOCKET_LIMITS.symbols,
      description: 'Names of symbols, in any letter case.',
    }),
    max_rate_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        description:
          'Shortest interval between two events of a symbol in ms; 0 or omitted = every change.',
      }),
    ),
  }),
  snapshot: Type.Array(QuoteDayRow, {
    description: 'The newest prices, without the symbols that have had none yet.',
  }),
  more: {
    unknown: Type.Array(Type.String(), {
      description: 'Names that stand for no symbol here; the others are followed.',
    }),
  },
  refused: Strict({
    unknown: Type.Array(Type.String(), { description: 'Names that stand for no symbol here.' }),
  }),
  events: ['quotes'],
  codes: ['trade.symbol_not_found'],
  example: { symbols: ['EURUSD', 'XAUUSD'], max_rate_ms: 1000 },
} as const satisfies ChannelForm;

const framesOf = (rows: readonly string[]): readonly OutFrame[] =>
  rows.length === 0 ? [] : [new OutFrame(plainEvent('quotes', `[${rows.join(',')}]`))];

/** Symbols of one price list at one rate: all followers get the same text. */
class QuoteFeed extends LiveValues {
  /** Rows to send, for subscriptions to every change. */
  readonly #rows: string[] = [];

  constructor(
    readonly key: string,
    readonly ids: ReadonlySet<number>,
    everyMs: number,
    readonly listKey: string,
    readonly prices: Prices,
  ) {
    super(everyMs);
  }

  /** Looked up each time, because lists are rebuilt when settings change. */
  get list(): PriceList {
    return this.prices.list(this.listKey);
  }

  take(quote: QuoteChange): void {
    if (this.everyMs > 0) return;
    const row = this.list.row(quote);
    if (row !== undefined) this.#rows.push(row);
  }

  frames(ids: ReadonlySet<number>): readonly OutFrame[] {
    return framesOf(this.#newest(ids, (quote) => this.list.row(quote)));
  }

  /** The newest rows with the day's open, high and low. */
  snapshot(ids: Iterable<number>): readonly string[] {
    return this.#newest(ids, (quote) => this.list.dayRow(quote));
  }

  #newest(ids: Iterable<number>, rowOf: (quote: QuoteChange) => string | undefined): string[] {
    const rows: string[] = [];
    for (const id of ids) {
      const quote = this.prices.quote(id);
      const row = quote && rowOf(quote);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  override changes(ids: ReadonlySet<number>): readonly OutFrame[] {
    if (this.everyMs > 0) return this.frames(ids);
    const frames = framesOf(this.#rows);
    this.#rows.length = 0;
    return frames;
  }
}

/** The followers of quotes, by symbol. */
export class QuoteChannel {
  readonly channel: Channel;
  readonly #feeds = new Map<string, QuoteFeed>();
  readonly #bySymbol = new Map<number, Set<QuoteFeed>>();
  /** The feeds of each connection, by rate. */
  readonly #following = new Map<Connection, Map<number, QuoteFeed>>();

  /** `want` is called when the first connection follows quotes, and when the last has left. */
  constructor(
    private readonly prices: Prices,
    private readonly pacer: Pacer,
    private readonly want: (quotes: boolean) => void,
  ) {
    this.channel = channel({
      ...QUOTES,
      subscribe: (connection, { symbols, max_rate_ms = 0 }, answer) => {
        const list = this.#listOf(connection);
        const ids = new Set<number>();
        const unknown = new Set<string>();
        for (const name of symbols) {
          const symbol = list.named(name);
          if (symbol === undefined) unknown.add(name);
          else ids.add(symbol.id);
        }
        if (ids.size === 0) {
          const [first] = unknown;
          const message = `${first}: ${messageOf('trade.symbol_not_found')}`;
          const data = { unknown: [...unknown] };
          return answer(refuse('trade.symbol_not_found', message, data));
        }
        if (this.#countWith(connection, ids) > SOCKET_LIMITS.symbolsInAll) {
          return answer(
            refuse('invalid_input', `symbols: at most ${SOCKET_LIMITS.symbolsInAll} in all`),
          );
        }
        const feed = this.#follow(connection, ids, max_rate_ms);
        const rows = feed.snapshot(ids).join(',');
        answer(ok(`[${rows}]`), `,"unknown":${JSON.stringify([...unknown])}`);
      },
      unsubscribe: (connection, { symbols }) => {
        const list = this.#listOf(connection);
        const ids = symbols?.map((name) => list.named(name)?.id ?? 0);
        this.#unfollow(connection, ids && new Set(ids));
      },
      leave: (connection) => this.#unfollow(connection, undefined),
      refresh: (connection) => this.#refresh(connection),
    });
  }

  update(changes: readonly QuoteChange[]): void {
    for (const quote of changes) {
      this.prices.update(quote);
      const feeds = this.#bySymbol.get(quote.symbol_id);
      if (feeds === undefined) continue;
      for (const feed of feeds) {
        feed.take(quote);
        this.pacer.touch(feed, quote.symbol_id);
      }
    }
  }

  #listOf({ session }: Connection): PriceList {
    return this.prices.list(this.prices.keyOf(session));
  }

  #countWith(connection: Connection, more: ReadonlySet<number>): number {
    const all = new Set(more);
    for (const feed of this.#following.get(connection)?.values() ?? []) {
      for (const id of feed.ids) all.add(id);
    }
    return all.size;
  }

  /** Adds symbols at a rate; symbols that had another rate change to this one. */
  #follow(connection: Connection, ids: ReadonlySet<number>, everyMs: number): QuoteFeed {
    const before = this.#following.get(connection)?.get(everyMs)?.ids ?? [];
    this.#unfollow(connection, ids);
    return this.#set(connection, new Set([...before, ...ids]), everyMs) as QuoteFeed;
  }

  #unfollow(connection: Connection, ids: ReadonlySet<number> | undefined): void {
    for (const [everyMs, feed] of [...(this.#following.get(connection) ?? [])]) {
      const kept = ids === undefined ? [] : [...feed.ids].filter((id) => !ids.has(id));
      if (kept.length < feed.ids.size) this.#set(connection, new Set(kept), everyMs);
    }
  }

  /** Handles a change of the group: the same symbols at the new group's prices. */
  #refresh(connection: Connection): void {
    const listKey = this.prices.keyOf(connection.session);
    for (const [everyMs, feed] of [...(this.#following.get(connection) ?? [])]) {
      if (feed.listKey !== listKey) this.#set(connection, feed.ids, everyMs);
    }
  }

  /** Sets the symbols that the connection follows at a rate. */
  #set(connection: Connection, ids: ReadonlySet<number>, everyMs: number): QuoteFeed | undefined {
    const mine = this.#following.get(connection) ?? new Map<number, QuoteFeed>();
    const old = mine.get(everyMs);
    const feed = ids.size === 0 ? undefined : this.#feed(connection, ids, everyMs);
    if (feed === undefined) mine.delete(everyMs);
    else {
      // Values gathered before the connection joined are older than its snapshot.
      if (feed !== old) this.pacer.flush(feed);
      feed.followers.add(connection);
      mine.set(everyMs, feed);
    }
    if (old !== undefined && old !== feed) this.#move(connection, old, feed);
    const wasFollowed = this.#following.size > 0;
    if (mine.size === 0) this.#following.delete(connection);
    else this.#following.set(connection, mine);
    const isFollowed = this.#following.size > 0;
    if (wasFollowed && !isFollowed) this.prices.forget();
    if (wasFollowed !== isFollowed) this.want(isFollowed);
    return feed;
  }

  #feed({ session }: Connection, ids: ReadonlySet<number>, everyMs: number): QuoteFeed {
    const listKey = this.prices.keyOf(session);
    const key = `${everyMs} ${listKey} ${[...ids].sort((a, b) => a - b).join()}`;
    const known = this.#feeds.get(key);
    if (known !== undefined) return known;
    const feed = new QuoteFeed(key, ids, everyMs, listKey, this.prices);
    this.#feeds.set(key, feed);
    for (const id of ids) {
      const feeds = this.#bySymbol.get(id);
      if (feeds === undefined) this.#bySymbol.set(id, new Set([feed]));
      else feeds.add(feed);
    }
    return feed;
  }

  /**
   * Moves a connection to another feed, and sends it values that it would miss, unless the new feed
   * sends them.
   */
  #move(connection: Connection, from: QuoteFeed, to: QuoteFeed | undefined): void {
    this.pacer.flush(from);
    const missed = [...from.changed, ...connection.forget(from)];
    if (to !== undefined) {
      const owed = new Set(missed.filter((id) => to.ids.has(id) && !to.changed.has(id)));
      if (owed.size > 0) connection.offer(to, owed, to.frames(owed));
    }
    from.followers.delete(connection);
    if (from.followers.size > 0) return;
    this.pacer.drop(from);
    this.#feeds.delete(from.key);
    for (const id of from.ids) this.#bySymbol.get(id)?.delete(from);
  }
}
