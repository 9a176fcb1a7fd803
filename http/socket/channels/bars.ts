// The channel `bars`: the running bar of a symbol and timeframe.

import { Type } from '@sinclair/typebox';
import type { ActorsClient, Asker, BarChange, CorrectedSpan } from '../../../actors/client.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import type { BarRow } from '../../../wire/queries/bar-queries.js';
import { shownBar } from '../../../wire/queries/shown-bar.js';
import { BarShape } from '../../../wire/rest/trading/market.js';
import { eventOf, Timeframes } from '../../../wire/socket/events.js';
import { TIMEFRAMES, type Timeframe } from '../../../wire/trading/timeframes.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { LiveValues, type Pacer } from '../connection/live-values.js';
import { type Channel, type ChannelForm, channel, type GiveOutcome } from './channel.js';
import type { ListedSymbol, Prices } from './prices.js';

export const BARS = {
  name: 'bars',
  says:
    'The bar of a symbol as it grows, to traders at the prices of the group, to staff at ' +
    'the prices of the symbol.',
  who: ['trader', 'staff'],
  filter: Strict({
    symbol: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Name of the symbol, in any letter case.',
    }),
    timeframe: Timeframes(),
  }),
  snapshot: Type.Array(BarShape, { description: 'The newest bars, oldest first.' }),
  events: ['bar', 'bars_corrected'],
  codes: ['trade.symbol_not_found', 'trade.too_many_requests', 'internal'],
  example: { symbol: 'EURUSD', timeframe: 'm1' },
} as const satisfies ChannelForm;

/** Number of bars in a snapshot: the last finished bar and the running one. */
const SNAPSHOT_BARS = 2;
const MINUTE_MS = 60_000;

const keyOf = (symbolId: number, timeframe: string): string => `${symbolId} ${timeframe}`;

/** The bars of one symbol and timeframe, for the viewers of one price list. */
class BarFeed extends LiveValues {
  newest: BarChange | undefined;

  constructor(
    readonly symbolId: number,
    readonly timeframe: Timeframe,
    readonly listKey: string,
    readonly prices: Prices,
  ) {
    super(0);
  }

  /** Empty while the symbol is not offered: price lists are rebuilt when settings change. */
  frames(): readonly OutFrame[] {
    const bar = this.newest;
    const symbol = this.prices.list(this.listKey).listed(this.symbolId);
    if (bar === undefined || symbol === undefined) return [];
    const data = { symbol: symbol.name, timeframe: this.timeframe, ...shownBar(symbol, bar) };
    return [new OutFrame(eventOf('bar', data))];
  }
}

/** The followers of bars. */
export class BarChannel {
  readonly channel: Channel;
  /** By symbol and timeframe: the feed of each price list. */
  readonly #feeds = new Map<string, Map<string, BarFeed>>();
  readonly #following = new Map<Connection, Set<BarFeed>>();

