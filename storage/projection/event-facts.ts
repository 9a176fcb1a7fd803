// Event facts: what tables store of an event in columns, read in place into objects that are reused
// for the next event. Whole rows are read from the event's bytes when they are stored.

import type { Mutable } from '../../wire/base/object.js';
import { type MsgpackReader, skip } from '../../wire/codec/msgpack-reader.js';
import { EVENT_PARTS, EVENT_ROWS } from '../../wire/codec/pack.js';
import { PickBase } from '../../wire/codec/sparse-rows.js';
import { readOpening } from '../../wire/codec/unpack.js';
import type { Order, Position } from '../../wire/trading/records.js';
import { TRADE_DEAL, type TradeDeal } from './closed-positions.js';
import { newTradeDeal } from './open-deals.js';
import { readRequestKey } from './request-key.js';

/** The fields of an order that the tables need in columns. */
export type OrderFacts = Pick<Order, (typeof ORDER_FACTS)[number]>;
/** The fields of a position that the tables need. */
export type PositionFacts = Pick<Position, (typeof POSITION_FACTS)[number]>;

const { order, deal, position, result } = EVENT_ROWS;
const ORDER_FACTS = ['id', 'symbol', 'done_at', 'position_id'] as const;
const POSITION_FACTS = ['id', 'volume', 'closed'] as const;
const kept = [
  ...order.placesOf(ORDER_FACTS),
  ...deal.placesOf(TRADE_DEAL),
  ...position.placesOf(POSITION_FACTS),
];
const base = new PickBase(kept);
const pickOrder = order.pick(ORDER_FACTS, kept);
const pickDeal = deal.pick(TRADE_DEAL, kept);
const pickPosition = position.pick(POSITION_FACTS, kept);
const pickNothing = result.pick([], []);

const newOrder = (): Mutable<OrderFacts> => ({
  id: 0,
  symbol: '',
  done_at: 0,
  position_id: 0,
});
const newPosition = (): Mutable<PositionFacts> => ({ id: 0, volume: 0, closed: false });

/** Parts that few events have; they are read from the whole event. */
const RARE =
  EVENT_PARTS.derived |
  EVENT_PARTS.queued |
  EVENT_PARTS.daily |
  EVENT_PARTS.correction |
  EVENT_PARTS.journal;

/** The rows of one type in an event. */
class FactRows<T> {
  readonly rows: T[] = [];
  readonly #spare: T[] = [];

  constructor(
    private readonly make: () => T,
    private readonly pick: (from: MsgpackReader, base: PickBase, into: T) => void,
  ) {}

  read(from: MsgpackReader, count: number): void {
    const { rows } = this;
    while (rows.length > count) this.#spare.push(rows.pop() as T);
    while (rows.length < count) rows.push(this.#spare.pop() ?? this.make());
    for (const row of rows) this.pick(from, base, row);
  }
}

/** The facts of one event; they are valid until the next one is read. */
export class EventFacts {
  readonly #orders = new FactRows<Mutable<OrderFacts>>(newOrder, pickOrder);
  readonly #deals = new FactRows<Mutable<TradeDeal>>(newTradeDeal, pickDeal);
  readonly #positions = new FactRows<Mutable<PositionFacts>>(newPosition, pickPosition);
  readonly orders: readonly OrderFacts[] = this.#orders.rows;
  readonly deals: readonly TradeDeal[] = this.#deals.rows;
  readonly positions: readonly PositionFacts[] = this.#positions.rows;
  group = '';
  dealer = 0;
  /** The key of the request whose outcome the event has; null = none. */
  key: number | null = null;
  /** Has the event parts that only the whole event shows? */
  hasMore = false;
  /** The place behind all that history shows of the event: `unpackHistory` reads up to it. */
  end = 0;

  /** Reads an event of an account, with the cursor at its body. Throws on an unexpected value. */
  read(login: number, from: MsgpackReader): this {
    const { has, time, dealer, group, requestAt, orders, deals, positions } = readOpening(from);
    base.begin(login, time, dealer);
    this.group = group;
    this.dealer = dealer;
    this.hasMore = (has & RARE) !== 0;
    this.#orders.read(from, orders);
    this.#deals.read(from, deals);
    this.#positions.read(from, positions);
    this.key = has & EVENT_PARTS.remembered ? readOutcome(login, from, requestAt) : null;
    this.end = from.at;
    return this;
  }
}

/** Passes over the outcome of a request; returns the request's key. */
const readOutcome = (login: number, from: MsgpackReader, requestAt: number): number => {
  const key = readRequestKey(login, from, requestAt);
  skip(from, 1);
  pickNothing(from, base, {});
  return key;
};