  constructor(
    private readonly client: ActorsClient,
    private readonly prices: Prices,
    private readonly pacer: Pacer,
  ) {
    this.channel = channel({
      ...BARS,
      subscribe: (connection, { symbol, timeframe }, answer) => {
        const listed = this.#named(connection, symbol);
        if (listed === undefined) return answer(refuse('trade.symbol_not_found'));
        if ((this.#following.get(connection)?.size ?? 0) >= SOCKET_LIMITS.bars) {
          return answer(refuse('invalid_input', `channel: at most ${SOCKET_LIMITS.bars} of bars`));
        }
        this.#snapshot(connection.session, listed, timeframe, (outcome) => {
          if (outcome.ok && connection.isOpen) this.#follow(connection, listed.id, timeframe);
          answer(outcome);
        });
      },
      unsubscribe: (connection, { symbol, timeframe }) => {
        // The symbol may not be offered any more.
        const id = symbol === undefined ? undefined : (client.symbols().named(symbol)?.id ?? 0);
        for (const feed of [...(this.#following.get(connection) ?? [])]) {
          if (id !== undefined && feed.symbolId !== id) continue;
          if (timeframe === undefined || timeframe === feed.timeframe) this.#part(connection, feed);
        }
      },
      leave: (connection) => {
        for (const feed of [...(this.#following.get(connection) ?? [])]) {
          this.#part(connection, feed);
        }
      },
      refresh: (connection) => this.#refresh(connection),
    });
  }

  update(changes: readonly BarChange[]): void {
    for (const bar of changes) {
      const feeds = this.#feeds.get(keyOf(bar.symbol_id, bar.timeframe));
      if (feeds === undefined) continue;
      for (const feed of feeds.values()) {
        if (feed.newest !== undefined && feed.newest.time !== bar.time) this.#finish(feed);
        feed.newest = bar;
        this.pacer.touch(feed, bar.symbol_id);
      }
    }
  }

  /** Tells the followers of corrected bars to read them again. */
  corrected(symbolId: number, spans: readonly CorrectedSpan[]): void {
    for (const { timeframe, ...span } of spans) {
      const [from, to] = [span.from, span.to].map((time) => new Date(time).toISOString());
      for (const [connection, feeds] of this.#following) {
        for (const feed of feeds) {
          if (feed.symbolId !== symbolId || feed.timeframe !== timeframe) continue;
          const symbol = this.prices.list(feed.listKey).listed(symbolId)?.name;
          if (symbol === undefined) continue;
          const data = { symbol, timeframe, from: from as string, to: to as string };
          connection.deliverUnstored(new OutFrame(eventOf('bars_corrected', data)));
        }
      }
    }
  }

  /** Sends the last state of a bar before the next one begins. */
  #finish(feed: BarFeed): void {
    if (feed.changed.size === 0) return;
    const frames = feed.frames();
    for (const follower of feed.followers) follower.offer(feed, feed.changed, frames);
    feed.changed.clear();
  }

  #named({ session }: Connection, name: string): ListedSymbol | undefined {
    return this.prices.list(this.prices.keyOf(session)).named(name);
  }

  #snapshot(by: Asker, symbol: ListedSymbol, timeframe: Timeframe, answer: GiveOutcome): void {
    const to = this.client.now() + MINUTE_MS;
    const from = to - (SNAPSHOT_BARS + 1) * TIMEFRAMES[timeframe] * MINUTE_MS;
    const limit = SNAPSHOT_BARS + 1;
    const { id, digits } = symbol;
    const asked = { symbol_id: id, digits, timeframe, from, to, limit };
    const shown = (rows: readonly BarRow[]): string =>
      JSON.stringify(rows.map((bar) => shownBar(symbol, bar)));
    this.client.query(by, 'bars', asked).then(
      (rows) => answer(rows.ok ? ok(shown(rows.data)) : rows),
      () => answer(refuse('internal')),
    );
  }

  /** Handles a change of the group: the same bars at the new group's prices. */
  #refresh(connection: Connection): void {
    const listKey = this.prices.keyOf(connection.session);
    for (const feed of [...(this.#following.get(connection) ?? [])]) {
      if (feed.listKey === listKey) continue;
      this.#part(connection, feed);
      this.#follow(connection, feed.symbolId, feed.timeframe);
    }
  }

  #follow(connection: Connection, symbolId: number, timeframe: Timeframe): void {
    const key = keyOf(symbolId, timeframe);
    const listKey = this.prices.keyOf(connection.session);
    const feeds = this.#feeds.get(key) ?? new Map<string, BarFeed>();
    const feed = feeds.get(listKey) ?? new BarFeed(symbolId, timeframe, listKey, this.prices);
    feeds.set(listKey, feed);
    this.#feeds.set(key, feeds);
    feed.followers.add(connection);
    const mine = this.#following.get(connection);
    if (mine === undefined) this.#following.set(connection, new Set([feed]));
    else mine.add(feed);
  }

  #part(connection: Connection, feed: BarFeed): void {
    feed.followers.delete(connection);
    connection.forget(feed);
    const mine = this.#following.get(connection);
    mine?.delete(feed);
    if (mine?.size === 0) this.#following.delete(connection);
    if (feed.followers.size > 0) return;
    this.pacer.drop(feed);
    const key = keyOf(feed.symbolId, feed.timeframe);
    const feeds = this.#feeds.get(key);
    feeds?.delete(feed.listKey);
    if (feeds?.size === 0) this.#feeds.delete(key);
  }
}
